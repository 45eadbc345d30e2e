import type { AnyCall } from '@sandali/contract/call.ts';
import { useEffect } from 'react';
import type { ServerQuery } from '#/client/query.ts';
import { type PlainTextId, useText } from '#/i18n/text.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { ServiceLink } from '#/shell/CustomerService.tsx';
import { LoadErrorPage } from '#/shell/Query.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty, type EmptyProps } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';
import { isBusyNow } from './signing.ts';

type Waiting = {
  failure: Pick<NonNullable<ServerQuery<AnyCall>['failure']>, 'message' | 'name'> | null;
  isRefreshing: boolean;
  refresh(): Promise<void>;
};

/** What the borrower can do about it: where to go, and what the button says. */
const onward: Partial<Record<string, { href: string; label: PlainTextId }>> = {
  creditNotApproved: { href: paths.home, label: 'shell.goHome' },
  billOverdue: { href: paths.orders, label: 'loan.toOrders' },
  bankCardMissing: { href: addressOf('addBank', { for: 'loan' }), label: 'loan.payout.addBank' },
  returnedTwice: { href: paths.home, label: 'shell.goHome' },
  lineHeld: { href: paths.home, label: 'shell.goHome' },
  lineClosed: { href: paths.orders, label: 'loan.toOrders' },
};

/** What is offered has not come yet, could not be loaded, or nothing can be borrowed now: then why, and what to do. */
export function LoanWaiting({ read }: { read: Waiting }) {
  const { failure } = read;
  const text = useText();
  const isBusy = isBusyNow(failure?.name);
  useEffect(() => {
    if (isBusy) void navigate(addressOf('status', { showType: 'busy' }), { replace: true });
  }, [isBusy]);
  if (isBusy) return null;
  if (failure?.name === 'lineExceeded') return <LineInUse />;
  const way = failure?.name && onward[failure.name];
  const hasHelp = failure?.name === 'lineHeld' || failure?.name === 'lineClosed';
  if (failure && way) return <CannotBorrow words={failure.message} hasHelp={hasHelp} {...way} />;
  if (failure) {
    return <LoadErrorPage read={read} safe={text('loan.failedSafe')} />;
  }
  return (
    <Page gap={3}>
      <SkeletonCard label={text('loan.loading')} lines={2} />
      <SkeletonRows label={text('loan.loading')} count={2} />
      <SkeletonCard label={text('loan.loading')} lines={3} />
    </Page>
  );
}

type Cannot = { words: string; hasHelp?: boolean; href: string; label: PlainTextId } & Partial<Pick<EmptyProps, 'picture' | 'title'>>;

function CannotBorrow({ words, hasHelp, href, label, picture = 'lock', title }: Cannot) {
  const text = useText();
  return (
    <>
      <Page>
        <Empty picture={picture} title={title ?? text('loan.notApproved')}>
          {words}
        </Empty>
      </Page>
      <Footer>
        <Dock below={hasHelp && <ServiceLink />}>
          <ButtonLink href={href}>{text(label)}</ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}

/** Nothing of the product's amounts fits into what is left of the line. */
export function LineInUse() {
  const text = useText();
  return <CannotBorrow picture="calm" title={text('loan.inUse')} words={text('loan.inUseWhy')} href={paths.orders} label="loan.toOrders" />;
}

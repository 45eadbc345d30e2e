import type { AnyCall } from '@sandali/contract/call.ts';
import type { LoanId } from '@sandali/contract/id.ts';
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

type Way = { href: string; label: PlainTextId; hasHelp?: boolean };
const toHome: Way = { href: paths.home, label: 'shell.goHome' };
const toOrders: Way = { href: paths.orders, label: 'loan.toOrders' };

/**
 * What the borrower can do about each obstacle: the link's target, the button's text, and whether
 * staff must help.
 */
const onward: Partial<Record<string, Way>> = {
  creditNotApproved: toHome,
  billOverdue: toOrders,
  bankCardMissing: { href: addressOf('addBank', { for: 'loan' }), label: 'loan.payout.addBank' },
  returnedTwice: toHome,
  claimOpen: { ...toHome, hasHelp: true },
  lineHeld: { ...toHome, hasHelp: true },
  lineClosed: { ...toOrders, hasHelp: true },
};

/**
 * Shown while the offer loads, if loading failed, or if the borrower cannot borrow now, with the
 * reason and a way to continue.
 */
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
  if (failure && way) return <CannotBorrow words={failure.message} {...way} />;
  if (failure) return <LoadErrorPage read={read} safe={text('loan.failedSafe')} />;
  return (
    <Page gap={3}>
      <SkeletonCard label={text('loan.loading')} lines={2} />
      <SkeletonRows label={text('loan.loading')} count={2} />
      <SkeletonCard label={text('loan.loading')} lines={3} />
    </Page>
  );
}

type Cannot = Way & { words: string } & Partial<Pick<EmptyProps, 'picture' | 'title'>>;

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

/** Shown if the borrower goes back from the result, because this loan is already signed. */
export function LoanTaken({ loanId }: { loanId: LoanId }) {
  const text = useText();
  const href = addressOf('loanResult', { loanId });
  return (
    <CannotBorrow
      picture="calm"
      title={text('loan.taken.title')}
      words={text('loan.taken.why')}
      href={href}
      label="loan.taken.see"
    />
  );
}

/** Shown if the unused part of the credit line is below the product's smallest amount. */
export function LineInUse() {
  const text = useText();
  return (
    <CannotBorrow
      picture="calm"
      title={text('loan.inUse')}
      words={text('loan.inUseWhy')}
      {...toOrders}
    />
  );
}

import type { AnyCall } from '@sandali/contract/call.ts';
import type { Read } from '#/kit/query.ts';
import { useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Empty, ErrorState } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';

type Waiting = {
  failure: Pick<NonNullable<Read<AnyCall>['failure']>, 'message' | 'name'> | null;
  isRefreshing: boolean;
  refresh(): Promise<void>;
};

/** What is offered has not come yet, could not be loaded, or is not for somebody without a credit line. */
export function LoanWaiting({ read: { failure, isRefreshing, refresh } }: { read: Waiting }) {
  const text = useText();
  if (failure?.name === 'creditNotApproved') return <NotApproved message={failure.message} />;
  if (failure) {
    return (
      <Page>
        <ErrorState title={text('loan.failed')} onRetry={() => void refresh()} retryLabel={text('shell.retry')} isRetrying={isRefreshing}>
          {failure.message}
          <br />
          {text('loan.failedSafe')}
        </ErrorState>
      </Page>
    );
  }
  return (
    <Page gap={3}>
      <SkeletonCard label={text('loan.loading')} lines={2} />
      <SkeletonRows label={text('loan.loading')} count={2} />
      <SkeletonCard label={text('loan.loading')} lines={3} />
    </Page>
  );
}

function NotApproved({ message }: { message: string }) {
  const text = useText();
  return (
    <>
      <Page>
        <Empty picture="lock" title={text('loan.notApproved')}>
          {message}
        </Empty>
      </Page>
      <Foot>
        <Dock>
          <ButtonLink href={paths.home}>{text('shell.goHome')}</ButtonLink>
        </Dock>
      </Foot>
    </>
  );
}

/** Nothing of the product's amounts fits into what is left of the line. */
export function LineInUse() {
  const text = useText();
  return (
    <>
      <Page>
        <Empty picture="calm" title={text('loan.inUse')}>
          {text('loan.inUseWhy')}
        </Empty>
      </Page>
      <Foot>
        <Dock>
          <ButtonLink href={paths.orders}>{text('loan.toOrders')}</ButtonLink>
        </Dock>
      </Foot>
    </>
  );
}

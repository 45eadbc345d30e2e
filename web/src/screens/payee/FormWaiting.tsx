import { useText } from '#/kit/text.ts';
import { ErrorState } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';

type Waiting = { failure: { message: string } | null; isRefreshing: boolean; refresh(): Promise<void> };

type Props = { reads: readonly Waiting[] /** What is said where one could not be loaded. */; failedTitle: string };

/** A form whose lists are not there yet, or could not be loaded. */
export function FormWaiting({ reads, failedTitle }: Props) {
  const text = useText();
  const failed = reads.filter((one) => one.failure);
  const message = failed[0]?.failure?.message;
  return (
    <Page>
      {message === undefined ? (
        <SkeletonRows count={4} label={text('payee.loading')} />
      ) : (
        <ErrorState
          title={failedTitle}
          retryLabel={text('shell.retry')}
          isRetrying={failed.some((one) => one.isRefreshing)}
          onRetry={() => failed.forEach((one) => void one.refresh())}
        >
          {message}
          <br />
          {text('payee.failedSafe')}
        </ErrorState>
      )}
    </Page>
  );
}

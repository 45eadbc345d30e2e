import { useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Empty, ErrorState } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';
import { TopBar } from '#/ui/TopBar.tsx';

export type ResultWaitingProps = { isUnknown: boolean; failure: string | null; isRetrying: boolean; onRetry(): void };

/** The result before it is there: not loaded yet, not to be loaded, or no loan of this borrower's. */
export function ResultWaiting({ isUnknown, failure, isRetrying, onRetry }: ResultWaitingProps) {
  const text = useText();
  return (
    <>
      <TopBar title={text('title.loanResult')} />
      <Page>
        {isUnknown ? (
          <Empty title={text('loan.result.unknown')}>{text('loan.result.unknownWhy')}</Empty>
        ) : failure !== null ? (
          <ErrorState title={text('loan.result.failedToLoad')} onRetry={onRetry} retryLabel={text('shell.retry')} isRetrying={isRetrying}>
            {failure}
            <br />
            {text('loan.result.safe')}
          </ErrorState>
        ) : (
          <SkeletonCard label={text('loan.result.loading')} lines={5} />
        )}
      </Page>
      <Foot>
        <Dock>
          <ButtonLink look="soft" href={paths.home}>
            {text('loan.result.home')}
          </ButtonLink>
        </Dock>
      </Foot>
    </>
  );
}

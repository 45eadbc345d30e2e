import { useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Empty, ErrorState } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';

export function QuotaLoading() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={2} label={text('quota.loading')} />
      <SkeletonCard lines={4} label={text('quota.loading')} />
    </Page>
  );
}

/** Without an answer: trying again. */
export function QuotaFailed({ message, isRetrying, onRetry }: { message: string; isRetrying: boolean; onRetry(): void }) {
  const text = useText();
  return (
    <Page>
      <ErrorState title={text('quota.failed')} onRetry={onRetry} isRetrying={isRetrying} retryLabel={text('shell.retry')}>
        {message}
        <br />
        {text('quota.failedSafe')}
      </ErrorState>
    </Page>
  );
}

/** Before there is a line. */
export function NoLine() {
  const text = useText();
  return (
    <>
      <Page>
        <Empty title={text('quota.none.title')}>{text('quota.none.why')}</Empty>
      </Page>
      <Foot>
        <Dock>
          <ButtonLink look="soft" href={paths.home}>
            {text('shell.goHome')}
          </ButtonLink>
        </Dock>
      </Foot>
    </>
  );
}

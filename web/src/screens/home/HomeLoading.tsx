import { useText } from '#/kit/text.ts';
import { TabFoot } from '#/shell/TabFoot.tsx';
import { Arc } from '#/ui/Arc.tsx';
import { ErrorState } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Bone, SkeletonCard } from '#/ui/Skeleton.tsx';
import { HomeHead } from './HomeHead.tsx';
import css from './home.module.css';

/** Home before its first answer. */
export function HomeLoading() {
  const text = useText();
  return (
    <>
      <HomeHead>
        <Arc value={0}>
          <span className={css.bones}>
            <Bone width={6} isOnSky />
            <Bone width={10} height="l" isOnSky />
            <Bone width={8} isOnSky />
          </span>
        </Arc>
      </HomeHead>
      <Page isUnderSky gap={3}>
        <SkeletonCard label={text('home.loading')} />
      </Page>
      <TabFoot />
    </>
  );
}

type FailedProps = { message: string; isRetrying: boolean; onRetry(): void };

/** Home without an answer: nothing is lost, and trying again is one touch. */
export function HomeFailed({ message, isRetrying, onRetry }: FailedProps) {
  const text = useText();
  return (
    <>
      <HomeHead>{null}</HomeHead>
      <Page isUnderSky>
        <ErrorState title={text('home.failed')} onRetry={onRetry} isRetrying={isRetrying} retryLabel={text('shell.retry')}>
          {message}
          <br />
          {text('home.failedSafe')}
        </ErrorState>
      </Page>
      <TabFoot />
    </>
  );
}

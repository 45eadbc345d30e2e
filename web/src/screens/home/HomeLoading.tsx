import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { TabFooter } from '#/shell/TabFooter.tsx';
import { Arc } from '#/ui/Arc.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonBar, SkeletonCard } from '#/ui/Skeleton.tsx';
import { HomeHeader } from './HomeHeader.tsx';
import css from './home.module.css';

/** Home before its first answer. */
export function HomeLoading() {
  const text = useText();
  return (
    <>
      <HomeHeader>
        <Arc value={0}>
          <span className={css.bones}>
            <SkeletonBar width={6} isOnSky />
            <SkeletonBar width={10} height="l" isOnSky />
            <SkeletonBar width={8} isOnSky />
          </span>
        </Arc>
      </HomeHeader>
      <Page isUnderSky gap={3}>
        <SkeletonCard label={text('home.loading')} />
      </Page>
      <TabFooter />
    </>
  );
}

/** Around home's failure: its head without a line, and the tabs. */
export function HomeFailed({ children }: { children: ReactNode }) {
  return (
    <>
      <HomeHeader>{null}</HomeHeader>
      <Page isUnderSky>{children}</Page>
      <TabFooter />
    </>
  );
}

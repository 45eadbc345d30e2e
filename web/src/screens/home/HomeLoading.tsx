import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { TabFoot } from '#/shell/TabFoot.tsx';
import { Arc } from '#/ui/Arc.tsx';
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

/** Around home's failure: its head without a line, and the tabs. */
export function HomeFailed({ children }: { children: ReactNode }) {
  return (
    <>
      <HomeHead>{null}</HomeHead>
      <Page isUnderSky>{children}</Page>
      <TabFoot />
    </>
  );
}

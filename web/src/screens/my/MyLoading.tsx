import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { TabFooter } from '#/shell/TabFooter.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonBar, SkeletonRows } from '#/ui/Skeleton.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Heading } from '#/ui/Text.tsx';
import css from './my.module.css';
import { SignOutRow } from './SignOut.tsx';

/** /my before its first answers. */
export function MyLoading() {
  const text = useText();
  return (
    <>
      <Sky isPadded>
        <Heading level={1} size="2xl">
          {text('title.my')}
        </Heading>
        <span className={css.bones}>
          <SkeletonBar width={6} height="m" isOnSky />
          <SkeletonBar width={10} height="xs" isOnSky />
        </span>
      </Sky>
      <Page isUnderSky gap={3}>
        <SkeletonRows count={3} label={text('my.loading')} isApart={false} />
        <SkeletonRows count={4} label={text('my.loading')} isApart={false} />
      </Page>
      <TabFooter />
    </>
  );
}

/** Around the failure of /my: its head, the way out, which needs no answer, and the tabs. */
export function MyFailed({ children }: { children: ReactNode }) {
  const text = useText();
  return (
    <>
      <Sky isPadded>
        <Heading level={1} size="2xl">
          {text('title.my')}
        </Heading>
      </Sky>
      <Page isUnderSky gap={3}>
        {children}
        <SignOutRow />
      </Page>
      <TabFooter />
    </>
  );
}

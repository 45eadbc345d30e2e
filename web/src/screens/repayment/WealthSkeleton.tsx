// What stands on /wealth before its first answer.
import { useText } from '#/i18n/text.ts';
import { TabFoot } from '#/shell/TabFoot.tsx';
import { Hidden } from '#/ui/Hidden.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonRows, SkeletonSky } from '#/ui/Skeleton.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Heading } from '#/ui/Text.tsx';

export function WealthSkeleton() {
  const text = useText();
  return (
    <>
      <Sky isPadded>
        <Heading level={1} size="s">
          <Hidden>{text('title.orders')}</Hidden>
        </Heading>
        <SkeletonSky label={text('repayment.orders.loading')} />
      </Sky>
      <Page isUnderSky>
        <SkeletonRows label={text('repayment.orders.loading')} />
      </Page>
      <TabFoot />
    </>
  );
}

// What stands on each screen before its first answer.
import { useText } from '#/kit/text.ts';
import { TabFoot } from '#/shell/TabFoot.tsx';
import { Hidden } from '#/ui/Hidden.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard, SkeletonRows, SkeletonSky } from '#/ui/Skeleton.tsx';
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

export function BillSkeleton() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={1} label={text('repayment.bill.loading')} />
      <SkeletonCard lines={4} label={text('repayment.bill.loading')} />
      <SkeletonRows isApart={false} label={text('repayment.bill.loading')} />
    </Page>
  );
}

export function ChooseSkeleton() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={1} label={text('repayment.choose.loading')} />
      <SkeletonRows isApart={false} count={5} label={text('repayment.choose.loading')} />
    </Page>
  );
}

export function CodeSkeleton() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={4} label={text('repayment.code.loading')} />
      <SkeletonRows isApart={false} label={text('repayment.code.loading')} />
    </Page>
  );
}

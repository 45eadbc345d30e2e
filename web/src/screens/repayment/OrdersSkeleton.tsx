// What stands on /wealth before its first answer.
import { useText } from '#/i18n/text.ts';
import { TabFooter } from '#/shell/TabFooter.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonRows, SkeletonSky } from '#/ui/Skeleton.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Heading } from '#/ui/Text.tsx';
import { VisuallyHidden } from '#/ui/VisuallyHidden.tsx';

export function OrdersSkeleton() {
  const text = useText();
  return (
    <>
      <Sky isPadded>
        <Heading level={1} size="s">
          <VisuallyHidden>{text('title.orders')}</VisuallyHidden>
        </Heading>
        <SkeletonSky label={text('repayment.orders.loading')} />
      </Sky>
      <Page isUnderSky>
        <SkeletonRows label={text('repayment.orders.loading')} />
      </Page>
      <TabFooter />
    </>
  );
}

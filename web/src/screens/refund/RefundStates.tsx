// What stands on /refund before its first answer, and where nothing is kept.
import { useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';

export function RefundSkeleton() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={2} label={text('refund.loading')} />
      <SkeletonRows isApart={false} label={text('refund.loading')} />
    </Page>
  );
}

export function NothingToRefund() {
  const text = useText();
  return (
    <>
      <Page>
        <Empty title={text('refund.none')}>{text('refund.noneWords')}</Empty>
      </Page>
      <Foot>
        <Dock>
          <ButtonLink href={paths.orders}>{text('refund.orders')}</ButtonLink>
        </Dock>
      </Foot>
    </>
  );
}

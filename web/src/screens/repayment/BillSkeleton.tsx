// What stands on /billDetail before its first answer.
import { useText } from '#/i18n/text.ts';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';

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

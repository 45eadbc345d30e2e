// Skeletons for the steps of a repayment before their first responses.
import { useText } from '#/i18n/text.ts';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';

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

import { useText } from '#/i18n/text.ts';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';

/** Skeleton of the list of cases, and of a new case. */
export function ComplaintsLoading() {
  const text = useText();
  return (
    <Page>
      <SkeletonRows label={text('cases.loading')} count={4} isApart={false} />
    </Page>
  );
}

import { useText } from '#/i18n/text.ts';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';

/** The skeleton of the case list and of a new case's form. */
export function ComplaintsLoading() {
  const text = useText();
  return (
    <Page>
      <SkeletonRows label={text('cases.loading')} count={4} isApart={false} />
    </Page>
  );
}

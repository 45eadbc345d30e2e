import { useText } from '#/i18n/text.ts';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';

/** What stands on /renew before the ways are worked out. */
export function ExtensionSkeleton() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={1} label={text('extension.loading')} />
      <SkeletonCard lines={4} label={text('extension.loading')} />
      <SkeletonCard lines={4} label={text('extension.loading')} />
    </Page>
  );
}

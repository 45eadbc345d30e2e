import { useText } from '#/i18n/text.ts';
import { Query, type Shown, together } from '#/shell/Query.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';

type Props = {
  reads: readonly Shown<unknown>[];
  /** What is said where one could not be loaded. */
  failedTitle?: string;
};

/** A form whose lists are not there yet, or could not be loaded. */
export function FormWaiting({ reads, failedTitle }: Props) {
  const text = useText();
  const waiting = (
    <Page>
      <SkeletonRows count={4} label={text('payoutAccounts.loading')} />
    </Page>
  );
  return (
    <Query read={together(Object.fromEntries(reads.entries()))} waiting={waiting} {...(failedTitle && { title: failedTitle })}>
      {() => null}
    </Query>
  );
}

import { useText } from '#/i18n/text.ts';
import { combineQueries, Query, type QueryState } from '#/shell/Query.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';

type Props = {
  reads: readonly QueryState<unknown>[];
  /** What is said where one could not be loaded. */
  failedTitle?: string;
};

/** A form whose lists are not there yet, or could not be loaded. */
export function FormLoading({ reads, failedTitle }: Props) {
  const text = useText();
  const waiting = (
    <Page>
      <SkeletonRows count={4} label={text('payoutAccounts.loading')} />
    </Page>
  );
  return (
    <Query read={combineQueries(Object.fromEntries(reads.entries()))} skeleton={waiting} {...(failedTitle && { title: failedTitle })}>
      {() => null}
    </Query>
  );
}

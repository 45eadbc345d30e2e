import type { AccountId } from '@sandali/contract/id.ts';
import { toast } from '#/client/toast.ts';
import { useText } from '#/i18n/text.ts';
import { goBack } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import { saveChoice } from '#/screens/loan/draft.ts';
import { combineQueries, Query, type QueryState } from '#/shell/Query.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { TextLink } from '#/ui/TextLink.tsx';

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
    <Query
      read={combineQueries(Object.fromEntries(reads.entries()))}
      skeleton={waiting}
      {...(failedTitle && { title: failedTitle })}
    >
      {() => null}
    </Query>
  );
}

/** Accounts must be in the borrower's name, so the name comes first. */
export function NameMissing() {
  const text = useText();
  return (
    <Note
      action={<TextLink href={paths.creditPersonal}>{text('payoutAccounts.nameFill')}</TextLink>}
      title={text('payoutAccounts.nameFirst')}
    >
      {text('payoutAccounts.nameWhy')}
    </Note>
  );
}

/**
 * Says that the account is there and goes back to where it was asked for. On the way to a loan it
 * is the one to be paid from now on.
 */
export function finishAdding(
  isForLoan: boolean,
  payout: { channel: 'bankCard' | 'wallet'; accountId: AccountId },
  said: string,
): void {
  toast(said);
  if (isForLoan) saveChoice(payout);
  goBack();
}

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
  /** The error's title if a list could not be loaded. */
  failedTitle?: string;
};

/** Shown while a form's lists load, or if loading failed. */
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

/** Shown while the borrower's name is unknown, because accounts must be in that name. */
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
 * Announces the new account and goes back. If the borrower came from a loan, selects the new
 * account for its payout.
 */
export function finishAdding(
  isForLoan: boolean,
  payout: { channel: 'bankCard' | 'wallet'; accountId: AccountId },
  message: string,
): void {
  toast(message);
  if (isForLoan) saveChoice(payout);
  goBack();
}

import type { AccountId } from '@sandali/contract/id.ts';
import { toast } from '#/client/toast.ts';
import { goBack } from '#/routes/navigation.ts';
import { saveChoice } from '#/screens/loan/draft.ts';

/** Says that the account is there and goes back to where it was asked for. On the way to a loan it is the one to be paid from now on. */
export function finishAdding(isForLoan: boolean, payout: { channel: 'bankCard' | 'wallet'; accountId: AccountId }, said: string): void {
  toast(said);
  if (isForLoan) saveChoice(payout);
  goBack();
}

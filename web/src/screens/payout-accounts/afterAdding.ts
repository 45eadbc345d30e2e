import type { AccountId } from '@sandali/contract/id.ts';
import { toast } from '#/client/toast.ts';
import { back } from '#/routes/location.ts';
import { keepChoice } from '#/screens/loan/draft.ts';

/** Says that the account is there and goes back to where it was asked for. On the way to a loan it is the one to be paid from now on. */
export function afterAdding(isForLoan: boolean, payout: { channel: 'bankCard' | 'wallet'; accountId: AccountId }, said: string): void {
  toast(said);
  if (isForLoan) keepChoice(payout);
  back();
}

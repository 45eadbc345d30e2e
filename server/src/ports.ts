// Connects slices to functions in higher slices. Each slice declares the functions that it needs in
// its own ports.ts.
import { checkReminderStillDue } from '#/closing/closing.ts';
import type { Ports } from '#/context/app-context.ts';
import { idNumberOf, knownPicture } from '#/credit/credit.ts';
import { reverseGrowth } from '#/limit/limit.ts';
import { loanRecordOf } from '#/loan/loan.ts';
import { payoutAccountsOf } from '#/payout-accounts/payout-accounts.ts';

export const ports: Ports = {
  account: {
    idNumberOf: ({ sealer }, read, borrowerId) => idNumberOf(sealer, read, borrowerId),
    knownPicture,
  },
  credit: { loanRecordOf, payoutAccountsOf },
  loan: { reverseGrowth },
  notifications: { checkReminderStillDue },
};

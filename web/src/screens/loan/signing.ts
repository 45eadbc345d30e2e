// A signature whose response was lost. It is stored on the device until the server has decided.
// After a reload or a return to /loan, the app then repeats the request instead of signing a second
// loan.

import type { DataOf } from '@sandali/contract/call.ts';
import { type LoanId, zLoanId } from '@sandali/contract/id.ts';
import { loanApply } from '@sandali/contract/loan.ts';
import * as v from 'valibot';
import { isPending } from '#/client/pending.ts';
import { userGid } from '#/client/session.ts';
import { readStoredJson, writeStored } from '#/client/storage.ts';
import { storeTriedLoan } from '#/client/triedLoan.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { clearDraft } from './draft.ts';

const key = 'loanSigning';
const zSigning = v.object({
  quoteId: v.string(),
  disclosureHash: v.string(),
  userGid: v.nullable(v.string()),
});

export type Signing = { quoteId: string; disclosureHash: string };

/**
 * Returns the input of /loan/apply. Every attempt builds its input here, because only equal inputs
 * count as the same request.
 */
export function signInput({ quoteId, disclosureHash }: Signing) {
  return { quoteId, disclosureHash, disclosureRead: true, agreementAccepted: true } as const;
}

/** Stores a signature before it is sent. */
export function saveSigning({ quoteId, disclosureHash }: Signing): void {
  writeStored(key, JSON.stringify({ quoteId, disclosureHash, userGid: userGid() }));
}

/** Removes the stored signature after the server's decision. */
export function clearSigning(): void {
  writeStored(key, null);
}

/** Returns this borrower's signature that still awaits a response, or null. */
export function pendingSigning(): Signing | null {
  const stored = v.safeParse(zSigning, readStoredJson(key));
  if (!stored.success || stored.output.userGid !== userGid()) return null;
  return isPending(loanApply.path, stored.output.quoteId) ? stored.output : null;
}

// Temporary refusals that the borrower did not cause. The status screen shows them until they end.

/** Temporary refusals that can occur while the borrower chooses a loan. */
const whileChoosing: readonly string[] = ['budgetSpent', 'lendingPaused', 'systemBusy'];

export function isBusyNow(name: string | undefined): boolean {
  return name !== undefined && whileChoosing.includes(name);
}

/**
 * Whether a refused signature must wait. `systemBusy` allows an immediate retry while the statement
 * stays on the screen.
 */
export function isBusyForToday(name: string): boolean {
  return name !== 'systemBusy' && isBusyNow(name);
}

const takenKey = 'takenLoan';
const zTaken = v.object({ quoteId: v.string(), loanId: zLoanId });

/** Returns the loan that was signed with this quote during this visit, or null. */
export function takenLoan(quoteId: string | null): LoanId | null {
  const stored = v.safeParse(zTaken, readStoredJson(takenKey, 'sessionStorage'));
  return stored.success && stored.output.quoteId === quoteId ? stored.output.loanId : null;
}

/**
 * Replaces the page with the result of a signed loan. Stores the loan for `takenLoan`, so that the
 * borrower cannot sign the form again after going back.
 */
export function showLoanResult(
  { loanId }: DataOf<typeof loanApply>,
  quoteId: string,
): Promise<void> {
  writeStored(takenKey, JSON.stringify({ quoteId, loanId }), 'sessionStorage');
  clearSigning();
  clearDraft();
  storeTriedLoan(null);
  return navigate(addressOf('loanResult', { loanId }), { replace: true, move: 'forward' });
}

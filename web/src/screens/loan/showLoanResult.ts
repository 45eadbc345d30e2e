import type { DataOf } from '@sandali/contract/call.ts';
import type { loanApply } from '@sandali/contract/loan.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { clearDraft } from './draft.ts';
import { clearSigning } from './signing.ts';

/** The loan is taken: its result takes this page's place, so that a step back cannot sign again. */
export function showLoanResult({ loanId }: DataOf<typeof loanApply>): Promise<void> {
  clearSigning();
  clearDraft();
  return navigate(addressOf('loanResult', { loanId }), { replace: true, move: 'forward' });
}

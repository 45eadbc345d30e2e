import type { DataOf } from '@sandali/contract/call.ts';
import type { loanApply } from '@sandali/contract/loan.ts';
import { go } from '#/routes/location.ts';
import { addressOf } from '#/routes/paths.ts';
import { clearDraft } from './draft.ts';
import { forgetSigning } from './signing.ts';

/** The loan is taken: its result takes this page's place, so that a step back cannot sign again. */
export function afterSigning({ loanId }: DataOf<typeof loanApply>): Promise<void> {
  forgetSigning();
  clearDraft();
  return go(addressOf('loanResult', { loanId }), { replace: true, move: 'forward' });
}

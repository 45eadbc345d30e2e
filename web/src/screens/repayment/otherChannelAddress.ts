import { addressOf } from '#/routes/paths.ts';
import type { Status } from './answers.ts';

/** Returns the address for choosing another code or channel for the same purpose. */
export function otherChannelAddress({
  loanId,
  purpose,
}: Pick<Status, 'loanId' | 'purpose'>): string {
  if (purpose === 'extension') return addressOf('extension', { loanId, how: 'extend' });
  return addressOf('repayment', purpose === 'coolingOff' ? { loanId, how: 'return' } : { loanId });
}

import { addressOf } from '#/paths.ts';
import type { Status } from './answers.ts';

/** Where another code or channel is chosen for the same end. */
export function elsewhere({ loanId, purpose }: Pick<Status, 'loanId' | 'purpose'>): string {
  return purpose === 'extension' ? addressOf('renew', { loanId, how: 'extend' }) : addressOf('repayment', { loanId });
}

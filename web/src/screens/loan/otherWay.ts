// The way on from a loan that failed by its account.
import type { Payout } from '@sandali/contract/payoutChoice.ts';
import type { Channel } from './choice.ts';
import type { LoanFacts } from './moments.ts';

const byAccount: readonly unknown[] = ['accountClosed', 'accountNotFound', 'bankNotPaid'];

/** Whether a loan failed by what its account is, so that the same account would fail again. */
export function isFailedByAccount({
  state,
  failure,
}: Pick<LoanFacts, 'state' | 'failure'>): boolean {
  return state === 'failed' && byAccount.includes(failure);
}

/**
 * The cheapest way to another account that can be paid, as `resolvePayout` would choose it; null
 * where there is no other. That one is not imported: shared with this screen it would be a script
 * of its own for /loan to load, 175 bytes more than its goal allows.
 */
export function otherWay(
  channels: readonly Channel[],
  failed: LoanFacts['receiver'],
): Payout | null {
  const open = channels
    .filter((one) => one.isAvailable)
    .sort((a, b) => a.feeCentavos - b.feeCentavos);
  for (const channel of open) {
    // Those that are closed for this amount, or not paid now, would fail as well.
    const account = channel.accounts.find(
      ({ accountId, whyNotPaid, fittingCentavos }) =>
        accountId !== failed?.accountId && whyNotPaid === null && fittingCentavos === null,
    );
    if (account) return { channel, account };
  }
  return null;
}

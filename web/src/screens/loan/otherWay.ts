// Finds another payout for a loan whose payout failed because of the account.
import type { Payout } from '@sandali/contract/payoutChoice.ts';
import type { Channel } from './choice.ts';
import type { LoanFacts } from './moments.ts';

const byAccount: readonly unknown[] = ['accountClosed', 'accountNotFound', 'bankNotPaid'];

/**
 * Whether a loan failed because of its account, in which case the same account would fail again.
 */
export function isFailedByAccount({
  state,
  failure,
}: Pick<LoanFacts, 'state' | 'failure'>): boolean {
  return state === 'failed' && byAccount.includes(failure);
}

/**
 * Returns the cheapest other account that can be paid, as `resolvePayout` would; null if there is
 * none. `resolvePayout` is not imported, since sharing it would add 175 bytes to /loan's script.
 */
export function otherWay(
  channels: readonly Channel[],
  failed: LoanFacts['receiver'],
): Payout | null {
  const open = channels
    .filter((channel) => channel.isAvailable)
    .sort((a, b) => a.feeCentavos - b.feeCentavos);
  for (const channel of open) {
    // An account that cannot be paid now, or cannot be paid this amount, would fail again.
    const account = channel.accounts.find(
      ({ accountId, whyNotPaid, fittingCentavos }) =>
        accountId !== failed?.accountId && whyNotPaid === null && fittingCentavos === null,
    );
    if (account) return { channel, account };
  }
  return null;
}

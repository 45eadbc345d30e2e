// Chooses the payout channel and account for a loan if the borrower has chosen none. Screens and
// prices share this rule.

import type * as v from 'valibot';
import { isPickup } from './channel.ts';
import type { zPayoutWay } from './payoutWay.ts';

type Way = v.InferOutput<typeof zPayoutWay>;
type Account = Way['accounts'][number];
/** A channel, with an account if there is one. */
export type Payout = { channel: Way; account: Account | null };

/** Whether this amount can be sent to an account now. */
export function canBePaid({ whyNotPaid, fittingCentavos }: Account): boolean {
  return whyNotPaid === null && fittingCentavos === null;
}

/**
 * Returns the chosen channel and account, or else the cheapest available channel with an account
 * that can be paid, or else the cheapest available channel. Null if none is available.
 */
export function resolvePayout(
  {
    channel,
    accountId,
  }: { channel?: Way['channel'] | undefined; accountId?: Account['accountId'] | undefined },
  channels: readonly Way[],
): Payout | null {
  const isCollected = channel !== undefined && isPickup(channel);
  const chosen = payouts(channels).find((payout) => {
    if (isCollected) return payout.channel.channel === channel;
    return (
      accountId &&
      payout.account?.accountId === accountId &&
      (!channel || payout.channel.channel === channel)
    );
  });
  if (chosen) return chosen;
  const open = payouts(
    channels.filter((channel) => channel.isAvailable),
    canBePaid,
  ).sort((a, b) => a.channel.feeCentavos - b.channel.feeCentavos);
  return open.find(({ account }) => account) ?? open[0] ?? null;
}

/** Returns each channel with each of its matching accounts, or with no account if none matches. */
function payouts(
  channels: readonly Way[],
  isMeant: (account: Account) => boolean = () => true,
): Payout[] {
  return channels.flatMap((channel): Payout[] => {
    const accounts = channel.accounts.filter(isMeant);
    return accounts.length > 0
      ? accounts.map((account) => ({ channel, account }))
      : [{ channel, account: null }];
  });
}

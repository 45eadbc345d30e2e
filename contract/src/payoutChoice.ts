// Where a loan's money goes unless the borrower says otherwise: the same on the screen and for the
// price that comes with it.

import type * as v from 'valibot';
import { isPickup } from './channel.ts';
import type { zPayoutWay } from './payoutWay.ts';

type Way = v.InferOutput<typeof zPayoutWay>;
type Account = Way['accounts'][number];
/** A way to be paid, with an account where there is one yet. */
export type Payout = { channel: Way; account: Account | null };

/** Whether this amount can be sent to an account now. */
export function canBePaid({ whyNotPaid, fittingCentavos }: Account): boolean {
  return whyNotPaid === null && fittingCentavos === null;
}

/**
 * The chosen way. Else the cheapest channel that has an account to which money can be sent; else
 * the cheapest that could have one. Never chosen beforehand: money to collect where an account
 * could take it, and an account that cannot be paid now. Null if none serves.
 */
export function resolvePayout(
  {
    channel,
    accountId,
  }: { channel?: Way['channel'] | undefined; accountId?: Account['accountId'] | undefined },
  channels: readonly Way[],
): Payout | null {
  const isCollected = channel !== undefined && isPickup(channel);
  const chosen = payouts(channels).find((one) => {
    if (isCollected) return one.channel.channel === channel;
    return (
      accountId &&
      one.account?.accountId === accountId &&
      (!channel || one.channel.channel === channel)
    );
  });
  if (chosen) return chosen;
  const open = payouts(
    channels.filter((one) => one.isAvailable),
    canBePaid,
  ).sort((a, b) => a.channel.feeCentavos - b.channel.feeCentavos);
  return open.find((one) => one.account) ?? open[0] ?? null;
}

/**
 * Every account, or every one of some kind, with its channel; a channel without such accounts once,
 * with none.
 */
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

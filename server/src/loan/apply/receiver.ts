// The receiver of a payout: one of the borrower's accounts, or none if the borrower collects cash.
import { isPickup, type PayoutChannel } from '@sandali/contract/channel.ts';
import type { Holds } from '#/account/account.ts';
import type { RailTerms } from '#/adapters/bank/port.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Standing } from '#/credit/credit.ts';
import {
  type AccountAsListed,
  type AccountSummary,
  accountSummaryFrom,
} from '#/payout-accounts/payout-accounts.ts';
import { accountKindOf } from './offer.ts';

export type Receiver = Omit<AccountSummary, 'kind'> | null;
type ReadOfReceiver = { account: AccountAsListed | null; holds: Holds; standing: Standing | null };

/**
 * Returns the account that a channel pays into. Null if the channel needs no account, or if the
 * account is missing or of a different kind.
 */
export function receiverFrom(
  ctx: BorrowerCtx,
  channel: PayoutChannel,
  { account, holds, standing }: ReadOfReceiver,
  terms: RailTerms | null,
): Receiver {
  if (!account || account.row.kind !== accountKindOf[channel]) return null;
  const { kind: _kind, ...short } = accountSummaryFrom(ctx.app, {
    account,
    holds,
    name: standing?.nameIn(ctx.app.sealer) ?? null,
    terms,
  });
  return short;
}

/**
 * Returns the remaining hours of the hold after a change of number or password. The hold covers
 * accounts added since then and all counters, because a thief could collect the cash there.
 */
export function heldHoursOf(
  { now }: BorrowerCtx,
  channel: PayoutChannel,
  { receiver, holds }: { receiver: Receiver; holds: Holds },
): number {
  return isPickup(channel) ? (holds.onPickups(now)?.hours ?? 0) : (receiver?.heldHours ?? 0);
}

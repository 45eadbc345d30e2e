// /refund/query, and the newest refund for /wealth.
import type { DataOf } from '@sandali/contract/call.ts';
import type { AccountId, RefundId } from '@sandali/contract/id.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import {
  type Refund,
  type RefundShort,
  type RefundState,
  type refundQuery,
  refundShownDays,
} from '@sandali/contract/refund.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { type FactsOf, readerOf } from '#/db/snapshot.ts';
import { refundablePart } from '#/ledger/ledger.ts';
import { routeFrom } from '#/payout/payout.ts';
import {
  accountListParts,
  accountSummariesFrom,
  arrivalExpected,
  channelOfKind,
  maximumPayment,
  usualArrival,
  waysOf,
} from '#/payout-accounts/payout-accounts.ts';
import { todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import {
  newestRefund,
  type newestRefundPart,
  newestRefundSentPart,
  type RefundSent,
  refundsOf,
} from './store.ts';

/** Reads the borrower's money that is needed neither for a bill nor for a refund in progress. */
export const refundableOf = readerOf(refundablePart);

/** The least amount that can be sent. Less does not prevent an erasure (docs/decisions/0032). */
const leastSent = centavos(100);

/**
 * Returns the state of any money that prevents an account's erasure: `kept` if it is refundable,
 * `onItsWay` if it is in a refund, otherwise null. The database checks the same in
 * `is_held_by_law`.
 */
export async function moneyBlockingErasure(
  read: Read,
  borrowerId: string,
): Promise<'kept' | 'onItsWay' | null> {
  const [refundable, newest] = await Promise.all([
    refundableOf(read, borrowerId),
    newestRefund(read, borrowerId),
  ]);
  if (newest?.state === 'ordered') return 'onItsWay';
  return refundable >= leastSent ? 'kept' : null;
}

/** Returns the catalogue's channel for accounts of a kind; null if it has no such channel. */
export function channelTo(
  { app: { catalogue } }: Pick<BorrowerCtx, 'app'>,
  kind: keyof typeof channelOfKind,
) {
  return catalogue.payoutChannels.find(({ channel }) => channel === channelOfKind[kind]) ?? null;
}

/** Returns the smallest amount that any payout channel in the catalogue accepts. */
function smallestRefund(ctx: BorrowerCtx): Centavos {
  const sent = [channelTo(ctx, 'bank'), channelTo(ctx, 'wallet')].flatMap((channel) =>
    channel ? [channel.minimumCentavos] : [],
  );
  return centavos(Math.min(...sent));
}

export const queryParts = {
  refundable: refundablePart,
  newest: newestRefundSentPart,
  ...accountListParts,
};

/** Returns the refundable amount, the accounts that can receive it, and the newest refund. */
export async function query(
  ctx: BorrowerCtx,
  facts: FactsOf<typeof queryParts>,
): Promise<DataOf<typeof refundQuery>> {
  const accounts = await accountSummariesFrom(ctx.app, facts);
  return {
    refundableCentavos: facts.refundable,
    leastCentavos: smallestRefund(ctx),
    // A refund is free of charge on every channel.
    feeCentavos: centavos(0),
    accounts: accounts.map(({ kind, ...account }) => {
      const channel = channelTo(ctx, kind);
      return {
        accountId: account.accountId as AccountId,
        label: account.label,
        last4: account.last4,
        mark: account.mark,
        canBePaid: account.whyNotPaid === null && channel !== null,
        heldHours: account.heldHours,
        minimumCentavos: channel?.minimumCentavos ?? centavos(0),
        maximumCentavos: centavos(
          Math.min(
            channel?.maximumCentavos ?? 0,
            maximumPayment(account.ways.rails) ?? Number.MAX_SAFE_INTEGER,
          ),
        ),
        arrivalMinutes: channel?.arrivalMinutes ?? 0,
        ways: waysOf(account.ways, {
          at: ctx.now,
          holidays: ctx.app.holidays,
          usualMinutes: channel?.arrivalMinutes ?? 0,
        }).map((way) => ({
          ...way,
          maximumCentavos: way.maximumCentavos === null ? null : centavos(way.maximumCentavos),
        })),
      };
    }),
    refund: facts.newest && refundOf(ctx, facts.newest),
  };
}

function refundOf(ctx: BorrowerCtx, row: RefundSent): Refund {
  const usualMinutes =
    ctx.app.catalogue.payoutChannels.find(({ channel }) => channel === row.channel)
      ?.arrivalMinutes ?? 0;
  const sent = row.state === 'ordered' ? routeFrom(row) : null;
  const expectedOn = sent?.expectedOn ?? null;
  const [today, usuallyBy] = [
    todayOf(ctx.now),
    wireInstant(row.ordered_at.add({ minutes: usualMinutes })),
  ];
  return {
    ...refundSummary(row),
    mark: row.receiver_mark,
    orderedAt: wireInstant(row.ordered_at),
    expectedBy: row.state === 'ordered' && !expectedOn ? usuallyBy : null,
    arrival: expectedOn
      ? arrivalExpected(sent?.rail ?? null, wireDay(expectedOn), today)
      : sent && { ...usualArrival({ at: ctx.now, usualMinutes }), rail: sent.rail },
    endedAt: row.ended_at && wireInstant(row.ended_at),
  };
}

type Newest = FactsOf<{ newest: typeof newestRefundPart }>['newest'];

function refundSummary(row: NonNullable<Newest>): RefundShort {
  return {
    refundId: row.id as RefundId,
    state: row.state as RefundState,
    amountCentavos: centavos(row.amount_centavos),
    label: row.receiver_label,
    last4: row.receiver_last4,
  };
}

/** Returns the newest refund if it is in progress or ended only a few days ago, otherwise null. */
export function refundShown(row: Newest, now: Temporal.Instant): RefundShort | null {
  if (!row) return null;
  const from = now.subtract({ hours: 24 * refundShownDays });
  return row.ended_at && Temporal.Instant.compare(row.ended_at, from) < 0
    ? null
    : refundSummary(row);
}

export type RefundPersonalData = {
  amountCentavos: number;
  receiver: string;
  state: string;
  orderedAt: Temporal.Instant;
  endedAt: Temporal.Instant | null;
}[];

export async function exportRefunds(read: Read, borrowerId: string): Promise<RefundPersonalData> {
  return (await refundsOf(read, borrowerId)).map((row) => ({
    amountCentavos: Number(row.amount_centavos),
    receiver: `${row.receiver_label} ••${row.receiver_last4}`,
    state: row.state,
    orderedAt: row.ordered_at,
    endedAt: row.ended_at,
  }));
}

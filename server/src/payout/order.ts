// Orders payouts. An order is a row with state `ready`, stored in the transaction that decides on
// the payout. The payout worker sends the order.
import type { PayoutChannel, PayoutRail } from '@sandali/contract/channel.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Read, Tx } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import { newIdFor } from '#/platform/random.ts';
import { payoutsPausedPart } from './parts.ts';
import { mayBeForgotten } from './rules.ts';
import { changePayout, insertPayout, lockPayoutOf, type PayoutSeen, payoutOf } from './store.ts';

export type PayoutKind = 'loan' | 'refund';
/** The receiver at the time of the order. */
export type Receiver = { accountName: string; accountNumber: string; bankCode: string | null };

export type PayoutWish = {
  kind: PayoutKind;
  subjectId: string;
  borrowerId: string;
  amountCentavos: Centavos;
  channel: PayoutChannel;
  receiver: Receiver;
  /** Null for pickups, and for payouts whose rail is chosen when they are sent. */
  rail: PayoutRail | null;
  /** The number of days within which a pickup can be collected; null for payouts to accounts. */
  collectDays: number | null;
};

/**
 * Orders the payout of a loan or refund. The database refuses a second payout.
 * @returns the payout's id
 */
export async function orderPayout(ctx: WorkCtx, tx: Tx, wish: PayoutWish): Promise<string> {
  const id = newIdFor(wish.borrowerId, ctx.now);
  await insertPayout(tx, {
    id,
    kind: wish.kind,
    subject_id: wish.subjectId,
    borrower_id: wish.borrowerId,
    amount_centavos: BigInt(wish.amountCentavos),
    channel: wish.channel,
    collect_days: wish.collectDays,
    rail: wish.rail,
    receiver_sealed: ctx.app.sealer.seal('receiver', id, JSON.stringify(wish.receiver)),
    gateway: ctx.app.bank.name,
    ordered_at: ctx.now,
    next_attempt_at: ctx.wall,
  });
  return id;
}

/**
 * Cancels the unsent order for a loan or refund signed at `signedAt`. Locks the payout.
 * @returns false if it is too late because the bank may have received the order
 */
export async function stopPayout(
  ctx: WorkCtx,
  tx: Tx,
  {
    kind,
    subjectId,
    signedAt,
  }: { kind: PayoutKind; subjectId: string; signedAt: Temporal.Instant },
): Promise<boolean> {
  const payout = (await lockPayoutOf(tx, kind, subjectId)) ?? null;
  if (payout?.state === 'cancelled') return true;
  const [{ pausedAt, isHeld }, { payoutsOn }] = await Promise.all([
    readPart(tx, payoutsPausedPart, {}),
    ctx.app.settings.all(),
  ]);
  if (!isStoppable(payout, { signedAt, pausedAt, isOn: payoutsOn && !isHeld })) return false;
  return (
    !payout || (await changePayout(tx, payout.id, { state: 'cancelled', settled_at: ctx.now }))
  );
}

type Route = { rail: PayoutRail | null; expectedOn: Temporal.PlainDate | null };

/** Returns the rail and expected day of a loan's or refund's payout; null until it is sent. */
export async function payoutRouteOf(
  read: Read,
  kind: PayoutKind,
  subjectId: string,
): Promise<Route | null> {
  return routeFrom((await payoutOf(read, kind, subjectId)) ?? null);
}

/** Returns the route of a payout that the caller has read; null until it is sent. */
export function routeFrom(
  payout: Pick<PayoutSeen, 'sent_at' | 'rail' | 'expected_on'> | null,
): Route | null {
  return payout?.sent_at
    ? { rail: payout.rail as PayoutRail | null, expectedOn: payout.expected_on }
    : null;
}

/**
 * Whether a payout can still be stopped: its order is unsent or missing, and no database restore
 * can have erased the record that it was sent.
 */
export function isStoppable(
  payout: Pick<PayoutSeen, 'state' | 'ordered_at'> | null,
  of: Omit<Parameters<typeof mayBeForgotten>[0], 'orderedAt'>,
): boolean {
  return (
    (!payout || payout.state === 'ready') &&
    !mayBeForgotten({ ...of, orderedAt: payout?.ordered_at ?? null })
  );
}

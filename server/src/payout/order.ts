// Ordering a payout: a row in state ready, written in the transaction that decides it. Nothing is
// sent here.
import type { PayoutChannel, PayoutRail } from '@sandali/contract/channel.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Read, Tx } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import { newId } from '#/platform/random.ts';
import { mayBeForgotten } from './rules.ts';
import {
  changePayout,
  insertPayout,
  lockPayoutOf,
  type PayoutSeen,
  payoutOf,
  payoutsPausedPart,
} from './store.ts';

export type PayoutKind = 'loan' | 'refund';
/** Who is paid, as it was when it was ordered. */
export type Receiver = { accountName: string; accountNumber: string; bankCode: string | null };

export type PayoutWish = {
  kind: PayoutKind;
  subjectId: string;
  borrowerId: string;
  amountCentavos: Centavos;
  channel: PayoutChannel;
  receiver: Receiver;
  /**
   * The rail, if it is known now; null if it is chosen when the order is sent, and for cash
   * pickups.
   */
  rail: PayoutRail | null;
  /** For how many days money to collect may be ready; null where it goes to an account. */
  collectDays: number | null;
};

/**
 * Orders one payout for a loan or refund. A second order for the same subject is refused by the
 * database.
 */
export async function orderPayout(ctx: WorkCtx, tx: Tx, wish: PayoutWish): Promise<string> {
  const id = newId(ctx.now);
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
 * Ensures that nothing is paid for a loan or refund that was signed at `signedAt`: an order that
 * was not sent is cancelled permanently. Locks the payout.
 * @returns false if it is too late, because the bank may have the order.
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
  const [pausedAt, { payoutsOn }] = await Promise.all([
    readPart(tx, payoutsPausedPart, {}),
    ctx.app.settings.all(),
  ]);
  if (!isStoppable(payout, { signedAt, pausedAt, isOn: payoutsOn })) return false;
  return (
    !payout || (await changePayout(tx, payout.id, { state: 'cancelled', settled_at: ctx.now }))
  );
}

type Route = { rail: PayoutRail | null; expectedOn: Temporal.PlainDate | null };

/**
 * How an order for a loan or refund travels, from when it has left: its rail, and the day on which
 * it should be there. Null before that.
 */
export async function payoutRouteOf(
  read: Read,
  kind: PayoutKind,
  subjectId: string,
): Promise<Route | null> {
  return routeFrom((await payoutOf(read, kind, subjectId)) ?? null);
}

/** The same of what was read already. */
export function routeFrom(
  payout: Pick<PayoutSeen, 'sent_at' | 'rail' | 'expected_on'> | null,
): Route | null {
  return payout?.sent_at
    ? { rail: payout.rail as PayoutRail | null, expectedOn: payout.expected_on }
    : null;
}

/**
 * Whether an order, if there is one, can still be stopped: it has not left, and a database that was
 * restored has not forgotten that it has.
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

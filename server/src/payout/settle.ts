// Settling what is known of a payout, in one transaction with what it means to the loan or refund
// it pays. A payout moves as the machine of its states says, and never back; a report that
// contradicts what was settled is kept as a break, seen and alarmed, and its money is in the books.
import type { PayoutRail } from '@sandali/contract/channel.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import { type WorkCtx, workCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { bankNamed } from '#/gateway/routing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { invariant } from '#/platform/refuse.ts';
import { endBreak, endRecoveredLoss, hasBreak, recordBreak } from './breaks.ts';
import type { PayoutKind } from './order.ts';
import { askAgainMs, clockBehindMs, floatWaitMs, happenedAt, type PayoutStep } from './rules.ts';
import {
  changePayout,
  findPayout,
  lockPayout,
  markLastDayReminded,
  type PayoutRecord,
} from './store.ts';

/** The result that a payout's owner receives. */
export type PayoutResult = { payoutId: string; subjectId: string; amountCentavos: Centavos } & (
  | { state: 'accepted' }
  /** Money to collect is at the counter, to the end of a Manila day. */
  | { state: 'ready'; collectUntil: Temporal.PlainDate }
  /** Nobody has come for it, and its last day is today or tomorrow: notified once. */
  | { state: 'endsSoon'; collectUntil: Temporal.PlainDate }
  /** `collectUntil`: the last day to collect it, where the gateway reports no collections. */
  | { state: 'paid'; paidAt: Temporal.Instant; collectUntil: Temporal.PlainDate | null }
  | { state: 'failed'; failure: string }
  | { state: 'reversed'; failure: string | null }
  /**
   * It had ended without a payment, and the money went out all the same; and that money is back.
   */
  | { state: 'paidAfterEnd'; breakId: string; paidAt: Temporal.Instant }
  | { state: 'returnedAfterEnd'; breakId: string; wasWrittenOff: boolean }
  /** Two people wrote that money off. */
  | { state: 'writtenOffAfterEnd'; breakId: string }
);

/**
 * For each kind of payout: the locks to take before the payout's lock, and how a result is applied,
 * both in the settling transaction; and where it goes.
 */
export type Handlers = Record<
  PayoutKind,
  {
    lock(tx: Tx, subjectId: string): Promise<void>;
    settled(ctx: WorkCtx, tx: Tx, result: PayoutResult): Promise<void>;
    /**
     * What the gateway knows the receiving bank by now, as the order is about to leave, and the
     * rail that it takes; or why it cannot leave any more. Left out where code and rail of the
     * order itself are used.
     */
    route?(
      ctx: WorkCtx,
      subjectId: string,
    ): Promise<{ bankCode: string | null; rail: PayoutRail | null } | { failure: string }>;
    /**
     * The Manila day on which what leaves now by a rail is there; null for what is there within
     * minutes, as is everything where it is left out.
     */
    expectedOn?(ctx: WorkCtx, rail: PayoutRail | null): Temporal.PlainDate | null;
  }
>;

/** Why a pickup ends that was asked back: nobody came in its days, or its borrower cancelled it. */
export const notCollected = 'notCollected';
export const cancelledByBorrower = 'cancelled';

/** Where a payout may go, as the database's trigger says too. */
const moves: Record<string, readonly string[]> = {
  ready: ['sent', 'failed', 'cancelled'],
  sent: ['paid', 'failed', 'unknown'],
  unknown: ['paid', 'failed'],
  paid: ['reversed'],
};

/** Who says it. */
type SettledBy = 'gateway' | 'people';

/** A payout that is being settled, locked, with all that is locked before it. */
export type LockedPayout = {
  ctx: WorkCtx;
  tx: Tx;
  handler: Handlers[PayoutKind];
  payout: PayoutRecord;
  by: SettledBy;
};

/**
 * Settles. `attempt` fences a worker that was overtaken; null where a webhook's look needs no
 * fence, as the row lock orders it.
 */
export async function settlePayout(
  asked: WorkCtx,
  handlers: Handlers,
  payoutId: string,
  next: PayoutStep,
  attempt: number | null,
): Promise<void> {
  invariant(next.to !== 'resend', 'a resend is not a result');
  // The bank may have taken its time: what it says is booked at the moment it is known, which may
  // be the next day.
  const ctx = workCtx(asked.app);
  await inTx(ctx.app.db, async (tx) => {
    const one = await lockForSettling(ctx, tx, handlers, payoutId);
    if (attempt !== null && one.payout.attempts !== attempt) return;
    await settle(one, next);
  });
  ctx.app.wake();
}

/** Locks a payout after the locks that come before it. */
export async function lockForSettling(
  ctx: WorkCtx,
  tx: Tx,
  handlers: Handlers,
  payoutId: string,
  by: SettledBy = 'gateway',
): Promise<LockedPayout> {
  const known = await findPayout(tx, payoutId);
  invariant(known, 'a payout to settle is there');
  const handler = handlers[known.kind as PayoutKind];
  await handler.lock(tx, known.subject_id);
  const payout = await lockPayout(tx, payoutId);
  invariant(payout, 'a payout to settle is still there');
  return { ctx, tx, handler, payout, by };
}

/** Applies a step to a locked payout. */
export async function settle(one: LockedPayout, next: PayoutStep): Promise<void> {
  switch (next.to) {
    case 'accepted':
      return await isAccepted(one, next.gatewayId);
    case 'ready':
      return await isReady(one, next);
    case 'notTaken':
      return await isNotTaken(one);
    case 'otherAmount':
      await recordBreak(one, 'otherAmount', next);
      return await isUnknown(one);
    case 'unknown':
      return await isUnknown(one);
    case 'paid':
      return await isPaid(await left(one), next);
    case 'failed':
      return await hasFailed(one, next);
    case 'reversed':
      return await isReversed(await left(one), next);
    case 'writtenOff':
      return await writeOff(one);
    case 'resend':
      return;
  }
}

/** Notifies of the last day of an uncollected pickup, once. @returns whether it did. */
export async function notifyLastDay(
  ctx: WorkCtx,
  handlers: Handlers,
  payoutId: string,
): Promise<boolean> {
  return await inTx(ctx.app.db, async (tx) => {
    const one = await lockForSettling(ctx, tx, handlers, payoutId);
    const {
      state,
      collect_until: collectUntil,
      recalled_at: recalledAt,
      last_day_notified_at: toldAt,
    } = one.payout;
    if ((state !== 'sent' && state !== 'unknown') || !collectUntil || recalledAt || toldAt)
      return false;
    await markLastDayReminded(tx, payoutId, ctx.now);
    await one.handler.settled(ctx, tx, { ...about(one), state: 'endsSoon', collectUntil });
    return true;
  });
}

const can = ({ payout }: LockedPayout, state: string) =>
  moves[payout.state]?.includes(state) ?? false;
const about = ({ payout }: LockedPayout) => ({
  payoutId: payout.id,
  subjectId: payout.subject_id,
  amountCentavos: centavos(payout.amount_centavos),
});
/** It waits for nothing any more. */
const waitsForNothing = { waits_for: null, waits_since: null };

function pollAgain({ ctx, payout }: LockedPayout) {
  // It has not left, because its gateway did not answer whether it knows it.
  if (payout.state === 'ready')
    return { next_attempt_at: ctx.wall.add({ milliseconds: floatWaitMs }) };
  const outMs = payout.sent_at ? ctx.wall.epochMilliseconds - payout.sent_at.epochMilliseconds : 0;
  return { next_attempt_at: ctx.wall.add({ milliseconds: askAgainMs(outMs) }) };
}

/** When something happened that a gateway reports, from which days are counted. */
function byOurClock({ ctx, payout }: LockedPayout, at: Temporal.Instant): Temporal.Instant {
  const { ordered_at: orderedAt, gateway, id: payoutId } = payout;
  if (orderedAt.epochMilliseconds - at.epochMilliseconds > clockBehindMs)
    ctx.app.log.warn('a gateway names a time long before the order', { payoutId, gateway });
  return happenedAt(at, { orderedAt, now: ctx.now });
}

/**
 * A gateway that knows of money for an order that has not left by our book knows it from a time
 * that the restored database lacks: it has left.
 */
async function left(one: LockedPayout): Promise<LockedPayout> {
  const { ctx, tx, handler, payout } = one;
  if (payout.state !== 'ready') return one;
  const rail = payout.rail as PayoutRail | null;
  const there = {
    ...ctx,
    app: { ...ctx.app, bank: bankNamed(ctx.app, payout.gateway) ?? ctx.app.bank },
  };
  // What travels in batches has its day, also at a gateway that names no rails any more: people
  // look at it when that is over.
  const expectedOn =
    handler.expectedOn?.(there, rail) ?? (rail === 'pesonet' ? manilaDayOf(ctx.now) : null);
  const sent = { state: 'sent', sent_at: ctx.wall, expected_on: expectedOn, ...waitsForNothing };
  await changePayout(tx, payout.id, sent);
  return { ...one, payout: { ...payout, ...sent } };
}

async function isAccepted(asked: LockedPayout, gatewayId: string | null): Promise<void> {
  const one = await left(asked);
  const { ctx, tx, handler, payout } = one;
  await changePayout(tx, payout.id, {
    ...pollAgain(one),
    ...waitsForNothing,
    gateway_id: gatewayId ?? payout.gateway_id,
  });
  if (payout.state === 'sent' || payout.state === 'unknown')
    await handler.settled(ctx, tx, { ...about(one), state: 'accepted' });
}

/**
 * Money to collect is ready, with its code: notified once, and nothing is owed until it is
 * collected.
 */
async function isReady(
  asked: LockedPayout,
  next: Extract<PayoutStep, { to: 'ready' }>,
): Promise<void> {
  const one = await left(asked);
  const { ctx, tx, handler, payout } = one;
  const isOpen = payout.state === 'sent' || payout.state === 'unknown';
  if (!isOpen || payout.ready_at || payout.collect_days === null)
    return await isAccepted(one, next.gatewayId);
  const readyAt = byOurClock(one, next.readyAt);
  const collectUntil = manilaDayOf(readyAt).add({ days: payout.collect_days });
  await changePayout(tx, payout.id, {
    ...pollAgain(one),
    ...waitsForNothing,
    gateway_id: next.gatewayId,
    ready_at: readyAt,
    collect_until: collectUntil,
    withdrawal_code_sealed: ctx.app.sealer.seal('withdrawal code', payout.id, next.withdrawalCode),
  });
  await handler.settled(ctx, tx, { ...about(one), state: 'ready', collectUntil });
}

async function isUnknown(one: LockedPayout): Promise<void> {
  // What the gateway has said it did not take, or has shown as ready, is not unknown, because it
  // cannot be asked for a while.
  const isNews =
    can(one, 'unknown') && one.payout.waits_for === null && one.payout.ready_at === null;
  await changePayout(one.tx, one.payout.id, {
    ...pollAgain(one),
    ...(isNews ? { state: 'unknown' } : {}),
  });
}

/**
 * The gateway did nothing, for want of float: the order stays, and is sent again under its
 * reference when there may be enough.
 */
async function isNotTaken(one: LockedPayout): Promise<void> {
  const { ctx, tx, payout } = one;
  if (payout.state !== 'sent') return await isUnknown(one);
  const since = payout.waits_since ?? ctx.wall;
  const lookAt = ctx.wall.add({ milliseconds: floatWaitMs });
  await changePayout(tx, payout.id, {
    waits_for: 'float',
    waits_since: since,
    next_attempt_at: lookAt,
  });
  if (!payout.waits_for)
    ctx.app.log.warn('a payout waits for the float', {
      payoutId: payout.id,
      gateway: payout.gateway,
    });
}

async function isPaid(one: LockedPayout, said: Extract<PayoutStep, { to: 'paid' }>): Promise<void> {
  const { ctx, tx, handler, payout, by } = one;
  const next = { ...said, paidAt: byOurClock(one, said.paidAt) };
  if (payout.state === 'paid') {
    for (const kind of ['failedAfterPaid', 'otherAmount'] as const)
      await endBreak(one, kind, 'confirmed');
    return;
  }
  if (!can(one, 'paid')) {
    // A reference is paid once: what was contested before is no news, however it ended and however
    // often the gateway repeats it. Money that did go out twice is a second line of the settlement
    // report, which reconciliation lists.
    if (await hasBreak(tx, payout.id, 'paidAfterEnd')) return;
    const breakId = await recordBreak(one, 'paidAfterEnd', {
      ...next,
      amountCentavos: centavos(payout.amount_centavos),
    });
    if (breakId)
      await handler.settled(ctx, tx, {
        ...about(one),
        state: 'paidAfterEnd',
        breakId,
        paidAt: next.paidAt,
      });
    return;
  }
  await changePayout(tx, payout.id, {
    state: 'paid',
    paid_at: next.paidAt,
    settled_at: ctx.now,
    settled_by: by,
    gateway_id: next.gatewayId || payout.gateway_id,
    ...waitsForNothing,
    ...(next.withdrawalCode
      ? {
          withdrawal_code_sealed: ctx.app.sealer.seal(
            'withdrawal code',
            payout.id,
            next.withdrawalCode,
          ),
        }
      : {}),
  });
  await endBreak(one, 'otherAmount', 'corrected');
  const isBlind = payout.collect_days !== null && payout.ready_at === null;
  const collectUntil =
    isBlind && payout.collect_days
      ? manilaDayOf(next.paidAt).add({ days: payout.collect_days })
      : null;
  await handler.settled(ctx, tx, {
    ...about(one),
    state: 'paid',
    paidAt: next.paidAt,
    collectUntil,
  });
}

async function hasFailed(
  one: LockedPayout,
  next: Extract<PayoutStep, { to: 'failed' }>,
): Promise<void> {
  const { ctx, tx, handler, payout, by } = one;
  if (payout.state === 'paid') {
    await recordBreak(one, 'failedAfterPaid', {
      ...next,
      amountCentavos: centavos(payout.amount_centavos),
      paidAt: null,
    });
    return;
  }
  await endBreak(one, 'otherAmount', 'corrected');
  // A repeated report changes nothing.
  if (!can(one, 'failed')) return;
  const gatewayId = next.gatewayId ?? payout.gateway_id;
  const settled = {
    settled_at: ctx.now,
    settled_by: by,
    gateway_id: gatewayId,
    ...waitsForNothing,
  };
  // However the gateway calls it: a pickup that was asked back ends for the reason for which it
  // was.
  const failure =
    payout.recalled_by === null
      ? next.failure
      : payout.recalled_by === 'borrower'
        ? cancelledByBorrower
        : notCollected;
  await changePayout(tx, payout.id, { state: 'failed', failure, ...settled });
  await handler.settled(ctx, tx, { ...about(one), state: 'failed', failure });
}

/**
 * Two people write off money that went out after its payout had ended: a loss, unless it is
 * returned after all.
 */
async function writeOff(one: LockedPayout): Promise<void> {
  const breakId = await endBreak(one, 'paidAfterEnd', 'writtenOff');
  if (breakId)
    await one.handler.settled(one.ctx, one.tx, {
      ...about(one),
      state: 'writtenOffAfterEnd',
      breakId,
    });
}

async function isReversed(
  asked: LockedPayout,
  next: Extract<PayoutStep, { to: 'reversed' }>,
): Promise<void> {
  const paidAt = next.paidAt ?? asked.ctx.now;
  const paid = { to: 'paid', paidAt, gatewayId: next.gatewayId, withdrawalCode: null } as const;
  const { ctx, tx, handler, payout } = asked;
  if (payout.state !== 'paid' && !can(asked, 'paid')) {
    // It had ended without a payment: money that went out all the same is back. A report that is
    // known already changes nothing.
    if (payout.state !== 'reversed' && !(await hasBreak(tx, payout.id, 'paidAfterEnd')))
      await isPaid(asked, paid);
    const open = await endBreak(asked, 'paidAfterEnd', 'returned');
    const breakId = open ?? (await endRecoveredLoss(asked));
    if (breakId)
      await handler.settled(ctx, tx, {
        ...about(asked),
        state: 'returnedAfterEnd',
        breakId,
        wasWrittenOff: open === null,
      });
    return;
  }
  // It was paid before it came back: the loan goes through both, in order.
  if (payout.state !== 'paid') await isPaid(asked, paid);
  await changePayout(tx, payout.id, {
    state: 'reversed',
    failure: next.failure,
    settled_by: asked.by,
  });
  await endBreak(asked, 'failedAfterPaid', 'corrected');
  await handler.settled(ctx, tx, { ...about(asked), state: 'reversed', failure: next.failure });
}

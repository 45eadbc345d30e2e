// Settles a payout in one transaction with the loan or refund that it pays. A payout never returns
// to an earlier state: a report that contradicts a settled payout is recorded as a break.
import type { PayoutRail } from '@sandali/contract/channel.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import { type WorkCtx, workCtx } from '#/context/ctx.ts';
import { mayMove, type StateOf } from '#/data/states.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { bankNamed } from '#/gateway/routing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { invariant } from '#/platform/refuse.ts';
import { joinOrder, spanned } from '#/platform/trace.ts';
import { endBreak, endRecoveredLoss, everHadBreak, recordBreak } from './breaks.ts';
import type { PayoutKind } from './order.ts';
import { clockBehindMs, floatWaitMs, happenedAt, type PayoutStep, queryDelayMs } from './rules.ts';
import {
  changePayout,
  findPayout,
  lockPayout,
  markLastDayNotified,
  type PayoutRecord,
} from './store.ts';

/** A payout's result. The handler of its loan or refund receives it. */
export type PayoutResult = { payoutId: string; subjectId: string; amountCentavos: Centavos } & (
  | { state: 'accepted' }
  /** The pickup waits at the counter until the end of this Manila day. */
  | { state: 'ready'; collectUntil: Temporal.PlainDate }
  /** The last day of an uncollected pickup is today or tomorrow. Its borrower is notified once. */
  | { state: 'endsSoon'; collectUntil: Temporal.PlainDate }
  /** `collectUntil` is the last day to collect if the gateway does not report collections. */
  | { state: 'paid'; paidAt: Temporal.Instant; collectUntil: Temporal.PlainDate | null }
  | { state: 'failed'; failure: string }
  | { state: 'reversed'; failure: string | null }
  /**
   * The money was paid out after the payout had failed or been returned. It may still be returned.
   */
  | { state: 'paidAfterEnd'; breakId: string; paidAt: Temporal.Instant }
  | { state: 'returnedAfterEnd'; breakId: string; wasWrittenOff: boolean }
  /** Two people wrote off money that was paid out after the payout had failed or been returned. */
  | { state: 'writtenOffAfterEnd'; breakId: string }
);

/**
 * How a payout of each kind is settled. `lock` acquires the locks that precede the payout's, and
 * `settled` applies the result. Both run in the settling transaction.
 */
export type Handlers = Record<
  PayoutKind,
  {
    lock(tx: Tx, subjectId: string): Promise<void>;
    settled(ctx: WorkCtx, tx: Tx, result: PayoutResult): Promise<void>;
    /**
     * Returns the bank code and rail to send with, or why the order can no longer be sent. If
     * `route` is absent, the order's own code and rail are used.
     */
    route?(
      ctx: WorkCtx,
      subjectId: string,
    ): Promise<{ bankCode: string | null; rail: PayoutRail | null } | { failure: string }>;
    /**
     * Returns the Manila day on which an order sent now arrives; null if it arrives within minutes.
     * If `expectedOn` is absent, every order arrives within minutes.
     */
    expectedOn?(ctx: WorkCtx, rail: PayoutRail | null): Temporal.PlainDate | null;
  }
>;

/** The failure codes of a recalled pickup. */
export const notCollected = 'notCollected';
export const cancelledByBorrower = 'cancelled';

type SettledBy = 'gateway' | 'people';

/** A payout being settled, with all its locks acquired. */
export type LockedPayout = {
  ctx: WorkCtx;
  tx: Tx;
  handler: Handlers[PayoutKind];
  payout: PayoutRecord;
  by: SettledBy;
};

/**
 * Applies a step to a payout. `attempt` is a fencing token that stops a worker once another has
 * claimed the payout. It is null for webhooks, which the row lock serializes.
 */
export async function settlePayout(
  worker: WorkCtx,
  handlers: Handlers,
  payoutId: string,
  next: PayoutStep,
  attempt: number | null,
): Promise<void> {
  invariant(next.to !== 'resend', 'a resend is not a result');
  // The bank may have responded slowly. Use the time of the response, which may be on the next day.
  const ctx = workCtx(worker.app);
  await spanned(
    () => ({ name: 'settle', kind: 'internal', fields: { payoutId, outcome: next.to } }),
    () =>
      inTx(ctx.app.db, async (tx) => {
        const locked = await lockForSettling(ctx, tx, handlers, payoutId);
        joinOrder(locked.payout.subject_id);
        if (attempt !== null && locked.payout.attempts !== attempt) return;
        await settle(locked, next);
      }),
  );
  ctx.app.wake();
}

/** Acquires the handler's locks, then locks the payout. */
export async function lockForSettling(
  ctx: WorkCtx,
  tx: Tx,
  handlers: Handlers,
  payoutId: string,
  by: SettledBy = 'gateway',
): Promise<LockedPayout> {
  const known = await findPayout(tx, payoutId);
  invariant(known, 'a payout to settle exists');
  const handler = handlers[known.kind as PayoutKind];
  await handler.lock(tx, known.subject_id);
  const payout = await lockPayout(tx, payoutId);
  invariant(payout, 'a payout to settle still exists');
  return { ctx, tx, handler, payout, by };
}

export async function settle(locked: LockedPayout, next: PayoutStep): Promise<void> {
  switch (next.to) {
    case 'accepted':
      return await settleAccepted(locked, next.gatewayId);
    case 'ready':
      return await settleReady(locked, next);
    case 'notTaken':
      return await settleNotTaken(locked);
    case 'otherAmount':
      await recordBreak(locked, 'otherAmount', next);
      return await settleUnknown(locked);
    case 'unknown':
      return await settleUnknown(locked);
    case 'paid':
      return await settlePaid(await ensureSent(locked), next);
    case 'failed':
      return await settleFailed(locked, next);
    case 'reversed':
      return await settleReversed(await ensureSent(locked), next);
    case 'writtenOff':
      return await writeOff(locked);
    case 'resend':
      return;
  }
}

/**
 * Sends the last-day notice for an uncollected pickup, once.
 * @returns whether the notice was sent
 */
export async function notifyLastDay(
  ctx: WorkCtx,
  handlers: Handlers,
  payoutId: string,
): Promise<boolean> {
  return await inTx(ctx.app.db, async (tx) => {
    const locked = await lockForSettling(ctx, tx, handlers, payoutId);
    const {
      state,
      collect_until: collectUntil,
      recalled_at: recalledAt,
      last_day_notified_at: notifiedAt,
    } = locked.payout;
    if ((state !== 'sent' && state !== 'unknown') || !collectUntil || recalledAt || notifiedAt)
      return false;
    await markLastDayNotified(tx, payoutId, ctx.now);
    await locked.handler.settled(ctx, tx, {
      ...payoutFacts(locked),
      state: 'endsSoon',
      collectUntil,
    });
    return true;
  });
}

const canMoveTo = ({ payout }: LockedPayout, state: StateOf<'payout'>) =>
  mayMove('payout', payout.state, state);
const payoutFacts = ({ payout }: LockedPayout) => ({
  payoutId: payout.id,
  subjectId: payout.subject_id,
  amountCentavos: centavos(payout.amount_centavos),
});
const waitsForNothing = { waits_for: null, waits_since: null };

function pollAgain({ ctx, payout }: LockedPayout) {
  // The payout is not sent yet, because the gateway did not say whether it knows the payout.
  if (payout.state === 'ready')
    return { next_attempt_at: ctx.wall.add({ milliseconds: floatWaitMs }) };
  const outMs = payout.sent_at ? ctx.wall.epochMilliseconds - payout.sent_at.epochMilliseconds : 0;
  return { next_attempt_at: ctx.wall.add({ milliseconds: queryDelayMs(outMs) }) };
}

/** Returns the time of a reported event by our clock. Days are counted from this time. */
function byOurClock({ ctx, payout }: LockedPayout, at: Temporal.Instant): Temporal.Instant {
  const { ordered_at: orderedAt, gateway, id: payoutId } = payout;
  if (orderedAt.epochMilliseconds - at.epochMilliseconds > clockBehindMs)
    ctx.app.log.warn('a gateway names a time long before the order', { payoutId, gateway });
  return happenedAt(at, { orderedAt, now: ctx.now });
}

/**
 * Marks an unsent payout as sent, because its gateway knows it: a restored database has lost the
 * record that it was sent.
 */
async function ensureSent(locked: LockedPayout): Promise<LockedPayout> {
  const { ctx, tx, handler, payout } = locked;
  if (payout.state !== 'ready') return locked;
  const rail = payout.rail as PayoutRail | null;
  const there = {
    ...ctx,
    app: { ...ctx.app, bank: bankNamed(ctx.app, payout.gateway) ?? ctx.app.bank },
  };
  // PESONet pays in batches, so the order needs an expected day even if the gateway no longer
  // reports rails.
  const expectedOn =
    handler.expectedOn?.(there, rail) ?? (rail === 'pesonet' ? manilaDayOf(ctx.now) : null);
  const sent = { state: 'sent', sent_at: ctx.wall, expected_on: expectedOn, ...waitsForNothing };
  await changePayout(tx, payout.id, sent);
  return { ...locked, payout: { ...payout, ...sent } };
}

async function settleAccepted(locked: LockedPayout, gatewayId: string | null): Promise<void> {
  const sent = await ensureSent(locked);
  const { ctx, tx, handler, payout } = sent;
  await changePayout(tx, payout.id, {
    ...pollAgain(sent),
    ...waitsForNothing,
    gateway_id: gatewayId ?? payout.gateway_id,
  });
  if (payout.state === 'sent' || payout.state === 'unknown')
    await handler.settled(ctx, tx, { ...payoutFacts(sent), state: 'accepted' });
}

/**
 * Stores a ready pickup with its code and notifies the borrower once. The borrower owes nothing
 * until collection.
 */
async function settleReady(
  locked: LockedPayout,
  next: Extract<PayoutStep, { to: 'ready' }>,
): Promise<void> {
  const sent = await ensureSent(locked);
  const { ctx, tx, handler, payout } = sent;
  const isOpen = payout.state === 'sent' || payout.state === 'unknown';
  if (!isOpen || payout.ready_at || payout.collect_days === null)
    return await settleAccepted(sent, next.gatewayId);
  const readyAt = byOurClock(sent, next.readyAt);
  const collectUntil = manilaDayOf(readyAt).add({ days: payout.collect_days });
  await changePayout(tx, payout.id, {
    ...pollAgain(sent),
    ...waitsForNothing,
    gateway_id: next.gatewayId,
    ready_at: readyAt,
    collect_until: collectUntil,
    withdrawal_code_sealed: ctx.app.sealer.seal('withdrawal code', payout.id, next.withdrawalCode),
  });
  await handler.settled(ctx, tx, { ...payoutFacts(sent), state: 'ready', collectUntil });
}

async function settleUnknown(locked: LockedPayout): Promise<void> {
  // A payout that was not accepted, or was ready, keeps its state while the gateway does not
  // respond.
  const becomesUnknown =
    canMoveTo(locked, 'unknown') &&
    locked.payout.waits_for === null &&
    locked.payout.ready_at === null;
  await changePayout(locked.tx, locked.payout.id, {
    ...pollAgain(locked),
    ...(becomesUnknown ? { state: 'unknown' } : {}),
  });
}

/**
 * Lets a payout wait because the gateway's float was too small. The same reference is resent later.
 */
async function settleNotTaken(locked: LockedPayout): Promise<void> {
  const { ctx, tx, payout } = locked;
  if (payout.state !== 'sent') return await settleUnknown(locked);
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

async function settlePaid(
  locked: LockedPayout,
  step: Extract<PayoutStep, { to: 'paid' }>,
): Promise<void> {
  const { ctx, tx, handler, payout, by } = locked;
  const next = { ...step, paidAt: byOurClock(locked, step.paidAt) };
  if (payout.state === 'paid') {
    for (const kind of ['failedAfterPaid', 'otherAmount'] as const)
      await endBreak(locked, kind, 'confirmed');
    return;
  }
  if (!canMoveTo(locked, 'paid')) {
    // A reference is paid once, so a repeated report is not a second break. If money was in fact
    // paid twice, reconciliation lists the second line.
    if (await everHadBreak(tx, payout.id, 'paidAfterEnd')) return;
    const breakId = await recordBreak(locked, 'paidAfterEnd', {
      ...next,
      amountCentavos: centavos(payout.amount_centavos),
    });
    if (breakId)
      await handler.settled(ctx, tx, {
        ...payoutFacts(locked),
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
  await endBreak(locked, 'otherAmount', 'corrected');
  const isPickupNeverReady = payout.collect_days !== null && payout.ready_at === null;
  const collectUntil =
    isPickupNeverReady && payout.collect_days
      ? manilaDayOf(next.paidAt).add({ days: payout.collect_days })
      : null;
  await handler.settled(ctx, tx, {
    ...payoutFacts(locked),
    state: 'paid',
    paidAt: next.paidAt,
    collectUntil,
  });
}

async function settleFailed(
  locked: LockedPayout,
  next: Extract<PayoutStep, { to: 'failed' }>,
): Promise<void> {
  const { ctx, tx, handler, payout, by } = locked;
  if (payout.state === 'paid') {
    await recordBreak(locked, 'failedAfterPaid', {
      ...next,
      amountCentavos: centavos(payout.amount_centavos),
      paidAt: null,
    });
    return;
  }
  await endBreak(locked, 'otherAmount', 'corrected');
  if (!canMoveTo(locked, 'failed')) return;
  const gatewayId = next.gatewayId ?? payout.gateway_id;
  const settled = {
    settled_at: ctx.now,
    settled_by: by,
    gateway_id: gatewayId,
    ...waitsForNothing,
  };
  // A recalled pickup fails with the reason for its recall, whatever reason the gateway reports.
  const failure =
    payout.recalled_by === null
      ? next.failure
      : payout.recalled_by === 'borrower'
        ? cancelledByBorrower
        : notCollected;
  await changePayout(tx, payout.id, { state: 'failed', failure, ...settled });
  await handler.settled(ctx, tx, { ...payoutFacts(locked), state: 'failed', failure });
}

/**
 * Writes off money that was paid out after the payout had failed or been returned. It is a loss
 * unless it is returned later.
 */
async function writeOff(locked: LockedPayout): Promise<void> {
  const breakId = await endBreak(locked, 'paidAfterEnd', 'writtenOff');
  if (breakId)
    await locked.handler.settled(locked.ctx, locked.tx, {
      ...payoutFacts(locked),
      state: 'writtenOffAfterEnd',
      breakId,
    });
}

async function settleReversed(
  locked: LockedPayout,
  next: Extract<PayoutStep, { to: 'reversed' }>,
): Promise<void> {
  const paidAt = next.paidAt ?? locked.ctx.now;
  const paid = { to: 'paid', paidAt, gatewayId: next.gatewayId, withdrawalCode: null } as const;
  const { ctx, tx, handler, payout } = locked;
  if (payout.state !== 'paid' && !canMoveTo(locked, 'paid')) {
    // The payout had failed before, so this reversal means that its money was paid out and then
    // returned. A repeated report changes nothing.
    if (payout.state !== 'reversed' && !(await everHadBreak(tx, payout.id, 'paidAfterEnd')))
      await settlePaid(locked, paid);
    const open = await endBreak(locked, 'paidAfterEnd', 'returned');
    const breakId = open ?? (await endRecoveredLoss(locked));
    if (breakId)
      await handler.settled(ctx, tx, {
        ...payoutFacts(locked),
        state: 'returnedAfterEnd',
        breakId,
        wasWrittenOff: open === null,
      });
    return;
  }
  // The payout was paid before it was returned, so the loan passes through both states in that
  // order.
  if (payout.state !== 'paid') await settlePaid(locked, paid);
  await changePayout(tx, payout.id, {
    state: 'reversed',
    failure: next.failure,
    settled_by: locked.by,
  });
  await endBreak(locked, 'failedAfterPaid', 'corrected');
  await handler.settled(ctx, tx, {
    ...payoutFacts(locked),
    state: 'reversed',
    failure: next.failure,
  });
}

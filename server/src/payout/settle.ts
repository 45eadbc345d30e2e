// Settling what the bank said of a payout, in one transaction with what it means to the loan or refund it pays.
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { type WorkCtx, workCtx } from '#/kit/ctx.ts';
import { invariant } from '#/kit/refuse.ts';
import type { PayoutKind } from './order.ts';
import { lookAgainMs, type Next } from './rules.ts';
import { changePayout, findPayout, lockPayout, type PayoutRecord } from './store.ts';

/** What a payout's owner is told. */
export type PayoutResult = { payoutId: string; subjectId: string; amountCentavos: Centavos } & (
  | { state: 'accepted' }
  | { state: 'paid'; paidAt: Temporal.Instant }
  | { state: 'failed'; failure: string }
  | { state: 'reversed'; failure: string | null }
);

/** For each kind of payout: the locks that stand before the payout's own, and what a result means. Both run in the settling transaction. */
export type Handlers = Record<
  PayoutKind,
  { lock(tx: Tx, subjectId: string): Promise<void>; settled(ctx: WorkCtx, tx: Tx, result: PayoutResult): Promise<void> }
>;

/** Where a payout may go, as the database's trigger says too. */
const moves: Record<string, readonly string[]> = {
  ready: ['sent', 'failed', 'cancelled'],
  sent: ['paid', 'failed', 'unknown'],
  unknown: ['paid', 'failed'],
  paid: ['reversed'],
};

/** Settles. `attempt` fences a worker that was overtaken; null where a webhook's look needs no fence, as the row lock orders it. */
export async function settlePayout(
  asked: WorkCtx,
  handlers: Handlers,
  payoutId: string,
  next: Next,
  attempt: number | null,
): Promise<void> {
  invariant(next.to !== 'resend', 'a resend is not a result');
  // The bank may have taken its time: what it says is booked at the moment it is known, which may be the next day.
  const ctx = workCtx(asked.house);
  const known = await findPayout(ctx.house.db, payoutId);
  invariant(known, 'a payout to settle is there');
  await inTx(ctx.house.db, async (tx) => {
    await handlers[known.kind as PayoutKind].lock(tx, known.subject_id);
    const payout = await lockPayout(tx, payoutId);
    if (!payout || (attempt !== null && payout.attempts !== attempt)) return;
    await apply(ctx, tx, handlers, payout, next);
  });
  ctx.house.wake();
}

async function apply(ctx: WorkCtx, tx: Tx, handlers: Handlers, payout: PayoutRecord, next: Next): Promise<void> {
  const handler = handlers[payout.kind as PayoutKind];
  const about = { payoutId: payout.id, subjectId: payout.subject_id, amountCentavos: centavos(payout.amount_centavos) };
  const again = { look_at: ctx.wall.add({ milliseconds: lookAgainMs(payout.attempts) }) };
  const can = (state: string) => moves[payout.state]?.includes(state) ?? false;
  if (next.to === 'accepted') {
    await changePayout(tx, payout.id, { ...again, gateway_id: next.gatewayId ?? payout.gateway_id });
    if (payout.state === 'sent' || payout.state === 'unknown') await handler.settled(ctx, tx, { ...about, state: 'accepted' });
    return;
  }
  if (next.to === 'unknown') {
    await changePayout(tx, payout.id, { ...again, ...(can('unknown') ? { state: 'unknown' } : {}) });
    return;
  }
  if (next.to === 'reversed' && payout.state !== 'paid') {
    if (!can('paid')) return; // it came back before, or was refused: a repeated word never moves a payout
    // It was paid before it came back: the loan lives through both, in order.
    await paid(ctx, tx, handler, payout, { to: 'paid', paidAt: next.paidAt ?? ctx.now, gatewayId: next.gatewayId, withdrawalCode: null });
    await changePayout(tx, payout.id, { state: 'reversed', failure: next.failure });
    return await handler.settled(ctx, tx, { ...about, state: 'reversed', failure: next.failure });
  }
  // A stray or repeated word never moves a payout back.
  if (next.to === 'resend' || !can(next.to)) return;
  if (next.to === 'paid') return await paid(ctx, tx, handler, payout, next);
  await changePayout(tx, payout.id, {
    state: next.to,
    failure: next.failure,
    settled_at: ctx.now,
    gateway_id: next.gatewayId ?? payout.gateway_id,
  });
  const result =
    next.to === 'failed' ? { state: 'failed' as const, failure: next.failure } : { state: 'reversed' as const, failure: next.failure };
  await handler.settled(ctx, tx, { ...about, ...result });
}

async function paid(
  ctx: WorkCtx,
  tx: Tx,
  handler: Handlers[PayoutKind],
  payout: PayoutRecord,
  next: Extract<Next, { to: 'paid' }>,
): Promise<void> {
  await changePayout(tx, payout.id, {
    state: 'paid',
    paid_at: next.paidAt,
    settled_at: ctx.now,
    gateway_id: next.gatewayId,
    ...(next.withdrawalCode ? { withdrawal_code_sealed: ctx.house.sealer.seal('withdrawal code', next.withdrawalCode) } : {}),
  });
  await handler.settled(ctx, tx, {
    payoutId: payout.id,
    subjectId: payout.subject_id,
    amountCentavos: centavos(payout.amount_centavos),
    state: 'paid',
    paidAt: next.paidAt,
  });
}

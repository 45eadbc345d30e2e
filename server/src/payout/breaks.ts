// Breaks: gateway reports that contradict a settled payout. Each is logged and audited once. It
// stays listed until the money is returned, the gateway corrects itself, or two members of staff
// settle it.
import type { Centavos } from '@sandali/contract/money.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import * as store from './breaks.store.ts';
import type { PayoutRecord } from './store.ts';

type OfPayout = { ctx: WorkCtx; tx: Tx; payout: PayoutRecord };

/**
 * `paidAfterEnd`: paid after it failed, was cancelled or was returned. `failedAfterPaid`: reported
 * as failed after it was paid. `otherAmount`: reported with an amount other than the one ordered.
 */
type BreakKind = 'paidAfterEnd' | 'failedAfterPaid' | 'otherAmount';
type BreakEnd = 'returned' | 'confirmed' | 'corrected' | 'writtenOff';

type Reported = {
  gatewayId: string | null;
  amountCentavos: Centavos;
  paidAt: Temporal.Instant | null;
};

/**
 * Records a break.
 * @returns the break's id, or null if the same break is already open
 */
export async function recordBreak(
  { ctx, tx, payout }: OfPayout,
  kind: BreakKind,
  reported: Reported,
): Promise<string | null> {
  const { app, now } = ctx;
  const id = newId(now);
  if (!(await store.insertBreak(tx, { id, payoutId: payout.id, kind, foundAt: now, ...reported })))
    return null;
  const detail = {
    kind,
    was: payout.state,
    orderedCentavos: Number(payout.amount_centavos),
    saidCentavos: reported.amountCentavos,
  };
  await audit(tx, { at: now, who: 'the bank', act: 'payoutBreak', subject: payout.id, detail });
  app.log.warn('a gateway contradicts a settled payout: see ops payout list', {
    event: 'payout break',
    payoutId: payout.id,
    gateway: payout.gateway,
    state: payout.state,
    reason: kind,
  });
  return id;
}

/**
 * Closes the payout's open break of this kind.
 * @returns the break's id, or null if none is open
 */
export async function endBreak(
  { ctx, tx, payout }: OfPayout,
  kind: BreakKind,
  as: BreakEnd,
): Promise<string | null> {
  const id = await store.endOpenBreak(tx, { payoutId: payout.id, kind, as, at: ctx.now });
  if (id)
    await audit(tx, {
      at: ctx.now,
      who: 'the bank',
      act: 'payoutBreakEnded',
      subject: payout.id,
      detail: { kind, as },
    });
  return id;
}

/**
 * Closes a written-off break because its money was returned.
 * @returns the break's id, or null if none was written off
 */
export async function endRecoveredLoss({ ctx, tx, payout }: OfPayout): Promise<string | null> {
  const id = await store.endRecoveredLoss(tx, payout.id, ctx.now);
  if (id)
    await audit(tx, {
      at: ctx.now,
      who: 'the bank',
      act: 'payoutBreakEnded',
      subject: payout.id,
      detail: { kind: 'paidAfterEnd', as: 'returned' },
    });
  return id;
}

/** Whether a payout has or ever had a break of this kind. */
export async function everHadBreak(tx: Tx, payoutId: string, kind: BreakKind): Promise<boolean> {
  return (await store.breaksOf(tx, payoutId)).some((row) => row.kind === kind);
}

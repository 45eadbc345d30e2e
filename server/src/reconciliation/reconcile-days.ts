// Reconciles the days that are over, one after the other: reads and stores the gateway's settlement report, and compares every line with the books. Breaks that no
// longer exist are closed; a payment that is only on the settlement report is fetched from the gateway and booked like any other.

import type { Bank, SettlementLine } from '#/adapters/bank/port.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { insertEvents } from '#/gateway/inbox.store.ts';
import { banksOf } from '#/gateway/routing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import * as store from './store.ts';

/** Days of one look at most, so that other work has its turn. */
const mostDays = 31;
/** A day's last words may still be on their way when it ends. */
const settledAfterHours = 1;

/** What one day's comparing came to. */
type Compared = { found: number; matched: number; asked: number };

/** Reconciles days that are over and not read yet, of each gateway, and looks at open breaks anew. @returns how many days it read. */
export async function reconcileDays(ctx: WorkCtx): Promise<number> {
  let days = 0;
  for (const bank of banksOf(ctx.app)) days += await readDays(ctx, bank);
  await compareOpen(ctx);
  return days;
}

async function readDays(ctx: WorkCtx, bank: Bank): Promise<number> {
  let days = 0;
  for (let next = await nextDay(ctx, bank); next && days < mostDays; next = await nextDay(ctx, bank)) {
    if (!(await readDay(ctx, bank, next))) break;
    days += 1;
  }
  return days;
}

/** The first day that is over for long enough and not read of a gateway; null where there is none. */
async function nextDay({ app, now }: WorkCtx, bank: Bank): Promise<Temporal.PlainDate | null> {
  const lastOver = manilaDayOf(now.subtract({ hours: settledAfterHours })).subtract({ days: 1 });
  return await store.firstUnreadDay(app.db, bank.name, lastOver);
}

/** Reads a gateway's settlement report of a day and compares it. @returns what that came to; null where the gateway does not report it. */
export async function readDay(ctx: WorkCtx, bank: Bank, day: Temporal.PlainDate): Promise<Compared | null> {
  const { db, log } = ctx.app;
  const answer = await bank.settlementReport(day);
  if (answer.outcome === 'unknown') {
    log.warn('the settlement report of a day could not be read', { gateway: bank.name, why: answer.why });
    return null;
  }
  return await inTx(db, (tx) => takeSettlementReport(ctx, tx, { gateway: bank.name, day, source: 'gateway', lines: answer.lines }));
}

/** Keeps a whole settlement report of a day and compares it with the books. @throws where it says of a line something else than it did before. */
export async function takeSettlementReport(
  ctx: WorkCtx,
  tx: Tx,
  of: { gateway: string; day: Temporal.PlainDate; source: 'gateway' | 'file'; lines: readonly SettlementLine[] },
): Promise<Compared> {
  const read = { gateway: of.gateway, day: of.day, readAt: ctx.now };
  await store.lockComparing(tx);
  const changed = await store.keepLines(tx, read, of.lines);
  if (changed.length > 0) throw new ChangedSettlementReport(of.day, changed);
  await store.markRead(tx, { ...read, source: of.source, lines: of.lines.length });
  // The other side of an older break may be on this settlement report.
  const { oldestOn } = await store.countOpen(tx, of.gateway);
  const from = oldestOn && Temporal.PlainDate.compare(oldestOn, of.day) < 0 ? oldestOn : of.day;
  return await compare(ctx, tx, { gateway: of.gateway, from, to: of.day });
}

/** A gateway's settlement report must not say of a line something else than before. */
export class ChangedSettlementReport extends Error {
  override name = 'ChangedSettlementReport';
  constructor(day: Temporal.PlainDate, lines: readonly string[]) {
    super(`the settlement report of ${day} says of ${lines.length} lines something else than before, of ${lines[0]} for one`);
  }
}

/** Compares each gateway's days since its oldest open break, if there is one. Makes no calls, so the gateway need not be reachable. */
async function compareOpen(ctx: WorkCtx): Promise<void> {
  const { db } = ctx.app;
  for (const gateway of await store.gatewaysWithBreaks(db)) {
    const { oldestOn } = await store.countOpen(db, gateway);
    const to = await store.lastReconciledDay(db, gateway);
    if (!oldestOn || !to) continue;
    await inTx(db, async (tx) => {
      await store.lockComparing(tx);
      await compare(ctx, tx, { gateway, from: oldestOn, to });
    });
  }
}

async function compare(ctx: WorkCtx, tx: Tx, of: { gateway: string; from: Temporal.PlainDate; to: Temporal.PlainDate }): Promise<Compared> {
  const { now: at, wall, app } = ctx;
  const matched = await store.endMatched(tx, { ...of, at });
  const found = await store.listBreaks(tx, { ...of, at });
  const unbooked = await store.unbookedPayments(tx, of);
  const events = unbooked.map(({ lineId, paymentId }) => ({
    gateway: of.gateway,
    eventId: `settlement report ${lineId}`,
    event: 'payment' as const,
    subject: paymentId,
    raw: Buffer.alloc(0),
  }));
  await insertEvents(tx, events, wall);
  const detail = { gateway: of.gateway, from: of.from.toString(), to: of.to.toString(), found: found.length, matched: matched.length };
  if (found.length > 0 || matched.length > 0) {
    await audit(tx, { at, who: 'reconciliation', act: 'settlementReportCompared', subject: null, detail });
    if (found.length > 0)
      app.log.warn('a settlement report differs from the books: see ops reconcile breaks', {
        event: 'reconciliation',
        gateway: of.gateway,
        count: found.length,
      });
  }
  return { found: found.length, matched: matched.length, asked: unbooked.length };
}

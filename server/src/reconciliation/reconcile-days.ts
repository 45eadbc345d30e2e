// Reconciles finished days: stores the gateway's settlement reports and compares them with the
// books. Each day has its own transaction, so a failing day does not stop the others.

import type { Bank, SettlementLine } from '#/adapters/bank/port.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { insertEvents, requeueEvents } from '#/gateway/inbox.store.ts';
import { banksOf } from '#/gateway/routing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { compareDay, type GatewayDay, lockComparing } from './compare.store.ts';
import * as store from './store.ts';

/** The maximum number of days read per round, which leaves time for other jobs. */
const mostDays = 31;
/**
 * The number of days with open breaks that a round compares. The next round continues with the days
 * after them, so rounds do not get longer as breaks accumulate.
 */
const openDaysARound = 8;
/** Each day with open breaks is compared at least once in this period. */
const turnMs = 24 * 60 * 60 * 1000;
/** A gateway may still complete a day's report for this long after the day ends. */
const settledAfterHours = 1;

/** The counts of one day's comparison. */
type Compared = { found: number; matched: number; asked: number };

/**
 * Reconciles each gateway's finished days whose report has not been read yet, and compares days
 * with open breaks again.
 * @returns the number of days read
 */
export async function reconcileDays(ctx: WorkCtx): Promise<number> {
  let days = 0;
  for (const bank of banksOf(ctx.app)) days += await readDays(ctx, bank);
  await compareOpen(ctx);
  return days;
}

/**
 * Reads unread reports, oldest first. If one cannot be read, the round still reads the newest one,
 * so a failing day does not hold up the latest days.
 */
async function readDays(ctx: WorkCtx, bank: Bank): Promise<number> {
  const { db } = ctx.app;
  const lastOver = manilaDayOf(ctx.now.subtract({ hours: settledAfterHours })).subtract({
    days: 1,
  });
  for (let days = 0; days < mostDays; days += 1) {
    const oldest = await store.firstUnreadDay(db, bank.name, lastOver);
    if (!oldest) return days;
    if (await tryReadDay(ctx, bank, oldest)) continue;
    const newest = await store.lastUnreadDay(db, bank.name, lastOver);
    return newest && !newest.equals(oldest) && (await tryReadDay(ctx, bank, newest))
      ? days + 1
      : days;
  }
  return mostDays;
}

async function tryReadDay(ctx: WorkCtx, bank: Bank, day: Temporal.PlainDate): Promise<boolean> {
  const [read] = await eachItem(ctx, {
    kind: 'settlement report',
    items: [day],
    idOf: (on) => `${bank.name} ${on}`,
    failure: 'the settlement report of a day could not be stored',
    fieldsOf: () => ({ gateway: bank.name }),
    run: (on) => readDay(ctx, bank, on),
  });
  return read !== undefined && read !== null;
}

/**
 * Reads and compares a day's settlement report.
 * @returns the counts, or null if the gateway supplied no report
 */
export async function readDay(
  ctx: WorkCtx,
  bank: Bank,
  day: Temporal.PlainDate,
): Promise<Compared | null> {
  const { db, log } = ctx.app;
  const answer = await bank.settlementReport(day);
  if (answer.outcome === 'unknown') {
    log.warn('the settlement report of a day could not be read', {
      gateway: bank.name,
      reason: answer.reason,
    });
    return null;
  }
  return await inTx(db, (tx) =>
    takeSettlementReport(ctx, tx, {
      gateway: bank.name,
      day,
      source: 'gateway',
      lines: answer.lines,
    }),
  );
}

/**
 * Stores a day's complete settlement report and compares it with the books. If the report resolves
 * breaks of other days, they are closed when those days are compared.
 * @throws ChangedSettlementReport if a stored line differs
 */
export async function takeSettlementReport(
  ctx: WorkCtx,
  tx: Tx,
  of: {
    gateway: string;
    day: Temporal.PlainDate;
    source: 'gateway' | 'file';
    lines: readonly SettlementLine[];
  },
): Promise<Compared> {
  const read = { gateway: of.gateway, day: of.day, readAt: ctx.now };
  await lockComparing(tx);
  const changed = await store.storeLines(tx, read, of.lines);
  if (changed.length > 0) throw new ChangedSettlementReport(of.day, changed);
  await store.markRead(tx, { ...read, source: of.source, lines: of.lines.length });
  return await compare(ctx, tx, of);
}

/** A settlement report that contradicts a stored line. */
export class ChangedSettlementReport extends Error {
  override name = 'ChangedSettlementReport';
  constructor(day: Temporal.PlainDate, lines: readonly string[]) {
    super(
      `the settlement report of ${day} contradicts stored lines: ${lines.length}, such as ${lines[0]}`,
    );
  }
}

/** Compares the next days with open breaks again, without reading their reports. */
export async function compareOpen(ctx: WorkCtx): Promise<void> {
  const { db } = ctx.app;
  await eachItem(ctx, {
    kind: 'day with an open break',
    items: await inTx(db, (tx) => store.openDaysInTurn(tx, openDaysARound)),
    idOf: ({ gateway, day }) => `${gateway} ${day}`,
    failure: 'a day with an open break could not be compared',
    fieldsOf: ({ gateway }) => ({ gateway }),
    run: (of) =>
      inTx(db, async (tx) => {
        await lockComparing(tx);
        await compare(ctx, tx, of);
      }),
    againWithinMs: turnMs,
  });
}

async function compare(ctx: WorkCtx, tx: Tx, of: GatewayDay): Promise<Compared> {
  const { now: at, wall, app } = ctx;
  const { matched, found } = await compareDay(tx, { ...of, at });
  const events: Parameters<typeof insertEvents>[1][number][] = [];
  for (const event of ['payment', 'reversal'] as const)
    for (const { lineId, paymentId: subject } of await store.unbookedPayments(tx, of, event))
      events.push({
        gateway: of.gateway,
        eventId: `settlement report ${lineId}`,
        event,
        subject,
        raw: Buffer.alloc(0),
      });
  await insertEvents(tx, events, wall);
  // The queue drops an event after many attempts if the event's gateway does not know the payment.
  // Each comparison queues the event again until the payment is booked or its break is settled.
  await requeueEvents(
    tx,
    of.gateway,
    events.map(({ eventId }) => eventId),
    wall,
  );
  if (found > 0 || matched > 0) {
    const detail = { gateway: of.gateway, day: of.day.toString(), found, matched };
    await audit(tx, {
      at,
      who: 'reconciliation',
      act: 'settlementReportCompared',
      subject: null,
      detail,
    });
    if (found > 0)
      app.log.warn('a settlement report differs from the books: see ops reconcile breaks', {
        event: 'reconciliation',
        gateway: of.gateway,
        count: found,
      });
  }
  return { found, matched, asked: events.length };
}

// Reconciles the days that are over, one after the other: reads and stores the gateway's settlement
// report, and compares every line with the books. Breaks that no longer exist are closed; a payment
// or reversal that only the settlement report shows is fetched from the gateway and booked like any
// other. Each day has its own transaction, so that one that fails stops no other.

import type { Bank, SettlementLine } from '#/adapters/bank/port.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { insertEvents, queueAgain } from '#/gateway/inbox.store.ts';
import { banksOf } from '#/gateway/routing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { compareDay, type GatewayDay, lockComparing } from './compare.store.ts';
import * as store from './store.ts';

/** Days of one look at most, so that other work has its turn. */
const mostDays = 31;
/**
 * Days of open breaks that one look compares again; the next look goes on with those after them, so
 * that none takes longer the more breaks are open.
 */
const openDaysInALook = 8;
/** Each of them has its turn within this time. */
const turnMs = 24 * 60 * 60 * 1000;
/** A day's last words may still be on their way when it ends. */
const settledAfterHours = 1;

/** What one day's comparing came to. */
type Compared = { found: number; matched: number; asked: number };

/**
 * Reconciles days that are over and not read yet, of each gateway, and looks at open breaks anew.
 * @returns how many days it read.
 */
export async function reconcileDays(ctx: WorkCtx): Promise<number> {
  let days = 0;
  for (const bank of banksOf(ctx.app)) days += await readDays(ctx, bank);
  await compareOpen(ctx);
  return days;
}

/**
 * Reads one after the other, the oldest first. Where one cannot be read, the newest is read all the
 * same, and with each look the one before it.
 */
async function readDays(ctx: WorkCtx, bank: Bank): Promise<number> {
  const { db } = ctx.app;
  const lastOver = manilaDayOf(ctx.now.subtract({ hours: settledAfterHours })).subtract({
    days: 1,
  });
  for (let days = 0; days < mostDays; days += 1) {
    const oldest = await store.firstUnreadDay(db, bank.name, lastOver);
    if (!oldest) return days;
    if (await isReadNow(ctx, bank, oldest)) continue;
    const newest = await store.lastUnreadDay(db, bank.name, lastOver);
    return newest && !newest.equals(oldest) && (await isReadNow(ctx, bank, newest))
      ? days + 1
      : days;
  }
  return mostDays;
}

async function isReadNow(ctx: WorkCtx, bank: Bank, day: Temporal.PlainDate): Promise<boolean> {
  const [read] = await eachItem(ctx, {
    kind: 'settlement report',
    items: [day],
    idOf: (on) => `${bank.name} ${on}`,
    said: 'the settlement report of a day could not be taken',
    fieldsOf: () => ({ gateway: bank.name }),
    run: (on) => readDay(ctx, bank, on),
  });
  return read !== undefined && read !== null;
}

/**
 * Reads a gateway's settlement report of a day and compares it.
 * @returns what that came to; null where the gateway does not report it.
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
      why: answer.why,
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
 * Keeps a whole settlement report of a day and compares it with the books. Breaks of other days
 * whose other side is on it end when their turn comes. @throws where it says of a line something
 * else than it did before.
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
  const changed = await store.keepLines(tx, read, of.lines);
  if (changed.length > 0) throw new ChangedSettlementReport(of.day, changed);
  await store.markRead(tx, { ...read, source: of.source, lines: of.lines.length });
  return await compare(ctx, tx, of);
}

/** A gateway's settlement report must not say of a line something else than before. */
export class ChangedSettlementReport extends Error {
  override name = 'ChangedSettlementReport';
  constructor(day: Temporal.PlainDate, lines: readonly string[]) {
    super(
      `the settlement report of ${day} says of ${lines.length} lines something else than before, of ${lines[0]} for one`,
    );
  }
}

/**
 * Compares again the days of open breaks whose turn it is. Makes no calls, so the gateway need not
 * be reachable.
 */
export async function compareOpen(ctx: WorkCtx): Promise<void> {
  const { db } = ctx.app;
  await eachItem(ctx, {
    kind: 'day with an open break',
    items: await inTx(db, (tx) => store.openDaysInTurn(tx, openDaysInALook)),
    idOf: ({ gateway, day }) => `${gateway} ${day}`,
    said: 'a day with an open break could not be compared',
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
  // One that ended, as its gateway did not know the payment for long, is asked about again with
  // each comparing, until the payment is booked or people settle its break.
  await queueAgain(
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

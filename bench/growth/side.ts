// A side of the server's bench that has grown: its people are measured among so many others, and its days are closed by workers in this process.
import * as path from 'node:path';
import { codeFor, makeCodes, payAt, sendPaymentEvent } from '@sandali/battery/debtors.ts';
import { type OpenServer, openServer } from '@sandali/battery/server.ts';
import { askBank, type TestBed } from '@sandali/battery/test-bed.ts';
import { closeDays, lastClosedDay } from '@sandali/server/closing/closing.ts';
import { type WorkCtx, workCtx } from '@sandali/server/context/ctx.ts';
import { connect, type Database, inTx } from '@sandali/server/db/database.ts';
import { chainDays, trialBalanceOn, verifyBooks } from '@sandali/server/ledger/ledger.ts';
import { manilaDayOf } from '@sandali/server/platform/days.ts';
import { takeSettlementReport } from '@sandali/server/reconciliation/reconcile-days.ts';
import { daySums } from '@sandali/server/reconciliation/store.ts';
import { lookUntilQuiet } from '@sandali/server/worker.ts';
import { startBankSimulator } from '@sandali/simulators/start.ts';
import { masterKey, type Side } from '../server/side.ts';
import { makeLives } from './lives.ts';
import { makeMass } from './mass.ts';
import { withWaits } from './waits.ts';

const livesMade = 5;
const dayMs = 24 * 60 * 60 * 1000;
const token = 'growth';
const sayEach = 10_000;
/** Centavos, less than anybody owes, and no other payment's sum. */
const payment = 50_007;
/** What is done at its hour, but for settlement reports: those of the people's day are at the bank by which they were paid, and a day that was read is compared again in their place. */
const jobs = ['notice.deliveries', 'reminder.look', 'payouts.alarm', 'review.alarm', 'daily', 'cleanup'] as const;
/** So many payments are booked one after the other, each of another borrower. */
const bookings = 60;
/** How long a worker waits that finds another one at it. */
const restMs = 10;

export type Closed = {
  entries: number;
  closeSeconds: number;
  sealSeconds: number;
  verifySeconds: number;
  statementSeconds: number;
  /** From the webhook's job being taken to the commit, the gateway asked in between. */
  bookingMs: { p50: number; p95: number };
  /** How long somebody who books money waited for those who closed and sealed, at most. */
  longestWaitMs: number;
  /** What else a worker does with a day: how long each part took, or why it failed. */
  work: Record<string, number | string>;
};
export type Made = {
  livesSeconds: number;
  massSeconds: number;
  historySeconds: number;
  bytesEach: number;
  largest: { table: string; bytes: number }[];
};

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
};

/** Adds so many borrowers to a side's people, with two months behind them, and has those days closed and sealed. */
export async function grow(side: Side, owner: Database, count: number, say: (line: string) => void): Promise<Made> {
  const before = await bytesOf(owner);
  return await withBed(side, owner, 0, async (bed) => {
    let lives: string[] = [];
    const livesSeconds = await secondsOf(async () => {
      lives = await makeLives(bed, livesMade);
    });
    const massSeconds = await secondsOf(() =>
      makeMass(owner, lives, count, (made) => made % sayEach === 0 && say(`${made} of ${count} borrowers`)),
    );
    say('closing their days');
    const historySeconds = await secondsOf(() => withWorkers(bed, 2, (ctxs) => closeAndSeal(owner, ctxs)));
    await settle(owner);
    const bytesEach = ((await bytesOf(owner)) - before) / count;
    return { livesSeconds, massSeconds, historySeconds, bytesEach, largest: await largestOf(owner) };
  });
}

/** Leaves nothing to a vacuum or a checkpoint of the time that is measured. */
async function settle({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  try {
    for (const statement of ['set statement_timeout = 0', 'vacuum analyze', 'checkpoint']) await client.query(statement);
  } finally {
    client.release(true);
  }
}

/** So many bills are open. Asked in a session of its own, which ends, so that it is not counted with what the product reads later. */
export async function openBillsOf(side: Side): Promise<number> {
  const { pool } = ownerOf(side);
  try {
    const { rows } = await pool.query<{ count: bigint }>('select count(*) from bills where settled_at is null');
    return Number(rows[0]?.count);
  } finally {
    await pool.end();
  }
}

/** Closes, seals and verifies the day that is over on the next one, by two workers, and asks for its statement. Then all other work of a worker is done once. */
export async function closeNextDay(side: Side, owner: Database, say: (line: string) => void): Promise<Closed> {
  return await withBed(side, owner, dayMs, async (bed) => {
    return await withWorkers(bed, 2, async (ctxs, servers) => {
      const [first] = ctxs as [WorkCtx];
      const { db } = first.app;
      const took = await withWaits(owner, () => closeAndSeal(owner, ctxs));
      say(
        `closed in ${took.closeSeconds.toFixed(1)} s, sealed in ${took.sealSeconds.toFixed(1)} s, a booking waited ${took.longestWaitMs.toFixed(0)} ms at most`,
      );
      const day = lastOver(first);
      let entries = 0;
      const verifySeconds = await secondsOf(async () => {
        const verdict = await verifyBooks(db, null, { from: day, to: day });
        if (verdict.broken) throw new Error(`the books of ${day} do not hold: ${verdict.broken.why}`);
        entries = verdict.entries;
      });
      const statementSeconds = await secondsOf(() => trialBalanceOn(db, day, 'booked'));
      say(`verified in ${verifySeconds.toFixed(1)} s, its statement in ${statementSeconds.toFixed(2)} s`);
      const [{ app }] = servers as [OpenServer];
      const work: Closed['work'] = {};
      const part = async (name: string, done: () => Promise<unknown>) => {
        const since = performance.now();
        const failed = await done().then(
          () => null,
          (error: Error) => error.message,
        );
        work[name] = failed ?? (performance.now() - since) / 1000;
        say(`${name}: ${((performance.now() - since) / 1000).toFixed(1)} s${failed === null ? '' : `, and failed: ${failed}`}`);
      };
      await part('steps', async () => await lookUntilQuiet(app.context, app.steps));
      const bookingMs = await bookPayments(bed, side, servers[0] as OpenServer);
      for (const job of jobs) await part(job, async () => await app.jobs[job]({}));
      await part('reconciliation', async () => await compareLastDay(first));
      return { entries, ...took, verifySeconds, statementSeconds, bookingMs, work };
    });
  });
}

/** Payments of the side's people are reported by webhooks, and the worker books each. */
async function bookPayments(bed: TestBed, { people }: Side, server: OpenServer): Promise<Closed['bookingMs']> {
  const asks = people.slice(-bookings).map((person) => codeFor(server, person, 'remittance', payment));
  const took: number[] = [];
  for (const code of await makeCodes(bed, server, asks)) {
    await sendPaymentEvent(bed, server, await payAt(bed, code, payment));
    const inbox = server.app.steps.find(({ name }) => name === 'inbox');
    took.push(1000 * (await secondsOf(async () => await inbox?.run(workCtx(server.app.context)))));
  }
  const { bank, clocks } = server.app.context;
  const today = manilaDayOf(clocks.now()).toString();
  const { rowCount } = await bed.database.pool.query('select from receipts where gateway = $1 and value_on = $2 and amount_centavos = $3', [
    bank.name,
    today,
    payment,
  ]);
  if ((rowCount ?? 0) < took.length) throw new Error(`${rowCount} of ${took.length} payments are booked`);
  took.sort((a, b) => a - b);
  return { p50: took[Math.floor(took.length / 2)] as number, p95: took[Math.floor(took.length * 0.95)] as number };
}

/** Compares the last day whose settlement report is read with the books once more. */
async function compareLastDay(ctx: WorkCtx): Promise<void> {
  const { bank, db } = ctx.app;
  const read = db.selectFrom('reconciled_days').select(({ fn }) => fn.max('day').as('day'));
  const day = (await read.where('gateway', '=', bank.name).executeTakeFirst())?.day;
  if (!day) throw new Error('no settlement report of the copies is read');
  await inTx(db, (tx) => takeSettlementReport(ctx, tx, { gateway: bank.name, day, source: 'gateway', lines: [] }));
  await daySums(db, bank.name, day);
}

const lastOver = ({ now }: WorkCtx) => manilaDayOf(now).subtract({ days: 1 });

/** All workers close days at once until none is left, and seal them in the same way. */
async function closeAndSeal({ db }: Database, ctxs: readonly WorkCtx[]) {
  const yesterday = lastOver(ctxs[0] as WorkCtx);
  const together = (work: (ctx: WorkCtx) => Promise<number>, reached: () => Promise<Temporal.PlainDate | null>) =>
    secondsOf(() =>
      Promise.all(
        ctxs.map((ctx) =>
          workUntil(
            () => work(ctx),
            async () => (await reached())?.equals(yesterday) === true,
          ),
        ),
      ),
    );
  const closeSeconds = await together(closeDays, () => lastClosedDay(db));
  const chained = async () => (await db.selectFrom('ledger_head').select('chained_to').executeTakeFirstOrThrow()).chained_to;
  const sealSeconds = await together((ctx) => chainDays(ctx, yesterday), chained);
  return { closeSeconds, sealSeconds };
}

async function workUntil(work: () => Promise<number>, isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) {
    if ((await work()) === 0) await new Promise((done) => setTimeout(done, restMs));
  }
}

async function withWorkers<T>(bed: TestBed, count: number, work: (ctxs: WorkCtx[], servers: OpenServer[]) => Promise<T>): Promise<T> {
  const servers = await Promise.all(Array.from({ length: count }, () => openServer(bed.setup)));
  try {
    return await work(
      servers.map(({ app }) => workCtx(app.context)),
      servers,
    );
  } finally {
    for (const server of servers) await server.close();
  }
}

/** The side as a bed of tests, so many ms after its people were made, with a bank of its own. */
async function withBed<T>(
  { folder, host, aheadMs }: Side,
  database: Database,
  laterMs: number,
  work: (bed: TestBed) => Promise<T>,
): Promise<T> {
  const bankFolder = path.join(folder, `bank-${laterMs}`);
  const ahead = aheadMs + laterMs;
  const hookUrl = 'http://127.0.0.1:9/hooks/sandbox'; // nobody listens there: this bank is asked, and tells nothing
  const bank = await startBankSimulator({ folder: bankFolder, hookUrl, token, offsetMs: ahead, payDelayMs: 0 });
  try {
    return await work({
      setup: {
        place: { host, database: 'postgres', user: 'app' },
        folder,
        bank: { url: bank.url, token, timeoutMs: 5000 },
        masterKey,
        aheadMs: ahead,
      },
      database,
      bank,
      settlementReportFile: path.join(bankFolder, 'settlement-report.jsonl'),
      hooksTo: () => {},
      atBank: async (where, body) => await askBank(`${bank.url}${where}`, token, body),
    });
  } finally {
    await bank.stop();
  }
}

/** A connection of the owner. The caller ends its pool. */
export const ownerOf = ({ host }: Side) => connect({ host, database: 'postgres', user: 'postgres' }, { max: 3 });

async function bytesOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: bigint }>('select pg_database_size(current_database()) as bytes');
  return Number(rows[0]?.bytes);
}

async function largestOf({ pool }: Database) {
  const { rows } = await pool.query<{ table: string; bytes: bigint }>(
    `select relname as "table", pg_total_relation_size(relid) as bytes from pg_stat_user_tables where schemaname = 'public' order by 2 desc limit 10`,
  );
  return rows.map(({ table, bytes }) => ({ table, bytes: Number(bytes) }));
}

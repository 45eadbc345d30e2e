// Creates the borrowers of the growth bench, and closes their days with workers in this process.
import * as path from 'node:path';
import { codeFor, dayMs, makeCodes, payAt, sendPaymentEvent } from '@sandali/battery/debtors.ts';
import { type OpenServer, openServer } from '@sandali/battery/server.ts';
import { askBank, type TestBed } from '@sandali/battery/test-bed.ts';
import { closeDays } from '@sandali/server/closing/closing.ts';
import { lastClosedDay } from '@sandali/server/closing/store.ts';
import { type WorkCtx, workCtx } from '@sandali/server/context/ctx.ts';
import { type Database, inTx } from '@sandali/server/db/database.ts';
import { chainDays } from '@sandali/server/ledger/ledger.ts';
import { trialBalanceOn } from '@sandali/server/ledger/trial-balance.ts';
import { verifyBooks } from '@sandali/server/ledger/verify.ts';
import { manilaDayOf } from '@sandali/server/platform/days.ts';
import { takeSettlementReport } from '@sandali/server/reconciliation/reconcile-days.ts';
import { daySums } from '@sandali/server/reconciliation/store.ts';
import { lookUntilQuiet } from '@sandali/server/worker.ts';
import { startBankSimulator } from '@sandali/simulators/start.ts';
import type pg from 'pg';
import { withBed } from './bank.ts';
import type { Progress } from './command.ts';
import { copyPeople } from './copies.ts';
import { type Installation, masterKey } from './installation.ts';
import { makeLives } from './lives.ts';

const livesCount = 5;
const workers = 2;
const progressEvery = 10_000;
/** An amount that is below every amount owed and differs from every other payment. */
const paymentCentavos = 50_007;
/** The number of payments that are booked one after another, each from a different borrower. */
const payments = 60;
/**
 * The scheduled jobs, except reading settlement reports: the borrowers' bank no longer runs, so
 * `reconciliation` compares a day whose report was read earlier.
 */
const jobs = [
  'notice.deliveries',
  'reminder.look',
  'payouts.alarm',
  'review.alarm',
  'daily',
  'cleanup',
] as const;
const pauseMs = 10;
/** The maximum number of bills that the day close handles per transaction (close-days.ts). */
const billsPerClose = 100;

export type Grown = {
  livesSeconds: number;
  massSeconds: number;
  historySeconds: number;
  bytesEach: number;
  largest: { table: string; bytes: number }[];
};
export type ClosedDay = {
  entries: number;
  closeSeconds: number;
  sealSeconds: number;
  verifySeconds: number;
  statementSeconds: number;
  /** The time from the start of the webhook's job to its commit, including the gateway call. */
  bookingMs: { p50: number; p95: number };
  /** The longest time for which closing and sealing blocked a booking. */
  longestWaitMs: number;
  /** The seconds that each of the worker's other jobs took, or why it failed. */
  work: Record<string, number | string>;
};

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

/** Adds borrowers with a history of two months to an installation, and closes their days. */
export async function grow(
  installation: Installation,
  owner: Database,
  count: number,
  progress: Progress,
): Promise<Grown> {
  const bytesBefore = await bytesOf(owner);
  return await withBank(installation, owner, 0, async (bed) => {
    let lives: string[] = [];
    const livesSeconds = await secondsOf(async () => {
      lives = await makeLives(bed, livesCount);
    });
    const massSeconds = await secondsOf(() => {
      return copyPeople(owner, lives, count, (copied) => {
        if (copied % progressEvery === 0) progress(`${copied} of ${count} borrowers`);
      });
    });
    progress('closing their days');
    const historySeconds = await secondsOf(() =>
      withWorkers(bed, (ctxs) => closeAndSeal(owner, ctxs)),
    );
    await settle(owner);
    const bytesEach = ((await bytesOf(owner)) - bytesBefore) / count;
    const largest = await largestTables(owner);
    return { livesSeconds, massSeconds, historySeconds, bytesEach, largest };
  });
}

/** Runs vacuum and a checkpoint now, so that they do not disturb the measurement. */
async function settle({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  try {
    for (const statement of ['set statement_timeout = 0', 'vacuum analyze', 'checkpoint']) {
      await client.query(statement);
    }
  } finally {
    client.release(true);
  }
}

/**
 * Moves to the next day and lets two workers close and seal the last one. Then verifies the sealed
 * day, reads its trial balance and runs all other worker jobs once.
 */
export async function closeNextDay(
  installation: Installation,
  owner: Database,
  progress: Progress,
): Promise<ClosedDay> {
  return await withBank(installation, owner, dayMs, async (bed) => {
    return await withWorkers(bed, async (ctxs, [server]) => {
      const [ctx] = ctxs as [WorkCtx];
      const { app } = server as OpenServer;
      const closed = await withLongestWait(owner, () => closeAndSeal(owner, ctxs));
      progress(
        `closed in ${closed.closeSeconds.toFixed(1)} s, sealed in ` +
          `${closed.sealSeconds.toFixed(1)} s, a booking waited ` +
          `${closed.longestWaitMs.toFixed(0)} ms at most`,
      );
      const day = yesterdayOf(ctx);
      let entries = 0;
      const verifySeconds = await secondsOf(async () => {
        const verdict = await verifyBooks(ctx.app.db, null, { from: day, to: day });
        if (verdict.broken) throw new Error(`${day} does not verify: ${verdict.broken.reason}`);
        entries = verdict.entries;
      });
      const statementSeconds = await secondsOf(() => trialBalanceOn(ctx.app.db, day, 'booked'));
      progress(
        `verified in ${verifySeconds.toFixed(1)} s, statement in ${statementSeconds.toFixed(2)} s`,
      );
      const work: ClosedDay['work'] = {};
      const part = async (name: string, run: () => Promise<unknown>) => {
        try {
          work[name] = await secondsOf(run);
        } catch (error) {
          work[name] = (error as Error).message;
        }
        progress(`${name}: ${work[name]}`);
      };
      await part('steps', () => lookUntilQuiet(app.context, app.steps));
      const bookingMs = await bookPayments(bed, installation, server as OpenServer);
      for (const job of jobs) await part(job, async () => await app.jobs[job]({}));
      await part('reconciliation', () => compareLastDay(ctx));
      return { entries, ...closed, verifySeconds, statementSeconds, bookingMs, work };
    });
  });
}

/** Reports payments from the installation's people by webhook; the worker books each payment. */
async function bookPayments(
  bed: TestBed,
  { people }: Installation,
  server: OpenServer,
): Promise<ClosedDay['bookingMs']> {
  const { context, steps } = server.app;
  const inbox = steps.find(({ name }) => name === 'inbox');
  const asks = people.slice(-payments).map((person) => {
    return codeFor(server, person, 'remittance', paymentCentavos);
  });
  const tookMs: number[] = [];
  for (const code of await makeCodes(bed, server, asks)) {
    await sendPaymentEvent(bed, server, await payAt(bed, code, paymentCentavos));
    tookMs.push(1000 * (await secondsOf(async () => await inbox?.run(workCtx(context)))));
  }
  const { rowCount } = await bed.database.pool.query(
    'select from receipts where gateway = $1 and value_on = $2 and amount_centavos = $3',
    [context.bank.name, manilaDayOf(context.clocks.now()).toString(), paymentCentavos],
  );
  if ((rowCount ?? 0) < tookMs.length) {
    throw new Error(`${rowCount} of ${tookMs.length} payments are booked`);
  }
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => tookMs[Math.floor(tookMs.length * share)] as number;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Repeats the reconciliation of the last day that has a settlement report. */
async function compareLastDay(ctx: WorkCtx): Promise<void> {
  const { bank, db } = ctx.app;
  const last = await db
    .selectFrom('reconciled_days')
    .select(({ fn }) => fn.max('day').as('day'))
    .where('gateway', '=', bank.name)
    .executeTakeFirst();
  const day = last?.day;
  if (!day) throw new Error('no settlement report of the copies was read');
  await inTx(db, (tx) => {
    const report = { gateway: bank.name, day, source: 'gateway', lines: [] } as const;
    return takeSettlementReport(ctx, tx, { ...report, lines: [] });
  });
  await daySums(db, bank.name, day);
}

const yesterdayOf = ({ now }: WorkCtx) => manilaDayOf(now).subtract({ days: 1 });

/** Runs all workers until every day is closed, and then until every day is sealed. */
async function closeAndSeal({ db }: Database, ctxs: readonly WorkCtx[]) {
  const yesterday = yesterdayOf(ctxs[0] as WorkCtx);
  const together = (
    work: (ctx: WorkCtx) => Promise<number>,
    lastDone: () => Promise<Temporal.PlainDate | null>,
  ) => {
    const untilDone = async (ctx: WorkCtx) => {
      while ((await lastDone())?.equals(yesterday) !== true) {
        // Another worker is doing this work, so wait.
        if ((await work(ctx)) === 0) await new Promise((done) => setTimeout(done, pauseMs));
      }
    };
    return secondsOf(() => Promise.all(ctxs.map(untilDone)));
  };
  const lastSealed = async () => {
    const head = db.selectFrom('ledger_head').select('chained_to');
    return (await head.executeTakeFirstOrThrow()).chained_to;
  };
  const closeSeconds = await together(closeDays, () => lastClosedDay(db));
  const sealSeconds = await together((ctx) => chainDays(ctx, yesterday), lastSealed);
  return { closeSeconds, sealSeconds };
}

/** Runs `work`, and meanwhile measures how long a booking would wait for its locks. */
async function withLongestWait<T>(
  { pool }: Database,
  work: () => Promise<T>,
): Promise<T & { longestWaitMs: number }> {
  const client = await pool.connect();
  let [isDone, longestWaitMs] = [false, 0];
  const booking = (async () => {
    while (!isDone) {
      longestWaitMs = Math.max(longestWaitMs, await lockMs(client));
      await new Promise((done) => setTimeout(done, pauseMs));
    }
  })();
  const result = await work().finally(async () => {
    isDone = true;
    await booking.finally(() => client.release(true));
  });
  return { ...result, longestWaitMs };
}

/**
 * Takes a booking's locks: on a borrower, on a bill that the close handles next, on the open day.
 */
async function lockMs(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ loan_id: string; borrower_id: string }>(
    `select loan_id, borrower_id from bills where settled_at is null
     order by charged_to, loan_id limit 1 offset $1`,
    [Math.floor(Math.random() * billsPerClose)],
  );
  const [bill] = rows;
  if (!bill) return 0;
  const since = performance.now();
  await client.query('begin');
  await client.query('select from borrowers where id = $1 for update', [bill.borrower_id]);
  await client.query('select from bills where loan_id = $1 for update', [bill.loan_id]);
  await client.query(`select pg_advisory_xact_lock_shared(hashtext('sandali ledger days'))`);
  const waitedMs = performance.now() - since;
  await client.query('commit');
  return waitedMs;
}

async function withWorkers<T>(
  bed: TestBed,
  work: (ctxs: WorkCtx[], servers: OpenServer[]) => Promise<T>,
): Promise<T> {
  const servers = await Promise.all(Array.from({ length: workers }, () => openServer(bed.setup)));
  try {
    const ctxs = servers.map(({ app }) => workCtx(app.context));
    return await work(ctxs, servers);
  } finally {
    for (const server of servers) await server.close();
  }
}

/** Opens a bank for an installation, `laterMs` after its people were created. */
async function withBank<T>(
  { folder, host, aheadMs }: Installation,
  database: Database,
  laterMs: number,
  work: (bed: TestBed) => Promise<T>,
): Promise<T> {
  const params = {
    ...{ folder, host, masterKey, database },
    aheadMs: aheadMs + laterMs,
    bankFolder: path.join(folder, `bank-${laterMs}`),
    hookUrl: 'http://127.0.0.1:9/hooks/sandbox', // nobody listens there
  };
  return await withBed({ askBank, startBankSimulator }, params, work);
}

async function bytesOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: bigint }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return Number(rows[0]?.bytes);
}

async function largestTables({ pool }: Database) {
  const { rows } = await pool.query<{ table: string; bytes: bigint }>(
    `select relname as "table", pg_total_relation_size(relid) as bytes
     from pg_stat_user_tables where schemaname = 'public' order by 2 desc limit 10`,
  );
  return rows.map(({ table, bytes }) => ({ table, bytes: Number(bytes) }));
}

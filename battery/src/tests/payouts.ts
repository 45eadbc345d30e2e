// Promises P1 and P6 at scale: thousands of payouts with a faulty bank and a worker that is killed
// repeatedly. Compares the bank's settlement report with loans and ledger.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { storeSetting } from '@sandali/server/context/settings.ts';
import { statesBefore } from '@sandali/server/data/states.ts';
import { companyAccount } from '@sandali/server/ledger/chart.ts';
import { balanceOf, books } from '@sandali/server/ledger/ledger.ts';
import { sql } from 'kysely';
import { type Member, multiply, signOne } from '#/crowd.ts';
import type { WorkerReport } from '#/payout-worker.ts';
import type { ServerSetup } from '#/server.ts';
import { type BatteryTest, type Context, Findings } from '#/test.ts';
import { settlementLinesOf, type TestBed, withTestBed } from '#/test-bed.ts';

/**
 * Account endings for which half of the bank's responses are faulty: error, silence, cut
 * connection, hidden payout, busy.
 */
const endings = ['0002', '0003', '0004', '0011', '0010', '7701', '7702', '0005', '0009', '0014'];
/** Rare account endings: refused immediately, failed later, reversed. */
const others = ['0001', '0007', '0006'];
const othersEvery = 20;
/** The bank's behaviour for other account numbers. */
const behaviour = { hiddenMs: 1_500, reverseDelayMs: 500, payDelayMs: 100 };
/**
 * How many ms each worker's clock is ahead of the killed worker's. By then the killed worker's
 * leases have expired.
 */
const leaseMs = 31_000;
/** The longest wait until the worker queries an unanswered payout again. */
const longestWaitMs = 601_000;
/** A worker is idle after this many empty rounds, half a second apart. */
const idleLooks = 4;
/** The test gives up after this many idle workers in a row without progress. */
const mostInVain = 10;
/** A worker that reports nothing for this long is considered hung, even on a busy machine. */
const hungMs = 120_000;
const lookEveryMs = 10;
/** A loan's remaining work, in tenths; its approval is one tenth. */
const [untouched, approved] = [10, 9];

export const payouts: BatteryTest = {
  name: 'payouts',
  about: '3,000 payouts with bank faults and 100 killed workers: none is paid twice, lost or open',
  async run(context) {
    const findings = new Findings();
    const [wanted, kills] = context.isQuick ? [24, 2] : [3_000, 100];
    return await withTestBed(behaviour, async (bed) => {
      const first = await signOne(bed.setup);
      const crowd = await multiply(bed.database, bed.setup, first, lots(wanted, context));
      const { db } = bed.database;
      await db
        .transaction()
        .execute((tx) => storeSetting(tx, 'payoutsOn', true, 'battery', Temporal.Now.instant()));
      const died = await runKilledWorkers(bed, context, kills);
      findings.expect(
        died.whileOpen === kills,
        `the work was already done after ${died.whileOpen} of ${kills} kills`,
      );
      const counts = await judge(bed, crowd, findings);
      return findings.outcome({
        payouts: wanted,
        kills: died.whileOpen,
        lives: died.lives,
        ...counts,
      });
    });
  },
};

/** Draws account endings in proportion to their frequencies. */
function lots(count: number, { random }: Context): string[] {
  return Array.from({ length: count }, (_, nth) =>
    nth % othersEvery === 0
      ? (others[(nth / othersEvery) % others.length] ?? '')
      : (endings[Math.floor(random() * endings.length)] ?? ''),
  );
}

/**
 * Runs workers until everything is paid. Each of the first workers is killed at a random point in
 * its equal share of the work, so that some work remains after the last kill. Later workers run
 * until idle.
 */
async function runKilledWorkers(
  bed: TestBed,
  { random }: Context,
  kills: number,
): Promise<{ lives: number; whileOpen: number }> {
  let [aheadMs, whileOpen, lives, inVain] = [bed.setup.aheadMs, 0, 0, 0];
  for (let remaining = await workLeft(bed); remaining > 0 && inVain < mostInVain; lives += 1) {
    const isMidst = whileOpen < kills;
    const share = isMidst
      ? Math.floor((random() * remaining) / (kills - whileOpen + 1))
      : remaining;
    const worker = await startLife(bed, aheadMs);
    const isIdle = await untilDone(bed, worker, remaining - share);
    await worker.end();
    const before = remaining;
    remaining = await workLeft(bed);
    if (isMidst && remaining > 0) whileOpen += 1;
    inVain = isIdle && remaining === before ? inVain + 1 : 0;
    aheadMs += isIdle ? longestWaitMs : leaseMs;
  }
  return { lives, whileOpen };
}

/**
 * Waits until at most `wanted` tenths of work are left.
 * @returns whether the worker is idle instead
 * @throws if the worker exits or hangs
 */
async function untilDone(bed: TestBed, worker: Life, wanted: number): Promise<boolean> {
  for (let [least, sinceMs] = [Number.POSITIVE_INFINITY, 0]; ; ) {
    const isIdle = worker.idleLooks() >= idleLooks;
    const remaining = await workLeft(bed);
    if (remaining <= wanted) return false;
    if (isIdle) return true;
    if (remaining < least) [least, sinceMs] = [remaining, performance.now()];
    worker.throwIfHung(sinceMs);
    await setTimeout(lookEveryMs);
  }
}

const program = path.join(import.meta.dirname, '../payout-worker.ts');

/**
 * A worker process. `throwIfHung` throws if it has exited, or has neither reported nor worked for
 * too long.
 */
type Life = { idleLooks(): number; throwIfHung(sinceMs: number): void; end(): Promise<void> };

async function startLife({ setup, hooksTo }: TestBed, aheadMs: number): Promise<Life> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      PAYOUT_WORKER: JSON.stringify({ ...setup, aheadMs } satisfies ServerSetup),
    },
  });
  const gone = once(child, 'exit');
  let [errorText, looks, reportedAtMs] = ['', 0, performance.now()];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-2_000);
  });
  const started = new Promise<void>((done) => {
    child.on('message', (report: WorkerReport) => {
      reportedAtMs = performance.now();
      if ('idleLooks' in report) looks = report.idleLooks;
      else done(hooksTo(report.hookPort));
    });
  });
  const throwIfHung = (sinceMs: number) => {
    const isHung = performance.now() - Math.max(reportedAtMs, sinceMs) >= hungMs;
    const how =
      child.exitCode === null && child.signalCode === null ? isHung && 'hangs' : 'ended by itself';
    if (!how) return;
    child.kill('SIGKILL');
    throw new Error(`a worker ${how}: ${errorText.trim() || 'no error message'}`);
  };
  await Promise.race([started, gone, setTimeout(hungMs, null, { ref: false })]);
  throwIfHung(0);
  return {
    idleLooks: () => looks,
    throwIfHung,
    async end() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Returns the remaining work of open loans, and of payouts that the bank has yet to reverse. */
async function workLeft({ database }: TestBed): Promise<number> {
  const row = await database.db
    .selectFrom('loans')
    .innerJoin('payout_accounts as a', 'a.id', 'loans.account_id')
    .select(
      sql<bigint>`coalesce(sum(case when state in ('submitting', 'approving') then ${untouched}::int else ${approved}::int end), 0)`.as(
        'left',
      ),
    )
    .where((eb) =>
      eb.or([
        eb('state', 'in', statesBefore('loan', 'success')),
        eb.and([eb('state', '=', 'success'), eb('a.last4', '=', '0006')]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(row.left);
}

/** Compares the bank's settlement report with each loan's state. */
async function judge(
  { database, settlementReportFile }: TestBed,
  crowd: readonly Member[],
  findings: Findings,
) {
  const { db } = database;
  const lines = settlementLinesOf(settlementReportFile);
  const rows = await db
    .selectFrom('loans as l')
    .leftJoin('payouts as p', (join) =>
      join.onRef('p.subject_id', '=', 'l.id').on('p.kind', '=', 'loan'),
    )
    .select([
      'l.id',
      'l.state',
      'l.arrival_centavos',
      'p.id as payout_id',
      'p.state as payout_state',
    ])
    .execute();
  // A reference begins with its payout's id.
  const linesOf = Map.groupBy(lines, (line) => (line.reference ?? '').slice(0, 36));
  const endingOf = new Map(crowd.map(({ loanId, lastFour }) => [loanId, lastFour]));
  const counts = { paidTwice: 0, lost: 0, open: 0, otherwise: 0, strayLines: 0 };
  for (const row of rows) {
    const own = linesOf.get(row.payout_id ?? '') ?? [];
    linesOf.delete(row.payout_id ?? '');
    const paid = own.filter(
      (line) => line.kind === 'payoutPaid' && BigInt(line.amountCentavos) === row.arrival_centavos,
    ).length;
    const back = own.length - paid;
    if (paid > 1) counts.paidTwice += 1;
    const ended = endOf(endingOf.get(row.id) ?? '');
    if (!['success', 'failed', 'reversed'].includes(row.state)) counts.open += 1;
    else if (row.state !== ended.state || (ended.state === 'success' && paid === 0))
      counts.lost += 1;
    else if (paid !== ended.paid || back !== ended.back || row.payout_state !== ended.payout)
      counts.otherwise += 1;
  }
  counts.strayLines = linesOf.size;
  for (const [difference, count] of Object.entries(counts))
    findings.expect(count === 0, `${difference}: ${count}`);
  const moved = lines.reduce(
    (sum, line) =>
      sum + BigInt(line.kind === 'payoutPaid' ? -line.amountCentavos : line.amountCentavos),
    0n,
  );
  const float = await balanceOf(db, companyAccount('gateway.float'));
  findings.expect(
    float === moved,
    `the ledger has ${float} at the gateway, its settlement report ${moved}`,
  );
  const breaks = await books(db);
  findings.expect(
    breaks.length === 0,
    breaks
      .slice(0, 3)
      .map((broken) => `${broken.invariant}: ${broken.subject} ${broken.detail}`)
      .join('; '),
  );
  const of = (state: string) => rows.filter((row) => row.state === state).length;
  return {
    ...counts,
    settlementLines: lines.length,
    success: of('success'),
    failed: of('failed'),
    reversed: of('reversed'),
  };
}

/** Returns a loan's expected outcome, which follows from its account's last four digits. */
export function endOf(ending: string): {
  state: string;
  payout: string;
  paid: number;
  back: number;
} {
  if (ending === '0001' || ending === '0007')
    return { state: 'failed', payout: 'failed', paid: 0, back: 0 };
  if (ending === '0006') return { state: 'reversed', payout: 'reversed', paid: 1, back: 1 };
  return { state: 'success', payout: 'paid', paid: 1, back: 0 };
}

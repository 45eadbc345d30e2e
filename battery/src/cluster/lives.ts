// People who borrow and repay through a whole cluster, and what must hold of their money.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Read } from '@sandali/server/db/database.ts';
import { books } from '@sandali/server/ledger/ledger.ts';
import { codesAnHour } from '@sandali/server/repayment/codes/ask-gateway.ts';
import { codesOf } from '@sandali/server/sandbox/store.ts';
import { askSandboxAt } from '#/ask.ts';
import type { Counts, Findings } from '#/test.ts';
import { settlementLinesOf } from '#/test-bed.ts';
import { openPeople, startLoad, storedIn } from '#/tests/restore/borrowers.ts';
import type { Cluster } from './cluster.ts';
import { startLists } from './lists.ts';
import { newTally, openWayIn } from './way-in.ts';

/** How long a call is sent again, and how long calls may wait without any answer. */
const [patienceMs, mostGapMs] = [120_000, 30_000];
/** People wait through several failovers, each of which holds payouts for a minute or more. */
const waitMs = 600_000;

export type Lives = Awaited<ReturnType<typeof startLives>>;

/** How many people there are, and the shortest time of a loan with its payments. */
export type Pace = { people: number; roundMs: number };
const quickPace: Pace = { people: 6, roundMs: 0 };
/** For hours: a loan takes two payment codes, and a person gets only so many an hour. */
export const slowPace: Pace = { people: 12, roundMs: (1.1 * 2 * 3_600_000) / codesAnHour };

/** Signs people up, and lets them borrow and repay until `stop`. */
export async function startLives(
  cluster: Cluster,
  stack: AsyncDisposableStack,
  { people, roundMs } = quickPace,
) {
  const { database, machines, folder, tls } = cluster;
  const [first] = machines;
  const { db, pool } = connect(
    { connectionString: database.apiUrl(first.primary) },
    { max: 2, waitMs: 60_000 },
  );
  pool.on('error', () => {}); // a failover ends its connections
  stack.defer(() => pool.end());
  const tally = newTally();
  const ways = machines.map(({ wayIn }) => wayIn);
  const ca = fs.readFileSync(path.join(tls, 'cert.pem'), 'utf8');
  const group = openPeople({
    origin: () => first.origin,
    waitMs,
    roundMs,
    ...openWayIn(ways, { ca, tally, patienceMs }),
    codesOf: (phone) => retried(() => codesOf(db, phone)),
    pay: async (code) => {
      await retried(() => askSandboxAt(first.apiOrigin, 'pay', { code }));
    },
  });
  for (let nth = 0; nth < people; nth++) await group.open();
  const load = startLoad(group);
  const endLists = startLists(cluster, stack);
  Object.assign(tally, newTally());
  return {
    db,
    tally,
    payments: load.payments,
    /**
     * Ends the load, and checks that each call was answered and that nobody stopped, that no
     * confirmed write is lost, that the books hold, that the bank paid no loan twice, and that a
     * standby served lists of staff.
     */
    async end(findings: Findings): Promise<Counts> {
      await load.stop();
      findings.expect(!load.failure(), `a person stopped: ${load.failure()?.message}`);
      const lists = await endLists();
      findings.expect(lists.listsOnStandby > 0, 'no list was read on a standby');
      const { calls, failed, repeats, longestGapMs } = tally;
      const gapSeconds = Math.round(longestGapMs / 100) / 10;
      findings.expect(failed === 0, `${failed} of ${calls} calls failed`);
      findings.expect(
        longestGapMs <= mostGapMs,
        `no waiting call was answered for ${gapSeconds} s`,
      );
      const stored = await storedIn(db);
      const lost = group.confirmed.filter(({ id }) => !stored.has(id)).length;
      findings.expect(lost === 0, `${lost} confirmed writes are lost`);
      const breaks = await books(db);
      findings.expect(breaks.length === 0, `the books break ${JSON.stringify(breaks.slice(0, 3))}`);
      const paid = settlementLinesOf(path.join(folder, 'bank/settlement-report.jsonl'))
        .filter(({ kind }) => kind === 'payoutPaid')
        .map(({ reference }) => reference ?? 'none');
      const paidTwice = await ordersTooMany(db, paid);
      findings.expect(paidTwice === 0, `the bank paid ${paidTwice} orders too many`);
      return {
        calls,
        failed,
        repeats: [...repeats].map(([reason, count]) => `${count} × ${reason}`).join(', '),
        longestGapSeconds: gapSeconds,
        confirmed: group.confirmed.length,
        lost,
        paid: paid.length,
        paidTwice,
        ...lists,
      };
    },
  };
}

/** Counts paid orders beyond one a loan, and those that the database does not know. */
async function ordersTooMany(db: Read, references: readonly string[]): Promise<number> {
  const payouts = await db.selectFrom('payouts').select(['id', 'subject_id']).execute();
  const loanOf = new Map(payouts.map(({ id, subject_id }) => [id as string, subject_id]));
  const loans = references.flatMap((reference) => loanOf.get(reference) ?? []);
  return references.length - new Set(loans).size;
}

/** Repeats a look until it succeeds, for at most a minute. */
export async function retried<T>(look: () => Promise<T>): Promise<T> {
  const endsAtMs = performance.now() + 60_000;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > endsAtMs) throw error;
      await wait(500);
    }
  }
}

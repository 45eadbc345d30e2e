// Primaries die while people borrow and repay through a whole cluster. A standby takes over, no
// confirmed write is lost, nothing is paid twice, and payouts pause and resume by themselves.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createSettings } from '@sandali/server/context/settings.ts';
import { connect, type Read } from '@sandali/server/db/database.ts';
import { inventedLender } from '@sandali/server/platform/lender.ts';
import { until } from '@sandali/server/sandbox/life.ts';
import { codesOf } from '@sandali/server/sandbox/store.ts';
import { askSandboxAt } from '#/ask.ts';
import { type Cluster, startCluster } from '#/cluster/cluster.ts';
import { missingPackages } from '#/cluster/packages.ts';
import { newTally, openWayIn } from '#/cluster/way-in.ts';
import { type BatteryTest, type Context, type Counts, Findings } from '#/test.ts';
import { settlementLinesOf } from '#/test-bed.ts';
import { openPeople, startLoad, storedIn } from '../restore/borrowers.ts';

const people = 6;
/** The longest time without an answered call. */
const mostGapMs = 30_000;
const patienceMs = 120_000;
/** How long payouts may stay held after a failover. */
const mostHeldMs = 240_000;
/** How a primary dies: its machine loses power, or its processes stand still for a minute. */
const deaths = ['power', 'freeze', 'power', 'freeze', 'power'] as const;

export const failover: BatteryTest = {
  name: 'failover',
  about: 'primaries of a cluster die under load, and no confirmed write is lost or paid twice',
  async run(context) {
    const install = missingPackages();
    if (install) return { counts: { skipped: `programs are missing: ${install}` }, failure: null };
    await using stack = new AsyncDisposableStack();
    return await killPrimaries(await startCluster(stack), stack, context);
  },
};

async function killPrimaries(
  cluster: Cluster,
  stack: AsyncDisposableStack,
  { isQuick }: Context,
): Promise<{ counts: Counts; failure: string | null }> {
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
    send: openWayIn(ways, { ca, tally, patienceMs }),
    codesOf: (phone) => retried(() => codesOf(db, phone)),
    pay: async (code) => {
      await retried(() => askSandboxAt(first.apiOrigin, 'pay', { code }));
    },
  });
  for (let nth = 0; nth < people; nth++) await group.open();
  const findings = new Findings();
  const load = startLoad(group);
  Object.assign(tally, newTally());
  const counts: Counts = {};
  for (const [nth, death] of (isQuick ? deaths.slice(0, 1) : deaths).entries()) {
    await load.payments(4 * (nth + 1));
    const gapSeconds = await killOne(cluster, death, tally);
    counts[`gap ${nth + 1} (${death})`] = gapSeconds;
    const heldSeconds = await heldAndResumed(db, findings);
    counts[`held ${nth + 1}`] = heldSeconds;
  }
  await load.stop();
  findings.expect(tally.failed === 0, `${tally.failed} of ${tally.calls} calls failed`);
  findings.expect(
    tally.longestGapMs <= mostGapMs,
    `no call was answered for ${Math.round(tally.longestGapMs / 1000)} s`,
  );
  const stored = await storedIn(db);
  const lost = group.confirmed.filter(({ id }) => !stored.has(id));
  findings.expect(lost.length === 0, `${lost.length} confirmed writes are lost`);
  const paid = settlementLinesOf(path.join(folder, 'bank/settlement-report.jsonl')).filter(
    ({ kind }) => kind === 'payoutPaid',
  );
  const twice = await loansPaidTwice(
    db,
    paid.flatMap(({ reference }) => reference ?? []),
  );
  findings.expect(twice === 0, `${twice} loans were paid twice`);
  return findings.outcome({
    calls: tally.calls,
    failed: tally.failed,
    repeats: [...tally.repeats].map(([reason, count]) => `${count} × ${reason}`).join(', '),
    longestGapSeconds: Math.round(tally.longestGapMs / 100) / 10,
    confirmed: group.confirmed.length,
    lost: lost.length,
    paid: paid.length,
    paidTwice: twice,
    ...counts,
  });
}

/**
 * Kills the primary, waits for another one, and brings the old one back as a standby.
 * @returns the longest time without an answered call, in seconds
 */
async function killOne(
  { database }: Cluster,
  death: (typeof deaths)[number],
  tally: ReturnType<typeof newTally>,
): Promise<number> {
  const old = await database.primary();
  if (!old) throw new Error('the cluster has no primary');
  const before = tally.longestGapMs;
  tally.longestGapMs = 0;
  if (death === 'power') await database.cutPower(old);
  else database.freeze(old, 'SIGSTOP');
  const isReplaced = async () => {
    const now = await database.primary();
    return now !== null && now !== old;
  };
  await until('another primary', isReplaced, 90_000);
  await wait(15_000); // calls go on without the old machine
  if (death === 'power') database.patroni(old).start();
  else database.freeze(old, 'SIGCONT');
  await until('the old primary as a standby', async () => await database.isStandby(old), 180_000);
  const gapMs = tally.longestGapMs;
  tally.longestGapMs = Math.max(before, gapMs);
  return Math.round(gapMs / 100) / 10;
}

/** Waits until payouts were held and are resumed. @returns how long they were held, in seconds */
async function heldAndResumed(db: Read, findings: Findings): Promise<number> {
  const startedMs = performance.now();
  const held = async () => {
    const look = () => db.selectFrom('database_cluster').select('held_at').executeTakeFirst();
    return (await retried(look))?.held_at;
  };
  await until('the hold of payouts', async () => Boolean(await held()), 30_000);
  await until('the end of the hold', async () => !(await held()), mostHeldMs);
  const { payoutsOn } = await createSettings(db, () => Date.now(), inventedLender).all();
  findings.expect(payoutsOn, 'payouts are off after a failover');
  return Math.round((performance.now() - startedMs) / 1000);
}

/** Repeats a look until it succeeds, for at most a minute. */
async function retried<T>(look: () => Promise<T>): Promise<T> {
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

/** Counts loans with two payouts that the bank paid, orders it paid twice, and orders that nobody knows. */
async function loansPaidTwice(db: Read, references: readonly string[]): Promise<number> {
  const payouts = await db.selectFrom('payouts').select(['id', 'subject_id']).execute();
  const loanOf = new Map(payouts.map(({ id, subject_id }) => [id as string, subject_id]));
  const loans = references.map((reference) => loanOf.get(reference) ?? `unknown ${reference}`);
  return loans.length - new Set(loans).size + loans.filter((id) => id.startsWith('unknown')).length;
}

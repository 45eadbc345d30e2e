// Upgrades and rolls back servers by turns while borrowers make calls. The two releases share one
// database after an expand migration. No call fails, and no write happens twice.
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@sandali/server/sandbox/life.ts';
import { type BatteryTest, Findings } from '#/test.ts';
import { type Borrower, compareRows, makeRound, openBorrower } from './borrowers.ts';
import { type Call, openServers, readyzOf, type Servers, type Tally } from './servers.ts';

const [people, pauseMs] = [8, 100];
/** The most calls that the proxy may repeat because a server stopped before /readyz said so. */
const repeatedShare = 0.01;
/** The share of calls whose response the battery drops, so that the borrower repeats the call. */
const lostShare = 0.02;

export const roll: BatteryTest = {
  name: 'roll',
  about: 'servers of two releases on one database restart by turns, and no call fails',
  async run({ isQuick, random }) {
    const findings = new Findings();
    const rolls = isQuick ? 4 : 10;
    const leastCalls = isQuick ? 600 : 10_000;
    await using stack = new AsyncDisposableStack();
    const servers = await openServers(stack);
    const tally: Tally = { calls: 0, failed: 0, repeats: new Map() };
    const load = { isOn: false, lostAnswers: 0 };
    const send = servers.openProxy(tally);
    const sendUntilHeard = async (call: Call) => {
      const answer = await send(call);
      if (!load.isOn || random() >= lostShare) return answer;
      load.lostAnswers += 1;
      return await send(call);
    };
    const borrowers = await Promise.all(
      Array.from({ length: people }, (_, number) =>
        openBorrower(number, servers.db, sendUntilHeard),
      ),
    );
    Object.assign(tally, { calls: 0, failed: 0, repeats: new Map() });
    load.isOn = true;
    const callers = borrowers.map((borrower) => call(borrower, load, findings));
    const callsMade = (share: number) =>
      until('calls', async () => tally.calls >= share * leastCalls, 900_000);

    await callsMade(0.05);
    await servers.migrate(servers.releases.next);
    for (const _ of [1, 2]) await servers.add(servers.releases.next);
    for (let nth = 0; nth < rolls; nth++) {
      await callsMade(0.1 + (0.8 * nth) / rolls);
      await rollOne(servers, nth);
    }
    await callsMade(0.9);
    await excludePrevious(servers, findings);
    await callsMade(1);
    load.isOn = false;
    await Promise.all(callers);
    findings.expect(tally.failed === 0, `${tally.failed} of ${tally.calls} calls failed`);
    const repeats = [...tally.repeats].map(([reason, count]) => `${count} × ${reason}`);
    const repeated = [...tally.repeats.values()].reduce((sum, count) => sum + count, 0);
    findings.expect(
      repeated <= repeatedShare * tally.calls,
      `${repeated} of ${tally.calls} calls were repeated: ${repeats.join(', ')}`,
    );
    return findings.outcome({
      rolls,
      calls: tally.calls,
      failed: tally.failed,
      repeats: repeats.join(', ') || 'none',
      slowestLookMs: servers.slowestLookMs(),
      lostAnswers: load.lostAnswers,
      ...(await compareRows(borrowers, servers.db, findings)),
    });
  },
};

/**
 * Restarts a server with the other release: upgrades an old server and rolls back a new one by
 * turns. Every server gets its turn, and both releases always serve.
 */
async function rollOne({ servers, releases, replace }: Servers, nth: number): Promise<void> {
  const [half, step] = [Math.floor(nth / 2) % 2, nth % 2];
  const at = half + 2 * step;
  const isNext = servers[at]?.release === releases.next;
  await replace(at, isNext ? releases.previous : releases.next);
  await until('a ready server', async () => servers[at]?.isReady, 120_000);
}

/** Runs a contract migration and checks that only servers of the next release stay ready. */
async function excludePrevious(
  { servers, releases, migrate, refusalOf }: Servers,
  findings: Findings,
): Promise<void> {
  releases.addContract();
  await migrate(releases.next);
  await wait(1000);
  for (const { program, release } of servers) {
    const readyz = await readyzOf(program);
    const isOld = release === releases.previous;
    findings.expect(
      readyz?.status === (isOld ? 503 : 200) &&
        /99-contract\.sql/.test(readyz.checks.migrations ?? '') === isOld,
      `after a contract migration, a ${release.name} server is ${JSON.stringify(readyz)}`,
    );
  }
  const refusal = await refusalOf(releases.previous);
  findings.expect(
    /has run 99-contract\.sql, with which this build cannot work/.test(refusal ?? ''),
    `after a contract migration, a previous server did not refuse to start as expected, but: ${refusal}`,
  );
}

/** Makes a borrower's calls one after the other until the load ends. */
async function call(
  borrower: Borrower,
  load: { isOn: boolean },
  findings: Findings,
): Promise<void> {
  for (let nth = 0; load.isOn; nth++) {
    try {
      await makeRound(borrower, nth);
    } catch (error) {
      findings.expect(false, (error as Error).message);
    }
    await wait(pauseMs);
  }
}

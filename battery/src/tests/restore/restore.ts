// Rehearses the loss of the database: kills it while people borrow and repay, and restores it from
// backups alone, to a known moment and to the newest. A drill runs on each copy.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeSms, userInfo } from '@sandali/contract/account.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { postgresOfDebian } from '@sandali/server/db/debian-postgres.testing.ts';
import { type BatteryTest, type Context, Findings } from '#/test.ts';
import { type People, startLoad, storedIn } from './borrowers.ts';
import { drill, secondsSince } from './drill.ts';
import { type Lender, mostLostSeconds, openLender, restoreTo } from './lender.ts';
import { follow, runBackup } from './processes.ts';

export const restore: BatteryTest = {
  name: 'restore',
  about:
    'the database is killed under load and restored to a moment and to the newest: every confirmed write is there, and the copy sends nothing',
  async run(context) {
    const findings = new Findings();
    const bin = postgresOfDebian();
    if (!bin || !fs.existsSync(path.join(bin, 'pg_receivewal')))
      return findings.outcome({
        skipped: 'PostgreSQL is missing (Debian’s package postgresql)',
      });
    await using stack = new AsyncDisposableStack();
    const lender = await openLender(bin, stack);
    const { late, ...loss } = await loseDatabase(lender, context, stack);
    const confirmed = lender.people.confirmed.filter(
      ({ confirmedMs }) => confirmedMs <= loss.killedMs,
    );
    const watchMs = context.isQuick ? 8000 : 20_000;
    const rehearsal = { bin, lender, confirmed, watchMs, ...loss };
    const moment = await rehearseMoment(rehearsal, late, findings);
    const newest = await rehearseNewest(rehearsal, findings);
    for (const time of [['--time', loss.moment], []]) {
      const words = await runBackup(['verify', ...time], lender.backupEnv);
      findings.expect(/is whole: books and trail hold/.test(words), words);
    }
    const { makeSeconds, fileLagSeconds } = loss;
    return findings.outcome({
      confirmed: confirmed.length,
      makeSeconds,
      fileLagSeconds,
      ...moment,
      ...newest,
    });
  },
};

/**
 * Makes people borrow and repay during a backup and at a known moment, at which work is waiting.
 * Then kills the database and the server and deletes their folder.
 */
async function loseDatabase(
  lender: Lender,
  { isQuick, random }: Context,
  stack: AsyncDisposableStack,
) {
  const { people, sms, backupEnv } = lender;
  const leastPayments = isQuick ? 4 : 40;
  for (let nth = 0; nth < (isQuick ? 2 : 6); nth += 1) await people.open();
  const load = startLoad(people);
  stack.defer(load.stop);
  const endFollow = follow(backupEnv);
  stack.defer(endFollow);
  await load.payments(2);
  const makeStartedMs = performance.now();
  await runBackup(['make'], backupEnv);
  const makeSeconds = secondsSince(makeStartedMs);
  await load.payments(leastPayments);

  // Messages and payouts are waiting at the moment, so the copy has something to send.
  sms.isDown = true;
  await lender.turn('off');
  await load.stop();
  for (const borrower of people.borrowers.slice(0, 2)) {
    await people.borrow(borrower);
    await people.requestCode(borrower);
  }
  await wait(1100);
  const momentMs = Date.now();
  await wait(1100);
  sms.isDown = false;
  await lender.turn('on');
  const later = startLoad(people);
  stack.defer(later.stop);
  const late = await people.open();
  const fileLagSeconds = await lender.filesCopied();
  await later.payments(leastPayments);
  sms.isDown = true;
  // The kill comes at a random point of a write.
  await wait(1500 + random() * 1000);

  const killedMs = Date.now();
  lender.kill();
  await later.stop();
  await endFollow();
  fs.rmSync(lender.dataDir, { recursive: true });
  const moment = new Date(momentMs).toISOString();
  return { late, makeSeconds, fileLagSeconds, momentMs, moment, killedMs };
}

type Loss = Omit<Awaited<ReturnType<typeof loseDatabase>>, 'late'>;
type Rehearsal = Loss & {
  bin: string;
  lender: Lender;
  confirmed: People['confirmed'];
  watchMs: number;
};

/** Restores to the moment. Every write from before it must be there, and none from after it. */
async function rehearseMoment(
  { bin, lender, confirmed, watchMs, moment, momentMs }: Rehearsal,
  late: Awaited<ReturnType<People['open']>>,
  findings: Findings,
) {
  const { to, seconds } = await restoreTo(lender, ['--time', moment]);
  const before = confirmed.filter(({ confirmedMs }) => confirmedMs < momentMs);
  const after = lender.people.confirmed.filter(({ startedMs }) => startedMs > momentMs);
  for (const kind of ['loan', 'payment'] as const)
    for (const [when, some] of Object.entries({ before, after })) {
      const isThere = some.some((each) => each.kind === kind);
      findings.expect(isThere, `no ${kind} was confirmed ${when} the moment`);
    }
  const { files, waitingMessages, waitingPayouts } = await drill(
    { bin, to, env: lender.env, watchMs },
    findings,
    async ({ db, server }) => {
      lender.place.server = server;
      const stored = await storedIn(db);
      const missing = before.filter(({ id }) => !stored.has(id)).length;
      const early = after.filter(({ id }) => stored.has(id)).length;
      findings.expect(
        missing === 0 && early === 0,
        `${missing} of ${before.length} writes from before the moment are missing, and ${early} of ${after.length} from after it are there`,
      );
      const { name } = await late.life.client.ask(userInfo, {});
      findings.expect(name === 'sessionInvalid', `a person from after the moment gets ${name}`);
      await callAgain(lender.people, findings, before);
    },
  );
  findings.expect(
    waitingMessages > 0 && waitingPayouts > 0,
    `only ${waitingMessages} messages and ${waitingPayouts} payouts waited`,
  );
  return {
    ...{ beforeMoment: before.length, afterMoment: after.length, momentSeconds: seconds },
    ...{ momentFiles: files, waitingMessages, waitingPayouts },
  };
}

/** Restores to the newest moment, and measures the loss. */
async function rehearseNewest(
  { bin, lender, confirmed, watchMs, momentMs, killedMs }: Rehearsal,
  findings: Findings,
) {
  const { to, seconds } = await restoreTo(lender, []);
  let [lost, recoveryPointSeconds] = [confirmed.length, Number.POSITIVE_INFINITY];
  const { files, startSeconds } = await drill(
    { bin, to, env: lender.env, watchMs },
    findings,
    async ({ db, server }) => {
      lender.place.server = server;
      const stored = await storedIn(db);
      const kept = confirmed.filter(({ id }) => stored.has(id));
      lost = confirmed.length - kept.length;
      const hasLater = kept.some(({ startedMs }) => startedMs > momentMs);
      findings.expect(hasLater, 'the newest copy has nothing from after the moment');
      recoveryPointSeconds =
        (killedMs - Math.max(...kept.map(({ confirmedMs }) => confirmedMs))) / 1000;
      const lastMs = killedMs - mostLostSeconds * 1000;
      const old = confirmed.filter(
        ({ id, confirmedMs }) => !stored.has(id) && confirmedMs < lastMs,
      ).length;
      findings.expect(
        old === 0,
        `${old} lost writes were confirmed over ${mostLostSeconds} s before the kill`,
      );
      await callAgain(lender.people, findings, kept);
    },
  );
  findings.expect(
    recoveryPointSeconds <= mostLostSeconds,
    `the newest restored write is from ${recoveryPointSeconds} s before the kill`,
  );
  return {
    ...{ newestFiles: files, newestSeconds: seconds, serverSeconds: startSeconds },
    ...{ recoveryPointSeconds, lost },
  };
}

/** Makes people call the copy with their earlier sessions and keys, and request a code. */
async function callAgain(
  { borrowers }: People,
  findings: Findings,
  confirmed: People['confirmed'],
): Promise<void> {
  const loans = new Set(confirmed.flatMap(({ kind, id }) => (kind === 'loan' ? id : [])));
  let seen = 0;
  for (const { life } of borrowers) {
    const { name } = await life.client.ask(userInfo, {});
    if (name !== 'success') continue; // This person signed up after the moment.
    for (const loanId of loans)
      if ((await life.client.ask(loanDetail, { loanId })).name === 'success') seen += 1;
    // Gives the copy a message to send. It may refuse, because messages are off.
    await life.client.ask(codeSms, { purpose: 'bankAccount' });
  }
  findings.expect(seen === loans.size, `borrowers see ${seen} of their ${loans.size} loans`);
}

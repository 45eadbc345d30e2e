// A rehearsal of losing the database: it is killed while people borrow and repay, and restored to a
// known moment and to the newest one, from its backups alone. The copies are served as a drill.
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
    'the database is killed under load and restored to a moment and to the newest: all that was told is there, and the copy sends nothing',
  async run(context) {
    const findings = new Findings();
    const bin = postgresOfDebian();
    if (!bin || !fs.existsSync(path.join(bin, 'pg_receivewal')))
      return findings.outcome({
        skipped: 'PostgreSQL is missing (Debian’s package postgresql)',
      });
    await using stack = new AsyncDisposableStack();
    const lender = await openLender(bin, stack);
    const { late, ...loss } = await lose(lender, context, stack);
    const told = lender.people.told.filter(({ toldMs }) => toldMs <= loss.killedMs);
    const watchMs = context.isQuick ? 8000 : 20_000;
    const rehearsal = { bin, lender, told, watchMs, ...loss };
    const moment = await rehearseMoment(rehearsal, late, findings);
    const newest = await rehearseNewest(rehearsal, findings);
    for (const time of [['--time', loss.moment], []]) {
      const words = await runBackup(['verify', ...time], lender.backupEnv);
      findings.expect(/is whole: books and trail hold/.test(words), words);
    }
    const { makeSeconds, fileLagSeconds } = loss;
    return findings.outcome({
      told: told.length,
      makeSeconds,
      fileLagSeconds,
      ...moment,
      ...newest,
    });
  },
};

/**
 * Has people borrow and repay through a backup and a known moment, at which work waits, until the
 * database and the server are killed and their folder is lost.
 */
async function lose(lender: Lender, { isQuick, random }: Context, stack: AsyncDisposableStack) {
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

  // Messages and payouts wait at the moment, so that a copy has something to send.
  sms.isDown = true;
  await lender.turn('off');
  await load.stop();
  for (const borrower of people.borrowers.slice(0, 2)) await people.borrow(borrower);
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
  // The kill hits at any point of a write.
  await wait(1500 + random() * 1000);

  const killedMs = Date.now();
  lender.kill();
  await later.stop();
  await endFollow();
  fs.rmSync(lender.dataDir, { recursive: true });
  const moment = new Date(momentMs).toISOString();
  return { late, makeSeconds, fileLagSeconds, momentMs, moment, killedMs };
}

type Loss = Omit<Awaited<ReturnType<typeof lose>>, 'late'>;
type Rehearsal = Loss & { bin: string; lender: Lender; told: People['told']; watchMs: number };

/** Restores to the moment: all from before is there, and nothing from after. */
async function rehearseMoment(
  { bin, lender, told, watchMs, moment, momentMs }: Rehearsal,
  late: Awaited<ReturnType<People['open']>>,
  findings: Findings,
) {
  const { to, seconds } = await restoreTo(lender, ['--time', moment]);
  const before = told.filter(({ toldMs }) => toldMs < momentMs);
  const after = lender.people.told.filter(({ startedMs }) => startedMs > momentMs);
  for (const kind of ['loan', 'payment'] as const)
    for (const [when, some] of Object.entries({ before, after })) {
      const isThere = some.some((each) => each.kind === kind);
      findings.expect(isThere, `no ${kind} was told ${when} the moment`);
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
      findings.expect(name === 'sessionInvalid', `a person of later is answered ${name}`);
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

/** Restores to the newest moment, and measures how much is lost. */
async function rehearseNewest(
  { bin, lender, told, watchMs, momentMs, killedMs }: Rehearsal,
  findings: Findings,
) {
  const { to, seconds } = await restoreTo(lender, []);
  let [lost, recoveryPointSeconds] = [told.length, Number.POSITIVE_INFINITY];
  const { files, startSeconds } = await drill(
    { bin, to, env: lender.env, watchMs },
    findings,
    async ({ db, server }) => {
      lender.place.server = server;
      const stored = await storedIn(db);
      const kept = told.filter(({ id }) => stored.has(id));
      lost = told.length - kept.length;
      const hasLater = kept.some(({ startedMs }) => startedMs > momentMs);
      findings.expect(hasLater, 'the newest copy has nothing from after the moment');
      recoveryPointSeconds = (killedMs - Math.max(...kept.map(({ toldMs }) => toldMs))) / 1000;
      const lastMs = killedMs - mostLostSeconds * 1000;
      const old = told.filter(({ id, toldMs }) => !stored.has(id) && toldMs < lastMs).length;
      findings.expect(old === 0, `${old} writes are lost that were old at the kill`);
      await callAgain(lender.people, findings, kept);
    },
  );
  findings.expect(
    recoveryPointSeconds <= mostLostSeconds,
    `the newest write that is restored is of ${recoveryPointSeconds} s before the kill`,
  );
  return {
    ...{ newestFiles: files, newestSeconds: seconds, serverSeconds: startSeconds },
    ...{ recoveryPointSeconds, lost },
  };
}

/** Has people call the copy with the sessions and keys of before, and ask it for a code. */
async function callAgain(
  { borrowers }: People,
  findings: Findings,
  told: People['told'],
): Promise<void> {
  const loans = new Set(told.flatMap(({ kind, id }) => (kind === 'loan' ? id : [])));
  let seen = 0;
  for (const { life } of borrowers) {
    const { name } = await life.client.ask(userInfo, {});
    if (name !== 'success') continue; // A person of after the moment.
    for (const loanId of loans)
      if ((await life.client.ask(loanDetail, { loanId })).name === 'success') seen += 1;
    // Something new to send. It may be refused, because messages are off.
    await life.client.ask(codeSms, { purpose: 'bankAccount' });
  }
  findings.expect(seen === loans.size, `borrowers see ${seen} of their ${loans.size} loans`);
}

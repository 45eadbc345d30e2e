// A server behind a real pgbouncer that pools transactions.
import { userInfo } from '@sandali/contract/account.ts';
import { complaintCreate } from '@sandali/contract/cases.ts';
import { sql } from 'kysely';
import { afterAll, expect, inject, onTestFinished, type TestContext, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { whyNot, wrongPooler } from '#/platform/why-not.ts';
import { addWallet, logIn, paidOut, takeLoan } from '#/sandbox/life.ts';
import { opsListener } from '#/staff/listener.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { deviceOf, openServer } from '#/testing/server.ts';
import { connect, type Place } from './database.ts';
import { type Pgbouncer, pgbouncerVersion, startPgbouncer } from './pgbouncer.testing.ts';
import { inDatabase } from './place.testing.ts';
import { refuseOtherSettings, setForRole } from './session.ts';

const isInstalled = pgbouncerVersion() !== null;
const skipWithout = ({ skip }: TestContext) =>
  skip(!isInstalled, 'pgbouncer is not installed on this machine (Debian package pgbouncer)');

let pooler: Pgbouncer | undefined;
let direct: Place = inject('testServer').app;
const app = await testApp({
  isCrowded: true,
  checksBooks: 'atEnd',
  async behind(place) {
    direct = place;
    if (!isInstalled) return place;
    pooler = await startPgbouncer(place, { ignoresOptions: true });
    afterAll(pooler.stop); // after the server's connections have ended
    return pooler.place;
  },
});

const people = isInstalled
  ? await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.person({ withCredit: true })))
  : [];

/** A login, a quote and a loan, and a case. */
async function livesOf({ life, client }: Person): Promise<void> {
  await logIn(life);
  const { loanId } = await takeLoan(life, await addWallet(life));
  await paidOut(life, loanId);
  const complaint = { kind: 'other', loanId, payment: null, words: 'Bakit may dagdag?' } as const;
  const { number } = await client.must(complaintCreate, complaint);
  expect(number).not.toBe('');
}

async function readyzOf({
  context,
  db,
  settingsDb,
}: Pick<typeof app, 'context' | 'db' | 'settingsDb'>) {
  const worker = {
    lastLookMs: () => context.clocks.wall().epochMilliseconds,
    steps: () => [],
  };
  const listener = opsListener({
    context,
    worker,
    databases: [db, settingsDb],
    commands: allCommands,
  });
  const answer = await listener.request('/readyz');
  return [answer.status, ((await answer.json()) as { checks: object }).checks];
}

test('logins, quotes, loans and cases succeed behind a pooler of transactions', async (context) => {
  skipWithout(context);
  const working = { isOn: true };
  const work = (async () => {
    while (working.isOn) await app.work();
  })();
  await Promise.all(people.map(livesOf));
  working.isOn = false;
  await work;
  expect(await readyzOf(app)).toEqual([
    200,
    { database: 'ok', pooler: 'ok', write: 'ok', migrations: 'ok', worker: 'ok', stopping: 'ok' },
  ]);
});

test('a server with the wrong setting is unready and names the variable', async (context) => {
  skipWithout(context);
  if (!pooler) throw new Error('pgbouncer did not start');
  const { poolsTransactions: _, ...asDirect } = pooler.place;
  const said: string[] = [];
  const onLostStatement = () => said.push(wrongPooler);
  const { db, pool } = connect(asDirect, { max: 8, onLostStatement });
  onTestFinished(() => pool.end());
  const server = await openServer({ ...app.setup, place: asDirect }, db);
  const calls = people.flatMap(({ client }) => {
    const device = deviceOf(server, app.setup, { deviceId: client.deviceId });
    device.token = client.token;
    return [1, 2, 3].map(() => device.ask(userInfo, {}));
  });
  const reads = Array.from({ length: 20 }, (_, nth) => sql`select ${nth}::int`.execute(db));
  await Promise.allSettled([...calls, ...reads]);
  expect(said).toContain(wrongPooler);
  expect(await readyzOf({ ...server, db })).toMatchObject([503, { pooler: wrongPooler }]);
});

test('explains a start refused for a wrong setting or missing role limits', async (context) => {
  skipWithout(context);
  const strict = await startPgbouncer(direct);
  onTestFinished(() => strict.stop());
  const { poolsTransactions: _, ...asDirect } = strict.place;
  const wrong = connect(asDirect, { max: 1 });
  onTestFinished(() => wrong.pool.end());
  const refused = await wrong.pool.query('select 1').catch((error: unknown) => error);
  expect(whyNot(refused, { dataDir: '/data', database: { url: '', ownerUrl: null } })).toMatch(
    /^An address of the database leads to a pooler .*Set DATABASE_POOLER=transaction/,
  );

  const right = connect(strict.place, { max: 1 });
  onTestFinished(() => right.pool.end());
  await expect(refuseOtherSettings(right.pool)).rejects.toThrow(CannotStart);
  await expect(refuseOtherSettings(right.pool)).rejects.toThrow(
    /alter role \w+ in database \w+ set statement_timeout = '15s';/,
  );
  const { rows } = await sql<{ role: string; database: string }>`
    select current_user as role, current_database() as database`.execute(right.db);
  const owner = connect(inDatabase(inject('testServer').owner, rows[0]?.database ?? ''), {
    max: 1,
  });
  onTestFinished(() => owner.pool.end());
  const client = await owner.pool.connect();
  await setForRole(client, rows[0]?.role ?? '');
  client.release();
  const later = await startPgbouncer(direct);
  onTestFinished(() => later.stop());
  const limited = connect(later.place, { max: 1 });
  onTestFinished(() => limited.pool.end());
  await refuseOtherSettings(limited.pool);
});

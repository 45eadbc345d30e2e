import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { connect } from '#/db/database.ts';
import { createLog } from '#/platform/log.ts';
import { testContext } from '#/testing/context.ts';
import { openOpsKey } from './key.ts';
import { opsListener } from './listener.ts';
import { probeWrite } from './store.ts';
import { patient } from './testing.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'health-'));
afterAll(() => fs.rmSync(dataDir, { recursive: true }));
const { fresh, app: context, clocks } = await testContext({ log: createLog('silent') });
const key = openOpsKey(dataDir);
let lastLookMs = 0;
let failing: { name: string; lastSuccessMs: number }[] = [];
const deps = {
  context,
  key,
  worker: { lastLookMs: () => lastLookMs, failing: () => failing },
  commands: allCommands,
};
const app = opsListener({ ...deps, patience: patient });

test('a server is ready if its migrated database responds and its worker runs', async () => {
  expect((await app.request('/livez')).status).toBe(200);
  expect((await app.request('/readyz')).status).toBe(503);
  lastLookMs = clocks.wall().epochMilliseconds;
  const { alarms, ...health } = (await (await app.request('/readyz')).json()) as { alarms: object };
  expect(health).toEqual({
    isReady: true,
    checks: { database: 'ok', write: 'ok', migrations: 'ok', worker: 'ok' },
    trail: 'ok',
    books: 'ok',
    days: 'ok',
    settlementReports: 'ok',
    items: 'ok',
    holidays:
      'Eid’l Fitr, about 2026-03-20, has no date: add its proclamation; Eid’l Adha, about 2026-05-27, has no date: add its proclamation',
  });
  expect(Object.values(alarms)).toEqual(Array(15).fill(0));
  lastLookMs -= 120_000;
  expect(await (await app.request('/readyz')).json()).toMatchObject({
    isReady: false,
    checks: { worker: 'has not run for a minute' },
  });
});

test('a worker step that fails for a minute makes the server unready', async () => {
  lastLookMs = clocks.wall().epochMilliseconds;
  const worker = async (agoMs: number) => {
    failing = [{ name: 'payouts', lastSuccessMs: lastLookMs - agoMs }];
    const { checks } = (await (await app.request('/readyz')).json()) as {
      checks: { worker: string };
    };
    return checks.worker;
  };
  expect([await worker(60_000), await worker(60_001)]).toEqual([
    'ok',
    'has failed for a minute: payouts',
  ]);
  failing = [];
});

test('/readyz counts and logs an alarm that fails, and still shows all other alarms', async () => {
  lastLookMs = clocks.wall().epochMilliseconds;
  const lines: string[] = [];
  const otherListener = opsListener({
    context: { ...context, log: createLog('warn', (line) => lines.push(line)) },
    key,
    worker: { lastLookMs: () => lastLookMs, failing: () => [] },
    patience: patient,
    commands: [],
  });
  await fresh.owner.pool.query('alter table feedback rename to feedback_away');
  const health = (await (await otherListener.request('/readyz')).json()) as {
    isReady: boolean;
    trail: string;
    alarms: object;
  };
  await fresh.owner.pool.query('alter table feedback_away rename to feedback');
  expect(health).toMatchObject({
    isReady: true,
    trail: 'ok',
    alarms: { feedbackUnanswered: null, linesHeld: 0, notComputed: 1 },
  });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'feedbackUnanswered', why: 'database 42P01' },
  ]);
});

test('/readyz reports a slow alarm as null and stays ready', async () => {
  lastLookMs = clocks.wall().epochMilliseconds;
  const locker = await fresh.owner.pool.connect();
  await locker.query('begin; lock table complaints, feedback, payouts in access exclusive mode');
  const impatient = opsListener({ ...deps, patience: { ...patient, alarmMs: 200 } });
  expect(await (await impatient.request('/readyz')).json()).toMatchObject({
    isReady: true,
    checks: { database: 'ok', migrations: 'ok' },
    alarms: { payoutsUnknown: null },
  });
  await locker.query('rollback');
  locker.release();
});

test('/readyz reports a full disk even though reads succeed', async () => {
  lastLookMs = clocks.wall().epochMilliseconds;
  const { owner } = fresh;
  const ready = async () => {
    const answer = await app.request('/readyz');
    const { checks } = (await answer.json()) as { checks: { database: string; write: string } };
    return [answer.status, checks.database, checks.write];
  };
  await owner.pool.query(`create function disk_full() returns trigger language plpgsql
    as $$ begin raise exception 'No space left' using errcode = '53100'; end $$;
    create trigger full_disk before insert or update on write_probe
    for each row execute function disk_full()`);
  expect(await ready()).toEqual([503, 'ok', 'the disk is full']);
  await owner.pool.query('drop trigger full_disk on write_probe');
  expect(await ready()).toEqual([200, 'ok', 'ok']);
  // Without space for temporary files, writing the row succeeds but sorting fails.
  const { app: place } = fresh.place;
  await owner.pool.query(
    `alter database ${'database' in place ? place.database : ''} set temp_file_limit = 0`,
  );
  const { db, pool } = connect(place, { max: 1 });
  expect(await probeWrite(db, clocks.wall())).toBe('the database refuses writes');
  await pool.end();
});

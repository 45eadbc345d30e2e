import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { connect, type Db } from '#/db/database.ts';
import { createLog } from '#/platform/log.ts';
import { testContext } from '#/testing/context.ts';
import type { StepState } from '#/worker.ts';
import { openOpsKey } from './key.ts';
import { opsListener } from './listener.ts';
import { probeWrite } from './store.ts';
import { patient } from './testing.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'health-'));
afterAll(() => fs.rmSync(dataDir, { recursive: true }));
const { fresh, app: context, clocks } = await testContext({ log: createLog('silent') });
const key = openOpsKey(dataDir);
let lastLookMs = 0;
let steps: StepState[] = [];
const deps = {
  context,
  key,
  worker: { lastLookMs: () => lastLookMs, steps: () => steps },
  commands: allCommands,
};
const app = opsListener({ ...deps, patience: patient });

test('a server is ready if its migrated database responds and its worker runs', async () => {
  expect((await app.request('/livez')).status).toBe(200);
  expect((await app.request('/readyz')).status).toBe(503);
  lastLookMs = clocks.wall().epochMilliseconds;
  expect(await (await app.request('/readyz')).json()).toEqual({
    isReady: true,
    checks: {
      database: 'ok',
      pooler: 'ok',
      write: 'ok',
      migrations: 'ok',
      worker: 'ok',
      stopping: 'ok',
    },
  });
  lastLookMs -= 120_000;
  expect(await (await app.request('/readyz')).json()).toMatchObject({
    isReady: false,
    checks: { worker: 'has not run for a minute' },
  });
});

test('a stopping server is unready, and one without a worker does not check it', async () => {
  const stopping = opsListener({
    ...deps,
    worker: null,
    isStopping: () => true,
    patience: patient,
  });
  const answer = await stopping.request('/readyz');
  expect([answer.status, ((await answer.json()) as { checks: object }).checks]).toEqual([
    503,
    {
      database: 'ok',
      pooler: 'ok',
      write: 'ok',
      migrations: 'ok',
      stopping: 'the server is stopping and will soon accept no more calls',
    },
  ]);
});

test('a newer migration makes a server unready only if it needs a newer build', async () => {
  lastLookMs = clocks.wall().epochMilliseconds;
  const readyAfter = async (compatibleFrom: string | null) => {
    await fresh.owner.pool.query(
      `insert into migrations values ('99-newer.sql', '', $1)
      on conflict (name) do update set compatible_from = $1`,
      [compatibleFrom],
    );
    const answer = await app.request('/readyz');
    return [
      answer.status,
      ((await answer.json()) as { checks: { migrations: string } }).checks.migrations,
    ];
  };
  expect(await readyAfter('15-sandbox.sql')).toEqual([200, 'ok']);
  expect(await readyAfter('98-later.sql')).toEqual([
    503,
    expect.stringContaining('it has run 99-newer.sql'),
  ]);
  expect(await readyAfter(null)).toMatchObject([503, expect.any(String)]);
  await fresh.owner.pool.query(`delete from migrations where name = '99-newer.sql'`);
});

test('a worker step that fails for a minute makes the server unready', async () => {
  lastLookMs = clocks.wall().epochMilliseconds;
  const worker = async (agoMs: number) => {
    steps = [{ name: 'payouts', hasFailed: true, lastSuccessMs: lastLookMs - agoMs }];
    const { checks } = (await (await app.request('/readyz')).json()) as {
      checks: { worker: string };
    };
    return checks.worker;
  };
  expect([await worker(60_000), await worker(60_001)]).toEqual([
    'ok',
    'has failed for a minute: payouts',
  ]);
  steps = [];
});

test('a server is ready although every connection of its calls is in use', async () => {
  lastLookMs = clocks.wall().epochMilliseconds;
  const busy = connect(fresh.place.app, { max: 1, waitMs: 100 });
  const own = connect(fresh.place.app, { max: 1 });
  const client = await busy.pool.connect();
  const ready = async (healthDb: Db) => {
    const listener = opsListener({ ...deps, context: { ...context, db: busy.db }, healthDb });
    return (await listener.request('/readyz')).status;
  };
  expect([await ready(own.db), await ready(busy.db)]).toEqual([200, 503]);
  client.release();
  await Promise.all([busy.pool.end(), own.pool.end()]);
});

slow('simultaneous checks share the one connection, and a hanging write ends', async () => {
  lastLookMs = clocks.wall().epochMilliseconds;
  const locker = await fresh.owner.pool.connect();
  const own = connect(fresh.place.app, { max: 1 });
  onTestFinished(async () => {
    await locker.query('rollback');
    locker.release();
    await own.pool.end();
  });
  await locker.query('begin; lock table write_probe in access exclusive mode');
  const listener = opsListener({
    ...deps,
    healthDb: own.db,
    patience: { ...patient, databaseMs: 300, writeMs: 600 },
  });
  const look = async () =>
    ((await (await listener.request('/readyz')).json()) as { checks: object }).checks;
  const hanging = { database: 'ok', write: 'not within 2 s' };
  const first = look();
  await setTimeout(100);
  expect(await Promise.all([first, look()])).toMatchObject([hanging, hanging]);
  expect(await look()).toMatchObject(hanging);
});

test('checks a write while another server hangs in its check', async () => {
  const { owner, place } = fresh;
  const locker = await owner.pool.connect();
  const [hanging, other] = [connect(place.app, { max: 1 }), connect(place.app, { max: 1 })];
  await owner.pool.query(`create sequence probes;
    create function hang() returns trigger language plpgsql security definer as $$ begin
      if nextval('probes') = 1 then perform pg_advisory_xact_lock(815); end if;
      return null;
    end $$;
    create trigger hang after insert or update on write_probe
    for each row execute function hang()`);
  await locker.query('select pg_advisory_lock(815)');
  const first = probeWrite(hanging.db, clocks.wall(), 60_000);
  const hangs = async () =>
    (await owner.pool.query<{ hangs: boolean }>('select is_called as hangs from probes')).rows;
  await expect.poll(hangs, { timeout: 20_000 }).toEqual([{ hangs: true }]);
  expect(await probeWrite(other.db, clocks.wall(), patient.writeMs)).toBe('ok');
  await locker.query('select pg_advisory_unlock(815)');
  expect(await first).toBe('ok');
  locker.release();
  await owner.pool.query('drop trigger hang on write_probe');
  await Promise.all([hanging.pool.end(), other.pool.end()]);
});

test('/alarms shows every alarm, and none is raised on a new server', async () => {
  const { alarms, ...sentences } = (await (await app.request('/alarms')).json()) as {
    alarms: object;
  };
  expect(sentences).toEqual({
    trail: 'ok',
    books: 'ok',
    days: 'ok',
    settlementReports: 'ok',
    items: 'ok',
    holidays:
      'Eid’l Fitr, about 2026-03-20, has no date: add its proclamation; Eid’l Adha, about 2026-05-27, has no date: add its proclamation',
  });
  expect(Object.values(alarms)).toEqual(Array(15).fill(0));
  const described = fs.readFileSync(
    path.join(import.meta.dirname, '../../../docs/operators/alarms.md'),
    'utf8',
  );
  const tables = described.split('## Alarms')[1]?.split('## Metrics')[0] ?? '';
  const names = [...tables.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect([...Object.keys(sentences), ...Object.keys(alarms)].sort()).toEqual(names.sort());
});

test('/alarms counts and logs an alarm that fails, and still shows the other alarms', async () => {
  const lines: string[] = [];
  const otherListener = opsListener({
    context: { ...context, log: createLog('warn', (line) => lines.push(line)) },
    key,
    worker: deps.worker,
    patience: patient,
    commands: [],
  });
  await fresh.owner.pool.query('alter table feedback rename to feedback_away');
  const shown = await (await otherListener.request('/alarms')).json();
  await fresh.owner.pool.query('alter table feedback_away rename to feedback');
  expect(shown).toMatchObject({
    trail: 'ok',
    alarms: { feedbackUnanswered: null, linesHeld: 0, notComputed: 1 },
  });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'feedbackUnanswered', reason: 'database 42P01' },
  ]);
});

test('/alarms reports a slow alarm as null', async () => {
  const locker = await fresh.owner.pool.connect();
  await locker.query('begin; lock table complaints, feedback, payouts in access exclusive mode');
  const impatient = opsListener({ ...deps, patience: { ...patient, alarmMs: 200 } });
  expect(await (await impatient.request('/alarms')).json()).toMatchObject({
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
  expect(await probeWrite(db, clocks.wall(), patient.writeMs)).toBe('the database refuses writes');
  await pool.end();
});

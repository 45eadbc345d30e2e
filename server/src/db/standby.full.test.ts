// Lists of staff on a real standby, while it follows, is late, is frozen and is promoted.
import { sql } from 'kysely';
import { afterAll, expect, type TestContext, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { startPaused } from '#/payout/payout.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { connect, type Db } from './database.ts';
import { postgresOfDebian, startCluster, startStandby } from './debian-postgres.testing.ts';
import { migrate } from './migrate.ts';
import { bytesBehind, type ListSource, openStandby, walEnd } from './standby.ts';

const bin = postgresOfDebian();
const skipWithout = ({ skip }: TestContext) =>
  skip(!bin, 'PostgreSQL is not installed on this machine (Debian package postgresql)');
const app = await testApp({ isEmpty: true });
const pair = bin ? await openPair(bin) : (null as never);

async function openPair(bin: string) {
  const first = await startCluster(bin);
  afterAll(() => first.stop());
  const at = (host: string, user: string) => ({ host, user, database: 'postgres' });
  await migrate({ owner: at(first.socket, 'postgres'), servingUser: 'app' });
  const second = await startStandby(bin, first);
  afterAll(() => second.stop());
  const open = (host: string, user: string) => {
    const { db, pool } = connect(at(host, user), { max: 1, waitMs: 1000, answerMs: 700 });
    afterAll(() => pool.end());
    return db;
  };
  const primary = open(first.socket, 'app');
  await startPaused({ ...app.context, db: primary }); // names the cluster, as each start does
  await second.catchUp(first);
  return {
    primary,
    standby: open(second.socket, 'app'),
    owner: open(first.socket, 'postgres'),
    superuser: open(second.socket, 'postgres'),
    promote: second.promote,
  };
}

function listsOf({ primary, standby }: { primary: Db; standby: Db }) {
  const [sources, failures]: [ListSource[], unknown[]] = [[], []];
  const opened = openStandby({
    ...{ primary, standby },
    countList: (source) => sources.push(source),
    onFailure: (error) => failures.push(error),
  });
  return { opened, sources, failures };
}

/** Writes a row on the primary. @returns a read of the rows so far */
async function writeMark({ owner }: typeof pair, mark: number) {
  await sql`create table if not exists marks (mark int)`.execute(owner);
  await sql`grant select on marks to app`.execute(owner);
  await sql`insert into marks values (${mark})`.execute(owner);
  return sql<{ mark: number }>`select mark from marks where mark = ${mark}`;
}

test('a list shows the last write of whoever asks, or the standby is not read', async (context) => {
  skipWithout(context);
  const { opened, sources } = listsOf(pair);
  for (let mark = 1; mark <= 100; mark += 1) {
    const read = await writeMark(pair, mark);
    const list = await opened.readList((tx) => read.execute(tx));
    if (list) expect(list.rows).toEqual([{ mark }]);
  }
  expect(sources.filter((source) => source === 'standby').length).toBeGreaterThan(50);
  expect(await opened.bytesBehind()).toBeLessThan(1_000_000);
});

test('every list that a standby may serve is served there', async (context) => {
  skipWithout(context);
  const { opened, sources, failures } = listsOf(pair);
  const { machine } = testOps({ ...app.context, db: pair.primary, standby: opened });
  const inputs: Record<string, object> = {
    'person find': { text: ['Ligaya', 'Dela', 'Cruz'] },
    'report list': { figure: 'disbursed', from: '2026-11-01', to: '2026-11-30' },
  };
  const names = allCommands.filter((command) => command.readsStandby).map(({ name }) => name);
  for (const name of names) {
    const { status, wrong } = await machine(name, inputs[name], { reason: 'a test' });
    expect(`${name}: ${status} ${wrong}`).toBe(`${name}: 200 `);
  }
  expect(failures).toEqual([]);
  expect(sources).toEqual(names.map(() => 'standby'));
});

test('a late standby is not read', async (context) => {
  skipWithout(context);
  const late = listsOf(pair);
  await sql`select pg_wal_replay_pause()`.execute(pair.superuser);
  const read = await writeMark(pair, 0);
  expect(await late.opened.readList((tx) => read.execute(tx))).toBeNull();
  expect(await late.opened.readList((tx) => read.execute(tx))).toBeNull();
  expect(late.sources).toEqual(['late', 'late']);
  expect(await late.opened.bytesBehind()).toBeGreaterThan(0);
  await sql`select pg_wal_replay_resume()`.execute(pair.superuser);
  const { opened } = listsOf(pair);
  expect((await opened.readList((tx) => read.execute(tx)))?.rows).toEqual([{ mark: 0 }]);
});

test('a frozen standby delays a list only for its time limit', async (context) => {
  skipWithout(context);
  const { opened, sources } = listsOf(pair);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(pair.standby);
  const pid = rows[0]?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  try {
    expect(await opened.readList(async () => ({ data: 1 }))).toBeNull();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  expect(sources).toEqual(['failed']);
});

test('a promoted standby is read as the primary, and not beside another', async (context) => {
  skipWithout(context);
  await pair.promote();
  const beside = listsOf(pair);
  expect(await beside.opened.readList(async () => ({ data: 1 }))).toBeNull();
  expect(beside.sources).toEqual(['late']);
  const alone = listsOf({ primary: pair.standby, standby: pair.standby });
  expect(await alone.opened.readList(async () => ({ data: 1 }))).toEqual({ data: 1 });
  const end = await walEnd(pair.primary);
  expect(await bytesBehind(app.db, end)).toBe(Number.POSITIVE_INFINITY); // another cluster
});

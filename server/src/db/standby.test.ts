// Where lists are read, on one server that stands for the primary and for its standby.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { Declined } from '#/platform/refuse.ts';
import { connect, type Place } from './database.ts';
import { bytesBehind, type ListSource, openStandby, walEnd } from './standby.ts';
import { freshDatabase } from './testing.ts';

const { app, place } = await freshDatabase();
const { db: primary } = app;

/** Opens a standby at a place, and the sources of its lists so far. */
function openAt(at: Place) {
  const { db: standby, pool } = connect(at, { max: 1, waitMs: 2000 });
  onTestFinished(() => pool.end());
  const [sources, failures]: [ListSource[], unknown[]] = [[], []];
  const { readList } = openStandby({
    ...{ primary, standby },
    countList: (source) => sources.push(source),
    onFailure: (error) => failures.push(error),
  });
  return { readList, sources, failures };
}

test('a server has everything only up to a position of its own cluster and timeline', async () => {
  const end = await walEnd(primary);
  expect(await bytesBehind(primary, end)).toBeLessThanOrEqual(0);
  expect(await bytesBehind(primary, { ...end, lsn: 'FFFFFFFF/0' })).toBeGreaterThan(1e9);
  const [system, , ...oids] = end.cluster.split(' ');
  for (const cluster of [[system, 2, ...oids].join(' '), ['1', 1, ...oids].join(' ')])
    expect(await bytesBehind(primary, { ...end, cluster })).toBe(Number.POSITIVE_INFINITY);
});

test('reads a list, and passes on why it is declined', async () => {
  const { readList, sources } = openAt(place.app);
  const count = sql<{ count: number }>`select count(*)::int as count from settings`;
  expect(await readList((tx) => count.execute(tx))).toMatchObject({ rows: [{}] });
  const declined = new Declined('Begin with the first page.');
  await expect(readList(() => Promise.reject(declined))).rejects.toBe(declined);
  expect(await readList(async () => ({ data: 1 }))).toEqual({ data: 1 });
  expect(sources).toEqual(['standby', 'standby']);
});

test('after a failure, lists leave the standby alone for a moment', async () => {
  const { readList, sources, failures } = openAt(place.app);
  const write = sql`update settings set name = name`;
  expect(await readList((tx) => write.execute(tx))).toBeNull();
  expect(failures).toMatchObject([{ code: '25006' }]); // read_only_sql_transaction
  expect(await readList(() => Promise.reject(new Error('not reached')))).toBeNull();
  expect(sources).toEqual(['failed', 'failed']);
  expect(failures).toHaveLength(1);
});

test('a standby that cannot be reached fails a list’s read only there', async () => {
  const { readList, sources } = openAt({ host: '/nowhere', user: 'app', database: 'postgres' });
  expect(await readList(async () => ({ data: 1 }))).toBeNull();
  expect(sources).toEqual(['failed']);
});

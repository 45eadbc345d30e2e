import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CannotStart } from '#/platform/cannot-start.ts';
import { randomBytes } from '#/platform/random.ts';
import { createSealer } from '#/platform/seal.ts';
import { lookAtMasterKeys, openMasterKeys, runningServers } from './master-key.ts';
import { freshDatabase } from './testing.ts';

const wall = Temporal.Instant.from('2026-11-20T02:00:00Z');
const { app, owner } = await freshDatabase();
const someKey = () => randomBytes(32).toString('base64');

let dataDir: string;
beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'sandali-master-'));
  await owner.pool.query('truncate master_keys, hash_keys, key_holders');
});
afterEach(() => fs.rmSync(dataDir, { recursive: true }));

const file = () => path.join(dataDir, 'keys/master.key');
const open = async (masterKey: string | null = null, masterKeyPrevious: string | null = null) =>
  await openMasterKeys(app.db, { dataDir, masterKey, masterKeyPrevious, database: null }, wall);
const refusalOf = async (...given: Parameters<typeof open>) => {
  const error = await open(...given).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CannotStart);
  return (error as Error).message;
};
/** Does what `ops keys rotate` does. */
const putToUse = async (version: number) =>
  await sql`update master_keys set sealing_since = ${wall} where version = ${version}`.execute(
    app.db,
  );

test('creates the master key once, readable only by its owner', async () => {
  const { keys } = await open();
  expect(keys.byVersion.get(1)?.symmetricKeySize).toBe(32);
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
  const again = (await open()).keys;
  const key = keys.byVersion.get(1);
  expect(key && again.byVersion.get(1)?.equals(key)).toBe(true);
  expect(again.hashKey.equals(keys.hashKey)).toBe(true);
});

test('refuses a missing, damaged or foreign master key and creates no new one', async () => {
  await open();
  const text = fs.readFileSync(file(), 'utf8');
  fs.writeFileSync(file(), '');
  expect(await refusalOf()).toMatch(/is damaged.*npm run reset\.$/);
  fs.writeFileSync(file(), text.slice(0, 40));
  expect(await refusalOf()).toContain('is damaged');
  fs.writeFileSync(file(), `${text.slice(0, 20)}!${text.slice(20)}`);
  expect(await refusalOf()).toContain('is damaged');
  fs.writeFileSync(file(), someKey());
  expect(await refusalOf()).toMatch(/does not seal this database\. Put the right key back/);
  fs.rmSync(file());
  expect(await refusalOf()).toMatch(
    /is missing\. Without it, no borrower of this database can log in/,
  );
  expect(fs.existsSync(file())).toBe(false);
  fs.writeFileSync(file(), `${text}\n`);
  await open();
});

test('refuses a foreign or malformed MASTER_KEY or MASTER_KEY_PREVIOUS', async () => {
  const first = someKey();
  await open(first);
  expect(await refusalOf(someKey())).toMatch(/^MASTER_KEY does not seal this database/);
  expect(await refusalOf('short')).toBe('MASTER_KEY must be 32 random bytes in base64.');
  expect(await refusalOf(first, 'short')).toMatch(/^MASTER_KEY_PREVIOUS must be 32 random bytes/);
  expect(await refusalOf(first, someKey())).toMatch(
    /^MASTER_KEY_PREVIOUS is not a key of this database/,
  );
  expect(await refusalOf(first, first)).toMatch(/^MASTER_KEY_PREVIOUS is the same key/);
  await open(first);
});

test('a new key seals once it is in use, and a server starts only with every key in use', async () => {
  const [first, second] = [someKey(), someKey()];
  const before = await open(first);
  const old = createSealer(before.keys).seal('phone', 'a', 'x');
  const held = await open(second, first);
  expect([held.keys.sealsWith, [...held.keys.byVersion.keys()].sort()]).toEqual([1, [1, 2]]);
  expect(held.keys.hashKey.equals(before.keys.hashKey)).toBe(true);
  // Until then, servers with only the first key can start.
  await open(first);
  const running = await runningServers(app.db, wall);
  expect(running.map(({ newest }) => newest).sort()).toEqual([1, 1, 2]);
  await putToUse(2);
  await lookAtMasterKeys(app.db, held, wall);
  const sealer = createSealer(held.keys);
  expect([sealer.seal('phone', 'a', 'x')[1], sealer.open('phone', 'a', old)]).toEqual([2, 'x']);
  // A server that stalled during the rotation stops.
  await expect(lookAtMasterKeys(app.db, before, wall)).rejects.toThrow(
    /^MASTER_KEY is an earlier key .* now sealed with key 2/,
  );
  expect(await refusalOf(first)).toMatch(/^MASTER_KEY is an earlier key .* now sealed with key 2/);
  expect(await refusalOf(second)).toMatch(/^MASTER_KEY_PREVIOUS must be the earlier key \(key 1\)/);
  expect(await refusalOf(someKey(), second)).toMatch(/^MASTER_KEY_PREVIOUS must be the earlier/);
  // The database knows both versions, so their order does not matter.
  expect((await open(first, second)).keys.sealsWith).toBe(2);
  await sql`update master_keys set retired_at = ${wall} where version = 1`.execute(app.db);
  expect(await refusalOf(first)).toMatch(/^MASTER_KEY is an earlier key/);
  expect(await refusalOf(someKey(), first)).toMatch(/^MASTER_KEY_PREVIOUS is a former key/);
});

test('a server that has not reported for a minute does not count as running', async () => {
  const { keys, server } = await open();
  const later = wall.add({ seconds: 61 });
  expect(await runningServers(app.db, later)).toEqual([]);
  await lookAtMasterKeys(app.db, { keys, server }, later);
  expect(await runningServers(app.db, later)).toEqual([{ newest: 1, sealsWith: 1 }]);
});

test('the serving role cannot change or delete a master key or the hash key', async () => {
  await open();
  for (const statement of [
    `update master_keys set fingerprint = decode(repeat('00', 32), 'hex')`,
    'delete from master_keys',
    `update hash_keys set key_sealed = ''`,
    'delete from hash_keys',
  ])
    await expect(app.pool.query(statement)).rejects.toThrow('permission denied');
});

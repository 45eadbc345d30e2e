import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CannotStart } from '#/platform/cannot-start.ts';
import { randomBytes } from '#/platform/random.ts';
import { openMasterKey } from './master-key.ts';
import { freshDatabase } from './testing.ts';

const wall = Temporal.Instant.from('2026-11-20T02:00:00Z');
const { app, owner } = await freshDatabase();

let dataDir: string;
beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'sandali-master-'));
  await owner.pool.query('truncate key_fingerprints');
});
afterEach(() => fs.rmSync(dataDir, { recursive: true }));

const file = () => path.join(dataDir, 'keys/master.key');
const open = (masterKey: string | null = null) =>
  openMasterKey(app.db, { dataDir, masterKey, database: null }, wall);
const refusalOf = async () => {
  const error = await open().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CannotStart);
  return (error as Error).message;
};

test('creates the master key once, readable only by its owner', async () => {
  const key = await open();
  expect(key.symmetricKeySize).toBe(32);
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
  expect((await open()).equals(key)).toBe(true);
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
  fs.writeFileSync(file(), randomBytes(32).toString('base64'));
  expect(await refusalOf()).toMatch(
    /is not the one that seals this database\. Put the right key back/,
  );
  fs.rmSync(file());
  expect(await refusalOf()).toMatch(
    /is missing, and without it no borrower in this database can log in/,
  );
  expect(fs.existsSync(file())).toBe(false);
  fs.writeFileSync(file(), `${text}\n`);
  await open();
});

test('refuses a foreign or malformed MASTER_KEY', async () => {
  const masterKey = randomBytes(32).toString('base64');
  await open(masterKey);
  await expect(open(randomBytes(32).toString('base64'))).rejects.toThrow(
    'MASTER_KEY is not the one that seals this database',
  );
  await expect(open('short')).rejects.toThrow('MASTER_KEY must be 32 random bytes in base64.');
  await open(masterKey);
});

test('the serving role cannot change or delete the master key’s fingerprint', async () => {
  await open();
  await expect(
    app.pool.query(`update key_fingerprints set fingerprint = decode(repeat('00', 32), 'hex')`),
  ).rejects.toThrow('permission denied');
  await expect(app.pool.query('delete from key_fingerprints')).rejects.toThrow('permission denied');
});

// Backups of a real PostgreSQL: to a moment, in a new place, with files.
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import { claimFiles, openInstallation } from '#/context/installation.ts';
import { newFileName } from '#/context/stored-files.ts';
import { connect } from '#/db/database.ts';
import { postgresOfDebian, startCluster } from '#/db/debian-postgres.testing.ts';
import { openMasterKeys } from '#/db/master-key.ts';
import { migrate } from '#/db/migrate.ts';
import type { BackupConfig } from '#/platform/config.ts';
import { followDatabase } from './follow.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';
import { verifyBackup } from './verify.ts';

const bin = postgresOfDebian();
const missing = 'PostgreSQL is not installed on this machine (Debian package postgresql)';
const folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'sandali-backup-')));
fs.chmodSync(folder, 0o711);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const tools = { openFiles: createDiskFiles, whyTrailFails: async () => null };
const wall = () => Temporal.Now.instant();

/** Starts a database that has served, with files. */
async function served(name: string) {
  if (!bin) throw new Error(missing);
  const cluster = await startCluster(bin);
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(cluster.socket)}`;
  await migrate({ owner: { connectionString: url }, servingUser: 'app' });
  const { db, pool } = connect({ connectionString: url }, { max: 2 });
  const own = path.join(folder, name);
  const dataDir = path.join(own, 'data');
  const files = await createDiskFiles(path.join(dataDir, 'files'));
  await claimFiles(files, db, await openInstallation(db, wall()));
  const masterKey = Buffer.alloc(32, 7).toString('base64');
  await openMasterKeys(db, { masterKey, masterKeyPrevious: null, dataDir, database: null }, wall());
  const config: BackupConfig = {
    folder: path.join(own, 'backups'),
    files: { kind: 'disk', folder: path.join(dataDir, 'files') },
    ownerUrl: url,
    masterKey,
    stanza: null,
    toolEnv: process.env,
  };
  return { cluster, db, pool, files, dataDir, config };
}

test('restores the database and files of a moment, and needs the master key', async ({ skip }) => {
  if (!bin) return skip(missing);
  const { cluster, db, pool, files, dataDir, config } = await served('restored');
  onTestFinished(() => cluster.stop());
  const mark = async (code: string) => {
    const name = newFileName('pictures', wall());
    await files.put(name, Buffer.from(code));
    await db
      .insertInto('files_place')
      .values({ place: code })
      .onConflict((clash) => clash.column('singleton').doUpdateSet({ place: code }))
      .execute();
    return name;
  };
  const first = await mark('before the backup');
  const stop = new AbortController();
  const followed = followDatabase(config, wall, stop.signal, expect.fail);
  onTestFinished(() => stop.abort());
  await makeBackup(config, wall);
  const second = await mark('after the backup');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const moment = wall();
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const third = await mark('too late');
  // Deleted after the moment, so that it must come back.
  await files.move(first, `trash/${wall().toString().slice(0, 13)}/${first}`);
  const received = `select 1 from pg_stat_replication where flush_lsn >= pg_current_wal_lsn()`;
  await expect.poll(async () => (await pool.query(received)).rowCount).toBe(1);
  const copied = path.join(config.folder, 'files', third);
  await expect.poll(() => fs.existsSync(copied), { timeout: 40_000 }).toBe(true);
  await pool.end();
  await cluster.stop();
  stop.abort();
  await followed;
  fs.rmSync(dataDir, { recursive: true });

  const to = path.join(folder, 'new');
  let place = '';
  const restored = await restoreBackup(config, { to, time: moment }, async ({ db }) => {
    place = (await db.selectFrom('files_place').select('place').executeTakeFirstOrThrow()).place;
  });
  expect([place, restored.files]).toEqual(['after the backup', 2]);
  const isThere = (name: string) => fs.existsSync(path.join(to, 'files', name));
  expect([first, second, third].map(isThere)).toEqual([true, true, false]);

  await expect(restoreBackup(config, { to, time: moment })).rejects.toThrow('is not empty');
  const otherKey = { ...config, masterKey: Buffer.alloc(32, 8).toString('base64') };
  const empty = { to: path.join(folder, 'other'), time: moment };
  await expect(restoreBackup(otherKey, empty)).rejects.toThrow('is not the key of this backup');
  const early = { ...empty, time: moment.subtract({ hours: 1 }) };
  await expect(restoreBackup(config, early)).rejects.toThrow('is from before');
  const late = { ...empty, time: moment.add({ hours: 1 }) };
  await expect(restoreBackup(config, late)).rejects.toThrow('The WAL ends before that moment');
  expect(await verifyBackup(config, null, wall(), tools)).toMatchObject({ wrong: [], rows: 0 });

  const backup = fs.readdirSync(config.folder).find((name) => /^\d{8}T/.test(name)) ?? '';
  fs.appendFileSync(path.join(config.folder, backup, 'database/backup_manifest'), 'x');
  await expect(verifyBackup(config, null, wall(), tools)).rejects.toThrow(
    'backup_manifest has changed',
  );
}, 300_000);

test('follow ends with a sentence when pg_receivewal is killed', async ({ skip }) => {
  if (!bin) return skip(missing);
  const { cluster, pool, config } = await served('killed');
  onTestFinished(() => cluster.stop());
  const followed = followDatabase(config, wall, new AbortController().signal, expect.fail);
  const receiver = async () => {
    const { rows } = await pool.query(
      "select 1 from pg_stat_replication where application_name = 'pg_receivewal'",
    );
    return rows.length;
  };
  await expect.poll(receiver).toBe(1);
  const children = fs
    .readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ');
  const isReceiver = (pid: string) =>
    fs.readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('pg_receivewal');
  process.kill(Number(children.find(isReceiver)), 'SIGKILL');
  await expect(followed).rejects.toThrow('pg_receivewal ended by itself (SIGKILL).');
  await pool.end();
}, 300_000);

// pgBackRest backups: restores to a point in time and to the latest, on new timelines.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import { claimFiles, openInstallation } from '#/context/installation.ts';
import { newFileName } from '#/context/stored-files.ts';
import { connect } from '#/db/database.ts';
import {
  type Cluster,
  postgresOfDebian,
  startCluster,
  startRestored,
} from '#/db/debian-postgres.testing.ts';
import { openMasterKeys } from '#/db/master-key.ts';
import { migrate } from '#/db/migrate.ts';
import type { BackupConfig } from '#/platform/config.ts';
import { makeBackup } from './make.ts';
import { pgbackrest, restoreFromPgbackrest } from './pgbackrest.ts';
import { restoreBackup } from './restore.ts';
import { giveToPostgres } from './tools.ts';
import { verifyBackup } from './verify.ts';

const bin = postgresOfDebian();
const hasPgbackrest = spawnSync('pgbackrest', ['version']).status === 0;
const missing = 'PostgreSQL or pgBackRest is missing (Debian packages postgresql, pgbackrest)';
const folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'sandali-pgbackrest-')));
fs.chmodSync(folder, 0o711);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const tools = { openFiles: createDiskFiles, whyTrailFails: async () => null };
const wall = () => Temporal.Instant.fromEpochMilliseconds(Date.now());
const ownerUrl = ({ socket }: Cluster) =>
  `postgres://postgres@localhost/postgres?host=${encodeURIComponent(socket)}`;

const folderOf = (files: BackupConfig['files']) => (files.kind === 'disk' ? files.folder : '');

/** The settings with which a cluster archives into the stanza. */
const archiving = (repository: string) => ({
  archive_mode: 'on',
  archive_timeout: '60',
  archive_command: `pgbackrest --config=${repository}/pgbackrest.conf --stanza=lender archive-push %p`,
});

/** Configures a stanza whose repository is a folder. @returns that folder */
function configure(cluster: Cluster, name: string): string {
  const repository = path.join(folder, name);
  fs.mkdirSync(repository, { recursive: true });
  const lines = [
    '[global]',
    `repo1-path=${repository}`,
    'repo1-retention-full=2',
    'log-level-file=off',
    `lock-path=${repository}/lock`,
    `spool-path=${repository}/spool`,
    '[lender]',
    `pg1-path=${cluster.data}`,
    `pg1-socket-path=${cluster.socket}`,
    'pg1-user=postgres',
  ];
  fs.writeFileSync(path.join(repository, 'pgbackrest.conf'), `${lines.join('\n')}\n`);
  giveToPostgres(repository, { toolEnv: process.env });
  return repository;
}

/** Starts a database that has served and archives into a new stanza. */
async function served(name: string) {
  if (!bin) throw new Error(missing);
  const cluster = await startCluster(bin, archiving(path.join(folder, name)));
  onTestFinished(() => cluster.stop());
  const repository = configure(cluster, name);
  const dataDir = path.join(folder, `${name}-data`);
  const config: BackupConfig = {
    folder: path.join(folder, `${name}-backups`),
    files: { kind: 'disk', folder: path.join(dataDir, 'files') },
    ownerUrl: ownerUrl(cluster),
    masterKey: Buffer.alloc(32, 7).toString('base64'),
    stanza: 'lender',
    toolEnv: { ...process.env, PGBACKREST_CONFIG: path.join(repository, 'pgbackrest.conf') },
  };
  await migrate({ owner: { connectionString: ownerUrl(cluster) }, servingUser: 'app' });
  const { db, pool } = connect({ connectionString: ownerUrl(cluster) }, { max: 1 });
  const files = await createDiskFiles(path.join(dataDir, 'files'));
  await claimFiles(files, db, await openInstallation(db, wall()));
  const { masterKey } = config;
  await openMasterKeys(db, { masterKey, masterKeyPrevious: null, dataDir, database: null }, wall());
  await pool.query('create table marks (code text, file text)');
  await pool.end();
  return { cluster, config, repository };
}

/** Starts `backup follow`. @returns a function that waits for the copy of a file and ends it */
function follow({ folder: BACKUPS, files, ownerUrl: url, masterKey, toolEnv }: BackupConfig) {
  const command = path.join(import.meta.dirname, '../backup.ts');
  const child = spawn(process.execPath, [command, 'follow'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...toolEnv,
      ...{ BACKUPS, FILES: folderOf(files) },
      ...{ DATABASE_OWNER_URL: url ?? '', MASTER_KEY: masterKey, PGBACKREST_STANZA: 'lender' },
    },
  });
  const closed = once(child, 'close');
  onTestFinished(() => void child.kill('SIGKILL'));
  return async (file: string) => {
    const copy = path.join(BACKUPS, 'files', file);
    await expect.poll(() => fs.existsSync(copy), { timeout: 15_000 }).toBe(true);
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
  };
}

/** Stores a file, then its row, as the product does. */
async function mark(cluster: Cluster, config: BackupConfig, code: string): Promise<string> {
  const files = await createDiskFiles(folderOf(config.files));
  const file = newFileName('pictures', wall());
  await files.put(file, Buffer.from(code));
  const { pool } = connect({ connectionString: ownerUrl(cluster) }, { max: 1 });
  await pool.query('insert into marks values ($1, $2)', [code, file]);
  await pool.end();
  return file;
}

/** Returns a moment at least a second away from every earlier and later write. */
async function moment(): Promise<Temporal.Instant> {
  await wait(1100);
  const at = wall();
  await wait(1100);
  return at;
}

/** Restores, and returns the marks of the copy, its timeline, and the marks without their file. */
async function restored(config: BackupConfig, name: string, time: Temporal.Instant | null) {
  const to = path.join(folder, name);
  let marks: { code: string; file: string }[] = [];
  let timeline = '';
  await restoreBackup(config, { to, time }, async ({ pool }) => {
    marks = (await pool.query('select code, file from marks order by code')).rows;
    const file = await pool.query('select pg_walfile_name(pg_current_wal_lsn()) as name');
    timeline = file.rows[0].name.slice(0, 8);
  });
  const without = marks.filter(({ file }) => !fs.existsSync(path.join(to, 'files', file)));
  return { to, codes: marks.map(({ code }) => code), timeline, without };
}

test('restores to a point in time and to the latest, also on a restored timeline', async ({
  skip,
}) => {
  if (!bin || !hasPgbackrest) return skip(missing);
  const { cluster, config, repository } = await served('life');
  pgbackrest(config, 'stanza-create');
  const endFollow = follow(config);
  await mark(cluster, config, 'a before the backup');
  await makeBackup(config, wall);
  expect(() =>
    restoreFromPgbackrest(config, path.join(folder, 'before'), '2026-01-01 00:00:00+00'),
  ).toThrow('pgBackRest has no backup from before that moment.');
  await mark(cluster, config, 'b after the backup');
  const first = await moment();
  await mark(cluster, config, 'c after the moment');
  pgbackrest(config, 'check'); // waits until all WAL of now is in the archive
  await endFollow(await mark(cluster, config, 'd not in the archive'));
  cluster.kill();
  fs.rmSync(cluster.data, { recursive: true });
  fs.rmSync(folderOf(config.files), { recursive: true });

  const atFirst = await restored(config, 'first', first);
  expect(atFirst).toMatchObject({
    codes: ['a before the backup', 'b after the backup'],
    timeline: '00000002',
    without: [],
  });
  const auto = path.join(atFirst.to, 'database/postgresql.auto.conf');
  expect(fs.readFileSync(auto, 'utf8')).not.toMatch(/recovery|restore/);
  const newest = await restored(config, 'newest', null);
  const abc = ['a before the backup', 'b after the backup', 'c after the moment'];
  expect(newest).toMatchObject({ codes: abc, without: [] });
  expect(await verifyBackup(config, null, wall(), tools)).toMatchObject({ wrong: [] });
  expect(await verifyBackup(config, first, wall(), tools)).toMatchObject({ wrong: [] });
  const early = { to: path.join(folder, 'early'), time: first.subtract({ hours: 1 }) };
  await expect(restoreBackup(config, early)).rejects.toThrow('is from before');
  const late = { to: path.join(folder, 'late'), time: wall().add({ hours: 1 }) };
  await expect(restoreBackup(config, late)).rejects.toThrow('The WAL ends before that moment');

  // The newest copy goes on as the primary, and archives its timeline into the same stanza.
  const next = startRestored(bin, path.join(newest.to, 'database'), archiving(repository));
  onTestFinished(() => next.stop());
  configure(next, 'life');
  const nextConfig = { ...config, ownerUrl: ownerUrl(next) };
  nextConfig.files = { kind: 'disk', folder: path.join(newest.to, 'files') };
  await mark(next, nextConfig, 'e on the new timeline');
  await makeBackup(nextConfig, wall);
  await mark(next, nextConfig, 'f after its backup');
  const second = await moment();
  const endSecond = follow(nextConfig);
  await endSecond(await mark(next, nextConfig, 'g newest'));
  pgbackrest(nextConfig, 'check');
  next.kill();
  const ef = ['e on the new timeline', 'f after its backup'];
  expect(await restored(nextConfig, 'second', second)).toMatchObject({
    codes: [...abc, ...ef],
    timeline: '00000003',
    without: [],
  });
  expect(await restored(nextConfig, 'last', null)).toMatchObject({
    codes: [...abc, ...ef, 'g newest'],
    without: [],
  });
  // A moment on the first timeline still has its own backup.
  expect(await restored(nextConfig, 'first-again', first)).toMatchObject({
    codes: ['a before the backup', 'b after the backup'],
    without: [],
  });
}, 600_000);

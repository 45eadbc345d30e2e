// Makes a backup: the database by pg_basebackup or pgBackRest, and the files.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { installationOf } from '#/context/installation.ts';
import { connect } from '#/db/database.ts';
import { allVersions, inUseOf, readMasterKey } from '#/db/master-key.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import type { BackupConfig } from '#/platform/config.ts';
import { type Manifest, sumOf, writeManifest } from './manifest.ts';
import { followFiles } from './mirror.ts';
import { pgbackrest } from './pgbackrest.ts';
import { binOf, run } from './tools.ts';

export const filesName = 'files';
export const walName = 'wal';
export const databaseName = 'database';

/** Makes a backup. @returns its folder and manifest */
export async function makeBackup(
  config: BackupConfig,
  wall: () => Temporal.Instant,
): Promise<{ folder: string; manifest: Manifest }> {
  const url = ownerUrlOf(config);
  const startedAt = wall().round('second').toString();
  const folder = path.join(config.folder, startedAt.replaceAll(/[-:]/g, ''));
  const facts = await factsOf(config, url);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { stanza } = config;
  if (stanza) pgbackrest(config, '--start-fast', 'backup');
  else baseBackup(config, url, path.join(folder, databaseName), facts.postgres);
  const { files } = config;
  if (files.kind === 'disk') followFiles(files.folder, path.join(config.folder, filesName), wall());
  const guards = stanza ? [] : [path.join(databaseName, 'backup_manifest')];
  const manifest: Manifest = {
    ...facts,
    startedAt,
    endedAt: wall().toString(),
    endLsn: await lsnOf(url),
    base: stanza ? 'pgbackrest' : 'pg_basebackup',
    bucket: files.kind === 'disk' ? null : `s3://${files.bucket}/${files.prefix}`,
    sums: Object.fromEntries(guards.map((name) => [name, sumOf(path.join(folder, name))])),
  };
  writeManifest(folder, manifest);
  return { folder, manifest };
}

/** @throws CannotStart without DATABASE_OWNER_URL */
export function ownerUrlOf({ ownerUrl }: BackupConfig): string {
  if (!ownerUrl)
    throw new CannotStart(
      'This needs DATABASE_OWNER_URL, whose role also has REPLICATION. The embedded database is for the sandbox and has no backups.',
    );
  return ownerUrl;
}

function baseBackup(config: BackupConfig, url: string, folder: string, version: string): void {
  const options = ['-X', 'stream', '-c', 'fast', '--manifest-checksums=SHA256'];
  run(
    path.join(binOf(version, config), 'pg_basebackup'),
    ['-d', withoutPassword(url), '-D', folder, ...options],
    { env: { ...config.toolEnv, ...passwordOf(url) } },
  );
}

/** The list of processes would show a password, so the tools get it in their environment. */
export function withoutPassword(url: string): string {
  const at = new URL(url);
  at.password = '';
  return at.href;
}
export function passwordOf(url: string): Record<string, string> {
  const { password } = new URL(url);
  return password ? { PGPASSWORD: decodeURIComponent(password) } : {};
}

export async function factsOf(config: BackupConfig, url: string) {
  const { fingerprint } = readMasterKey('MASTER_KEY', config.masterKey);
  const { db, pool } = connect({ connectionString: url }, { max: 1 });
  try {
    const installation = await installationOf(db);
    const versions = await allVersions(db);
    if (!installation || versions.length === 0)
      throw new CannotStart('No server has used this database yet. Start a server on it first.');
    const inUse = versions.filter(({ version }) => inUseOf(versions).includes(version));
    if (!inUse.at(-1)?.fingerprint.equals(fingerprint))
      throw new CannotStart('MASTER_KEY is not the key that seals new values of this database.');
    const { rows } = await pool.query<{ version: string; role: string; name: string }>(
      `select current_setting('server_version_num')::int / 10000 as version,
        current_user as role, current_database() as name`,
    );
    const [row] = rows;
    return {
      installation,
      postgres: String(row?.version),
      owner: row?.role ?? '',
      database: row?.name ?? '',
      masterKeys: inUse.map((each) => each.fingerprint.toString('hex')),
    };
  } finally {
    await pool.end();
  }
}

async function lsnOf(url: string): Promise<string> {
  const { pool } = connect({ connectionString: url }, { max: 1 });
  try {
    return (
      (await pool.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')).rows[0]?.lsn ?? ''
    );
  } finally {
    await pool.end();
  }
}

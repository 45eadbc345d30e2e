// Restores a backup to a moment, in a new place.
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Database } from '#/db/database.ts';
import { readMasterKey } from '#/db/master-key.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import type { BackupConfig } from '#/platform/config.ts';
import { databaseName, filesName, walName } from './make.ts';
import { backupsIn, type Manifest, readManifest } from './manifest.ts';
import { restoreFiles } from './mirror.ts';
import { restoreFromPgbackrest } from './pgbackrest.ts';
import { binOf, giveToPostgres, run } from './tools.ts';

export type Restored = {
  backup: string;
  manifest: Manifest;
  /** The time of the last transaction in the copy; null if it has only the base backup. */
  lastTransactionAt: string | null;
  files: number;
};

/**
 * Restores to `to`, which must be empty or missing, at `time`, or at the newest moment. `look` gets
 * a connection while the copy runs on a socket of its own.
 * @throws CannotStart if the folder is not empty, the master key is another one, or the moment is
 * outside the backups
 */
export async function restoreBackup(
  config: BackupConfig,
  { to, time }: { to: string; time: Temporal.Instant | null },
  look: (database: Database, restored: Restored) => Promise<void> = async () => {},
): Promise<Restored> {
  if (fs.existsSync(to) && fs.readdirSync(to).length > 0)
    throw new CannotStart(`${to} is not empty. A restore needs a new folder.`);
  const backup = backupBefore(config.folder, time);
  const manifest = readManifest(backup);
  const { fingerprint } = readMasterKey('MASTER_KEY', config.masterKey);
  const needed = manifest.masterKeys.at(-1) ?? '';
  if (fingerprint.toString('hex') !== needed)
    throw new CannotStart(
      `MASTER_KEY is not the key of this backup. It needs the key with the fingerprint ${needed.slice(0, 16)}…; without it, no sealed value opens.`,
    );
  fs.mkdirSync(to, { recursive: true, mode: 0o711 });
  const data = path.join(to, databaseName);
  const targetTime = time?.toString().replace('T', ' ').replace('Z', '+00') ?? null;
  const source =
    manifest.base === 'pgbackrest'
      ? restoreFromPgbackrest(config, data, targetTime)
      : fromBaseBackup(config, path.join(backup, databaseName), data);
  const recovery: Settings = {
    ...source,
    ...(targetTime && { recovery_target_time: targetTime, recovery_target_action: 'promote' }),
  };
  const files = manifest.bucket
    ? 0
    : restoreFiles(path.join(config.folder, filesName), path.join(to, filesName), time);
  const restored: Restored = { backup, manifest, lastTransactionAt: null, files };
  await recover(config, { data, manifest, recovery }, async (database) => {
    restored.lastTransactionAt = await lastTransactionOf(database);
    await look(database, restored);
  });
  return restored;
}

/** Returns the newest backup that was whole at the time. */
function backupBefore(folder: string, time: Temporal.Instant | null): string {
  const backups = backupsIn(folder);
  const backup = backups.findLast(
    (each) =>
      !time ||
      Temporal.Instant.compare(Temporal.Instant.from(readManifest(each).endedAt), time) <= 0,
  );
  if (!backup)
    throw new CannotStart(
      backups.length === 0
        ? `There is no backup in ${folder}.`
        : `No backup in ${folder} is from before ${time}. The first ended at ${readManifest(backups[0] ?? '').endedAt}.`,
    );
  return backup;
}

type Settings = Record<string, string>;

function fromBaseBackup(config: BackupConfig, from: string, data: string): Settings {
  const wal = path.join(config.folder, walName);
  // pg_receivewal writes the newest segment into a file with another name.
  const files = path.join(path.dirname(data), walName);
  if (fs.existsSync(wal)) fs.cpSync(wal, files, { recursive: true });
  else fs.mkdirSync(files);
  for (const name of fs.readdirSync(files).filter((each) => each.endsWith('.partial'))) {
    const file = path.join(files, name);
    // A segment that is still being filled with zeros has no WAL yet.
    if (fs.statSync(file).size < segmentBytesOf(from)) fs.rmSync(file);
    else fs.renameSync(file, file.replace('.partial', ''));
  }
  fs.cpSync(from, data, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
  fs.writeFileSync(path.join(data, 'recovery.signal'), '');
  giveToPostgres(files, config);
  return { restore_command: `cp "${files}/%f" "%p"` };
}

/** Returns the size of a WAL segment, of which a base backup has at least one. */
function segmentBytesOf(base: string): number {
  const wal = path.join(base, 'pg_wal');
  const segment = fs.readdirSync(wal).find((name) => /^[0-9A-F]{24}$/.test(name));
  return segment ? fs.statSync(path.join(wal, segment)).size : 0;
}

/** Starts the copy, lets it recover, calls `look`, and shuts the copy down. */
async function recover(
  config: BackupConfig,
  { data, manifest, recovery }: { data: string; manifest: Manifest; recovery: Settings },
  look: (database: Database) => Promise<void>,
): Promise<void> {
  const bin = binOf(manifest.postgres, config);
  const asPostgres = { isPostgres: true, env: config.toolEnv };
  const socket = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'sandali-restore-')));
  // Debian keeps these outside the data folder, so that a backup does not have them.
  const hba = path.join(socket, 'pg_hba.conf');
  fs.writeFileSync(hba, 'local all all trust\n');
  for (const name of ['postgresql.conf', 'pg_ident.conf'])
    if (!fs.existsSync(path.join(data, name))) fs.writeFileSync(path.join(data, name), '');
  fs.chmodSync(data, 0o700);
  for (const folder of [data, socket]) giveToPostgres(folder, config);
  const settings: Settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    hba_file: hba,
    archive_mode: 'off',
    // With a hot standby, the copy would need settings of the primary, such as max_connections.
    hot_standby: 'off',
    ...recovery,
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const log = path.join(socket, 'log');
  const pgCtl = path.join(bin, 'pg_ctl');
  try {
    try {
      // pg_ctl counts a server that recovers as started.
      run(pgCtl, ['start', '-w', '-s', '-D', data, '-l', log, '-o', options.join(' ')], asPostgres);
    } catch (error) {
      throw new CannotStart(whyNotRecovered(log) ?? (error as Error).message);
    }
    const place = { host: socket, user: manifest.owner, database: manifest.database };
    const database = connect(place, { max: 2 });
    try {
      await untilRecovered(database, data, log);
      await look(database);
    } finally {
      await database.pool.end();
      if (fs.existsSync(path.join(data, 'postmaster.pid')))
        run(pgCtl, ['stop', '-w', '-m', 'fast', '-D', data], asPostgres);
    }
  } finally {
    fs.rmSync(socket, { recursive: true });
  }
}

/** Waits for the end of the recovery. @throws CannotStart if the server ends earlier */
async function untilRecovered({ pool }: Database, data: string, log: string): Promise<void> {
  for (;;) {
    if (!fs.existsSync(path.join(data, 'postmaster.pid')))
      throw new CannotStart(
        whyNotRecovered(log) ?? 'PostgreSQL ended while it recovered the copy.',
      );
    const isOpen = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    if (isOpen) return;
    await wait(200);
  }
}

function whyNotRecovered(log: string): string | null {
  const text = fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '';
  if (text.includes('recovery ended before configured recovery target was reached')) {
    const at = /last completed transaction was at log time (.+)/.exec(text)?.[1];
    return `The WAL ends before that moment${at ? `: its last transaction was at ${at}` : ''}. Restore to an earlier time, or to the newest without --time.`;
  }
  const deadly = text.split('\n').filter((line) => /FATAL|PANIC/.test(line));
  return deadly.length > 0 ? `PostgreSQL could not recover the copy: ${deadly.at(-1)}` : null;
}

async function lastTransactionOf({ pool }: Database): Promise<string | null> {
  const { rows } = await pool.query<{ at: Temporal.Instant | null }>(
    'select pg_last_xact_replay_timestamp() as at',
  );
  return rows[0]?.at?.toString() ?? null;
}

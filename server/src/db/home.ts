// The folder of the embedded PostgreSQL, the user that runs it, and the lock that keeps a second program away from its data.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotStart } from '#/platform/cannot-start.ts';
import { claim, movedRoot, readNote, writeNote } from './moved.ts';

/** Who runs PostgreSQL: ourselves, or, as it will not run as root, the owner of an older folder, or nobody. */
export type PostgresUser = { uid: number; gid: number } | Record<string, never>;
export type Home = { home: string; postgresUser: PostgresUser };
export type Lock = { release(): void };

const nobody: PostgresUser = { uid: 65534, gid: 65534 };

/**
 * Makes the private folder (0700) of the server and its data, and returns the user that runs it.
 * As root, in a folder that only root may enter, it is under /var/lib/sandali and the wanted folder holds a note of it; an existing note applies to
 * every user. @throws CannotStart for folders that cannot be used, and for a copied note.
 */
export function makeHome(folder: string): Home {
  const wanted = path.resolve(folder);
  const noted = readNote(wanted);
  if (process.getuid?.() !== 0) return { home: privateFolder(noted ?? wanted, {}), postgresUser: {} };
  if (noted) return moveTo(noted, wanted);
  makeFolder(path.dirname(wanted));
  const owner = fs.existsSync(wanted) ? fs.statSync(wanted) : { uid: 0, gid: 0 };
  const postgresUser = owner.uid === 0 ? nobody : { uid: owner.uid, gid: owner.gid };
  const reach = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', path.dirname(wanted)], { ...postgresUser, cwd: '/' });
  if (reach.error)
    throw new CannotStart(
      `PostgreSQL will not run as root, and this root may not become another user (${reach.error.message}). Set DATABASE_URL.`,
    );
  if (reach.status === 0) return { home: privateFolder(wanted, postgresUser), postgresUser };
  makeFolder(wanted);
  return moveTo(writeNote(wanted), wanted);
}

function moveTo(home: string, wanted: string): Home {
  fs.mkdirSync(movedRoot, { recursive: true, mode: 0o755 });
  if (fs.existsSync(home)) claim(home, wanted);
  const made = { home: privateFolder(home, nobody), postgresUser: nobody };
  claim(home, wanted);
  return made;
}

/** Where the data of this folder really is; makes nothing. @throws CannotStart when a note points outside /var/lib/sandali. */
export function findHome(folder: string): string {
  const wanted = path.resolve(folder);
  return readNote(wanted) ?? wanted;
}

/**
 * Takes the folder for this process. SQLite's file lock is the kernel's: it falls with the process, so it can never be stale.
 * Throws CannotStart, naming the process that holds it.
 */
export function takeLock(home: string, folder: string, postgresUser: PostgresUser = {}): Lock {
  const holder = path.join(home, 'holder');
  const lock = new DatabaseSync(path.join(home, 'lock'));
  try {
    lock.exec('PRAGMA journal_mode=memory; PRAGMA locking_mode=exclusive; BEGIN EXCLUSIVE');
  } catch (error) {
    const { message } = error as Error;
    if (!message.includes('locked'))
      throw new CannotStart(`The lock of ${folder} cannot be taken (${path.join(home, 'lock')}: ${message}).`);
    const who = fs.existsSync(holder) ? `process ${fs.readFileSync(holder, 'utf8')}` : 'another process';
    throw new CannotStart(`The data in ${folder} is in use by ${who}. Stop it, or set DATA_DIR to another folder.`);
  }
  fs.writeFileSync(holder, String(process.pid));
  for (const file of ['lock', 'holder']) give(path.join(home, file), postgresUser);
  return { release: () => lock.close() };
}

/** A socket's whole path must stay under 104 bytes, so a deep home gets a short folder beside the other temporary ones. */
export function socketFolder(home: string, postgresUser: PostgresUser): string {
  if (Buffer.byteLength(home) <= 80) return home;
  const short = createHash('sha256').update(home).digest('hex').slice(0, 10);
  return privateFolder(path.join(fs.realpathSync(tmpdir()), `sandali-${postgresUser.uid ?? process.getuid?.()}-${short}`), postgresUser);
}

/** Hands a file to the user who runs PostgreSQL. */
export function give(file: string, { uid, gid }: PostgresUser): void {
  if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid);
}

function privateFolder(at: string, postgresUser: PostgresUser): string {
  makeFolder(at, 0o700);
  try {
    give(at, postgresUser);
    fs.chmodSync(at, 0o700);
    return at;
  } catch (error) {
    throw new CannotStart(
      `The folder ${at} is not ours (${(error as Error).message}). Start as its owner, or set DATA_DIR to another folder.`,
    );
  }
}

/** Makes a folder where there is none, its parents too. @throws CannotStart when it cannot be made, read or written. */
export function makeFolder(at: string, mode = 0o777): void {
  try {
    fs.mkdirSync(at, { recursive: true, mode });
    fs.accessSync(at, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new CannotStart(`The folder ${at} cannot be used (${(error as Error).message}). Mend it, or set DATA_DIR to another folder.`);
  }
}

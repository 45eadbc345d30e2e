// The data folder of the embedded PostgreSQL, the user that runs it, and the lock on it.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotStart } from '#/platform/cannot-start.ts';

/**
 * The user that runs PostgreSQL: our own user (an empty object) or, if root starts the server, the
 * owner of the folder or `nobody`.
 */
export type PostgresUser = { uid: number; gid: number } | Record<string, never>;
export type DataFolder = { dataFolder: string; postgresUser: PostgresUser };
export type Lock = { release(): void };

const nobody: PostgresUser = { uid: 65534, gid: 65534 };
/** The user for PostgreSQL's tools, which refuse to run as root. */
export const toolUser: PostgresUser = process.getuid?.() === 0 ? nobody : {};
/** Contains the data of servers whose data folder PostgreSQL's user cannot enter. */
const commonFolder = '/var/lib/sandali';

/**
 * Creates PostgreSQL's private data folder (0700). PostgreSQL refuses to run as root. If root
 * starts the server in a folder that no other user can enter, the data is stored below
 * /var/lib/sandali, and `folder` links to it.
 * @throws CannotStart if the folder cannot be used
 */
export function makeDataFolder(folder: string): DataFolder {
  const absolute = path.resolve(folder);
  if (process.getuid?.() !== 0)
    return { dataFolder: makePrivate(followLink(absolute), {}), postgresUser: {} };
  if (isLink(absolute)) return linkedFolder(absolute);
  makeFolder(path.dirname(absolute));
  const postgresUser = userFor(absolute);
  const args = ['-c', 'cd "$1"', 'sh', path.dirname(absolute)];
  const entered = spawnSync('/bin/sh', args, { ...postgresUser, cwd: '/' });
  if (entered.error)
    throw new CannotStart(
      `PostgreSQL will not run as root, and this root cannot become another user (${entered.error.message}). Set DATABASE_URL.`,
    );
  if (entered.status === 0)
    return { dataFolder: makePrivate(absolute, postgresUser), postgresUser };
  if (fs.existsSync(absolute) && fs.readdirSync(absolute).length > 0)
    throw new CannotStart(
      `PostgreSQL's user can no longer enter ${path.dirname(absolute)}, which contains its data. Give it access to that folder, or set DATA_DIR.`,
    );
  fs.rmSync(absolute, { recursive: true, force: true });
  // The name is random, so a new clone of the repository in the same place starts with new data.
  const name = `${path.basename(absolute)}-${randomBytes(6).toString('hex')}`;
  fs.symlinkSync(path.join(commonFolder, name), absolute);
  return linkedFolder(absolute);
}

/** Returns the folder that actually contains the data, without creating it. */
export function findDataFolder(folder: string): string {
  return followLink(path.resolve(folder));
}

function linkedFolder(wanted: string): DataFolder {
  const target = followLink(wanted);
  makeFolder(path.dirname(target), 0o755);
  const postgresUser = userFor(target);
  return { dataFolder: makePrivate(target, postgresUser), postgresUser };
}

/** Follows the link even if its target does not exist yet. */
function followLink(wanted: string): string {
  return isLink(wanted) ? path.resolve(path.dirname(wanted), fs.readlinkSync(wanted)) : wanted;
}

function isLink(at: string): boolean {
  return fs.lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function userFor(folder: string): PostgresUser {
  const owner = fs.statSync(folder, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody;
}

/**
 * Locks the folder for this process. The kernel releases SQLite's file lock when the process exits,
 * so a lock is never stale.
 * @throws CannotStart, with the id of the process that holds the lock if it is known.
 */
export function takeLock(
  dataFolder: string,
  folder: string,
  postgresUser: PostgresUser = {},
): Lock {
  const holder = path.join(dataFolder, 'holder');
  const lock = new DatabaseSync(path.join(dataFolder, 'lock'));
  try {
    lock.exec('PRAGMA journal_mode=memory; PRAGMA locking_mode=exclusive; BEGIN EXCLUSIVE');
  } catch (error) {
    const { message } = error as Error;
    if (!message.includes('locked'))
      throw new CannotStart(
        `The lock of ${folder} cannot be taken (${path.join(dataFolder, 'lock')}: ${message}).`,
      );
    const who = fs.existsSync(holder)
      ? `process ${fs.readFileSync(holder, 'utf8')}`
      : 'another process';
    throw new CannotStart(
      `The data in ${folder} is in use by ${who}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  fs.writeFileSync(holder, String(process.pid));
  for (const file of ['lock', 'holder']) changeOwner(path.join(dataFolder, file), postgresUser);
  return { release: () => lock.close() };
}

/**
 * Returns the folder for the socket. A socket's path has at most 104 bytes, so if the data folder's
 * path is long, the socket is in a temporary folder with a short path.
 */
export function socketFolder(dataFolder: string, postgresUser: PostgresUser): string {
  if (Buffer.byteLength(dataFolder) <= 80) return dataFolder;
  const short = createHash('sha256').update(dataFolder).digest('hex').slice(0, 10);
  return makePrivate(
    path.join(
      fs.realpathSync(tmpdir()),
      `sandali-${postgresUser.uid ?? process.getuid?.()}-${short}`,
    ),
    postgresUser,
  );
}

/** Gives a file to the user that runs PostgreSQL. */
export function changeOwner(file: string, { uid, gid }: PostgresUser): void {
  if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid);
}

function makePrivate(at: string, postgresUser: PostgresUser): string {
  makeFolder(at, 0o700);
  try {
    changeOwner(at, postgresUser);
    fs.chmodSync(at, 0o700);
    return at;
  } catch (error) {
    throw new CannotStart(
      `The folder ${at} belongs to another user (${(error as Error).message}). Start as its owner, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Creates a folder and its parents if they are missing.
 * @throws CannotStart if the folder cannot be created, read or written.
 */
export function makeFolder(at: string, mode = 0o777): void {
  try {
    fs.mkdirSync(at, { recursive: true, mode });
    fs.accessSync(at, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new CannotStart(
      `The folder ${at} cannot be used (${(error as Error).message}). Repair it, or set DATA_DIR to another folder.`,
    );
  }
}

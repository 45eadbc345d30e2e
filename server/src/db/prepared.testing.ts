// A ready database for programs that tests start: making one takes longer than most tests.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { findDataFolder, give, makeDataFolder, type PostgresUser } from './data-folder.ts';
import { launchPostgres } from './launch.ts';
import { migrate } from './migrate.ts';

const cache = path.join(import.meta.dirname, '../../../node_modules/.cache/postgres');
/** What a made database depends on. */
const sources = ['launch.ts', 'migrate.ts', 'migrations', '../../package.json'].map((name) =>
  path.join(import.meta.dirname, name),
);

/**
 * Puts a migrated, empty database into the folder, where `launchPostgres` starts it.
 * The first caller of a version makes it in two seconds; every later caller copies it.
 */
export async function prepareDatabase(folder: string): Promise<void> {
  const made = findDataFolder(await madeOnce());
  const { dataFolder, postgresUser } = makeDataFolder(folder);
  for (const name of fs.readdirSync(made)) {
    const [from, to] = [path.join(made, name), path.join(dataFolder, name)];
    if (fs.existsSync(to)) continue;
    if (name === 'data') copyTree(from, to, postgresUser, fs.copyFileSync);
    else if (name.startsWith('postgres-')) copyTree(from, to, postgresUser, linkOrCopy);
  }
}

async function madeOnce(): Promise<string> {
  const made = path.join(cache, versionOf(sources));
  if (fs.existsSync(made)) return made;
  const half = `${made}.${process.pid}`;
  for (const old of fs.existsSync(cache) ? fs.readdirSync(cache) : [])
    if (!old.includes('.')) remove(path.join(cache, old));
  fs.mkdirSync(cache, { recursive: true });
  const server = await launchPostgres({ folder: half, sync: false, settings: { fsync: 'off' } });
  try {
    await migrate({
      owner: { host: server.host, database: 'postgres', user: server.user },
      servingUser: 'app',
    });
  } finally {
    await server.stop();
  }
  try {
    fs.renameSync(half, made);
  } catch {
    remove(half); // another process was first
  }
  return made;
}

/** Removes the folder, and the data that it links to. */
function remove(folder: string): void {
  for (const at of [findDataFolder(folder), folder])
    fs.rmSync(at, { recursive: true, force: true });
}

function versionOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const all = fs.statSync(file).isDirectory()
      ? fs.readdirSync(file).map((name) => path.join(file, name))
      : [file];
    for (const one of all) hash.update(one).update(fs.readFileSync(one));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * The programs themselves are never written to; from one file system to another they must be
 * copied.
 */
function linkOrCopy(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
  }
}

function copyTree(
  from: string,
  to: string,
  postgresUser: PostgresUser,
  copy: (from: string, to: string) => void,
): void {
  fs.mkdirSync(to, { mode: fs.statSync(from).mode & 0o777 });
  give(to, postgresUser);
  for (const one of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, one.name), path.join(to, one.name)];
    if (one.isDirectory()) copyTree(source, target, postgresUser, copy);
    else if (one.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else {
      copy(source, target);
      give(target, postgresUser);
    }
  }
}

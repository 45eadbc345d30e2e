// Prepares a migrated database for servers that tests start, because creating one takes longer than
// most tests.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { changeOwner, findDataFolder, makeDataFolder, type PostgresUser } from './data-folder.ts';
import { launchPostgres } from './launch.ts';
import { migrate } from './migrate.ts';

const cache = path.join(import.meta.dirname, '../../../node_modules/.cache/postgres');
/** A change to any of these files causes a new cached database to be created. */
const sources = ['launch.ts', 'migrate.ts', 'migrations', '../../package.json'].map((name) =>
  path.join(import.meta.dirname, name),
);

/**
 * Puts a migrated, empty database into the folder, where `launchPostgres` starts it. The first call
 * for a version creates it in two seconds; later calls copy it.
 */
export async function prepareDatabase(folder: string): Promise<void> {
  const cached = findDataFolder(await ensureCached());
  const { dataFolder, postgresUser } = makeDataFolder(folder);
  for (const name of fs.readdirSync(cached)) {
    const [from, to] = [path.join(cached, name), path.join(dataFolder, name)];
    if (fs.existsSync(to)) continue;
    if (name === 'data') copyTree(from, to, postgresUser, fs.copyFileSync);
    else if (name.startsWith('postgres-')) copyTree(from, to, postgresUser, linkOrCopy);
  }
}

async function ensureCached(): Promise<string> {
  const cached = path.join(cache, versionOf(sources));
  if (fs.existsSync(cached)) return cached;
  const half = `${cached}.${process.pid}`;
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
    fs.renameSync(half, cached);
  } catch {
    remove(half); // another process was first
  }
  return cached;
}

/** Removes the folder and the data that it links to. */
function remove(folder: string): void {
  for (const at of [findDataFolder(folder), folder])
    fs.rmSync(at, { recursive: true, force: true });
}

function versionOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const paths = fs.statSync(file).isDirectory()
      ? fs.readdirSync(file).map((name) => path.join(file, name))
      : [file];
    for (const at of paths) hash.update(at).update(fs.readFileSync(at));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Links an executable, which is never written to, or copies it if it is on another file system. */
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
  changeOwner(to, postgresUser);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target, postgresUser, copy);
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else {
      copy(source, target);
      changeOwner(target, postgresUser);
    }
  }
}

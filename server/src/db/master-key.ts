// The keys for all sealed fields. With a wrong key, a server could neither find phone numbers nor
// open names, so the database stores each key's fingerprint and version.
import { createSecretKey, type KeyObject } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { sql } from 'kysely';
import { CannotStart } from '#/platform/cannot-start.ts';
import type { Config } from '#/platform/config.ts';
import type { Log } from '#/platform/log.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { createSealer, type MasterKeys, sameHash } from '#/platform/seal.ts';
import { type Db, inTx, type Read, type Tx } from './database.ts';

const keyBytes = 32;
/** How often a server reports its keys and reads which key is in use. */
const followMs = 5000;
/** A server that has not reported for this long counts as ended. */
const goneAfterMs = 60_000;

type KeyConfig = Pick<Config, 'masterKey' | 'masterKeyPrevious' | 'dataDir' | 'database'>;
type Named = { name: string; key: KeyObject; fingerprint: Buffer };
/** This server's keys, and its random id in `key_holders`. */
export type HeldKeys = { keys: MasterKeys; server: string };

/**
 * Returns MASTER_KEY and MASTER_KEY_PREVIOUS, or the sandbox's own key in DATA_DIR/keys/master.key
 * (0600), which the first start of a database creates. A new MASTER_KEY gets the next version; it
 * seals nothing before `ops keys rotate`. `wall` is wall time.
 * @throws CannotStart if a key is missing or damaged, or does not seal this database
 */
export async function openMasterKeys(
  db: Db,
  config: KeyConfig,
  wall: Temporal.Instant,
): Promise<HeldKeys> {
  const startOver = config.database
    ? 'connect to an empty database'
    : 'start over with npm run reset';
  const main = await mainKey(db, config, startOver);
  const previous =
    config.masterKeyPrevious === null
      ? null
      : readMasterKey('MASTER_KEY_PREVIOUS', config.masterKeyPrevious);
  return await inTx(db, async (tx) => {
    // Servers that start together, and `ops keys rotate`, take turns.
    await lockHolders(tx);
    if ((await allVersions(tx)).length === 0) await storeFirstKeys(tx, main, randomBytes(32), wall);
    const versions = await withNewKey(tx, { main, previous, startOver }, wall);
    const byVersion = heldVersions(versions, { main, previous });
    const sealsWith = inUseOf(versions).at(-1) ?? 0;
    const hashKey = await openHashKey(tx, byVersion);
    const held = { keys: { byVersion, sealsWith, hashKey }, server: newId(wall) };
    await tx
      .deleteFrom('key_holders')
      .where('seen_at', '<', wall.subtract({ hours: 24 }))
      .execute();
    await reportKeys(tx, held, wall);
    return held;
  });
}

/**
 * Stores a key as the first version of an empty database, with the hash key of `createSealer(key)`.
 * For test data that such a sealer made.
 */
export async function keepOnlyKey(db: Db, key: KeyObject, wall: Temporal.Instant): Promise<void> {
  await inTx(db, (tx) => storeFirstKeys(tx, named('', key), key.export(), wall));
}

/** Waits for other changes of the keys, and blocks them until the transaction ends. */
export async function lockHolders(tx: Tx): Promise<void> {
  await sql`lock table key_holders in share row exclusive mode`.execute(tx);
}

export type Version = {
  version: number;
  fingerprint: Buffer;
  sealingSince: Temporal.Instant | null;
  retiredAt: Temporal.Instant | null;
};
const versionOf = ({ version }: Version) => version;

/** Returns the versions that may still seal values, the lowest first. */
export const inUseOf = (versions: readonly Version[]): number[] =>
  versions.filter((each) => each.sealingSince && !each.retiredAt).map(versionOf);

/** Returns the versions of the master key, the lowest first. */
export async function allVersions(read: Read): Promise<Version[]> {
  const rows = await read.selectFrom('master_keys').selectAll().orderBy('version').execute();
  return rows.map((row) => ({
    version: row.version,
    fingerprint: row.fingerprint,
    sealingSince: row.sealing_since,
    retiredAt: row.retired_at,
  }));
}

/** Returns each running server's highest version of the key, and the version that it seals with. */
export async function runningServers(read: Read, wall: Temporal.Instant) {
  return await read
    .selectFrom('key_holders')
    .select(['newest_version as newest', 'seals_with as sealsWith'])
    .where('seen_at', '>', wall.subtract({ milliseconds: goneAfterMs }))
    .orderBy('server')
    .execute();
}

/**
 * Reports this server's keys every five seconds, and switches to the key in use. After a failure it
 * keeps sealing as before, because every server opens both keys. If this server lacks the key in
 * use, it must stop, and `onLost` gets the reason.
 * @returns a function that ends this loop
 */
export function followMasterKeys(
  db: Db,
  held: HeldKeys,
  deps: { wall: () => Temporal.Instant; log: Log; onLost(sentence: string): void },
): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => lookAtMasterKeys(db, held, deps.wall()))
      .catch((error: unknown) => {
        if (error instanceof CannotStart) deps.onLost(error.message);
        else deps.log.error('could not follow the master key', error);
      });
  }, followMs);
  return async () => {
    clearInterval(timer);
    await running;
    await db.deleteFrom('key_holders').where('server', '=', held.server).execute();
  };
}

/** Switches to the key in use, and reports that this server has it. */
export async function lookAtMasterKeys(
  db: Db,
  held: HeldKeys,
  wall: Temporal.Instant,
): Promise<void> {
  held.keys.sealsWith = await versionInUse(db, held.keys);
  await reportKeys(db, held, wall);
}

/** Returns the version in use. @throws CannotStart if this server lacks that key */
async function versionInUse(read: Read, keys: MasterKeys): Promise<number> {
  const version = inUseOf(await allVersions(read)).at(-1) ?? 0;
  if (!keys.byVersion.has(version)) throw new CannotStart(isEarlier('MASTER_KEY', version));
  return version;
}

const isEarlier = (name: string, version: number) =>
  `${name} is an earlier key of this database, whose values are now sealed with key ${version}. Set MASTER_KEY to the new key.`;

/** Reports that this server is running. Its row may be gone if the server stalled for a day. */
async function reportKeys(db: Read, { keys, server }: HeldKeys, wall: Temporal.Instant) {
  const held = {
    newest_version: Math.max(...keys.byVersion.keys()),
    seals_with: keys.sealsWith,
    seen_at: wall,
  };
  await db
    .insertInto('key_holders')
    .values({ server, ...held })
    .onConflict((clash) => clash.column('server').doUpdateSet(held))
    .execute();
}

async function mainKey(db: Db, config: KeyConfig, startOver: string): Promise<Named> {
  if (config.masterKey) return readMasterKey('MASTER_KEY', config.masterKey);
  const file = path.join(config.dataDir, 'keys/master.key');
  if (!fs.existsSync(file)) {
    if ((await allVersions(db)).length > 0)
      throw new CannotStart(
        `The key ${file} is missing. Without it, no borrower of this database can log in. Put it back, or ${startOver}.`,
      );
    makeKey(file);
  }
  const key = keyOf(fs.readFileSync(file, 'utf8').trim());
  if (!key)
    throw new CannotStart(
      `The key ${file} is damaged: it must be 32 bytes in base64. Restore it from a backup, or ${startOver}.`,
    );
  return named(`The key ${file}`, key);
}

function named(name: string, key: KeyObject): Named {
  const text = 'the master key of this database, in which each value is bound to its row';
  return { name, key, fingerprint: createSealer(key).hash('fingerprint', text) };
}

type Given = { main: Named; previous: Named | null };

const find = (versions: readonly Version[], { fingerprint }: Named) =>
  versions.find((each) => sameHash(each.fingerprint, fingerprint));

/**
 * Returns the versions. Stores a new MASTER_KEY as the next version first, if MASTER_KEY_PREVIOUS
 * is the key in use.
 */
async function withNewKey(
  tx: Tx,
  { main, previous, startOver }: Given & { startOver: string },
  wall: Temporal.Instant,
): Promise<Version[]> {
  const versions = await allVersions(tx);
  const earlier = previous && find(versions, previous);
  if (previous && !earlier)
    throw new CannotStart(
      'MASTER_KEY_PREVIOUS is not a key of this database. Put the right key back, or remove it.',
    );
  if (previous && sameHash(previous.fingerprint, main.fingerprint))
    throw new CannotStart(
      'MASTER_KEY_PREVIOUS is the same key as MASTER_KEY. Remove it, or set MASTER_KEY to the new key.',
    );
  if (find(versions, main)) return versions;
  const inUse = inUseOf(versions).at(-1);
  if (earlier && earlier.version !== inUse)
    throw new CannotStart(
      `MASTER_KEY_PREVIOUS is a former key, and MASTER_KEY is new. Set MASTER_KEY_PREVIOUS to the key in use (key ${inUse}).`,
    );
  if (!earlier)
    throw new CannotStart(
      `${main.name} does not seal this database. Put the right key back, set MASTER_KEY_PREVIOUS to it if this key is new, or ${startOver}.`,
    );
  const version = Math.max(...versions.map(versionOf)) + 1;
  await tx
    .insertInto('master_keys')
    .values({ version, fingerprint: main.fingerprint, known_at: wall })
    .execute();
  return await allVersions(tx);
}

/** Returns the server's keys by version. @throws CannotStart if it lacks a key in use */
function heldVersions(
  versions: readonly Version[],
  { main, previous }: Given,
): Map<number, KeyObject> {
  const held = new Map<number, KeyObject>();
  for (const each of previous ? [main, previous] : [main]) {
    const version = find(versions, each);
    if (version) held.set(version.version, each.key);
  }
  const needed = inUseOf(versions);
  const newest = needed.at(-1);
  for (const version of needed.filter((each) => !held.has(each)).reverse())
    throw new CannotStart(
      version === newest
        ? isEarlier(main.name, version)
        : `MASTER_KEY_PREVIOUS must be the earlier key (key ${version}), which still seals values of this database. Set it until \`ops keys status\` says to remove it.`,
    );
  return held;
}

/** Stores the first key of a database, and the hash key, which the first key seals. */
async function storeFirstKeys(
  tx: Tx,
  { key, fingerprint }: Named,
  hashKey: Uint8Array,
  wall: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('master_keys')
    .values({ version: 1, fingerprint, known_at: wall, sealing_since: wall })
    .execute();
  const key_sealed = createSealer(key).sealBytes('hash key', '1', hashKey);
  await tx.insertInto('hash_keys').values({ version: 1, key_sealed, made_at: wall }).execute();
}

async function openHashKey(tx: Tx, byVersion: ReadonlyMap<number, KeyObject>): Promise<KeyObject> {
  const { key_sealed: sealed } = await tx
    .selectFrom('hash_keys')
    .select('key_sealed')
    .executeTakeFirstOrThrow();
  const version = sealed[1] ?? 0;
  const key = byVersion.get(version);
  if (!key) throw new Error(`The hash key is sealed with key ${version}, which this server lacks.`);
  const { openBytes } = createSealer({ byVersion, sealsWith: version, hashKey: key });
  return createSecretKey(openBytes('hash key', '1', sealed));
}

/**
 * Reads the key in a variable, and its fingerprint in databases and backups.
 * @throws CannotStart unless the text is a key
 */
export function readMasterKey(name: string, text: string): Named {
  const key = keyOf(text);
  if (!key) throw new CannotStart(`${name} must be 32 random bytes in base64.`);
  return named(name, key);
}

/**
 * Parses a key. Returns null if it is malformed. Node skips characters that are not base64, so this
 * function encodes the bytes again and compares the result.
 */
function keyOf(text: string): KeyObject | null {
  const bytes = Buffer.from(text, 'base64');
  const isWhole =
    bytes.length === keyBytes &&
    bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  return isWhole ? createSecretKey(bytes) : null;
}

/**
 * Writes a new key to a temporary file and renames the file, so that a power failure cannot leave
 * half a key.
 */
function makeKey(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const half = `${file}.half`;
  fs.writeFileSync(half, randomBytes(keyBytes).toString('base64'), { mode: 0o600, flush: true });
  fs.renameSync(half, file);
}

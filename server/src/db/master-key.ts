// The key for all sealed fields. With a wrong key, phone numbers are not found and names cannot be
// opened, so the database stores the key's fingerprint to detect this.
import { createSecretKey, type KeyObject } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { CannotStart } from '#/platform/cannot-start.ts';
import type { Config } from '#/platform/config.ts';
import { randomBytes } from '#/platform/random.ts';
import { createSealer, sameHash } from '#/platform/seal.ts';
import type { Read } from './database.ts';

const keyBytes = 32;

/**
 * Returns MASTER_KEY, or the sandbox's own key in DATA_DIR/keys/master.key (0600), which is created
 * when a database is first started. `wall` is wall time.
 * @throws CannotStart if the key is missing, damaged, or not the key that seals this database.
 */
export async function openMasterKey(
  db: Read,
  config: Pick<Config, 'masterKey' | 'dataDir' | 'database'>,
  wall: Temporal.Instant,
): Promise<KeyObject> {
  const file = path.join(config.dataDir, 'keys/master.key');
  const startOver = config.database
    ? 'connect to an empty database'
    : 'start over with npm run reset';
  const stored = await storedFingerprint(db);
  if (!config.masterKey && stored && !fs.existsSync(file))
    throw new CannotStart(
      `The key ${file} is missing, and without it no borrower in this database can log in. Put it back, or ${startOver}.`,
    );
  const key = config.masterKey ? readMasterKey(config.masterKey) : readKeyFile(file, startOver);
  const { hash } = createSealer(key);
  const fingerprint = hash(
    'fingerprint',
    'the master key of this database, in which each value is bound to its row',
  );
  const storedHash = stored ?? (await keepFingerprint(db, fingerprint, wall));
  if (sameHash(storedHash, hash('fingerprint', 'the master key of this database')))
    throw new CannotStart(
      `This database was sealed by an older build, and its values do not open here. To continue, ${startOver}.`,
    );
  if (!sameHash(storedHash, fingerprint)) {
    const name = config.masterKey ? 'MASTER_KEY' : `The key ${file}`;
    throw new CannotStart(
      `${name} is not the one that seals this database. Put the right key back, or ${startOver}.`,
    );
  }
  return key;
}

function readMasterKey(text: string): KeyObject {
  const key = keyOf(text);
  if (!key) throw new CannotStart('MASTER_KEY must be 32 random bytes in base64.');
  return key;
}

function readKeyFile(file: string, startOver: string): KeyObject {
  if (!fs.existsSync(file)) makeKey(file);
  const key = keyOf(fs.readFileSync(file, 'utf8').trim());
  if (!key)
    throw new CannotStart(
      `The key ${file} is damaged: it must be 32 bytes in base64. Restore it from a backup, or ${startOver}.`,
    );
  return key;
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

async function storedFingerprint(db: Read): Promise<Buffer | null> {
  const row = await db.selectFrom('key_fingerprints').select('fingerprint').executeTakeFirst();
  return row?.fingerprint ?? null;
}

/**
 * Stores the fingerprint and returns the stored one. If two servers start together, both get the
 * fingerprint that was stored first.
 */
async function keepFingerprint(
  db: Read,
  fingerprint: Buffer,
  wall: Temporal.Instant,
): Promise<Buffer> {
  await db
    .insertInto('key_fingerprints')
    .values({ fingerprint, saved_at: wall })
    .onConflict((clash) => clash.column('singleton').doNothing())
    .execute();
  return (await storedFingerprint(db)) ?? fingerprint;
}

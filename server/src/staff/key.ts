// Keys of the ops API, and who holds one. The machine's own key is in DATA_DIR/keys and can be used
// by anybody who can read that folder: in the sandbox it may do everything, in production it only
// adds the two engineers who add all others.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type StaffRole, staffRoles } from '#/commands/command.ts';
import type { Read } from '#/db/database.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { newToken } from '#/platform/random.ts';
import { sameHash, sha256 } from '#/platform/seal.ts';
import { keyByHash } from './keys.store.ts';

/** The name is written to the trail; the text is 256 random bits in base64url. */
export type OpsKey = { name: string; text: string };

/** Who a key belongs to. */
export type Holder = {
  keyId: string | null;
  name: string;
  roles: readonly StaffRole[];
  isLocal: boolean;
  stopped: 'ended' | 'suspended' | null;
};

/** Long enough that nobody guesses it, and what a command can carry in its header. */
const shape = /^[\w-]{32,200}$/;

/**
 * Reads DATA_DIR/keys/ops.key (0600), making it at the first start.
 * @throws CannotStart when the file holds no such key.
 */
export function openOpsKey(dataDir: string): OpsKey {
  const file = path.join(dataDir, 'keys', 'ops.key');
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!fs.existsSync(file)) {
    const half = `${file}.half`;
    fs.writeFileSync(half, `${newToken()}\n`, { mode: 0o600 });
    fs.renameSync(half, file);
  }
  const text = fs.readFileSync(file, 'utf8').trim();
  if (!shape.test(text))
    throw new CannotStart(
      `The ops key ${file} is too short or damaged. Delete it, and the next start makes another.`,
    );
  return { name: 'local', text };
}

/**
 * The holder of the key in an Authorization header, or null. The machine's own key has every role
 * if `isSandbox`, and otherwise none.
 */
export async function holderOf(
  read: Read,
  header: string | undefined,
  local: OpsKey,
  isSandbox: boolean,
): Promise<Holder | null> {
  const given = /^Bearer ([\w-]{1,200})$/.exec(header ?? '')?.[1];
  if (given === undefined) return null;
  const hash = hashOfKey(given);
  if (sameHash(hash, hashOfKey(local.text)))
    return {
      keyId: null,
      name: local.name,
      roles: isSandbox ? staffRoles : [],
      isLocal: true,
      stopped: null,
    };
  const row = await keyByHash(read, hash);
  if (!row) return null;
  const stopped = row.endedAt ? 'ended' : row.isSuspended ? 'suspended' : null;
  return { keyId: row.id, name: row.name, roles: row.roles, isLocal: false, stopped };
}

/** The stored form of a key, and what is compared: hashes, so that timing reveals nothing. */
export function hashOfKey(text: string): Buffer {
  return sha256(text);
}

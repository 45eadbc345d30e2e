// Keys of the ops API and their holders. In the sandbox, the machine's own key (DATA_DIR/keys) may
// do everything; in production it can only add the first two engineers.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { dayMs } from '@sandali/contract/day.ts';
import { type StaffRole, staffRoles } from '#/commands/command.ts';
import type { AppContext } from '#/context/app-context.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { newToken } from '#/platform/random.ts';
import { sameHash, sha256 } from '#/platform/seal.ts';
import { keyByHash, type PresentedKey, recordFirstUse } from './keys.store.ts';

/** `name` is written to the trail; `text` is 256 random bits in base64url. */
export type OpsKey = { name: string; text: string };

export type Holder = {
  keyId: string | null;
  name: string;
  roles: readonly StaffRole[];
  isLocal: boolean;
  stopped: 'ended' | 'suspended' | 'replaced' | 'expired' | null;
  /** The key itself, which the database needs when its holder renews it; null for a passkey. */
  keyText: string | null;
  /** When the key expires, in wall time; null for the machine's own key. */
  endsAt: Temporal.Instant | null;
};

/** How long before a key's expiry the responses begin to warn its holder. */
export const warnMs = 14 * dayMs;

/** Returns when a holder's key expires if that is soon; otherwise null. */
export function endsSoon({ endsAt }: Holder, wall: Temporal.Instant): Temporal.Instant | null {
  const isSoon = endsAt && Temporal.Instant.compare(endsAt, wall.add({ milliseconds: warnMs })) < 0;
  return isSoon ? endsAt : null;
}

/** The shape of a key, which is too long to guess and valid in a header. */
const shape = /^[\w-]{32,200}$/;

/**
 * Reads DATA_DIR/keys/ops.key (0600); creates it at the first start.
 * @throws CannotStart if the file does not contain a valid key
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
 * Returns the holder of the key in an Authorization header, or null. The machine's own key has
 * every role in the sandbox, otherwise none. The first use of a renewed key ends the previous key.
 */
export async function holderOf(
  { db, clocks, config: { isSandbox } }: Pick<AppContext, 'db' | 'clocks' | 'config'>,
  header: string | undefined,
  local: OpsKey,
): Promise<Holder | null> {
  const key = /^Bearer ([\w-]{1,200})$/.exec(header ?? '')?.[1];
  if (key === undefined) return null;
  const hash = hashOfKey(key);
  if (sameHash(hash, hashOfKey(local.text)))
    return {
      keyId: null,
      name: local.name,
      roles: isSandbox ? staffRoles : [],
      isLocal: true,
      stopped: null,
      keyText: key,
      endsAt: null,
    };
  const holder = await holderOfHash({ db, clocks }, hash);
  return holder && { ...holder, keyText: key };
}

/** The holder of a key that staff made, as opposed to the machine's own. */
export type StaffHolder = Holder & { keyId: string; endsAt: Temporal.Instant };

/** Returns the holder of the key with this hash, or null. Records a renewed key's first use. */
export async function holderOfHash(
  { db, clocks }: Pick<AppContext, 'db' | 'clocks'>,
  hash: Buffer,
): Promise<StaffHolder | null> {
  const row = await keyByHash(db, hash);
  if (!row) return null;
  const wall = clocks.wall();
  const stopped = whyStopped(row, wall);
  if (!stopped && !row.isUsed) await recordFirstUse(db, hash, wall);
  const { id: keyId, name, roles, endsAt } = row;
  return { keyId, name, roles, isLocal: false, stopped, keyText: null, endsAt };
}

function whyStopped(key: PresentedKey, wall: Temporal.Instant): Holder['stopped'] {
  if (key.endedAt) return 'ended';
  if (key.isSuspended) return 'suspended';
  if (key.isReplaced) return 'replaced';
  return Temporal.Instant.compare(key.endsAt, wall) <= 0 ? 'expired' : null;
}

/** Returns the hash under which a key is stored. Lookups by hash leak nothing through timing. */
export function hashOfKey(text: string): Buffer {
  return sha256(text);
}

// Keys of the ops API. In the sandbox one key lies beside the others in DATA_DIR/keys, for whoever may read that folder.
import { createHash, timingSafeEqual } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { CannotStart } from '#/db/cannot-start.ts';
import { newToken } from '#/kit/random.ts';

/** Its name stands in the trail; its text is 256 random bits in base64url. */
export type OpsKey = { name: string; text: string };

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
  if (!shape.test(text)) throw new CannotStart(`The ops key ${file} is too short or damaged. Delete it, and the next start makes another.`);
  return { name: 'local', text };
}

/** Whether an Authorization header carries the key. Compared as hashes, so that time tells nothing. */
export function carriesKey(header: string | undefined, key: OpsKey): boolean {
  const given = /^Bearer ([\w-]{1,200})$/.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(key.text));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// The key by which push services know us (VAPID, RFC 8292). Browsers bind their subscriptions to
// its public part: with another key none of them is of use.
import { createECDH } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { CannotStart } from './cannot-start.ts';
import type { Config } from './config.ts';
import { writeNew } from './key-files.ts';
import { randomBytes } from './random.ts';

/** Both keys in base64url, and the contact address for a push service. */
export type Vapid = { publicKey: string; privateKey: string; subject: string };

/**
 * VAPID_PRIVATE_KEY, or the sandbox's own in DATA_DIR/keys/vapid.key (0600), made at its first
 * start. Null in production without one: no notifications are offered then. @throws CannotStart
 * when the key is damaged.
 */
export function openVapid(
  config: Pick<Config, 'vapidPrivateKey' | 'isSandbox' | 'dataDir' | 'origin'>,
): Vapid | null {
  if (config.vapidPrivateKey)
    return vapidOf(config.vapidPrivateKey, 'VAPID_PRIVATE_KEY', config.origin);
  if (!config.isSandbox) return null;
  const file = path.join(config.dataDir, 'keys/vapid.key');
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!fs.existsSync(file)) writeNew(file, newPrivateKey());
  return vapidOf(fs.readFileSync(file, 'utf8').trim(), `The key ${file}`, config.origin);
}

function newPrivateKey(): string {
  for (;;) {
    const bytes = randomBytes(32);
    if (publicOf(bytes)) return bytes.toString('base64url');
  }
}

function vapidOf(text: string, name: string, origin: string): Vapid {
  const bytes = Buffer.from(text, 'base64url');
  const publicKey =
    bytes.length === 32 && bytes.toString('base64url') === text ? publicOf(bytes) : null;
  if (!publicKey)
    throw new CannotStart(`${name} must be a private P-256 key: 32 bytes in base64url.`);
  // The library asks for https or mailto; a sandbox without TLS has its own name only.
  const subject = origin.startsWith('https:') ? origin : `mailto:push@${new URL(origin).hostname}`;
  return { publicKey, privateKey: text, subject };
}

/** The public part, uncompressed; null where the bytes are no private key of the curve. */
function publicOf(bytes: Buffer): string | null {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(bytes);
    return curve.getPublicKey('base64url', 'uncompressed');
  } catch {
    return null;
  }
}

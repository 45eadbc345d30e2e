// The key that identifies us to push services (VAPID, RFC 8292). Browsers bind their subscriptions
// to its public part, so a new key invalidates all subscriptions.
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
 * Returns VAPID_PRIVATE_KEY, or the sandbox's own key from DATA_DIR/keys/vapid.key (0600), which
 * the sandbox creates at its first start. Returns null in production without a key; notifications
 * are then not offered.
 * @throws CannotStart if the key is damaged
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
  // web-push requires https or mailto, and a sandbox without TLS has only a host name.
  const subject = origin.startsWith('https:') ? origin : `mailto:push@${new URL(origin).hostname}`;
  return { publicKey, privateKey: text, subject };
}

/** Returns the uncompressed public part; null if the bytes are not a private key of this curve. */
function publicOf(bytes: Buffer): string | null {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(bytes);
    return curve.getPublicKey('base64url', 'uncompressed');
  } catch {
    return null;
  }
}

// The envelope's keys. Private parts lie in files outside the database; the list of public parts is signed by the root key.
// In the sandbox the server holds its own root and mints a key a day; in production the root is kept elsewhere and signs ahead.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type KeyList, keyListText, zKeyList } from '@sandali/contract/settings.ts';
import * as v from 'valibot';
import { CannotStart } from '#/db/cannot-start.ts';
import { wireInstant } from '#/kit/days.ts';
import { randomBytes } from '#/kit/random.ts';

const mintEveryMs = 24 * 3600_000;
const acceptedForMs = 48 * 3600_000;

export type KeyRing = {
  /** The private key of `kid` if it is accepted at `wall`, else null. */
  find(kid: string, wall: Temporal.Instant): KeyObject | null;
  list(): KeyList;
  /** The list as JSON, ready to be written into a page. */
  listJson(): string;
  /** Mints and erases what is due (sandbox only). */
  refresh(wall: Temporal.Instant): void;
};

/**
 * Opens the key ring in `folder` (0700), minting the first key where the root's private part is at hand.
 * @throws CannotStart when one of its files is damaged.
 */
export function openKeyRing(folder: string, wall: Temporal.Instant): KeyRing {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const rootFile = path.join(folder, 'root.pem');
  const root = fs.existsSync(rootFile) ? readFile(rootFile, createPrivateKey) : null;
  const ring = new Map<string, KeyObject>();
  let list = readList(folder);
  if (root) list = { ...list, signature: signList(root, list.keys) };
  let json = JSON.stringify(list);
  const load = () => {
    ring.clear();
    for (const key of list.keys) {
      const file = privateFile(folder, key.kid);
      if (fs.existsSync(file)) ring.set(key.kid, readFile(file, createPrivateKey));
    }
    json = JSON.stringify(list);
  };
  const refresh = (at: Temporal.Instant) => {
    if (!root) return;
    const next = renew(folder, root, list, at);
    if (next === list) return;
    list = next;
    load();
  };
  load();
  refresh(wall);
  return {
    find(kid, at) {
      const key = list.keys.find((one) => one.kid === kid);
      if (!key || at.epochMilliseconds > Date.parse(key.until)) return null;
      return ring.get(kid) ?? null;
    },
    list: () => list,
    listJson: () => json,
    refresh,
  };
}

function renew(folder: string, root: KeyObject, list: KeyList, wall: Temporal.Instant): KeyList {
  const live = list.keys.filter((key) => Date.parse(key.until) > wall.epochMilliseconds);
  const newestMs = Math.max(0, ...live.map((key) => Date.parse(key.from)));
  const isMintDue = wall.epochMilliseconds - newestMs >= mintEveryMs;
  if (!isMintDue && live.length === list.keys.length) return list;
  for (const gone of list.keys.filter((key) => !live.includes(key))) fs.rmSync(privateFile(folder, gone.kid), { force: true });
  const keys = isMintDue ? [mint(folder, wall), ...live] : live;
  const next = { keys, signature: signList(root, keys) };
  writeWhole(path.join(folder, 'list.json'), JSON.stringify(next));
  return next;
}

function mint(folder: string, wall: Temporal.Instant): KeyList['keys'][number] {
  const kid = `k-${randomBytes(6).toString('hex')}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeWhole(privateFile(folder, kid), privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  const { x, y } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    kid,
    jwk: { kty: 'EC', crv: 'P-256', x: x as string, y: y as string },
    from: wireInstant(wall),
    until: wireInstant(wall.add({ milliseconds: acceptedForMs })),
  };
}

function signList(root: KeyObject, keys: KeyList['keys']): string {
  return sign('sha256', Buffer.from(keyListText(keys)), { key: root, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

function readList(folder: string): KeyList {
  const file = path.join(folder, 'list.json');
  if (!fs.existsSync(file)) return { keys: [], signature: '' };
  return readFile(file, (text) => v.parse(zKeyList, JSON.parse(text)));
}

function readFile<T>(file: string, read: (text: string) => T): T {
  const text = fs.readFileSync(file, 'utf8');
  try {
    return read(text);
  } catch {
    throw new CannotStart(`The key file ${file} is damaged. Put it back, or delete it: the sandbox makes another at the next start.`);
  }
}

const privateFile = (folder: string, kid: string) => path.join(folder, `${kid}.pem`);

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
function writeWhole(file: string, text: string): void {
  const half = `${file}.half`;
  fs.writeFileSync(half, text, { mode: 0o600 });
  fs.renameSync(half, file);
}

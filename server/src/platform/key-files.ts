// Envelope keys in files, as the machine with the root key makes them: one file for each private
// part, and signed lists of the public parts. Also the root key itself.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type KeyList, keyListText, zKeyList } from '@sandali/contract/init.ts';
import * as v from 'valibot';
import { CannotStart } from './cannot-start.ts';
import { wireInstant } from './days.ts';
import { randomBytes } from './random.ts';

export type EnvelopeKey = KeyList['keys'][number];

export const mintEveryMs = 24 * 3600_000;
const acceptedForMs = 48 * 3600_000;

const mostDays = 400;

/**
 * Mints one key per day into `folder`, for `days` days starting at `from`. For each day, signs a
 * list of that day's key and the previous one. A server gets the folder without the root key. Spans
 * may overlap.
 * @returns when the last key expires.
 * @throws RangeError unless `days` is 1 to 400.
 */
export function mintKeysAhead(
  folder: string,
  rootKey: KeyObject,
  from: Temporal.Instant,
  days: number,
): Temporal.Instant {
  if (!(Number.isInteger(days) && days >= 1 && days <= mostDays))
    throw new RangeError(`days must be a whole number from 1 to ${mostDays}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const minted = Array.from({ length: days }, (_, day) => {
    const { key, privateKey } = mintKey(from.add({ milliseconds: day * mintEveryMs }));
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    writeNew(privateFile(folder, key.kid), pem);
    return key;
  });
  const lists = minted.map((key, day) =>
    signedList(rootKey, [key, ...minted.slice(Math.max(0, day - 1), day)]),
  );
  const name = `list-ahead-${wireInstant(from).replaceAll(/\W/g, '')}-${randomBytes(3).toString('hex')}.json`;
  writeNew(path.join(folder, name), JSON.stringify(lists));
  return from.add({ milliseconds: (days - 1) * mintEveryMs + acceptedForMs });
}

/** Creates a key that is accepted for 48 h from `from`. */
export function mintKey(from: Temporal.Instant): { key: EnvelopeKey; privateKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const key: EnvelopeKey = {
    kid: `k-${randomBytes(6).toString('hex')}`,
    jwk: { kty: 'EC', crv: 'P-256', x: x as string, y: y as string },
    from: wireInstant(from),
    until: wireInstant(from.add({ milliseconds: acceptedForMs })),
  };
  return { key, privateKey };
}

/**
 * Returns the list with the root's signature: ECDSA P-256, SHA-256, IEEE P1363, over `keyListText`.
 */
export function signedList(root: KeyObject, keys: KeyList['keys']): KeyList {
  const signature = sign('sha256', Buffer.from(keyListText(keys)), {
    key: root,
    dsaEncoding: 'ieee-p1363',
  });
  return { keys, signature: signature.toString('base64url') };
}

/** Whether the root has signed the list. */
export function isSignedBy(rootPublic: KeyObject, { keys, signature }: KeyList): boolean {
  const text = Buffer.from(keyListText(keys));
  return verify(
    'sha256',
    text,
    { key: rootPublic, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

/** Returns the names of the list files in a folder. */
export function listNames(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => /^list-[\w-]+\.json$/.test(name))
    .sort();
}

/**
 * Returns the lists in a file; null if another server has deleted the file.
 * @throws CannotStart if it is damaged or cannot be read.
 */
export function readLists(file: string): KeyList[] | null {
  return readKeyFile(file, (text) => v.parse(v.array(zKeyList), JSON.parse(text)), copyAgain);
}

/**
 * Returns a private key; null if the folder has none for this id.
 * @throws CannotStart if it is damaged or cannot be read.
 */
export function readPrivate(folder: string, kid: string): KeyObject | null {
  return readKeyFile(privateFile(folder, kid), createPrivateKey, copyAgain);
}

/**
 * Returns the root's private part; null if it is stored elsewhere.
 * @throws CannotStart if it is damaged or cannot be read.
 */
export function readRoot(folder: string): KeyObject | null {
  const remedy = 'Restore it, or delete it: the sandbox makes a new one at the next start.';
  return readKeyFile(path.join(folder, 'root.pem'), createPrivateKey, remedy);
}

const copyAgain = 'Copy it again from the machine that signed it, or delete it.';

function readKeyFile<T>(file: string, read: (text: string) => T, remedy: string): T | null {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new CannotStart(
      `The key file ${file} cannot be read (${code}). Give it to the user that runs the server.`,
    );
  }
  try {
    return read(text);
  } catch {
    throw new CannotStart(`The key file ${file} is damaged. ${remedy}`);
  }
}

/** Deletes the private keys of `kids`, then the list file. */
export function erase(file: string, kids: readonly string[]): void {
  const files = kids.map((kid) => privateFile(path.dirname(file), kid));
  for (const each of [...files, file]) fs.rmSync(each, { force: true });
}

/**
 * Writes a file (0600) atomically.
 * @returns false, without changing the file, if it already exists.
 */
export function writeNew(file: string, text: string): boolean {
  const half = `${file}.${randomBytes(4).toString('hex')}.half`;
  fs.writeFileSync(half, text, { mode: 0o600, flush: true });
  try {
    fs.linkSync(half, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(half, { force: true });
  }
}

const privateFile = (folder: string, kid: string) => path.join(folder, `${kid}.pem`);

const largestKeyBytes = 16 * 1024;

/**
 * Returns the files that contain the root's private part, found in the folders by name or by
 * content.
 */
export function rootsWithin(folders: readonly string[], rootPublicKey: string | null): string[] {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(folder, { withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() &&
          (entry.name === 'root.pem' || isRoot(path.join(folder, entry.name), rootPublicKey)),
      )
      .map((entry) => path.join(folder, entry.name)),
  );
}

function isRoot(file: string, rootPublicKey: string | null): boolean {
  try {
    if (fs.statSync(file).size > largestKeyBytes) return false;
    const text = fs.readFileSync(file, 'utf8');
    return text.includes('PRIVATE KEY') && spkiOf(createPrivateKey(text)) === rootPublicKey;
  } catch {
    // Unusable: the key needs a password, is unreadable, or another server has deleted it.
    return false;
  }
}

/** Returns a key's public part in the format of ROOT_PUBLIC_KEY: SPKI DER in base64url. */
export function spkiOf(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64url');
}

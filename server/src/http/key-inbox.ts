// Imports envelope keys from files that an operator copied into DATA_DIR/keys on one server.
import { createPublicKey, type KeyObject } from 'node:crypto';
import * as path from 'node:path';
import { CannotStart } from '#/platform/cannot-start.ts';
import {
  type EnvelopeKey,
  erase,
  isSignedBy,
  listNames,
  readLists,
  readPrivate,
} from '#/platform/key-files.ts';
import type { NewKey } from './keys.store.ts';

export type Inbox = {
  folder: string;
  rootPublic: KeyObject;
  /** Returns the ids of all stored keys. */
  storedKids(): Promise<ReadonlySet<string>>;
  /** Stores new keys. @returns how many were new */
  store(keys: readonly NewKey[]): Promise<number>;
};

/**
 * Stores the keys of each complete list file that the root key signed, then deletes the files.
 * Other files stay, and so do files whose keys have all expired, because the clock may be wrong.
 * @returns the imported files, and a message for each refused file
 */
export async function importKeyFiles(
  inbox: Inbox,
  wall: Temporal.Instant,
): Promise<{ stored: { file: string; count: number }[]; refusals: string[] }> {
  const stored: { file: string; count: number }[] = [];
  const refusals: string[] = [];
  for (const name of listNames(inbox.folder)) {
    const file = path.join(inbox.folder, name);
    try {
      const count = await importFile(inbox, file, wall);
      if (count !== null) stored.push({ file, count });
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error;
      refusals.push(error.message);
    }
  }
  return { stored, refusals };
}

/** @returns the number of new keys; null if another server has already imported the file */
async function importFile(
  inbox: Inbox,
  file: string,
  wall: Temporal.Instant,
): Promise<number | null> {
  const lists = readLists(file);
  if (!lists) return null;
  if (!lists.every((list) => isSignedBy(inbox.rootPublic, list)))
    throw new CannotStart(
      `A key list in ${file} is not signed by the root key of ROOT_PUBLIC_KEY. Sign its keys with that root key, or delete the file.`,
    );
  const begun = lists.flatMap((list) => list.keys.slice(0, 1).map((key) => ({ list, key })));
  const live = begun.filter(({ key }) => Date.parse(key.until) > wall.epochMilliseconds);
  if (live.length === 0)
    throw new CannotStart(
      `All keys in ${file} have expired by this server's clock. If the clock is right, delete the file.`,
    );
  const privates = live.map((each) => ({
    ...each,
    privateKey: privateOf(path.dirname(file), each.key),
  }));
  // Query after reading the files: another server stores keys before it deletes their files.
  const kids = await inbox.storedKids();
  const fresh = privates.flatMap(({ list, key, privateKey }) => {
    if (kids.has(key.kid)) return [];
    if (!privateKey)
      throw new CannotStart(
        `A private key for ${file} is missing: ${key.kid}.pem. Copy all files again.`,
      );
    return [{ list, privateKey }];
  });
  const count = await inbox.store(fresh);
  try {
    erase(
      file,
      begun.map(({ key }) => key.kid),
    );
  } catch (error) {
    throw new CannotStart(
      `The keys of ${file} are stored, but the server cannot delete the files (${(error as NodeJS.ErrnoException).code}). Delete them.`,
    );
  }
  return count;
}

function privateOf(folder: string, { kid, jwk }: EnvelopeKey): KeyObject | null {
  const privateKey = readPrivate(folder, kid);
  if (!privateKey) return null;
  const { x, y } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x !== jwk.x || y !== jwk.y)
    throw new CannotStart(
      `${path.join(folder, `${kid}.pem`)} does not match its public key in the list. Copy all files again.`,
    );
  return privateKey;
}

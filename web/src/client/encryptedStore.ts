// Records in IndexedDB, each encrypted (AES-256-GCM) with this browser's key and bound to its name
// and user. Without IndexedDB, nothing is stored and the app otherwise works as usual.
import { dayMs } from '@sandali/contract/day.ts';
import { draftDays } from '@sandali/contract/draftDays.ts';
import { businessMs } from './clock.ts';
import { isLoggedIn, userGid } from './session.ts';

/** Record names. Every record except the sign-up belongs to the logged-in user. */
type RecordName = 'sign-up' | `${'draft' | SavedKind} ${string}`;
/**
 * Kinds of data from the server: responses that screens show, a bill's offline facts, documents.
 */
type SavedKind = 'answer' | 'bill' | 'paper';
type Sealed = { iv: Uint8Array<ArrayBuffer>; ct: ArrayBuffer };
type Stores = { keys: IDBObjectStore; sealed: IDBObjectStore };

/**
 * The last job in the queue. Jobs run one after another, so that an earlier write cannot finish
 * after a later delete.
 */
let last: Promise<unknown> = Promise.resolve();

/** Returns the stored value without validating it, or null. */
export function readEncrypted(name: RecordName): Promise<unknown> {
  return inTurn(() => read(name));
}

/**
 * Replaces the stored value with the result of `make`; null deletes the record. Stores nothing once
 * the session has ended.
 */
export async function updateEncrypted(
  name: RecordName,
  make: (before: unknown) => unknown,
): Promise<void> {
  await inTurn(async () => {
    const record = make(await read(name));
    const sealed = record === null ? null : await seal(name, record);
    await inDatabase('readwrite', async (stores) => {
      if (sealed && (name === 'sign-up' || isLoggedIn())) stores.sealed.put(sealed, name);
      else stores.sealed.delete(name);
    });
  });
}

/** Whether a record stored at this business time (ms) is too old to show. */
export function isTooOld(keptAtMs: number): boolean {
  return businessMs() - keptAtMs >= draftDays * dayMs;
}

/** Returns the names of all stored records of one kind. */
export async function savedNames<K extends SavedKind>(kind: K): Promise<`${K} ${string}`[]> {
  const names = await inTurn(() =>
    inDatabase('readonly', ({ sealed }) => answered(sealed.getAllKeys())),
  );
  return (names ?? [])
    .map(String)
    .filter((name): name is `${K} ${string}` => name.startsWith(`${kind} `));
}

function inTurn<T>(work: () => Promise<T>): Promise<T | null> {
  // Without IndexedDB or free space, nothing is stored.
  const done = last.then(work).catch(() => null);
  last = done;
  return done;
}

async function read(name: RecordName): Promise<unknown> {
  const [key, sealed] = await inDatabase('readonly', async (stores) => [
    await answered<CryptoKey | undefined>(stores.keys.get('key')),
    await answered<Sealed | undefined>(stores.sealed.get(name)),
  ]);
  if (!key || !sealed) return null;
  const plain = await crypto.subtle
    .decrypt({ ...algorithm(name), iv: sealed.iv }, key, sealed.ct)
    .catch(() => null); // sealed for another user, or damaged
  return plain && JSON.parse(new TextDecoder().decode(plain));
}

async function seal(name: RecordName, record: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(record));
  return { iv, ct: await crypto.subtle.encrypt({ ...algorithm(name), iv }, await ownKey(), plain) };
}

function algorithm(name: RecordName) {
  const bound = `sandali ${name}\n${name === 'sign-up' ? '' : userGid()}`;
  return { name: 'AES-GCM', additionalData: new TextEncoder().encode(bound) };
}

/** Returns this browser's key, which is created on first use and cannot be extracted. */
async function ownKey(): Promise<CryptoKey> {
  const created = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  return await inDatabase('readwrite', async ({ keys }) => {
    const stored = await answered<CryptoKey | undefined>(keys.get('key'));
    if (!stored) keys.put(created, 'key');
    return stored ?? created;
  });
}

async function inDatabase<T>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const opening = indexedDB.open('sandali', 2);
  opening.onupgradeneeded = () => {
    const database = opening.result;
    // The first version of the app stored its record unencrypted.
    for (const name of database.objectStoreNames) database.deleteObjectStore(name);
    for (const name of ['keys', 'sealed']) database.createObjectStore(name);
  };
  const database = await answered(opening);
  try {
    const transaction = database.transaction(['keys', 'sealed'], mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([
      work({ keys: transaction.objectStore('keys'), sealed: transaction.objectStore('sealed') }),
      ended,
    ]);
    return result;
  } finally {
    database.close();
  }
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

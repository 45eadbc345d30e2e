// What stays on the phone for a time without a network: one IndexedDB record, keyed by the instant at which
// it was true. Nothing here rejects: a browser that forbids the database keeps nothing, and the program runs as before.
import type { AmountDue } from '@sandali/contract/bill.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { type Instant, instantOf } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { wallMs } from './clock.ts';
import { isLoggedIn, onSessionEnd } from './session.ts';

/** A payment code, with what one must know to pay by it. */
export type KeptCode = {
  text: string;
  /** What its QR code says where that is another text; null where the code itself is drawn. */
  payload: string | null;
  /** Null where only the bill was seen, which does not name it. */
  channel: RepaymentChannel | null;
  /** How it is called; absent where its code was never seen. */
  name?: string | undefined;
  /** Null where any amount counts. */
  amountCentavos: Centavos | null;
  /** Null for a code that does not end. */
  endsAt: Instant | null;
};
/** The record: what was to be paid next, by when, and the code that was open for it. */
export type KeptBill = { due: AmountDue; code: KeptCode | null };
/** The record as it was found, not yet checked, and its key. */
export type Found = { record: unknown; keptAt: unknown };

const storeName = 'kept';
/** One after the other, so that a clearing is never overtaken by a keeping that was asked for before it. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Puts what `make` gives in the place of what is kept; null leaves nothing. `make` is given what was found, which may be of any shape.
 * Nothing is kept once the session has ended.
 */
export function keepOffline(make: (before: Found | null) => KeptBill | null): Promise<void> {
  return inTurn(async (store) => {
    const made = make(await firstOf(store));
    store.clear();
    if (made && isLoggedIn()) store.add(made, instantOf(wallMs()));
  });
}

export function clearOffline(): Promise<void> {
  return keepOffline(() => null);
}

/** What is kept, or null. */
export async function findOffline(): Promise<Found | null> {
  let found: Found | null = null;
  await inTurn(async (store) => {
    found = await firstOf(store);
  });
  return found;
}

onSessionEnd(() => void clearOffline());

function inTurn(work: (store: IDBObjectStore) => Promise<void>): Promise<void> {
  const done = last.then(() => withStore(work)).catch(() => {});
  last = done;
  return done;
}

async function withStore(work: (store: IDBObjectStore) => Promise<void>): Promise<void> {
  const opening = indexedDB.open('sandali', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await answered(opening);
  try {
    const transaction = database.transaction(storeName, 'readwrite');
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    await Promise.all([work(transaction.objectStore(storeName)), ended]);
  } finally {
    database.close();
  }
}

async function firstOf(store: IDBObjectStore): Promise<Found | null> {
  const cursor = await answered(store.openCursor());
  return cursor && { record: cursor.value, keptAt: cursor.key };
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

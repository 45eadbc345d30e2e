// The ids of writes that have been sent and not yet answered. An id is stored before its request
// leaves and removed after a definite answer, so that a retry, also after a reload, is the same
// request to the server and has one effect.
import { newRequestId } from './random.ts';
import { readStored, writeStored } from './storage.ts';

const sentInputs = new Map<string, string>();
const nameOf = (path: string, key: string) => `pending ${path}${key && ` ${key}`}`;

/**
 * The request id for a write. The same one as long as it is not settled; but if this page has
 * changed the input since, it is another request and gets a new id. The input is compared in memory
 * and never stored. `key` distinguishes writes of one call with different subjects (a quote's or a
 * bill's id).
 */
export function pendingId(path: string, key: string, input: unknown): string {
  const name = nameOf(path, key);
  const text =
    JSON.stringify(input, (_key, one) => (one instanceof Uint8Array ? sketchOf(one) : one)) ?? '';
  const stored = readStored(name);
  const before = sentInputs.get(name);
  sentInputs.set(name, text);
  if (stored && (before === undefined || before === text)) return stored;
  const made = newRequestId();
  writeStored(name, made);
  return made;
}

/** A short hash of bytes, with their length: FNV-1a over all of them. */
function sketchOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return `${bytes.length} ${hash >>> 0}`;
}

/** Forgets the id: the server has decided. */
export function settlePending(path: string, key: string): void {
  sentInputs.delete(nameOf(path, key));
  writeStored(nameOf(path, key), null);
}

/** Whether a write was sent whose answer never came, in this or an earlier visit. */
export function isPending(path: string, key: string): boolean {
  return readStored(nameOf(path, key)) !== null;
}

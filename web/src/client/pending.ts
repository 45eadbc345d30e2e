// Ids of writes that await a response. An id is stored before its request is sent and removed after
// a definite response, so the server recognises a retry.
import { newRequestId } from './random.ts';
import { readStored, writeStored } from './storage.ts';

const sentInputs = new Map<string, string>();
const nameOf = (path: string, key: string) => `pending ${path}${key && ` ${key}`}`;

/**
 * Returns the request id for a write. The id stays the same until the write is settled or this page
 * changes its input, which is compared in memory and never stored. `key` distinguishes writes of
 * one call, for example by the id of a quote or a bill.
 */
export function pendingId(path: string, key: string, input: unknown): string {
  const name = nameOf(path, key);
  const text =
    JSON.stringify(input, (_key, value) =>
      value instanceof Uint8Array ? sketchOf(value) : value,
    ) ?? '';
  const stored = readStored(name);
  const lastText = sentInputs.get(name);
  sentInputs.set(name, text);
  if (stored && (lastText === undefined || lastText === text)) return stored;
  const requestId = newRequestId();
  writeStored(name, requestId);
  return requestId;
}

/** Returns a short hash (FNV-1a) of the bytes, with their count. */
function sketchOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return `${bytes.length} ${hash >>> 0}`;
}

/** Removes a write's id, because the server has decided. */
export function settlePending(path: string, key: string): void {
  sentInputs.delete(nameOf(path, key));
  writeStored(nameOf(path, key), null);
}

/** Whether a write from this or an earlier visit still awaits its response. */
export function isPending(path: string, key: string): boolean {
  return readStored(nameOf(path, key)) !== null;
}

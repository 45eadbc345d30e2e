import type { AnyCall, RequestInputOf } from '@sandali/contract/call.ts';
import { type CallOptions, type CallResult, callServer } from './callServer.ts';
import { pendingId, settlePending } from './pending.ts';

/** Sends a write under an id that is kept until the server has decided, so that a second try is the same request. */
export async function sendOnce<C extends AnyCall>(
  call: C,
  key: string,
  input: RequestInputOf<C>,
  options: CallOptions = {},
): Promise<CallResult<C>> {
  const result = await callServer(call, input, { ...options, requestId: pendingId(call.path, key, input) });
  if (result.ok || result.isDefinite) {
    settlePending(call.path, key);
    notifyChanged();
  }
  return result;
}

// A bell between writes and reads: after a write, whatever was read before may be out of date. It keeps the query library out of the login page.

const listeners = new Set<() => void>();

/** Rings after a write that the server has decided. */
export function notifyChanged(): void {
  for (const listener of listeners) listener();
}

export function onChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

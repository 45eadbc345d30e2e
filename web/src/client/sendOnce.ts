import type { AnyCall, RequestInputOf } from '@sandali/contract/call.ts';
import { getText } from '#/i18n/text.ts';
import { type CallOptions, type CallResult, callServer } from './callServer.ts';
import { formFieldOf } from './formFields.ts';
import { pendingId, settlePending } from './pending.ts';

/**
 * Sends a write under an id that is stored until the server decides, so that a later attempt counts
 * as the same request. If `maySendLater`, the message for an offline failure promises another
 * attempt.
 */
export async function sendOnce<C extends AnyCall>(
  call: C,
  key: string,
  input: RequestInputOf<C>,
  { maySendLater, ...options }: CallOptions & { maySendLater?(): boolean } = {},
): Promise<CallResult<C>> {
  const result = await callServer(call, input, {
    ...options,
    requestId: pendingId(call.path, key, input),
  });
  if (result.ok || result.isDefinite) {
    settlePending(call.path, key);
    notifyChanged();
    if (!result.ok && result.fields)
      return { ...result, fields: result.fields.map((place) => formFieldOf(place, isShown)) };
  } else if (result.name === 'offline' && maySendLater?.()) {
    return {
      ...result,
      message: getText('net.sentLater', { failure: result.message }),
      plainMessage: result.message,
    };
  }
  return result;
}

const isShown = (field: string) =>
  document.getElementById(`field-${field}`) !== null ||
  document.getElementsByName(field).length > 0;

// Notifies queries of writes, without loading the query library on the login page.

const listeners = new Set<() => void>();

/** Tells all queries that a write has changed data. Call it after the server has decided. */
export function notifyChanged(): void {
  for (const listener of listeners) listener();
}

export function onChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import type { AnyCall, RequestInputOf } from '@sandali/contract/call.ts';
import { type Asked, type AskOptions, ask } from './ask.ts';
import { ringChanged } from './changed.ts';
import { pendingId, settlePending } from './pending.ts';

/** Sends a write under an id that is kept until the server has decided, so that a second try is the same request. */
export async function sendKept<C extends AnyCall>(
  call: C,
  key: string,
  input: RequestInputOf<C>,
  options: AskOptions = {},
): Promise<Asked<C>> {
  const asked = await ask(call, input, { ...options, requestId: pendingId(call.path, key, input) });
  if (asked.ok || asked.isDefinite) {
    settlePending(call.path, key);
    ringChanged();
  }
  return asked;
}

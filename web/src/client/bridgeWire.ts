// The messages between the page and the native shell: requests and responses as JSON text, matched
// by id (docs/integrators/native-shell.md).
import * as v from 'valibot';
import { type ShellFeature, shellSupports } from './bridge.ts';
import { new128Bits } from './random.ts';

/** `denied`: the borrower refused. `unsupported`: there is no shell, or it is too old. */
type ShellFailure = 'denied' | 'cancelled' | 'failed' | 'timedOut' | 'unsupported';
export type ShellResult<T> = { kind: 'done'; data: T } | { kind: ShellFailure };

type AnySchema = v.GenericSchema<unknown, unknown>;
type ShellCall<S extends AnySchema> = {
  call: ShellFeature;
  input: Readonly<Record<string, string>>;
  /** The schema for the response's data. A response that does not match it is `failed`. */
  data: S;
  /** Maximum length of a response in characters. A longer one is not parsed. */
  mostLetters: number;
  timeoutMs: number;
};

type Open = { call: ShellFeature; mostLetters: number; settle(result: ShellResult<unknown>): void };
const open = new Map<string, Open>();

const results = ['done', 'denied', 'cancelled', 'failed'] as const;
const zAnswer = v.object({
  id: v.string(),
  result: v.fallback(v.picklist(results), 'failed'),
  data: v.optional(v.unknown()),
});

/**
 * Sends a call to the shell. The promise always resolves and never rejects. A second call of the
 * same kind cancels the first.
 */
export function callShell<S extends AnySchema>({
  call,
  input,
  data,
  mostLetters,
  timeoutMs,
}: ShellCall<S>): Promise<ShellResult<v.InferOutput<S>>> {
  if (!shellSupports(call)) return Promise.resolve({ kind: 'unsupported' });
  for (const openCall of open.values())
    if (openCall.call === call) openCall.settle({ kind: 'cancelled' });
  return new Promise((resolve) => {
    const id = new128Bits();
    const timer = setTimeout(() => settle({ kind: 'timedOut' }), timeoutMs);
    const settle = (result: ShellResult<unknown>) => {
      clearTimeout(timer);
      open.delete(id);
      resolve(checked(result, data));
    };
    open.set(id, { call, mostLetters, settle });
    try {
      send(JSON.stringify({ v: 1, id, call, input }));
    } catch {
      settle({ kind: 'failed' });
    }
  });
}

function checked<S extends AnySchema>(
  result: ShellResult<unknown>,
  schema: S,
): ShellResult<v.InferOutput<S>> {
  if (result.kind !== 'done') return result;
  const parsed = v.safeParse(schema, result.data);
  return parsed.success ? { kind: 'done', data: parsed.output } : { kind: 'failed' };
}

function send(request: string): void {
  const shell = window.SandaliShell;
  if (!shell?.postMessage) throw new Error('The shell takes no requests.');
  shell.onmessage = receive;
  shell.postMessage(request);
}

/**
 * Settles the call that a response belongs to, and ignores responses that match no open call. A
 * response that is too long for every open call is not parsed; because its id is unknown, all open
 * calls fail.
 */
function receive(event: { data: unknown }): void {
  const text: unknown = event?.data;
  if (typeof text !== 'string') return;
  if (text.length > Math.max(0, ...[...open.values()].map((openCall) => openCall.mostLetters))) {
    for (const openCall of open.values()) openCall.settle({ kind: 'failed' });
    return;
  }
  const answer = readAnswer(text);
  const openCall = answer && open.get(answer.id);
  if (!answer || !openCall) return;
  const { result, data } = answer;
  if (result !== 'done') openCall.settle({ kind: result });
  else
    openCall.settle(
      text.length > openCall.mostLetters ? { kind: 'failed' } : { kind: 'done', data },
    );
}

function readAnswer(text: string): v.InferOutput<typeof zAnswer> | null {
  try {
    const parsed = v.safeParse(zAnswer, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null; // not JSON, so it belongs to no call
  }
}

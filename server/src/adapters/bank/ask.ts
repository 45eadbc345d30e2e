// What the adapters of bank gateways share: one bounded call over HTTP, the reading of its answer
// by a schema, and the proof of a webhook.
import * as v from 'valibot';
import { textWithin } from '#/adapters/bounded-body.ts';
import { sameHash, sha256 } from '#/platform/seal.ts';

/** A complete answer, or the reason for its absence. */
export type Answer = { status: number; body: unknown } | { why: string };
export type Ask = (
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export type AskOptions = {
  /** Without a slash at the end. */
  baseUrl: string;
  /** The value of the header `authorization`. */
  authorization: string;
  /** How long one call may take, in ms of wall time. */
  timeoutMs: number;
  /** How much of an answer is read. */
  maxBytes: number;
  /** Makes the requests; the platform's own by default. */
  fetch?: typeof fetch;
};

/** Without a dot in front, so that an id in a path stays in its place. */
export const zId = v.pipe(v.string(), v.regex(/^[\w:-][\w.:-]{0,99}$/));
export const zWord = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
export const zCurrency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/));

/**
 * One authenticated call; POST when there is a body. Follows no redirect and reads no more than
 * `maxBytes`. Never throws.
 */
export function createAsk({
  baseUrl,
  authorization,
  timeoutMs,
  maxBytes,
  fetch = globalThis.fetch,
}: AskOptions): Ask {
  return async (path, body, headers = {}) => {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await textWithin(response, maxBytes);
      return text === null
        ? { why: 'the answer is too large' }
        : { status: response.status, body: JSON.parse(text) };
    } catch (error) {
      if (error instanceof SyntaxError) return { why: 'the answer is no JSON' };
      return {
        why:
          error instanceof Error && error.name === 'TimeoutError'
            ? 'no answer in time'
            : 'the connection failed',
      };
    }
  };
}

/** The body of an answer of this status, where it fits the schema; else null. */
export function read<S extends v.GenericSchema>(
  answer: Answer,
  status: number,
  schema: S,
): v.InferOutput<S> | null {
  if ('why' in answer || answer.status !== status) return null;
  const body = v.safeParse(schema, answer.body);
  return body.success ? body.output : null;
}

/** Why an answer says nothing that can be relied on, for operators. */
export function whyNot(answer: Answer): string {
  return 'why' in answer
    ? answer.why
    : `an answer of status ${answer.status} that says nothing certain`;
}

/**
 * Whether a webhook carries our token. Both are hashed first, so that the comparison takes as long
 * for every text of every length.
 */
export function carriesToken(headers: Headers, token: string): boolean {
  return sameHash(sha256(headers.get('x-callback-token') ?? ''), sha256(token));
}

/**
 * An identifier of a gateway's address and credentials: equal for equal ones, and nothing of the
 * secret can be derived from it.
 */
export function markOf(baseUrl: string, secret: string): string {
  return sha256(`${baseUrl} ${secret}`).toString('hex').slice(0, 32);
}

/** Parses JSON; null if the bytes are no JSON. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

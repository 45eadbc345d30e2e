// HTTP helpers for the bank adapters: bounded calls, validation of responses, and authentication of
// webhooks.
import * as v from 'valibot';
import { textWithin } from '#/adapters/bounded-body.ts';
import { sameHash, sha256 } from '#/platform/seal.ts';

/** A complete response, or the reason why there is none. */
export type Answer = { status: number; body: unknown } | { reason: string };
export type Ask = (
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export type AskOptions = {
  /** Without a trailing slash. */
  baseUrl: string;
  /** The value of the `authorization` header. */
  authorization: string;
  /** The timeout per call, in ms of wall time. */
  timeoutMs: number;
  /** The maximum size of a response. */
  maxBytes: number;
  fetch?: typeof fetch;
};

/** An id without a leading dot, because such a dot could change the path of a call. */
export const zId = v.pipe(v.string(), v.regex(/^[\w:-][\w.:-]{0,99}$/));
export const zWord = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
export const zCurrency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/));

/**
 * Returns a function that makes one authenticated call, which is a POST if it has a body. It does
 * not follow redirects, reads at most `maxBytes` and never throws.
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
        ? { reason: 'the answer is too large' }
        : { status: response.status, body: JSON.parse(text) };
    } catch (error) {
      if (error instanceof SyntaxError) return { reason: 'the answer is not JSON' };
      return {
        reason:
          error instanceof Error && error.name === 'TimeoutError'
            ? 'no answer in time'
            : 'the connection failed',
      };
    }
  };
}

/** Returns the body if the response has this status and matches the schema, otherwise null. */
export function read<S extends v.GenericSchema>(
  answer: Answer,
  status: number,
  schema: S,
): v.InferOutput<S> | null {
  if ('reason' in answer || answer.status !== status) return null;
  const body = v.safeParse(schema, answer.body);
  return body.success ? body.output : null;
}

/** Returns the reason why a response cannot be used, for operators. */
export function failureReason(answer: Answer): string {
  return 'reason' in answer
    ? answer.reason
    : `an answer of status ${answer.status} without a clear result`;
}

/**
 * Whether a webhook contains our token. Compares hashes, so that timing reveals nothing about the
 * token.
 */
export function carriesToken(headers: Headers, token: string): boolean {
  return sameHash(sha256(headers.get('x-callback-token') ?? ''), sha256(token));
}

/** Derives an id from a gateway's address and credentials, without revealing the secret. */
export function markOf(baseUrl: string, secret: string): string {
  return sha256(`${baseUrl} ${secret}`).toString('hex').slice(0, 32);
}

/** Parses JSON; returns null if the bytes are not JSON. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

// One form posted to an SMS gateway, or one question to it, and what came back, without ever
// throwing.
import { textWithin } from '#/adapters/bounded-body.ts';

/** A complete answer; or the failure, and whether the gateway may have seen the form. */
export type Posted = { status: number; body: unknown } | { why: string; isSeen: boolean };
/** Without a form it is a question (GET). */
export type Post = (
  path: string,
  form: Record<string, string> | null,
  headers?: Record<string, string>,
) => Promise<Posted>;

const maxBytes = 65_536;
/**
 * What fails before a byte of the form has left: nobody listens there, or nothing has that name.
 */
const neverReached = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/**
 * Posts forms under an address, and asks there. Follows no redirect, reads no more than 64 KiB, and
 * waits `timeoutMs` of wall time for the whole answer.
 */
export function createPost(baseUrl: string, timeoutMs: number): Post {
  return async (path, form, headers = {}) => {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: form ? 'POST' : 'GET',
        headers: { accept: 'application/json', ...headers },
        body: form && new URLSearchParams(form),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, body: jsonOf(await textWithin(response, maxBytes)) };
    } catch (error) {
      return whyNot(error);
    }
  };
}

/** The parsed body; undefined if it is no JSON, because a status alone may suffice. */
function jsonOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function whyNot(error: unknown): Posted {
  if (!(error instanceof Error)) return { why: 'the connection failed', isSeen: true };
  if (error.name === 'TimeoutError') return { why: 'no answer in time', isSeen: true };
  const { code } = (error.cause ?? {}) as { code?: unknown };
  const isSeen = typeof code !== 'string' || !neverReached.includes(code);
  return { why: isSeen ? 'the connection failed' : 'the gateway cannot be reached', isSeen };
}

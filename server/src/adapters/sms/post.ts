// Bounded HTTP calls to SMS gateways.
import { textWithin } from '#/adapters/bounded-body.ts';

/** A complete response, or a failure that states whether the gateway may have received the form. */
export type Posted = { status: number; body: unknown } | { reason: string; isSeen: boolean };
/** Posts a form, or makes a GET request if the form is null. */
export type Post = (
  path: string,
  form: Record<string, string> | null,
  headers?: Record<string, string>,
) => Promise<Posted>;

const maxBytes = 65_536;
/** Errors that occur before any byte of the form is sent. */
const neverReached = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/**
 * Returns a function that calls paths below `baseUrl`. It does not follow redirects, reads at most
 * 64 KiB within `timeoutMs` of wall time, and never throws.
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
      return failureOf(error);
    }
  };
}

/** Parses JSON. Returns undefined if the body is not JSON; the status alone may be enough. */
function jsonOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf(error: unknown): Posted {
  if (!(error instanceof Error)) return { reason: 'the connection failed', isSeen: true };
  if (error.name === 'TimeoutError') return { reason: 'no answer in time', isSeen: true };
  const { code } = (error.cause ?? {}) as { code?: unknown };
  const isSeen = typeof code !== 'string' || !neverReached.includes(code);
  return { reason: isSeen ? 'the connection failed' : 'the gateway cannot be reached', isSeen };
}

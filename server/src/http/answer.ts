// The shape of responses. The response to an opened call is sent in an envelope, with HTTP 200. A
// body that cannot be opened gets one of three plain responses of equal length.
import { codes, type RefusalName, successCode } from '@sandali/contract/codes.ts';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Opened, padded } from './envelope.ts';
import { callHeaders } from './headers.ts';

export type Body = { code: string; message: string; data: unknown };

export function successBody(data: unknown): Body {
  return { code: successCode, message: '', data };
}

export function refusalBody(name: RefusalName, message: string, data: unknown = null): Body {
  return { code: codes[name], message, data };
}

/** Returns a response without an envelope. */
export function plain(c: Context, status: ContentfulStatusCode, body: Body): Response {
  return c.body(JSON.stringify(body), status, callHeaders);
}

/** Returns a response that only the sender of the request can open. */
export function sealed(c: Context, opened: Opened, body: Body): Response {
  const { nonce, ct } = opened.answer(padded(JSON.stringify(body)));
  const envelope = { v: 1, nonce: nonce.toString('base64url'), ct: ct.toString('base64url') };
  return c.body(JSON.stringify(envelope), 200, callHeaders);
}

const unopenedBytes = 512;

export type Unopened = 'bodyUnreadable' | 'keyUnknown' | 'clockWrong';

/**
 * Returns the response to a body that could not be opened: unreadable, unknown key, or wrong clock
 * (with the server's time). All three have the same length.
 */
export function unopened(c: Context, name: Unopened, wallMs: number, message: string): Response {
  const data = name === 'clockWrong' ? { serverTimeMs: wallMs } : null;
  const whole = JSON.stringify(refusalBody(name, message, data));
  // A message that the lender has reworded may be too long.
  const text =
    Buffer.byteLength(whole) <= unopenedBytes ? whole : JSON.stringify(refusalBody(name, '', data));
  return c.body(text + ' '.repeat(unopenedBytes - Buffer.byteLength(text)), 400, callHeaders);
}

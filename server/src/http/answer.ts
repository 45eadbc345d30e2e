// How answers look: an opened call is answered inside the envelope with HTTP 200; what could not be
// opened gets one of three plain bodies of one length, so that nobody learns from it why.
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

/** A plain answer. Calls are never stored by anybody on the way. */
export function plain(c: Context, status: ContentfulStatusCode, body: Body): Response {
  return c.body(JSON.stringify(body), status, callHeaders);
}

/** An answer sealed to its asker. */
export function sealed(c: Context, opened: Opened, body: Body): Response {
  const { nonce, ct } = opened.answer(padded(JSON.stringify(body)));
  const envelope = { v: 1, nonce: nonce.toString('base64url'), ct: ct.toString('base64url') };
  return c.body(JSON.stringify(envelope), 200, callHeaders);
}

const unopenedBytes = 512;

export type Unopened = 'bodyUnreadable' | 'keyUnknown' | 'clockWrong';

/**
 * The three answers to a body that was not opened: bad, unknown key, stale (with the server's
 * time). All are of one length.
 */
export function unopened(c: Context, name: Unopened, wallMs: number, message: string): Response {
  const data = name === 'clockWrong' ? { serverTimeMs: wallMs } : null;
  const whole = JSON.stringify(refusalBody(name, message, data));
  // An operator's own text may be longer than there is room for.
  const text =
    Buffer.byteLength(whole) <= unopenedBytes ? whole : JSON.stringify(refusalBody(name, '', data));
  return c.body(text + ' '.repeat(unopenedBytes - Buffer.byteLength(text)), 400, callHeaders);
}

// The shape of a sealed body, and of its contents once it is opened.
import { zDeviceId, zRequestId } from '@sandali/contract/id.ts';
import * as v from 'valibot';
import type { CallHeaders } from './call-headers.ts';
import {
  associatedData,
  type Opened,
  open,
  rawRequestInfo,
  requestInfo,
  splitRaw,
} from './envelope.ts';
import { parseJson } from './json.ts';

const base64url = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/));
export const zEnvelope = v.strictObject({
  v: v.picklist([1, 2]),
  kid: v.pipe(v.string(), v.maxLength(40)),
  enc: base64url,
  ct: base64url,
});
export const zInside = v.strictObject({
  ts: v.number(),
  requestId: zRequestId,
  deviceId: zDeviceId,
  body: v.unknown(),
});
export type Inside = v.InferOutput<typeof zInside>;
type Envelope = v.InferOutput<typeof zEnvelope>;

/**
 * Decodes canonical base64url. Returns null if unused bits of the last character are set, so that
 * each envelope has exactly one encoding.
 */
export function decodeBase64url(text: string): Buffer | null {
  const last = text.slice(text.length - (text.length % 4));
  return Buffer.from(last, 'base64url').toString('base64url') === last
    ? Buffer.from(text, 'base64url')
    : null;
}

/**
 * Returns the contents of an opened plaintext. In version 2 the raw bytes become the body's
 * `bytes`, which its JSON must not contain.
 */
export function contentsOf(text: Buffer, version: 1 | 2): unknown {
  if (version === 1) return parseJson(text);
  const parts = splitRaw(text);
  const inside = parts && (parseJson(parts.json) as { body?: unknown } | null);
  const body = inside?.body;
  if (!body || typeof body !== 'object' || Array.isArray(body) || Object.hasOwn(body, 'bytes'))
    return null;
  return { ...inside, body: { ...body, bytes: parts?.raw } };
}

type Bound = { path: string; headers: CallHeaders };

export function tryOpen(
  key: Parameters<typeof open>[0],
  enc: Buffer,
  { v: version, ct }: Envelope,
  { path, headers }: Bound,
): Opened | null {
  if (enc.length !== 65) return null;
  const sealedBytes = decodeBase64url(ct);
  if (!sealedBytes || sealedBytes.length < 17) return null;
  const aad = associatedData({
    path,
    token: headers.token,
    terminal: headers.rawTerminal,
    locale: headers.rawLocale,
  });
  try {
    return open(key, version === 1 ? requestInfo : rawRequestInfo, enc, sealedBytes, aad);
  } catch {
    return null; // all cryptographic failures get the same response
  }
}

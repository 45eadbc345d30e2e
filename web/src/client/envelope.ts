// HPKE (RFC 9180) base mode, DHKEM(P-256, HKDF-SHA256) / HKDF-SHA256 / AES-128-GCM, with responses
// as in RFC 9458 (docs/integrators/protocol.md).
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { type KeyList, keyListText, zKeyList } from '@sandali/contract/init.ts';
import { safeParse } from 'valibot';
import { fromBase64url, toBase64url } from './base64.ts';

// The envelope's public keys are in the page or come from /galaxy/init. A key list is trusted only
// if it is signed by the root key built into this release.

export type EnvelopeKey = KeyList['keys'][number];

/**
 * Verifies the root key's signature on the list: ECDSA P-256 with SHA-256 in IEEE P1363 format,
 * over `keyListText`. `rootPublicKey` is SPKI DER in base64url.
 */
export async function verifySignature(list: KeyList, rootPublicKey: string): Promise<boolean> {
  if (!rootPublicKey) return false;
  try {
    const curve = { name: 'ECDSA', namedCurve: 'P-256' };
    const root = await crypto.subtle.importKey('spki', fromBase64url(rootPublicKey), curve, false, [
      'verify',
    ]);
    const text = new TextEncoder().encode(keyListText(list.keys));
    return await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      root,
      fromBase64url(list.signature),
      text,
    );
  } catch {
    return false;
  }
}

/** Returns the newest key that is valid at `wallMs` (milliseconds since 1970), or null. */
export function keyInForce(keys: readonly EnvelopeKey[], wallMs: number): EnvelopeKey | null {
  const inForce = keys.filter(
    (key) => Date.parse(key.from) <= wallMs && wallMs < Date.parse(key.until),
  );
  return inForce.sort((a, b) => Date.parse(b.from) - Date.parse(a.from))[0] ?? null;
}

/** Parses a key list and verifies its signature; returns null if either fails. */
export async function trustedList(raw: unknown, rootPublicKey: string): Promise<KeyList | null> {
  const parsed = safeParse(zKeyList, raw);
  return parsed.success && (await verifySignature(parsed.output, rootPublicKey))
    ? parsed.output
    : null;
}

/**
 * Returns the unverified key list in the page. Returns null if the page comes from the service
 * worker or a development server.
 */
export function listInPage(): unknown {
  try {
    return JSON.parse(document.getElementById('keys')?.textContent || 'null');
  } catch {
    return null;
  }
}

type Sender = Parameters<CipherSuite['createSenderContext']>[0];
const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
});
const bytes = (text: string) => new TextEncoder().encode(text);
const stepBytes = 256;

export type Bound = { path: string; token: string; terminalType: 'web' | 'native'; locale: string };
type SealedRequest = { v: 1 | 2; kid: string; enc: string; ct: string };
export type Sealed = { request: SealedRequest; open(answer: unknown): Promise<unknown> };

/**
 * Returns the associated data of the request body: method, path, SHA-256 of the token (which may be
 * empty), terminal type and language.
 */
export async function associatedData({
  path,
  token,
  terminalType,
  locale,
}: Bound): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes(token));
  return ['POST', path, toBase64url(hash), terminalType, locale].join('\n');
}

/**
 * Encodes JSON as UTF-8, padded with spaces to a multiple of 256 bytes so that the length reveals
 * little.
 */
export function padded(value: unknown): Uint8Array<ArrayBuffer> {
  const json = bytes(JSON.stringify(value));
  const paddedBytes = new Uint8Array(Math.ceil(json.length / stepBytes) * stepBytes).fill(0x20);
  paddedBytes.set(json);
  return paddedBytes;
}

/**
 * Seals a value for the key. If raw bytes are sent along, `withRaw` is the complete plaintext
 * (version 2). `open` decrypts the server's `{v, nonce, ct}` and throws on anything else. `ekm` is
 * only for test vectors; otherwise each message has a new key pair. Rejects a key that is not on
 * the curve.
 */
export async function seal(
  key: EnvelopeKey,
  bound: Bound,
  value: unknown,
  withRaw?: Uint8Array<ArrayBuffer> | null,
  ekm?: Sender['ekm'],
): Promise<Sealed> {
  const aad = bytes(await associatedData(bound));
  const v = withRaw ? 2 : 1;
  const recipientPublicKey = await suite.kem.importKey('jwk', key.jwk, true);
  const sender = await suite.createSenderContext({
    recipientPublicKey,
    info: bytes(`sandali request ${v}`),
    ...(ekm ? { ekm } : {}),
  });
  const enc = new Uint8Array(sender.enc);
  const ct = await sender.seal(withRaw ?? padded(value), aad);
  const request: SealedRequest = { v, kid: key.kid, enc: toBase64url(enc), ct: toBase64url(ct) };
  const open = async (answer: unknown) => {
    const { nonce, ct: sealed } = readAnswer(answer);
    const secret = await sender.export(bytes('sandali answer'), 16);
    const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
    const salt = new Uint8Array([...enc, ...nonce]);
    const derive = (info: string, length: number) =>
      crypto.subtle.deriveBits(
        { name: 'HKDF', hash: 'SHA-256', salt, info: bytes(info) },
        base,
        length * 8,
      );
    const opener = await crypto.subtle.importKey('raw', await derive('key', 16), 'AES-GCM', false, [
      'decrypt',
    ]);
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: await derive('nonce', 12) },
      opener,
      sealed,
    );
    return JSON.parse(new TextDecoder().decode(plain)) as unknown;
  };
  return { request, open };
}

function readAnswer(answer: unknown) {
  const { v, nonce, ct } = (answer ?? {}) as Partial<Record<'v' | 'nonce' | 'ct', unknown>>;
  if (v !== 1 || typeof nonce !== 'string' || typeof ct !== 'string')
    throw new Error('This is not a sealed answer.');
  return { nonce: fromBase64url(nonce), ct: fromBase64url(ct) };
}

// The envelope: HPKE base mode (RFC 9180) with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM,
// and responses as in RFC 9458. It hides bodies from proxies that terminate TLS; replay.ts refuses
// replays.
import * as crypto from 'node:crypto';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type KeyObject,
} from 'node:crypto';
import { randomBytes } from '#/platform/random.ts';

const suite = Buffer.concat([Buffer.from('HPKE'), Buffer.from([0, 0x10, 0, 1, 0, 1])]);
const empty = Buffer.alloc(0);

/**
 * The HPKE `info` of a request. Each envelope version has its own, so an envelope of one version
 * cannot be opened as another.
 */
export const requestInfo = Buffer.from('sandali request 1');
export const rawRequestInfo = Buffer.from('sandali request 2');
const answerContext = Buffer.from('sandali answer');

const extract = (salt: Uint8Array, secret: Uint8Array) =>
  createHmac('sha256', salt).update(secret).digest();
/** Computes HKDF-Expand for up to 32 bytes, one block of SHA-256. */
const expand = (key: Uint8Array, info: Uint8Array, length: number) =>
  createHmac('sha256', key)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length);
const labeledExtract = (salt: Uint8Array, label: string, secret: Uint8Array) =>
  extract(salt, Buffer.concat([Buffer.from('HPKE-v1'), suite, Buffer.from(label), secret]));
const labeledExpand = (key: Uint8Array, label: string, info: Uint8Array, length: number) =>
  expand(
    key,
    Buffer.concat([
      Buffer.from([length >> 8, length & 255]),
      Buffer.from('HPKE-v1'),
      suite,
      Buffer.from(label),
      info,
    ]),
    length,
  );

export type Opened = {
  text: Buffer;
  /** Seals the response for the request's sender alone. Only test vectors pass a nonce. */
  answer(plain: Uint8Array, nonce?: Buffer): { nonce: Buffer; ct: Buffer };
  /** Exports up to 32 bytes from the context (RFC 9180 §5.3). */
  export(context: Uint8Array, length: number): Buffer;
};

/**
 * Opens a sealed request. `enc` is an uncompressed P-256 point (65 bytes), `sealed` the ciphertext
 * with its tag.
 * @throws any cryptographic error; callers must return the same response for all errors
 */
export function open(
  key: KeyObject,
  info: Uint8Array,
  enc: Uint8Array,
  sealed: Uint8Array,
  aad: Uint8Array,
): Opened {
  const shared = crypto.decapsulate(key, enc);
  const context = Buffer.concat([
    Buffer.from([0]),
    labeledExtract(empty, 'psk_id_hash', empty),
    labeledExtract(empty, 'info_hash', info),
  ]);
  const secret = labeledExtract(shared, 'secret', empty);
  const exporter = labeledExpand(secret, 'exp', context, 32);
  const exported = (about: Uint8Array, length: number) =>
    labeledExpand(exporter, 'sec', about, length);
  const cipher = createDecipheriv(
    'aes-128-gcm',
    labeledExpand(secret, 'key', context, 16),
    labeledExpand(secret, 'base_nonce', context, 12),
  );
  cipher.setAAD(aad).setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return {
    text,
    export: exported,
    answer(plain, nonce = randomBytes(16)) {
      const key = extract(Buffer.concat([enc, nonce]), exported(answerContext, 16));
      const out = createCipheriv(
        'aes-128-gcm',
        expand(key, Buffer.from('key'), 16),
        expand(key, Buffer.from('nonce'), 12),
      );
      return { nonce, ct: Buffer.concat([out.update(plain), out.final(), out.getAuthTag()]) };
    },
  };
}

/**
 * Returns a request's associated data: method, path, hash of the token, terminal type and language
 * (docs/integrators/protocol.md).
 */
export function associatedData(parts: {
  path: string;
  token: string;
  terminal: string;
  locale: string;
}): Buffer {
  const tokenHash = createHash('sha256').update(parts.token).digest('base64url');
  return Buffer.from(['POST', parts.path, tokenHash, parts.terminal, parts.locale].join('\n'));
}

/**
 * Splits a version 2 plaintext, which consists of the JSON's length (four bytes, big-endian), the
 * JSON and raw bytes. Returns null if the length is missing or too large.
 */
export function splitRaw(text: Buffer): { json: Buffer; raw: Uint8Array } | null {
  if (text.length < 4) return null;
  const end = 4 + text.readUInt32BE(0);
  if (end > text.length) return null;
  // JSON would represent a Buffer as a list of numbers.
  return {
    json: text.subarray(4, end),
    raw: new Uint8Array(text.buffer, text.byteOffset + end, text.length - end),
  };
}

/** Pads JSON with spaces to a multiple of 256 bytes, so that its length reveals little. */
export function padded(json: string): Buffer {
  const plain = Buffer.from(json);
  return Buffer.concat([plain, Buffer.alloc((256 - (plain.length % 256)) % 256, 0x20)]);
}

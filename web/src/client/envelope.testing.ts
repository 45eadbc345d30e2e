// Server side of the envelope, for tests of the client: signs key lists, opens requests and seals
// responses with node:crypto alone.

import * as crypto from 'node:crypto';
import { type KeyList, keyListText } from '@sandali/contract/init.ts';

const { Buffer } = globalThis;
const suite = Buffer.concat([Buffer.from('HPKE'), Buffer.from([0, 0x10, 0, 1, 0, 1])]);
const hmac = (key: Uint8Array, ...parts: Uint8Array[]) =>
  crypto.createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const extract = (salt: Uint8Array, label: string, secret: Uint8Array) =>
  hmac(salt, Buffer.from('HPKE-v1'), suite, Buffer.from(label), secret);
const expand = (key: Uint8Array, label: string, info: Uint8Array, length: number) =>
  hmac(
    key,
    Buffer.from([0, length]),
    Buffer.from('HPKE-v1'),
    suite,
    Buffer.from(label),
    info,
    Buffer.from([1]),
  ).subarray(0, length);
const nothing = Buffer.alloc(0);

export type TestKey = {
  kid: string;
  pair: { publicKey: crypto.KeyObject; privateKey: crypto.KeyObject };
  listed: KeyList['keys'][number];
};

/**
 * Creates an envelope key that is valid from `fromMs` until `untilMs` (milliseconds since 1970).
 */
export function testKey(kid: string, fromMs: number, untilMs: number): TestKey {
  const pair = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
  const at = (ms: number) => new Date(ms).toISOString() as TestKey['listed']['from'];
  return {
    kid,
    pair,
    listed: { kid, jwk: { kty: 'EC', crv: 'P-256', x, y }, from: at(fromMs), until: at(untilMs) },
  };
}

export function testRoot() {
  const pair = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
  const list = (keys: KeyList['keys']): KeyList => {
    const signature = crypto.sign('sha256', Buffer.from(keyListText(keys)), {
      key: pair.privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return { keys, signature: signature.toString('base64url') };
  };
  return { publicKey, list };
}

/** Opens a sealed request. Throws if the key, the body or the associated data do not match. */
export function openRequest(
  key: TestKey,
  request: { v?: 1 | 2; enc: string; ct: string },
  aad: string,
) {
  const enc = Buffer.from(request.enc, 'base64url');
  const sealed = Buffer.from(request.ct, 'base64url');
  const shared = crypto.decapsulate(key.pair.privateKey, enc);
  const info = extract(nothing, 'info_hash', Buffer.from(`sandali request ${request.v ?? 1}`));
  const context = Buffer.concat([Buffer.from([0]), extract(nothing, 'psk_id_hash', nothing), info]);
  const secret = extract(shared, 'secret', nothing);
  const cipher = crypto.createDecipheriv(
    'aes-128-gcm',
    expand(secret, 'key', context, 16),
    expand(secret, 'base_nonce', context, 12),
  );
  cipher.setAAD(Buffer.from(aad)).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  const exported = expand(
    expand(secret, 'exp', context, 32),
    'sec',
    Buffer.from('sandali answer'),
    16,
  );
  const answer = (value: unknown) => {
    const nonce = crypto.randomBytes(16);
    const prk = hmac(Buffer.concat([enc, nonce]), exported);
    const derive = (about: string, length: number) =>
      hmac(prk, Buffer.from(about), Buffer.from([1])).subarray(0, length);
    const out = crypto.createCipheriv('aes-128-gcm', derive('key', 16), derive('nonce', 12));
    const ct = Buffer.concat([out.update(JSON.stringify(value)), out.final(), out.getAuthTag()]);
    return { v: 1, nonce: nonce.toString('base64url'), ct: ct.toString('base64url') };
  };
  const [start, end] = request.v === 2 ? [4, 4 + plain.readUInt32BE(0)] : [0, plain.length];
  return {
    plain,
    json: JSON.parse(plain.subarray(start, end).toString()) as Record<string, unknown>,
    raw: plain.subarray(end),
    answer,
  };
}

/**
 * Returns the associated data as docs/integrators/protocol.md defines it. Shares no code with the
 * client, so that each checks the other.
 */
export function aadOf(path: string, token: string, terminalType: string, locale: string): string {
  return `POST\n${path}\n${crypto.createHash('sha256').update(token).digest('base64url')}\n${terminalType}\n${locale}`;
}

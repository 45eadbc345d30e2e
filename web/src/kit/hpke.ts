// HPKE (RFC 9180), the sender's half of one message: base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, all of it WebCrypto's own.
// docs/decisions/0007 says why this is not a library; hpke.test.ts holds it against the RFC's vectors and against @hpke/core.

type Bytes = Uint8Array<ArrayBuffer>;
export type SealedOnce = {
  enc: Bytes;
  ct: Bytes /** At most 32 bytes (RFC 9180, 5.3). */;
  exportSecret(context: string, length: number): Promise<Bytes>;
};

const curve = { name: 'ECDH', namedCurve: 'P-256' };
const kemSuite = join('KEM', [0, 0x10]);
const suite = join('HPKE', [0, 0x10, 0, 1, 0, 1]);
const none = new Uint8Array();

/** A key pair that is good for one message. */
export const ephemeralPair = () => crypto.subtle.generateKey(curve, true, ['deriveBits']) as Promise<CryptoKeyPair>;

/**
 * Seals one message for the holder of the private half of `publicJwk`. The key and the nonce come from a pair made for this message alone, so no
 * nonce can be used twice. Rejects when the key is no point of the curve.
 */
export async function sealOnce(publicJwk: JsonWebKey, info: string, text: Bytes, aad: Bytes, pair = ephemeralPair()): Promise<SealedOnce> {
  const { publicKey, privateKey } = await pair;
  const theirs = await crypto.subtle.importKey('jwk', publicJwk, curve, true, []);
  const [enc, their] = await Promise.all([publicKey, theirs].map(async (key) => new Uint8Array(await crypto.subtle.exportKey('raw', key))));
  const dh = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 256);
  const shared = await expand(kemSuite, await extract(kemSuite, none, 'eae_prk', dh), 'shared_secret', join(enc, their), 32);

  const context = join([0], await extract(suite, none, 'psk_id_hash', none), await extract(suite, none, 'info_hash', join(info)));
  const secret = await extract(suite, shared, 'secret', none);
  const key = await crypto.subtle.importKey('raw', await expand(suite, secret, 'key', context, 16), 'AES-GCM', false, ['encrypt']);
  const iv = await expand(suite, secret, 'base_nonce', context, 12);
  const exporter = await expand(suite, secret, 'exp', context, 32);
  const ct = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: aad }, key, text);
  return {
    enc: enc as Bytes,
    ct: new Uint8Array(ct),
    exportSecret: (of, length) => expand(suite, exporter, 'sec', join(of), length),
  };
}

/** LabeledExtract (RFC 9180, 4). An empty salt is a block of zeros to HMAC, but WebCrypto takes no empty key. */
const extract = (of: Bytes, salt: Bytes, label: string, ikm: ArrayBuffer | Bytes) =>
  hmac(salt.length > 0 ? salt : new Uint8Array(32), join('HPKE-v1', of, label, ikm));

/** LabeledExpand (RFC 9180, 4) for lengths that one round of HKDF gives. */
const expand = async (of: Bytes, prk: Bytes, label: string, info: Bytes, length: number) =>
  (await hmac(prk, join([0, length], 'HPKE-v1', of, label, info, [1]))).slice(0, length);

async function hmac(raw: Bytes, data: Bytes): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, data));
}

function join(...parts: (string | number[] | ArrayBuffer | Uint8Array | undefined)[]): Bytes {
  return new Uint8Array(
    parts.flatMap((part) => [...(typeof part === 'string' ? new TextEncoder().encode(part) : new Uint8Array(part as ArrayBuffer))]),
  );
}

import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ephemeralPair, sealOnce } from './hpke.ts';

const text = (words: string) => new TextEncoder().encode(words);
const shown = (data: Uint8Array) => Buffer.from(data).toString('hex');
const curve = { name: 'ECDH', namedCurve: 'P-256' };

function jwkOf(point: string, secret?: string): JsonWebKey {
  const raw = Buffer.from(point, 'hex');
  const [x, y] = [raw.subarray(1, 33).toString('base64url'), raw.subarray(33).toString('base64url')];
  return { kty: 'EC', crv: 'P-256', x, y, ...(secret ? { d: Buffer.from(secret, 'hex').toString('base64url') } : {}) };
}

// RFC 9180, appendix A.3.1 (DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode), the first message.
const theirPoint =
  '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0';
const ownPoint =
  '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4';
const ownSecret = '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb';

test('RFC 9180 A.3.1: the ciphertext and the three exports', async () => {
  const pair = Promise.all([
    crypto.subtle.importKey('jwk', jwkOf(ownPoint), curve, true, []),
    crypto.subtle.importKey('jwk', jwkOf(ownPoint, ownSecret), curve, false, ['deriveBits']),
  ]).then(([publicKey, privateKey]) => ({ publicKey, privateKey }));
  const sealed = await sealOnce(jwkOf(theirPoint), 'Ode on a Grecian Urn', text('Beauty is truth, truth beauty'), text('Count-0'), pair);
  expect(shown(sealed.enc)).toBe(ownPoint);
  expect(shown(sealed.ct)).toBe('5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434');
  expect(shown(await sealed.exportSecret('', 32))).toBe('5e9bc3d236e1911d95e65b576a8a86d478fb827e8bdfe77b741b289890490d4d');
  expect(shown(await sealed.exportSecret('\0', 32))).toBe('6cff87658931bda83dc857e6353efe4987a201b849658d9b047aab4cf216e796');
  expect(shown(await sealed.exportSecret('TestContext', 32))).toBe('d8f1ea7942adbba7412c6d431c62d01371ea476b823eb697e1f6e6cae1dab85a');
});

test('@hpke/core opens whatever is sealed here, and exports the same', async () => {
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });
  const keys = await suite.kem.generateKeyPair();
  const jwk = await crypto.subtle.exportKey('jwk', keys.publicKey as CryptoKey);
  const bytes = fc.uint8Array({ maxLength: 700 }).map((some) => Uint8Array.from(some));
  await fc.assert(
    fc.asyncProperty(bytes, bytes, fc.string(), fc.string(), fc.integer({ min: 1, max: 32 }), async (plain, aad, info, context, length) => {
      const sealed = await sealOnce(jwk, info, plain, aad);
      const reader = await suite.createRecipientContext({ recipientKey: keys.privateKey, enc: sealed.enc, info: text(info) });
      expect(shown(new Uint8Array(await reader.open(sealed.ct, aad)))).toBe(shown(plain));
      expect(shown(await sealed.exportSecret(context, length))).toBe(shown(new Uint8Array(await reader.export(text(context), length))));
    }),
    { numRuns: 200 },
  );
});

test('two messages share nothing, and a key that is no point of the curve is refused', async () => {
  const { publicKey } = await ephemeralPair();
  const jwk = await crypto.subtle.exportKey('jwk', publicKey);
  const [one, other] = await Promise.all([sealOnce(jwk, 'i', text('same'), text('')), sealOnce(jwk, 'i', text('same'), text(''))]);
  expect(shown(one.enc)).not.toBe(shown(other.enc));
  expect(shown(one.ct)).not.toBe(shown(other.ct));
  await expect(sealOnce({ ...jwk, y: jwk.x as string }, 'i', text('same'), text(''))).rejects.toThrow();
});

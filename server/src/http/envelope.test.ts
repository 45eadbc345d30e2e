import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { expect, test } from 'vitest';
import { associatedData, open, padded } from './envelope.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

// RFC 9180, appendix A.3.1 (DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode).
test('the envelope reproduces the plaintext and exports from RFC 9180 A.3.1', () => {
  const pk = hex(
    '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
  );
  const d = hex('f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2');
  const x = pk.subarray(1, 33).toString('base64url');
  const y = pk.subarray(33).toString('base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x, y, d: d.toString('base64url') },
  });
  const enc = hex(
    '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
  );
  const ct = hex(
    '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
  );
  const opened = open(key, Buffer.from('Ode on a Grecian Urn'), enc, ct, Buffer.from('Count-0'));
  expect(opened.text.toString()).toBe('Beauty is truth, truth beauty');
  expect(opened.export(Buffer.alloc(0), 32).toString('hex')).toBe(
    '5e9bc3d236e1911d95e65b576a8a86d478fb827e8bdfe77b741b289890490d4d',
  );
  expect(opened.export(hex('00'), 32).toString('hex')).toBe(
    '6cff87658931bda83dc857e6353efe4987a201b849658d9b047aab4cf216e796',
  );
  expect(opened.export(Buffer.from('TestContext'), 32).toString('hex')).toBe(
    'd8f1ea7942adbba7412c6d431c62d01371ea476b823eb697e1f6e6cae1dab85a',
  );
});

test('opens a request sealed by another library only with the same associated data', async () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = createPublicKey(pair.privateKey).export({ format: 'jwk' });
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes128Gcm(),
  });
  const recipientPublicKey = await suite.kem.importKey('jwk', jwk as JsonWebKey, true);
  const sender = await suite.createSenderContext({ recipientPublicKey, info: Buffer.from('i') });
  const aad = associatedData({ path: '/galaxy/x', token: 't', terminal: 'web', locale: 'en' });
  const ct = Buffer.from(await sender.seal(Buffer.from('hello'), aad));
  const enc = Buffer.from(sender.enc);
  expect(open(pair.privateKey, Buffer.from('i'), enc, ct, aad).text.toString()).toBe('hello');
  const others = [
    { path: '/galaxy/y', token: 't', terminal: 'web', locale: 'en' },
    { path: '/galaxy/x', token: 'u', terminal: 'web', locale: 'en' },
    { path: '/galaxy/x', token: 't', terminal: 'native', locale: 'en' },
    { path: '/galaxy/x', token: 't', terminal: 'web', locale: 'fil' },
  ];
  for (const otherBound of others)
    expect(() =>
      open(pair.privateKey, Buffer.from('i'), enc, ct, associatedData(otherBound)),
    ).toThrow();
});

test('pads the JSON of responses to multiples of 256 bytes', () => {
  expect(padded('{"a":1}')).toHaveLength(256);
  expect(padded('x'.repeat(257))).toHaveLength(512);
  expect(JSON.parse(padded('{"a":1}').toString())).toEqual({ a: 1 });
});

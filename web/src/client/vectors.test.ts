// Checks the browser's side of the envelope against docs/integrators/protocol-vectors.json.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { fromBase64url, toBase64url } from './base64.ts';
import { associatedData, padded, seal, trustedList, verifySignature } from './envelope.ts';
import { appendRaw } from './upload.ts';

type Jwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string };
type Vector = {
  name: string;
  recipientKey: Jwk & { kid: string };
  ephemeralKey: Jwk;
  bound: { path: string; token: string; terminal: 'web' | 'native'; locale: string };
  associatedData: string;
  /** Version 1 has `plaintext`. Version 2 has `plainbytes`, which consists of `json` and `raw`. */
  plaintext?: string;
  plainbytes?: string;
  json?: string;
  raw?: string;
  request: object;
  answer: { plaintext: string; sealed: object };
};
const file = path.join(import.meta.dirname, '../../../docs/integrators/protocol-vectors.json');
const { keyList, vectors } = JSON.parse(fs.readFileSync(file, 'utf8'));

test.each(vectors as Vector[])(
  '$name: seals the same request, and opens the response',
  async (vector) => {
    const { kid, d: _, ...jwk } = vector.recipientKey;
    const { d: __, ...publicJwk } = vector.ephemeralKey;
    const curve = { name: 'ECDH', namedCurve: 'P-256' };
    const [publicKey, privateKey] = await Promise.all([
      crypto.subtle.importKey('jwk', publicJwk, curve, true, []),
      crypto.subtle.importKey('jwk', vector.ephemeralKey, curve, true, ['deriveBits']),
    ]);
    const { terminal, ...rest } = vector.bound;
    const bound = { ...rest, terminalType: terminal };
    const inside = JSON.parse(vector.json ?? vector.plaintext ?? '');
    const raw = vector.raw === undefined ? null : fromBase64url(vector.raw);
    expect(await associatedData(bound)).toBe(vector.associatedData);
    if (raw) expect(toBase64url(appendRaw(inside, raw))).toBe(vector.plainbytes);
    else expect(new TextDecoder().decode(padded(inside))).toBe(vector.plaintext);
    const listed = { kid, jwk, from: keyList.list.keys[0].from, until: keyList.list.keys[0].until };
    const sealed = await seal(listed, bound, inside, raw && appendRaw(inside, raw), {
      publicKey,
      privateKey,
    });
    expect(sealed.request).toEqual(vector.request);
    expect(await sealed.open(vector.answer.sealed)).toEqual(JSON.parse(vector.answer.plaintext));
  },
);

test('trusts the key list in the test vectors only with its own root key', async () => {
  expect(await trustedList(keyList.list, keyList.rootPublicKey)).toEqual(keyList.list);
  expect(
    await verifySignature(
      { ...keyList.list, keys: [...keyList.list.keys].reverse() },
      keyList.rootPublicKey,
    ),
  ).toBe(false);
});

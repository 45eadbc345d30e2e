import { expect, test } from 'vitest';
import { aadOf, openRequest, testKey, testRoot } from './envelope.testing.ts';
import { keyInForce, padded, seal, trustedList, verifySignature } from './envelope.ts';
import { appendRaw } from './upload.ts';

const day = 86_400_000;
const bound = {
  path: '/galaxy/loan/apply',
  token: 'a token',
  terminalType: 'web',
  locale: 'fil',
} as const;
const aad = aadOf(bound.path, bound.token, bound.terminalType, bound.locale);

test('the server opens a sealed request, and the client opens the sealed response', async () => {
  const key = testKey('k1', 0, day);
  const sealed = await seal(key.listed, bound, { body: { amount: 'ñ ₱' } });
  expect(sealed.request).toMatchObject({ v: 1, kid: 'k1' });
  const opened = openRequest(key, sealed.request, aad);
  expect(opened.json).toEqual({ body: { amount: 'ñ ₱' } });
  expect(opened.plain.length % 256).toBe(0);
  expect(await sealed.open(opened.answer({ code: '0000', data: [1] }))).toEqual({
    code: '0000',
    data: [1],
  });
});

test('sends raw bytes beside the JSON, so that they are base64-encoded only once', async () => {
  const key = testKey('k1', 0, day);
  const raw = Uint8Array.from({ length: 250_000 }, (_, nth) => (nth * 7) % 251);
  const inside = { body: { purpose: 'selfie', amount: 'ñ ₱' } };
  const sealed = await seal(key.listed, bound, inside, appendRaw(inside, raw));
  expect(sealed.request).toMatchObject({ v: 2, kid: 'k1' });
  const opened = openRequest(key, sealed.request, aad);
  expect(opened.json).toEqual({ body: { purpose: 'selfie', amount: 'ñ ₱' } });
  expect(Buffer.compare(opened.raw, raw)).toBe(0);
  expect(opened.plain.length % 256).toBe(0);
  expect(JSON.stringify(sealed.request).length / raw.length).toBeLessThan(1.34);
  expect(() => openRequest(key, { ...sealed.request, v: 1 }, aad)).toThrow();
  expect(await sealed.open(opened.answer({ code: '0000' }))).toEqual({ code: '0000' });
});

test.each([
  ['path', aadOf('/galaxy/loan/other', bound.token, 'web', 'fil')],
  ['token', aadOf(bound.path, '', 'web', 'fil')],
  ['terminal type', aadOf(bound.path, bound.token, 'native', 'fil')],
  ['language', aadOf(bound.path, bound.token, 'web', 'en')],
])('does not open a body sealed with a different %s', async (_, other) => {
  const key = testKey('k1', 0, day);
  const sealed = await seal(key.listed, bound, {});
  expect(() => openRequest(key, sealed.request, other)).toThrow();
});

test('rejects a response that is changed, malformed or for another request', async () => {
  const key = testKey('k1', 0, day);
  const [mine, other] = [await seal(key.listed, bound, {}), await seal(key.listed, bound, {})];
  const answer = openRequest(key, other.request, aad).answer({ code: '0000' });
  await expect(mine.open(answer)).rejects.toThrow();
  await expect(
    other.open({ ...answer, ct: (answer.ct.startsWith('A') ? 'B' : 'A') + answer.ct.slice(1) }),
  ).rejects.toThrow();
  for (const nothing of [
    null,
    'x',
    {},
    { v: 2, nonce: 'AA', ct: 'AA' },
    { v: 1, nonce: '+', ct: 'AA' },
  ])
    await expect(other.open(nothing)).rejects.toThrow();
});

test.each([
  [0, 256],
  [245, 256],
  [246, 512],
])('pads a body of %i letters to %i bytes', (letters, bytes) => {
  const text = padded({ body: 'x'.repeat(letters) });
  expect(JSON.parse(new TextDecoder().decode(text))).toEqual({ body: 'x'.repeat(letters) });
  expect(text.length).toBe(bytes);
});

test('trusts a key list only if the root key signed it', async () => {
  const root = testRoot();
  const list = root.list([testKey('k1', 0, day).listed, testKey('k2', 0, day).listed]);
  expect(await verifySignature(list, root.publicKey)).toBe(true);
  expect(await trustedList(JSON.parse(JSON.stringify(list)), root.publicKey)).toEqual(list);
  expect(await verifySignature(list, testRoot().publicKey)).toBe(false);
  expect(await verifySignature(list, '')).toBe(false);
  expect(await verifySignature({ ...list, keys: list.keys.slice(1) }, root.publicKey)).toBe(false);
  expect(await verifySignature({ ...list, signature: 'AAAA' }, root.publicKey)).toBe(false);
  for (const broken of [null, [], { keys: [] }, { keys: [{ kid: 'x' }], signature: '' }])
    expect(await trustedList(broken, root.publicKey)).toBeNull();
});

test('picks the newest valid key', () => {
  const keys = [
    testKey('old', 0, 2 * day),
    testKey('new', day, 3 * day),
    testKey('next', 2 * day, 4 * day),
  ].map((key) => key.listed);
  expect(keyInForce(keys, day - 1)?.kid).toBe('old');
  expect(keyInForce(keys, day)?.kid).toBe('new');
  expect(keyInForce(keys, 4 * day - 1)?.kid).toBe('next');
  expect(keyInForce(keys, 4 * day)).toBeNull();
});

test('each sealed message has new keys, and a key off the curve is rejected', async () => {
  const key = testKey('k1', 0, day).listed;
  const [first, second] = await Promise.all([seal(key, bound, 'same'), seal(key, bound, 'same')]);
  expect(first.request.enc).not.toBe(second.request.enc);
  expect(first.request.ct).not.toBe(second.request.ct);
  await expect(
    seal({ ...key, jwk: { ...key.jwk, y: key.jwk.x } }, bound, 'same'),
  ).rejects.toThrow();
});

import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealer, type MasterKeys } from './seal.ts';

const sealer = createSealer(createSecretKey(Buffer.alloc(32, 7)));
const otherSealer = createSealer(createSecretKey(Buffer.alloc(32, 8)));

test('a sealed value opens only with its purpose, row and key', () => {
  const sealed = sealer.seal('accountNumber', 'a', '09171234567');
  expect(sealer.open('accountNumber', 'a', sealed)).toBe('09171234567');
  expect(sealer.seal('accountNumber', 'a', '09171234567').equals(sealed)).toBe(false);
  expect([...sealed.subarray(0, 2)]).toEqual([2, 1]);
  expect(() => sealer.open('accountNumber', 'b', sealed)).toThrow();
  expect(() => sealer.open('ownerName', 'a', sealed)).toThrow();
  expect(() => otherSealer.open('accountNumber', 'a', sealed)).toThrow();
});

test('sealing deflates a long text and authenticates the layout', () => {
  const words = 'Ang hiniram na ₱1,000.00 ay babayaran sa Disyembre 11, 2026. '.repeat(100);
  const sealed = sealer.seal('signed text', 'a', words);
  expect([...sealed.subarray(0, 2)]).toEqual([3, 1]);
  expect(sealed.length).toBeLessThan(300);
  expect(sealer.open('signed text', 'a', sealed)).toBe(words);
  const plain = sealer.seal('signed text', 'a', words.slice(0, 100));
  for (const [bytes, layout] of [
    [sealed, 2],
    [plain, 3],
  ] as const)
    expect(() =>
      sealer.open('signed text', 'a', Buffer.concat([Buffer.from([layout]), bytes.subarray(1)])),
    ).toThrow('authenticate');
});

test('opening a sealed value refuses a changed byte and names an unknown layout or key', () => {
  const sealed = sealer.seal('phone', 'a', '+639171234567');
  for (let place = 2; place < sealed.length; place += 1) {
    const altered = Buffer.from(sealed);
    altered[place] = (altered[place] ?? 0) ^ 1;
    expect(() => sealer.open('phone', 'a', altered)).toThrow();
  }
  for (const [head, words] of [
    [[1, 1], 'A sealed phone of unknown layout 1.'],
    [[2, 2], 'A sealed phone of unknown key 2.'],
  ] as const) {
    const altered = Buffer.concat([Buffer.from(head), sealed.subarray(2)]);
    expect(() => sealer.open('phone', 'a', altered)).toThrow(words);
  }
});

test('quotes in a row id cannot make a sealed value open in another row', () => {
  const sealed = sealer.seal('phone', 'a","b', 'x');
  expect(() => sealer.open('phone', 'a', sealed)).toThrow();
  expect(sealer.open('phone', 'a","b', sealed)).toBe('x');
});

test('a signature verifies only with its purpose, text and key, even after a restart', () => {
  const signature = sealer.sign('paper', 'a receipt');
  expect([
    signature.length,
    createSealer(createSecretKey(Buffer.alloc(32, 7)))
      .sign('paper', 'a receipt')
      .equals(signature),
  ]).toEqual([64, true]);
  expect(sealer.isSigned('paper', 'a receipt', signature)).toBe(true);
  expect(sealer.isSigned('paper', 'a receipt.', signature)).toBe(false);
  expect(sealer.isSigned('letter', 'a receipt', signature)).toBe(false);
  expect(otherSealer.isSigned('paper', 'a receipt', signature)).toBe(false);
  expect(sealer.isSigned('paper', 'a receipt', signature.subarray(1))).toBe(false);
});

test('resealing changes the key of a value and keeps layout, nonce and content', () => {
  const [first, second] = [7, 9].map((byte) => createSecretKey(Buffer.alloc(32, byte)));
  if (!first || !second) throw new Error('two keys');
  const byVersion = new Map([
    [1, first],
    [2, second],
  ]);
  const keys: MasterKeys = { byVersion, sealsWith: 1, hashKey: first };
  const both = createSealer(keys);
  const words = 'Ang hiniram na ₱1,000.00 ay babayaran sa Disyembre 11, 2026. '.repeat(100);
  const old = both.seal('signed text', 'a', words);
  keys.sealsWith = 2;
  const resealed = both.reseal('signed text', 'a', old);
  expect([...resealed.subarray(0, 2)]).toEqual([3, 2]);
  expect(resealed.subarray(2, 14)).toEqual(old.subarray(2, 14));
  expect(resealed.length).toBe(old.length);
  expect(both.reseal('signed text', 'a', resealed)).toEqual(resealed);
  for (const value of [old, resealed]) expect(both.open('signed text', 'a', value)).toBe(words);
  expect(both.seal('phone', 'a', 'x')[1]).toBe(2);
  expect(() => both.reseal('signed text', 'b', old)).toThrow();
  const onlySecond = createSealer({
    byVersion: new Map([[2, second]]),
    sealsWith: 2,
    hashKey: first,
  });
  expect(onlySecond.open('signed text', 'a', resealed)).toBe(words);
  expect(() => onlySecond.open('signed text', 'a', old)).toThrow('unknown key 1');
  expect(onlySecond.hash('phone', 'x')).toEqual(sealer.hash('phone', 'x'));
});

import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealer } from './seal.ts';

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
  for (const head of [
    [1, 1],
    [2, 2],
  ]) {
    const altered = Buffer.concat([Buffer.from(head), sealed.subarray(2)]);
    expect(() => sealer.open('phone', 'a', altered)).toThrow('A sealed phone of unknown layout');
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

import { expect, test } from 'vitest';
import { createGate } from './gate.ts';
import { hashPassword, isPassword } from './password.ts';

test('a password is known by its hash, which is salted and costs what it should', async () => {
  const [one, two] = [await hashPassword('tubig sa dagat', 'full'), await hashPassword('tubig sa dagat', 'full')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await isPassword('tubig sa dagat', one)).toBe(true);
  expect(await isPassword('tubig sa ilog', one)).toBe(false);
  expect(await isPassword('tubig sa dagat', null)).toBe(false);
});

test('a gate lets in as many as it is wide, in the order in which they came, and refuses those for whom there is no place to wait', async () => {
  const gate = createGate(2, 3);
  const [begun, ends]: [number[], (() => void)[]] = [[], []];
  const work = (n: number) =>
    gate(async () => {
      begun.push(n);
      await new Promise<void>((end) => ends.push(end));
      if (n === 1) throw new Error('broken');
      return n;
    });
  const works = Array.from({ length: 7 }, (_, n) => work(n).catch((error: Error) => error.message));
  expect(await works[5]).toBe('systemBusy');
  expect(await works[6]).toBe('systemBusy');
  expect(begun).toEqual([0, 1]);
  for (let n = 0; n < 5; n += 1) {
    await expect.poll(() => ends[n]).toBeDefined();
    ends[n]?.();
  }
  expect(await Promise.all(works.slice(0, 5))).toEqual([0, 'broken', 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  const after = work(9);
  await expect.poll(() => ends[5]).toBeDefined();
  ends[5]?.();
  expect(await after).toBe(9);
});

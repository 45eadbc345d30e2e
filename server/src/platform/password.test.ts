import { describe, expect, test } from 'vitest';
import { createFairGate, createGate } from './gate.ts';
import { hashPassword, matchesPassword } from './password.ts';

const turn = { lane: 'stranger', key: '203.0.113.5' } as const;

test('verifies a password against its salted hash of the required cost', async () => {
  const [first, second] = [
    await hashPassword('tubig sa dagat', 'full', turn),
    await hashPassword('tubig sa dagat', 'full', turn),
  ];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await matchesPassword('tubig sa dagat', first, turn)).toBe(true);
  expect(await matchesPassword('tubig sa ilog', first, turn)).toBe(false);
  expect(await matchesPassword('tubig sa dagat', null, turn)).toBe(false);
});

test('a gate runs jobs in order up to its width and refuses jobs beyond its queue', async () => {
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

describe('a fair gate', () => {
  /** Creates a fair gate whose jobs wait until the test ends them, and records their order. */
  function controlledGate(limits: Parameters<typeof createFairGate>[0]) {
    const gate = createFairGate<'owner' | 'stranger'>(limits);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (lane: 'owner' | 'stranger', key: string) =>
      gate({ lane, key }, async () => {
        begun.push(key);
        await new Promise<void>((end) => ends.push(end));
      }).then(
        () => 'done',
        (error: Error) => error.message,
      );
    const endNext = async () => {
      while (ends.length === 0) await new Promise(setImmediate);
      ends.shift()?.();
    };
    return { ask, begun, endNext };
  }

  test('a fair gate admits an owner after one job, however many strangers wait', async () => {
    const { ask, begun, endNext } = controlledGate({
      width: 1,
      waitingOfOne: 50,
      waitingOfLane: 500,
    });
    const flood = Array.from({ length: 200 }, (_, nth) => ask('stranger', `network ${nth % 5}`));
    const owner = ask('owner', 'phone');
    await endNext();
    await endNext();
    expect(await owner).toBe('done');
    expect(begun.slice(0, 2)).toEqual(['network 0', 'phone']);
    for (let nth = 1; nth < 200; nth += 1) await endNext();
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['done']));
  });

  test('a fair gate lets the clients of one lane take turns', async () => {
    const { ask, begun, endNext } = controlledGate({
      width: 1,
      waitingOfOne: 50,
      waitingOfLane: 500,
    });
    const works = ['a', 'a', 'a', 'b', 'b', 'c'].map((key) => ask('stranger', key));
    for (const _ of works) await endNext();
    await Promise.all(works);
    expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
  });

  test('a fair gate refuses one client’s flood but queues another client in its lane', async () => {
    const { ask, endNext } = controlledGate({ width: 1, waitingOfOne: 2, waitingOfLane: 4 });
    const works = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map((key) => ask('stranger', key));
    expect([await works[3], await works[6]]).toEqual(['systemBusy', 'systemBusy']);
    for (let nth = 0; nth < 5; nth += 1) await endNext();
    expect(await Promise.all(works)).toEqual([
      'done',
      'done',
      'done',
      'systemBusy',
      'done',
      'done',
      'systemBusy',
    ]);
  });
});

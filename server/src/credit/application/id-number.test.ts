// Tests the daily limit on ID numbers, and the last valid day of an ID.
import { identitySave } from '@sandali/contract/credit.ts';
import { asDay } from '@sandali/contract/day.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { creditTestContext } from '#/credit/testing.ts';
import { manilaDayOf } from '#/platform/days.ts';

const { ask, person, fill, identity, submitted, clocks } = await creditTestContext();

slow('compares at most five ID numbers a day to prevent probing', async () => {
  const [anna, ben] = [await person(), await person()];
  await submitted(anna, { identity: { idNumber: 'qk7654321' } });
  await fill(ben);
  const mine = await identity(ben, {});
  const resultOf = async (idNumber: string) =>
    (await ask(ben, identitySave, { ...mine, idNumber })).name;
  const names = await Promise.all(Array.from({ length: 8 }, () => resultOf('QK7654321')));
  expect(names.filter((name) => name === 'idNumberTaken')).toHaveLength(5);
  expect(names.filter((name) => name === 'tooManyRequests')).toHaveLength(3);
  expect(await resultOf('MALAYA4321')).toBe('tooManyRequests');
  clocks.addMs(24 * 60 * 60_000);
  expect(await resultOf('MALAYA4321')).toBe('success');
});

test('accepts an ID through its last valid day', async () => {
  const anna = await person();
  await fill(anna);
  const today = manilaDayOf(clocks.now());
  const resultOf = async (day: Temporal.PlainDate) =>
    (await ask(anna, identitySave, await identity(anna, { idExpiresOn: asDay(day.toString()) })))
      .name;
  expect(await resultOf(today.subtract({ days: 1 }))).toBe('idExpired');
  expect(await resultOf(today)).toBe('success');
});

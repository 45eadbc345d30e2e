// Who has an ID number, how often that may be asked, and until when an ID counts.
import { identitySave } from '@sandali/contract/credit.ts';
import { asDay } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { creditTestContext } from '#/credit/testing.ts';
import { manilaDayOf } from '#/platform/days.ts';

const { ask, person, fill, identity, submitted, clocks } = await creditTestContext();

test('ID numbers are compared with those of others five times a day, also at once, so that nobody can ask who is a customer', async () => {
  const [anna, ben] = [await person(), await person()];
  await submitted(anna, { identity: { idNumber: 'qk7654321' } });
  await fill(ben);
  const mine = await identity(ben, {});
  const tried = async (idNumber: string) =>
    (await ask(ben, identitySave, { ...mine, idNumber })).name;
  const names = await Promise.all(Array.from({ length: 8 }, () => tried('QK7654321')));
  expect(names.filter((name) => name === 'idNumberTaken')).toHaveLength(5);
  expect(names.filter((name) => name === 'tooManyRequests')).toHaveLength(3);
  expect(await tried('MALAYA4321')).toBe('tooManyRequests');
  clocks.addMs(24 * 60 * 60_000);
  expect(await tried('MALAYA4321')).toBe('success');
});

test('an ID whose last day is over is refused at once; one that ends today still counts', async () => {
  const anna = await person();
  await fill(anna);
  const today = manilaDayOf(clocks.now());
  const asked = async (day: Temporal.PlainDate) =>
    (await ask(anna, identitySave, await identity(anna, { idExpiresOn: asDay(day.toString()) })))
      .name;
  expect(await asked(today.subtract({ days: 1 }))).toBe('idExpired');
  expect(await asked(today)).toBe('success');
});

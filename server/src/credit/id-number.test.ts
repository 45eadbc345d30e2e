// Who has an ID number, and how often that may be asked.
import { identitySave } from '@sandali/contract/credit.ts';
import { expect, test } from 'vitest';
import { creditHouse } from './testing.ts';

const { ask, person, fill, identity, submitted, clocks } = await creditHouse();

test('ID numbers are compared with those of others five times a day, also at once, so that nobody can ask who is a customer', async () => {
  const [anna, ben] = [await person(), await person()];
  await submitted(anna, { identity: { idNumber: 'qk7654321' } });
  await fill(ben);
  const mine = await identity(ben, {});
  const tried = async (idNumber: string) => (await ask(ben, identitySave, { ...mine, idNumber })).name;
  const names = await Promise.all(Array.from({ length: 8 }, () => tried('QK7654321')));
  expect(names.filter((name) => name === 'idNumberTaken')).toHaveLength(5);
  expect(names.filter((name) => name === 'tooManyRequests')).toHaveLength(3);
  expect(await tried('MALAYA4321')).toBe('tooManyRequests');
  clocks.addMs(24 * 60 * 60_000);
  expect(await tried('MALAYA4321')).toBe('success');
});

import { feedbackSubmit } from '@sandali/contract/home.ts';
import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { type AdviceForm, clampAmount, cutComment, digitsOf, emptyAdvice, readAdvice, tidyComment } from './advice.ts';

const userGid = '01970000-0000-7000-8000-000000000000';

test('the wanted amount keeps digits only', () => {
  expect([digitsOf('₱30,000.5 pesos'), digitsOf('abc'), digitsOf('0042')]).toEqual(['300005', '', '42']);
});

test.each([
  ['', ''],
  ['1', '1000'],
  ['999', '1000'],
  ['1000', '1000'],
  ['30000', '30000'],
  ['50000', '50000'],
  ['50001', '50000'],
  ['999999999', '50000'],
])('an amount of %o is brought to %o', (typed, clamped) => {
  expect(clampAmount(typed)).toBe(clamped);
});

test('a comment is trimmed to one line of at most 120 code points', () => {
  expect(tidyComment('  Sahod ko\n ay\u200b sa ika-30.  ')).toBe('Sahod ko ay sa ika-30.');
  expect([...cutComment('😀'.repeat(130))]).toHaveLength(120);
  expect(tidyComment(` \n\t\u200d `)).toBe('');
});

test.each<[Partial<AdviceForm>, object]>([
  [{}, { missing: 'type' }],
  [{ type: 1 }, { missing: 'amount' }],
  [{ type: 1, amount: '7' }, { advice: { type: 1, describe: '1000' } }],
  [{ type: 2, amount: '30000' }, { missing: 'termDays' }],
  [{ type: 2, termDays: '24' }, { advice: { type: 2, describe: '24' } }],
  [{ type: 3, comment: 'x' }, { advice: { type: 3, describe: '' } }],
  [{ type: 6, comment: '   ' }, { missing: 'comment' }],
  [{ type: 6, comment: ' mahal ' }, { advice: { type: 6, describe: 'mahal' } }],
  [{ type: 6, comment: `❤️${'👨‍👩‍👧'.repeat(60)}` }, { advice: { type: 6 } }],
])('%o is read as %o, in a shape that the server takes', (form, read) => {
  const found = readAdvice({ ...emptyAdvice, ...form }, userGid);
  expect(found).toMatchObject(read);
  if ('advice' in found) expect(safeParse(feedbackSubmit.request, found.advice).success).toBe(true);
});

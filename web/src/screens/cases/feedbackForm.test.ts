import { feedbackSubmit } from '@sandali/contract/home.ts';
import type { UserGid } from '@sandali/contract/id.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Values } from '#/client/useForm.tsx';
import { clampAmount, cleanComment, cutComment, digitsOf, emptyFeedback, type FeedbackField, feedbackForm } from './feedbackForm.ts';

const userGid = '01970000-0000-7000-8000-000000000000' as UserGid;

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
  expect(cleanComment('  Sahod ko\n ay\u200b sa ika-30.  ')).toBe('Sahod ko ay sa ika-30.');
  expect([...cutComment('😀'.repeat(130))]).toHaveLength(120);
  expect(cleanComment(` \n\t\u200d `)).toBe('');
});

test.each<[Partial<Values<FeedbackField>>, object]>([
  [{}, { type: 'cases.feedback.why' }],
  [{ type: '1' }, { amount: 'cases.feedback.amountMissing' }],
  [
    { type: '1', amount: '7' },
    { type: 1, describe: '1000' },
  ],
  [{ type: '2', amount: '30000' }, { termDays: 'cases.feedback.termMissing' }],
  [
    { type: '2', termDays: '24' },
    { type: 2, describe: '24' },
  ],
  [
    { type: '3', comment: 'x' },
    { type: 3, describe: '' },
  ],
  [{ type: '6', comment: '   ' }, { comment: 'cases.feedback.commentMissing' }],
  [
    { type: '6', comment: ' mahal ' },
    { type: 6, describe: 'mahal' },
  ],
  [{ type: '6', comment: `❤️${'👨‍👩‍👧'.repeat(60)}` }, { type: 6 }],
])('%o is read as %o, in a shape that the server takes', (form, wanted) => {
  const read = v.safeParse(feedbackForm(userGid), { ...emptyFeedback, ...form });
  if (!read.success) expect(read.issues.map(({ path, message }) => [path?.[0]?.key, message])).toEqual(Object.entries(wanted));
  else {
    expect(read.output).toMatchObject(wanted);
    expect(v.safeParse(feedbackSubmit.request, read.output).success).toBe(true);
  }
});

import { feedbackSubmit } from '@sandali/contract/home.ts';
import type { UserGid } from '@sandali/contract/id.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Values } from '#/client/useForm.tsx';
import {
  clampAmount,
  digitsOf,
  emptyFeedback,
  type FeedbackField,
  feedbackForm,
} from './feedbackForm.ts';

const userGid = '01970000-0000-7000-8000-000000000000' as UserGid;

test('feedback parses a typed amount into whole pesos, whatever its format', () => {
  expect([digitsOf('₱30,000 pesos'), digitsOf('abc'), digitsOf('0042')]).toEqual([
    '30000',
    '',
    '42',
  ]);
  expect([digitsOf('600.00'), digitsOf('₱1,500.50'), digitsOf('1 000')]).toEqual([
    '600',
    '1500',
    '1000',
  ]);
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
  ['1'.repeat(40), '50000'],
])('feedback clamps a wanted amount of %o to %o', (typed, clamped) => {
  expect(clampAmount(typed)).toBe(clamped);
});

test('feedback refuses an empty comment and a comment of over 120 code points', () => {
  const read = (comment: string) =>
    v.safeParse(feedbackForm(userGid), { ...emptyFeedback, type: '6', comment });
  expect(read('  Sahod ko\n ay\u200b sa ika-30.  ').output).toMatchObject({
    describe: 'Sahod ko ay sa ika-30.',
  });
  expect(read('😀'.repeat(120)).success).toBe(true);
  expect(read('😀'.repeat(121)).issues?.[0]?.message).toBe('cases.wrong.long');
  expect(read(` \n\t\u200d `).issues?.[0]?.message).toBe('cases.feedback.commentMissing');
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
  [{ type: '6', comment: '감사' }, { comment: 'cases.wrong.letters' }],
  [{ type: '6', comment: '   ' }, { comment: 'cases.feedback.commentMissing' }],
  [
    { type: '6', comment: ' mahal ' },
    { type: 6, describe: 'mahal' },
  ],
  [{ type: '6', comment: `❤️${'👨‍👩‍👧'.repeat(30)}` }, { type: 6 }],
])('feedback of %o is read as %o, in a shape that the server accepts', (form, wanted) => {
  const parsed = v.safeParse(feedbackForm(userGid), { ...emptyFeedback, ...form });
  if (!parsed.success)
    expect(parsed.issues.map(({ path, message }) => [path?.[0]?.key, message])).toEqual(
      Object.entries(wanted),
    );
  else {
    expect(parsed.output).toMatchObject(wanted);
    expect(v.safeParse(feedbackSubmit.request, parsed.output).success).toBe(true);
  }
});

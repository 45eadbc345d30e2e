// What each screen shows, in English and as a person reads it: the gallery's screens rendered to
// text. What a screen does is in e2e/tests.
import { expect, test } from 'vitest';
import { markupOf, textOf } from './textOf.testing.ts';

test('home shows the range that a first line may have, as an estimate', () => {
  expect(textOf('Home: new')).toMatch(
    /You could borrow ₱60,000 .* – ₱200,000 .* an estimate, until we know you/,
  );
});

test('home shows what the same loan costs for 8 and for 15 days', () => {
  const words = textOf('Home: new');
  expect(words).toContain('What ₱60,000 costs 8 days 15 days');
  expect(words).toMatch(/Total cost 8 days ₱1,570\.00 .*15 days ₱2,950\.00/);
});

test('the feedback dialog names its limits: ₱1,000 to ₱50,000, 7 to 30 days, 120 characters', () => {
  expect(textOf('Feedback: quota too low')).toContain('Amount you want PHP 1,000 to 50,000');
  const terms = Array.from({ length: 24 }, (_, step) => `${step + 7} days`).join(' ');
  expect(textOf('Feedback: term too short')).toContain(`Choose ${terms} Send`);
  expect(textOf('Feedback: others, without a comment')).toContain('0 of 120');
});

test('faults of the application are named beside their fields and counted at the button', () => {
  expect(textOf('Credit: personal, wrong birthday')).toMatch(
    /February 1994 has only 28 days\. .*1 answer to fix,/,
  );
  const young = textOf('Credit: personal, too young');
  expect(young).toMatch(/You must be at least 18 years old to borrow\. .*1 answer to fix/);
});

test('an application begins with its first field, not with words to read', () => {
  const before = (key: string) => {
    const head = markupOf(key).split(/<(?:input|select)/)[0] ?? '';
    return head
      .replace(/<[^>]*>/g, ' ')
      .split(/\s+/)
      .filter(Boolean).length;
  };
  expect(before('Credit: income, asked first')).toBeLessThan(40);
  expect(before('Credit: personal, empty')).toBeLessThan(40);
});

test('money held by a change of number is promised for its hour', () => {
  for (const key of [
    'Loan: result, held back',
    'Home: approving, held back',
    'Status: approving, held back',
  ])
    expect([key, /\b(seconds?|minutes?)\b/.exec(textOf(key))?.[0]]).toEqual([key, undefined]);
});

test('while a code cannot be asked for again, only the seconds until then are there', () => {
  expect(textOf('Accounts: add bank, code sent')).toMatch(
    /Send again in \d+ seconds(?!.*Send again)/,
  );
});

test('the choice of a language on the page that checks papers is in its bar', () => {
  expect(textOf('Verify: empty')).toMatch(/^Check a document EN /);
});

test.each([
  'Loan: confirm, ready',
  'Loan: agreement',
  'Extend: where the fee is paid',
  'Extend: the plan is read',
  'Messages: four, on three days',
])('no line breaks within a day, a percentage or a number: %s', (key) => {
  const html = markupOf(key);
  expect(html).toMatch(/\d\u00a0[A-Z][a-z]{2}\u00a0\d{4}/);
  expect(html).not.toMatch(/\d [A-Z][a-z]{2} \d{4}|\d %|\(02\) 5550/);
});

test('of the ways to repay, all at once is the one that is recommended', () => {
  const words = textOf('Repay: all of it');
  expect(words).toMatch(/Full amount .*Recommended/);
});

test('the code of an overdue bill says until when it is valid, and what helps at the kiosk', () => {
  const words = textOf('Payment code: given');
  expect(words).toContain(
    'Valid until 23:59 tonight, Fri, 20 Nov. Overdue reference numbers are valid for one day only and the amount rises daily.',
  );
  expect(words).toContain('From tomorrow, the amount is ₱62,109.00.');
  expect(words).toContain(
    '“Repayment reference number invalid” It may not be updated or the amount is wrong. Overdue reference numbers are valid for one day only and the amount rises daily. Reload the repayment page.',
  );
  expect(words).toContain(
    'CLIQQ machine offline Ask staff to restart, or try another store or channel.',
  );
});

test('a number that is masked stays on one line', () => {
  for (const key of [
    'Reminders: by SMS',
    'Change phone: way',
    'My devices: somebody asks for the account',
  ])
    expect(markupOf(key), key).toMatch(/•\u00a00142/);
});

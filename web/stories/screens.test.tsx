// Tests the English text of screens, as a borrower reads it, using the gallery's screens. e2e/tests
// covers the behaviour of the screens.
import { expect, test } from 'vitest';
import { markupOf, textOf } from './textOf.testing.ts';

test('home shows the range of a borrower’s first credit line as an estimate', () => {
  expect(textOf('Home: new')).toMatch(
    /You could borrow ₱60,000 .* – ₱200,000 .* an estimate, until we know you/,
  );
});

test('home compares the cost of the same loan for 8 and for 15 days', () => {
  const words = textOf('Home: new');
  expect(words).toContain('What ₱60,000 costs 8 days 15 days');
  expect(words).toMatch(/Total cost 8 days ₱1,570\.00 .*15 days ₱2,950\.00/);
});

test('the feedback form accepts ₱1,000 to ₱50,000, 7 to 30 days and 120 characters', () => {
  expect(textOf('Feedback: quota too low')).toContain('Amount you want PHP 1,000 to 50,000');
  const terms = Array.from({ length: 24 }, (_, step) => `${step + 7} days`).join(' ');
  expect(textOf('Feedback: term too short')).toContain(`Choose ${terms} Send`);
  expect(textOf('Feedback: others, without a comment')).toContain('0 of 120');
});

test('the application shows errors beside their fields, and their count above the button', () => {
  expect(textOf('Credit: personal, wrong birthday')).toMatch(
    /February 1994 has only 28 days\. .*1 answer to fix,/,
  );
  const young = textOf('Credit: personal, too young');
  expect(young).toMatch(/You must be at least 18 years old to borrow\. .*1 answer to fix/);
});

test('each form of the application has fewer than 40 words before its first field', () => {
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

test('no payout that is held after a phone number change is promised within minutes', () => {
  for (const key of [
    'Loan: result, held back',
    'Home: approving, held back',
    'Status: approving, held back',
  ])
    expect([key, /\b(seconds?|minutes?)\b/.exec(textOf(key))?.[0]]).toEqual([key, undefined]);
});

test('only the remaining seconds are shown until another code can be requested', () => {
  expect(textOf('Accounts: add bank, code sent')).toMatch(
    /Send again in \d+ seconds(?!.*Send again)/,
  );
});

test('the page that verifies documents has a language picker in its bar', () => {
  expect(textOf('Verify: empty')).toMatch(/^Check a document EN /);
});

test.each([
  'Loan: confirm, ready',
  'Loan: agreement',
  'Extend: where the fee is paid',
  'Extend: the plan is read',
  'Messages: four, on three days',
])('keeps dates, percentages and numbers on one line: %s', (key) => {
  const html = markupOf(key);
  expect(html).toMatch(/\d\u00a0[A-Z][a-z]{2}\u00a0\d{4}/);
  expect(html).not.toMatch(/\d [A-Z][a-z]{2} \d{4}|\d %|\(02\) 5550/);
});

test('the repayment screen recommends paying in full', () => {
  const words = textOf('Repay: all of it');
  expect(words).toMatch(/Full amount .*Recommended/);
});

test('the code of an overdue bill shows its expiry and help with problems at the kiosk', () => {
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

test('a masked phone number stays on one line', () => {
  for (const key of [
    'Reminders: by SMS',
    'Change phone: way',
    'My devices: somebody asks for the account',
  ])
    expect(markupOf(key), key).toMatch(/•\u00a00142/);
});

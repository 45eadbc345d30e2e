// Tests the texts about a loan, before and after it is signed.

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HomeDock } from '#/screens/home/HomeDock.tsx';
import { AboutLoan } from '#/screens/repayment/AboutLoan.tsx';
import { nothing } from '#stories/fixtures.ts';
import { lineHome } from '#stories/home/home.fixtures.ts';
import { overdueBill } from '#stories/repayment/repayment.fixtures.ts';
import { markupOf, textOf } from '#stories/textOf.testing.ts';

test('a loan’s money is said to be on its way only after the loan is approved', () => {
  expect(textOf('Loan: result, approving')).toMatch(
    /We are checking your loan You will receive ₱59,390\.00 BDO To BDO Unibank ••4821/,
  );
  expect(textOf('Loan: result, held back')).toMatch(
    /Your money is on hold until Sat, 21 Nov, 10:05 You will receive ₱59,390\.00/,
  );
  expect(textOf('Loan: result, paying')).toContain('₱59,390.00 is on its way');
  expect(textOf('Home: approving')).toContain('We are checking your loan ₱58,850.00');
  expect(textOf('Home: disbursing')).toContain('On its way to you ₱58,850.00');
});

test.each([
  ['paying', 'Sat, 28 Nov if it arrives today'],
  ['by PESONet today', 'Sat, 28 Nov if it arrives today'],
  ['by PESONet on Monday', 'Tue, 1 Dec if it arrives on Mon, 23 Nov'],
  ['held back', 'Sun, 29 Nov if it arrives on Sat, 21 Nov'],
  ['ready to collect', '8 days later'],
  ['success', 'Sat, 28 Nov Reference'],
])('shows when a loan must be repaid: %s', (name, words) => {
  expect(textOf(`Loan: result, ${name}`)).toContain(`Repay ₱60,960.00 , upcoming ${words}`);
});

test.each([
  [
    'failed',
    'Choose another account. You owe nothing',
    'Loan failed 10:33',
    'New loan Try again Back',
  ],
  [
    'failed as the account is full',
    'or a smaller amount. You owe nothing',
    'Loan failed 10:33',
    'New loan Try again Back',
  ],
  [
    'failed as the bank had trouble',
    'or choose another account. You owe nothing',
    'Loan failed 10:33',
    'New loan Try again Back',
  ],
  [
    'failed for a reason that was not told',
    'Please retry later, or contact customer service. You owe',
    'Loan failed 10:33',
    'New loan Try again Back',
  ],
  [
    'failed with no other account',
    'Choose another account. You owe nothing',
    'Loan failed 10:33',
    'New loan Add a bank account Back',
  ],
  [
    'not collected',
    'sent to an account. You owe nothing',
    'The money was not collected 10:33',
    'New loan Try again Back',
  ],
  ['failed as cancelled', 'This loan was cancelled', 'Cancelled 10:33', 'documents New loan Back'],
])('shows why a loan ended and what to do next: %s', (name, reason, step, ways) => {
  const words = textOf(`Loan: result, ${name}`);
  for (const part of [reason, step, ways]) expect(words).toContain(part);
  expect(words).not.toContain('You receive');
});

test('ready cash is one step, and has no due date until the borrower collects it', () => {
  const ready = textOf('Loan: result, ready by a bank that tells of no collections');
  expect(ready.match(/Ready to collect/g)).toHaveLength(1);
  const askedBack = textOf('Loan: result, asked back');
  expect(askedBack).toContain('Do not go to collect it , now');
  expect(askedBack).not.toContain('You collect it');
  expect(textOf('Home: ready to collect')).toContain('The due date is set once you collect it');
  expect(textOf('Home: disbursing')).toContain('The due date is set once the money arrives');
});

test.each([
  [
    'choose, coupon for larger loans',
    'This loan is too small for that coupon. It is for loans from ₱70,000 up. Don’t use a coupon',
  ],
  ['choose, no price', 'It accepts ₱1.00 to ₱50,000.00. Choose another account'],
  [
    'choose, an account that cannot be paid',
    'or another way to receive it. Choose another account',
  ],
  ['choose, not loaded', 'Try again'],
])('says once why a loan is not possible and what to do: %s', (name, words) => {
  const screenText = textOf(`Loan: ${name}`);
  expect(screenText).toContain(words);
  expect(screenText).not.toMatch(/See the note|It pays out|Money cannot be sent/);
});

test('/loan shows a single amount if the line allows only the smallest loan', () => {
  const screenText = textOf('Loan: choose, only the least amount');
  expect(screenText).toContain('You asked for ₱90,000. Your line allows up to ₱60,000 now.');
  expect(screenText).not.toContain('steps of');
  expect(textOf('Loan: choose, with the best coupon')).toContain('steps of');
});

test('home and the approval offer no choice of amount if only one is possible', () => {
  const approved = textOf('Credit: approved, of the least amount');
  expect(approved).toContain('Borrow ₱60,000 for 8 or 15 days');
  expect(approved).toContain('Choose your days');
  expect(textOf('Credit: approved, the moment')).toContain(
    'Borrow all or part of it, for 8 or 15 days',
  );
  const home = (line: typeof lineHome.line) =>
    renderToStaticMarkup(
      <HomeDock
        home={{ ...lineHome, line }}
        action="borrow"
        isRefreshing={false}
        onRefresh={nothing}
      />,
    );
  expect(
    home(lineHome.line && { ...lineHome.line, limitCentavos: lineHome.offer.amountCentavos }),
  ).toContain('Choose your days');
  expect(home(lineHome.line)).toContain('Choose your amount');
});

test('after going back, /loan says that the loan has already been signed', () => {
  expect(textOf('Loan: choose, signed already')).toContain('You already took this loan');
});

test.each([
  ['with the best coupon', 'costs ₱1,370.00', 'costs ₱2,750.00'],
  ['to collect', 'costs ₱1,585.00', 'costs ₱2,965.00'],
])('shows the price for each term: %s', (name, ...costs) => {
  for (const cost of costs) expect(textOf(`Loan: choose, ${name}`)).toContain(cost);
});

test('loans, bills and refunds show a bank’s mark beside its name', () => {
  const named = (markup: string) =>
    /<rect[^>]* fill="#0a3d91".*?<\/svg>(?:<[^>]*>)*([^<]*)/.exec(markup)?.[1];
  expect(named(markupOf('Loan: confirm'))).toBe('to BDO Unibank ••4821');
  expect(named(markupOf('Loan: result, success'))).toBe('To BDO Unibank ••4821');
  expect(named(renderToStaticMarkup(<AboutLoan detail={overdueBill} />))).toBe('BDO ••4821');
  expect(named(markupOf('Refund: on its way'))).toBe('BDO Unibank ••4821');
});

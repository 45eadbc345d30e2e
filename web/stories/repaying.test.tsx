// Tests texts and links for a borrower who must pay, from the bill to the receipt, using the
// gallery's screens.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Renewal } from '#/screens/extension/answers.ts';
import { ExtensionView } from '#/screens/extension/ExtensionView.tsx';
import { BillHead } from '#/screens/repayment/BillHead.tsx';
import { allEntries } from './entries.ts';
import { lateRenewal } from './extension/extension.fixtures.ts';
import { nothing } from './fixtures.ts';
import { cappedBill } from './repayment/granted.fixtures.ts';
import { markupOf, textOf } from './textOf.testing.ts';

/** Returns the target of the link that has this text. */
function hrefOf(key: string, words: string): string | undefined {
  const entry = allEntries.find(({ group, name }) => `${group}: ${name}` === key);
  const html = entry ? renderToStaticMarkup(entry.draw()) : '';
  const link = [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].find(
    ([, , inner = '']) => inner.replace(/<[^>]*>/g, '') === words,
  );
  return link?.[1]?.replaceAll('&amp;', '&');
}

const loan = 'loanId=0198a000-0000-7000-8000-000000000003';

test('a bill with a requested return links to the code, and shows the amount and last day', () => {
  expect(textOf('Bill: return asked for')).toMatch(
    /You return ₱59,390\.00 .*Last day Wed, 25 Nov Return the loan Pay ₱60,000\.00 today$/,
  );
  expect(hrefOf('Bill: return asked for', 'Return the loan')).toBe(
    `/repayment?${loan}&repaymentId=0198a000-0000-7000-8000-000000000009`,
  );
});

test('the bill’s dock offers a return for ₱0.00 if enough is already paid', () => {
  expect(textOf('Bill: enough paid to return it')).toMatch(
    /You return ₱0\.00 .*Return the loan Pay ₱500\.00 today$/,
  );
  expect(hrefOf('Bill: enough paid to return it', 'Return the loan')).toBeUndefined();
  expect(textOf('Bill: may be returned')).toMatch(
    /Talk to a person \(02\) 5550 0100 Pay ₱60,000\.00 today$/,
  );
});

test('a bill whose payment is on its way links to that payment’s status', () => {
  expect(textOf('Bill: payment on its way')).toMatch(/Track my payment Pay another way$/);
  expect(hrefOf('Bill: payment on its way', 'Track my payment')).toMatch(
    /^\/status\/repaymentInProgress\?loanId=/,
  );
});

test('a bill with a plan shows the next part and its due date first', () => {
  const words = textOf('Bill: promised in parts');
  expect(words).toMatch(
    /plan on track ₱15,000\.00 .*Sat, 5 Dec · in 15 days Total left: ₱37,006\.00 today/,
  );
  expect(words).toMatch(/Pay ₱15,000\.00 of your plan$/);
});

test.each([
  ['takenBack', '₱20,000.00 of your payment was reversed Left to repay: ₱62,006.00'],
  ['takenBackInPart', '₱5,000.00 of your payment was reversed Left to repay: ₱47,006.00'],
  ['lastingTakenBack', '₱20,000.00 of your last payment was reversed'],
])('the screen of a payment code says what the gateway reversed: %s', (name, words) => {
  const shown = textOf(`Payment code: ${name}`);
  expect(shown).toContain(words);
  expect(shown).not.toMatch(/We received your payment|We received ₱/);
});

test('the receipt of a payment shows how much of the payment was reversed', () => {
  expect(textOf('Payment code: takenBackInPart')).toContain(
    'You paid ₱20,000.00 Later reversed ₱5,000.00 Left to repay',
  );
  expect(textOf('Payment code: partly')).not.toContain('Later reversed');
});

test.each(['Payment code: inProgress', 'Payment code: linkOnItsWay'])(
  '%s: shows no code and warns the borrower not to pay twice',
  (key) => {
    const words = textOf(key);
    expect(words).toContain(
      'Your payment is on its way. You will see it here when it arrives. Please do not pay again in the meantime.',
    );
    expect(words.match(/You will see it here/g)).toHaveLength(1);
    expect(words).not.toMatch(/Pay exactly|Copy code|How to pay|Pay another way/);
    expect(words).toMatch(/Track my payment$/);
  },
);

test.each(['due in two days', 'due tomorrow', 'due today'])(
  '%s: near its top, the bill shows the options of a borrower short of money',
  (name) => {
    const words = textOf(`Bill: ${name}`);
    expect(words).toMatch(
      /Total charges so far ₱[\d,.]+ I may be short of money See your options /,
    );
    expect(words.match(/See your options/g)).toHaveLength(1);
    expect(words).not.toContain('I can’t pay it all');
  },
);

test('a late bill shows its options near the top, and a bill due later further down', () => {
  const late = textOf('Bill: overdue');
  expect(late).toMatch(/Total charges so far ₱3,156\.00 I can’t pay it all See your options /);
  expect(late).not.toContain('I may be short of money');
  expect(late).toContain('Extension fee, today ₱3,146.00');
  const early = textOf('Bill: early, a part paid');
  expect(early).toMatch(
    /About this loan .*I may be short of money See your options Loan documents/,
  );
  expect(early).not.toMatch(/Total charges so far ₱[\d,.]+I may be short of money/);
});

test('the options are followed by a phone number or, without one, a customer service link', () => {
  expect(textOf('Extend: in time, pay all')).toMatch(
    /Need more time\? None of these works for you\? Call us, .* \(02\) 5550 0100/,
  );
  const entry = 'Extend: in time, no telephone known';
  expect(textOf(entry)).toMatch(
    /Need more time\? None of these works for you\? Write to us, and we will look for a way together\. Talk to a person/,
  );
  expect(hrefOf(entry, 'Talk to a person')).toBe(
    '/complaints?kind=other&loanId=0198a000-0000-7000-8000-000000000002',
  );
});

test('a late bill shows tomorrow’s amount, or that nothing more is added', () => {
  expect(textOf('Bill: overdue')).toContain(
    'to repay today, Fri, 20 Nov Tomorrow ₱62,109.00 was due Wed, 18 Nov',
  );
  expect(textOf('Bill: all charges reached')).toContain(
    'to repay today, Fri, 20 Nov Nothing more is added. was due',
  );
});

test('a late bill whose charges are below the cap never says that nothing more is added', () => {
  const head = (more: object) =>
    renderToStaticMarkup(<BillHead detail={{ ...cappedBill, ...more }} isOpen />);
  expect(head({})).toContain('Nothing more is added.');
  // On ₱1.05, the late charge grows by one centavo only about every six days, so tomorrow's amount
  // can equal today's.
  expect(head({ chargesSoFarCentavos: 5000 })).not.toContain('Nothing more is added.');
});

test('/renew shows the options as rows, of which only the selected one is open', () => {
  for (const name of ['late, pay all', 'late, a part', 'late, a plan', 'late, extend']) {
    const words = textOf(`Extend: ${name}`);
    expect([name, words.match(/ Later ₱/g)?.length, words.match(/ Extra cost /g)?.length]).toEqual([
      name,
      1,
      4,
    ]);
  }
});

test('/renew preselects full payment only if there is no other option', () => {
  const chosen = (renewal: Renewal) => {
    const markup = renderToStaticMarkup(
      <ExtensionView
        renewal={renewal}
        way="part"
        onWay={nothing}
        count={2}
        onCount={nothing}
        telephone=""
      />,
    );
    return (
      /<input[^>]*value="(\w+)"[^>]*checked/.exec(markup)?.[1] ??
      /checked=""[^>]*value="(\w+)"/.exec(markup)?.[1]
    );
  };
  const noPlan = { ...lateRenewal.plans, choices: [], obstacle: 'planTooSmall' as const };
  expect(chosen(lateRenewal)).toBe('part');
  expect(chosen({ ...lateRenewal, part: null })).toBe('plan');
  expect(chosen({ ...lateRenewal, part: null, plans: noPlan })).toBe('all');
});

test('/renew calls full payment the cheapest only if the loan can no longer be returned', () => {
  expect(textOf('Extend: in time, pay all')).not.toContain('Cheapest');
  const closed = allEntries.filter(
    ({ group, name }) => group === 'Extend' && name.includes('late'),
  );
  expect(closed.map(({ name }) => textOf(`Extend: ${name}`)).join()).toContain('Cheapest');
});

test('no screen mentions a late charge at the cap, or calm waters after a write-off', () => {
  const part = textOf('Extend: all charges reached, a part');
  const plan = textOf('Extend: all charges reached, a plan');
  for (const words of [part, plan])
    expect(words).not.toMatch(
      /late charge starts|stops or slows|smaller the late charge|up to ₱[\d.,]+ a day/,
    );
  expect(textOf('Extend: late, a plan')).toMatch(
    /the late charge starts again .* You can start a plan only once every 90 days\./,
  );
  expect(textOf('Extend: a plan is kept, a part')).not.toMatch(
    /Maximum late charge|₱[\d.,]+ a day/,
  );
  const lost = textOf('Orders: a loan written off');
  expect(lost).toContain(
    'No open bills One of your loans was written off. Its bill below shows what you still owe.',
  );
  expect(lost).not.toMatch(/Calm waters|See what I can borrow/);
});

test.each([
  [
    'a part of a late bill has been due since the due date',
    'Extend: late, a part',
    'Later ₱61,506 Due since Wed, 18 Nov Extra cost up to ₱102.51 a day',
  ],
  [
    'a part in time names the last day without a charge',
    'Extend: in time, a part',
    'No late charge through Mon, 23 Nov.',
  ],
  [
    'a plan for a late bill says that it does not change the due date',
    'Extend: late, a plan',
    'A plan does not change the due date.',
  ],
  ['a button copies the account number', 'Payment code: transfer', 'Copy account number'],
  [
    'a badge shows the days until the due date',
    'Bill: early, a part paid',
    'Loan of ₱60,000 due in 8 days',
  ],
  [
    'a written-off bill shows the unpaid amount first',
    'Bill: written off',
    'closed ₱62,006.00 ₱ 62,006 .00 not repaid',
  ],
  ['an expired offer links to the choices', 'Payment code: offerEnded', 'See your options'],
  [
    'a payment that does not extend the loan says so first',
    'Payment code: notExtended',
    'Repay Your loan was not extended The payment was not the exact fee',
  ],
  [
    'the balance and its last day are shown above the button',
    'Payment code: partReturned',
    'Balance, by Wed, 25 Nov View bill Pay ₱9,390.00',
  ],
  [
    'the balance of a late bill is the amount owed today',
    'Payment code: partly',
    'Balance today View bill Pay ₱42,006.00',
  ],
  [
    'the balance shown for a plan that is being kept is its next part',
    'Payment code: partlyOfPlan',
    '₱15,000.00 by Sat, 5 Dec View bill Pay ₱15,000.00 of your plan',
  ],
  [
    'the title of a card payment is “Pay by bank card”',
    'Payment code: linkCard',
    'Repay Pay by bank card',
  ],
  [
    'a code valid for minutes shows when it expires',
    'Payment code: minutes',
    'Valid for 14 more minutes, until 10:40.',
  ],
  [
    'the latest receipt has a sentence of its own',
    'Payment code: lastingPaid',
    'We received ₱20,000.00. Received 20 Nov, 09:41.',
  ],
])('%s', (_, key, words) => {
  expect(textOf(key)).toContain(words);
});

// The markup contains an amount twice: as one text for screen readers, and in parts for display.
test.each([
  ['Extend: late, pay all', 'Pay today ₱62,006.00 ₱ 62,006 .00 Then ₱0.00 ₱ 0 .00'],
  [
    'Extend: late, a part',
    'Pay today, from ₱500.00 ₱ 500 .00 Balance today ₱61,506.00 ₱ 61,506 .00',
  ],
  ['Extend: late, extend', 'Then, on Sat, 5 Dec ₱61,800.00 ₱ 61,800 .00'],
  [
    'Extend: the plan is taken',
    'First part, by Fri, 27 Nov ₱20,668.00 ₱ 20,668 .00 All, by Mon, 28 Dec ₱62,006.00 ₱ 62,006 .00',
  ],
  ['Refund: all of it', 'Fee ₱0.00 ₱ 0 .00'],
  [
    'Repay: in parts by the code for life',
    'Part 1 of 2 ₱50,000.00 ₱ 50,000 .00 Balance after that, on 20 Nov ₱12,006.00 ₱ 12,006 .00',
  ],
])('shows the amounts above the button in the same format: %s', (key, words) => {
  expect(textOf(key)).toContain(words);
});

test('a bill shows the number of days with a late charge, without the days of a plan', () => {
  expect(textOf('Bill: overdue')).toContain('Late charge, 2 days ₱206.00');
  expect(textOf('Bill: a promised part missed')).toContain('Late charge, 1 day ₱');
});

test('a fully repaid loan has its own drawing, smaller than a kilobyte', () => {
  const drawingOf = (name: string) =>
    /<svg.*?<\/svg>/s.exec(
      markupOf(`Payment code: ${name}`).split('role="status"')[1] ?? '',
    )?.[0] ?? '';
  const whole = drawingOf('booked');
  expect(whole).toContain('aria-hidden="true"');
  expect(whole.length).toBeLessThan(1_000);
  expect(drawingOf('partly')).not.toBe(whole);
  expect(drawingOf('partly').length).toBeGreaterThan(100);
  expect(drawingOf('returned')).not.toBe(whole);
});

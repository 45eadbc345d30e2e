// Tests the texts on the home screen about a bill, an application at night and a paused line.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApplicationCard } from '#/screens/home/ApplicationCard.tsx';
import type { HomeFacts } from '#/screens/home/facts.ts';
import { markupOf, textOf } from '#stories/textOf.testing.ts';
import { nightReviewHome, reviewHome } from './home.fixtures.ts';

test('home shows the next part of a plan, and the late charge of a bill', () => {
  const words = textOf('Home: overdue, promised');
  expect(words).toMatch(/Late charge so far ₱206\.00 .*Repay all of it before you borrow again\./);
  expect(words).toContain('Your plan, by Sat, 5 Dec ₱20,000.00 Talk');
  expect(textOf('Home: overdue')).toContain('Includes late charge ₱206.00');
});

test('home says “I can’t pay it all” for a late bill and “I may be short” for one due soon', () => {
  expect(textOf('Home: overdue')).toContain('I can’t pay it all');
  expect(textOf('Home: due tomorrow')).toContain('I may be short of money');
});

const wayOf = (home: HomeFacts) =>
  renderToStaticMarkup(<ApplicationCard home={home} telephone={undefined} />);

test('an application at night shows the promised hour on the arc and in the timeline', () => {
  for (const entry of ['Home: under review overnight', 'Credit: waiting, until the morning'])
    expect(textOf(entry)).toMatch(/Your answer by about 08:00 (Sat, 21|Sun, 22) Nov /);
  expect(textOf('Credit: waiting, until the morning')).toContain('Waiting until 08:00');
  expect(wayOf(nightReviewHome)).toContain('Waiting until 08:00');
  expect(wayOf(reviewHome)).toContain('We check them');
});

test('an application sent at night says that it waits until reviewers start work', () => {
  expect(textOf('Home: under review overnight, by a person')).toMatch(/^EN Waiting until 08:00/);
  const words = textOf('Credit: waiting, a person looks at every one');
  expect(words.match(/Waiting until 08:00/g)).toHaveLength(2);
  expect(words).not.toMatch(/Under review|is looking|We check them/);
});

test('home does not repeat the text that a badge or note already shows', () => {
  expect(textOf('Home: due tomorrow')).toMatch(/due tomorrow ₱61,800\.00 .*Sat, 21 Nov (?!· )/);
  expect(textOf('Home: borrowing paused').match(/you cannot borrow/gi)).toHaveLength(1);
  expect(textOf('Home: two loans returned')).not.toMatch(/you cannot borrow/i);
});

test('home shows the day from which a rejected borrower can apply again', () => {
  expect(textOf('Home: rejected')).toContain('Fri, 27 Nov');
});

test.each([
  ['with a payment code', 'Show your payment code: ₱61,800.00', true],
  ['with a code to extend', 'Show the code to extend: ₱61,800.00', true],
  ['with a code to return the loan', 'Show the code to return the loan: ₱61,800.00', true],
  ['with a link', 'Finish your payment: ₱61,800.00', false],
  ['with a card for the fee', 'Finish paying to extend: ₱61,800.00', false],
])(
  'home links to the open payment, full screen only if its code is scanned: %s',
  (name, words, isFull) => {
    expect(textOf(`Home: due tomorrow, ${name}`)).toContain(
      `${words} Valid until 23:59, Sun, 22 Nov`,
    );
    const [href = ''] = /\/repayment\?[^"]*/.exec(markupOf(`Home: due tomorrow, ${name}`)) ?? [];
    expect(href).toContain('repaymentId=018f3f6a-0000-7000-8000-000000000002');
    expect(href.includes('show=full')).toBe(isFull);
  },
);

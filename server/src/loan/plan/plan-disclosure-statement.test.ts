import * as fs from 'node:fs';
import * as path from 'node:path';
import { asDay } from '@sandali/contract/day.ts';
import { type Locale, locales } from '@sandali/contract/locale.ts';
import { expect, test } from 'vitest';
import { holidaySet } from '#/data/holidays/holidays.ts';
import { overdue, parties } from '#/loan/disclosure/testing.ts';
import { textVersion } from '#/loan/disclosure/text-versions.ts';
import { planParts } from '#/loan/rules/plan.ts';
import { pesos } from '#/loan/rules/testing.ts';
import { planDisclosureStatement } from './plan-disclosure-statement.ts';

const madeOn = asDay('2026-11-20');
const of = {
  facts: overdue,
  madeOn,
  parts: planParts(overdue, madeOn, 3, holidaySet()),
  ...parties,
};
const linesIn = (locale: Locale) => planDisclosureStatement(locale, of).groups.flat();

test('a plan’s statement itemizes the debt, each part and the cost of a missed part', () => {
  expect(Object.fromEntries(linesIn('en').map(({ label, value }) => [label, value]))).toEqual({
    Borrower: 'Ligaya Halimbawa',
    Address: '7 Kalye Mabini, Makati City',
    Loan: '2530731609',
    'Total owed if paid on Friday, 20 Nov 2026': '₱62,006.00',
    'Part 1, to pay by the end of Friday, 27 Nov 2026': '₱20,668.00',
    'Part 2, to pay by the end of Monday, 14 Dec 2026': '₱20,668.00',
    'Part 3, to pay by the end of Monday, 28 Dec 2026': '₱20,670.00',
    'Added by this plan': '₱0.00',
    'Total to pay by Monday, 28 Dec 2026': '₱62,006.00',
    'All charges of this loan up to Friday, 20 Nov 2026': '₱3,156.00',
    'Highest late charge per day if you miss a part': '₱103.00',
  });
});

test('the loan charges on a plan’s statement exclude waived charges', () => {
  const waivers = [{ id: 'w', on: madeOn, lateCentavos: pesos(100), interestCentavos: pesos(0) }];
  const lines = planDisclosureStatement('en', {
    ...of,
    facts: { ...overdue, waivers },
  }).groups.flat();
  expect(lines.find(({ label }) => label.startsWith('All charges'))?.value).toBe('₱3,056.00');
});

test.each(locales)(
  'in %s, a plan’s statement contains no missing value and no unfilled template',
  (locale) => {
    const statement = planDisclosureStatement(locale, of);
    expect(JSON.stringify(statement)).not.toMatch(/undefined|NaN|plural,|document\./);
    expect(statement.notes.at(-1)).toContain(textVersion);
    expect(linesIn(locale)).toHaveLength(linesIn('en').length);
  },
);

// Set UPDATE=1 to rewrite the file.
test('the gallery uses the server’s current plan texts', () => {
  const file = path.join(import.meta.dirname, '../../../../web/stories/extension/planTexts.json');
  const texts = Object.fromEntries(
    locales.map((locale) => [
      locale,
      { version: textVersion, locale, statement: planDisclosureStatement(locale, of) },
    ]),
  );
  const text = `${JSON.stringify(texts, null, 1)}\n`;
  if (process.env.UPDATE) fs.writeFileSync(file, text);
  expect(
    fs.readFileSync(file, 'utf8') === text,
    'run: UPDATE=1 npx vitest run server/src/loan/plan/plan-disclosure-statement.test.ts',
  ).toBe(true);
});

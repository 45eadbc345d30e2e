import * as fs from 'node:fs';
import * as path from 'node:path';
import { asDay } from '@sandali/contract/day.ts';
import { type Locale, locales } from '@sandali/contract/locale.ts';
import { expect, test } from 'vitest';
import { holidaySet } from '#/data/holidays/holidays.ts';
import { overdue, parties } from '#/loan/disclosure/testing.ts';
import { textVersion } from '#/loan/disclosure/text-versions.ts';
import { offerExtension } from '#/loan/rules/extension.ts';
import { rule2026 } from '#/loan/rules/testing.ts';
import { extensionDisclosureStatement } from './extension-disclosure-statement.ts';

const today = asDay('2026-11-20');
const offer = offerExtension(overdue, today, rule2026, holidaySet());
if ('refused' in offer) throw new Error(offer.refused);
const of = {
  facts: overdue,
  offer,
  endsPlan: false,
  ...parties,
};
const linesIn = (locale: Locale) => extensionDisclosureStatement(locale, of).groups.flat();

test('itemizes an extension’s debt, finance charge, payment today and new amount due', () => {
  const figures = Object.fromEntries(linesIn('en').map(({ label, value }) => [label, value]));
  expect(figures).toEqual({
    Borrower: 'Ligaya Halimbawa',
    Address: '7 Kalye Mabini, Makati City',
    Loan: '2530731609',
    'Principal extended': '₱60,000.00',
    'Total owed if paid on Friday, 20 Nov 2026': '₱62,006.00',
    'Current due date': 'Wednesday, 18 Nov 2026',
    'Interest, 0.2% a day × 15 days': '₱1,800.00',
    'Service fee, 1.9%': '₱1,140.00',
    'Finance charge': '₱2,940.00',
    'Finance charge per day': '₱196.00',
    'Simple annual rate': '119.23%',
    'Effective monthly rate': '10.58%',
    'Late charge to date': '₱206.00',
    'To pay by the end of Friday, 20 Nov 2026': '₱3,146.00',
    'To repay by Saturday, 5 Dec 2026': '₱61,800.00',
    'New due date, 15 days later': 'Saturday, 5 Dec 2026',
    'No late charge until the end of': 'Monday, 7 Dec 2026',
    'Only if you pay late: the first day': '₱103.00',
  });
});

test('an extension’s statement says that the extension ends a kept plan', () => {
  const notes = (endsPlan: boolean) =>
    extensionDisclosureStatement('en', { ...of, endsPlan }).notes;
  expect(notes(true).filter((note) => !notes(false).includes(note))).toEqual([
    'You are paying under a plan. The extension ends it: its parts are no longer due, and everything you owe is due at once, by the new due date. You can take a plan once in 90 days.',
  ]);
});

test.each(locales)(
  'in %s, an extension’s statement contains no missing value and no unfilled template',
  (locale) => {
    const statement = extensionDisclosureStatement(locale, { ...of, endsPlan: true });
    expect(JSON.stringify(statement)).not.toMatch(/undefined|NaN|plural,|document\./);
    expect(statement.notes.at(-1)).toContain(textVersion);
    expect(linesIn(locale)).toHaveLength(linesIn('en').length);
  },
);

// Set UPDATE=1 to rewrite the file.
test('the gallery uses the server’s current extension texts', () => {
  const file = path.join(
    import.meta.dirname,
    '../../../../web/stories/extension/extensionTexts.json',
  );
  const texts = Object.fromEntries(
    locales.map((locale) => [
      locale,
      { version: textVersion, locale, statement: extensionDisclosureStatement(locale, of) },
    ]),
  );
  const text = `${JSON.stringify(texts, null, 1)}\n`;
  if (process.env.UPDATE) fs.writeFileSync(file, text);
  expect(
    fs.readFileSync(file, 'utf8') === text,
    'run: UPDATE=1 npx vitest run server/src/loan/extension/extension-disclosure-statement.test.ts',
  ).toBe(true);
});

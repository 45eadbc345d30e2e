import { readMobile } from '@sandali/contract/phone.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { degreesBetween, pathBetween, pointAt } from './Arc.tsx';
import { problemOfDay } from './day.ts';
import { caretAfter, digitsOf, groupDigits, phoneText } from './grouping.ts';
import { splitPesos } from './pesos.ts';
import { foldCase, markHits, searchOptions } from './searchOptions.ts';
import { percentOf } from './share.ts';

test('the sun’s positions on the arc match those in the mock-up', () => {
  expect(pointAt(0)).toEqual({ x: 40.3, y: 162.2 });
  expect(pointAt(1)).toEqual({ x: 319.7, y: 162.2 });
  expect(pointAt(0.5)).toEqual({ x: 180, y: 32 });
  expect(pointAt(2)).toEqual(pointAt(1));
  expect(pathBetween(0, 1)).toBe('M40.3 162.2A140 140 0 0 1 319.7 162.2');
  expect(degreesBetween(0, 0.5)).toBe(86);
});

test('problemOfDay accepts only dates that exist', () => {
  for (const day of ['1994-02-28', '2000-02-29', '2024-12-31'])
    expect(problemOfDay(day)).toBeNull();
  expect(
    ['1994-02-31', '1900-02-29', '2024-02-30', '2024-04-31', '2024-12-45'].map(problemOfDay),
  ).toEqual([28, 28, 29, 30, 31].map((lastDay) => ({ lastDay })));
  expect(
    ['1994-2-', '1994-02-00', '1994--5', '2024-13-01', '-2-5', '94-2-5', '0094-02-05'].map(
      problemOfDay,
    ),
  ).toEqual(['day', 'day', 'month', 'month', 'year', 'year', 'year'].map((part) => ({ part })));
});

test('a phone field accepts phone numbers in any common format', () => {
  for (const text of [
    '9175550142',
    '09175550142',
    '+63 917 555 0142',
    '0917-555-0142',
    '639175550142',
    '0063 917 555 0142',
    '0917.555.0142',
  ])
    expect(phoneText(text)).toBe('9175550142');
  expect(phoneText('63')).toBe('63');
  for (const text of ['+966 50 123 4567', '00966501234567', '0917 555 0142 local 2'])
    expect(phoneText(text)).toBe(text);
  expect(phoneText('0917 555 01423')).toBe('91755501423');
  expect(groupDigits('91755501', [3, 3, 4])).toBe('917 555 01');
  expect(groupDigits('', [3, 3, 4])).toBe('');
  expect(caretAfter('917 555', 4, /\d/)).toBe(5);
});

test('a phone field accepts a whole number typed character by character', () => {
  const typed = (text: string) => [...text].reduce((value, sign) => phoneText(value + sign), '');
  for (const own of ['0917 555 0142', '+63 917 555 0142', '0063 917 555 0142', '63917 555 0142'])
    expect(typed(own)).toBe('9175550142');
  // Without their 00, the first two would be other people's Philippine mobile numbers.
  for (const foreign of ['00960 771 2345', '0095 912 34567', '+966 50 123 4567'])
    expect(readMobile(typed(foreign))).toEqual({ fault: 'foreign' });
});

test('a pasted number gives the same result with and without the phone field', () => {
  const heads = fc.constantFrom(
    '',
    '+63',
    '63',
    '0063',
    '+63 0',
    '0',
    '6363',
    '636363',
    '63063063',
    '+63+63',
    '+636363',
    '(+63)',
    'tel:',
    '+',
    '00',
    '+966',
    '063',
  );
  const number = fc.stringMatching(/^[0-9]{7,12}$/);
  const signs = fc.constantFrom('', ' ', '-', '−', '.', ' / ', '\u00a0', '\u200b', '\u0000');
  fc.assert(
    fc.property(
      heads,
      fc.oneof(
        number,
        number.map((digits) => `9${digits.slice(0, 9).padEnd(9, '1')}`),
      ),
      signs,
      (head, digits, sign) => {
        const text = head + sign + digits.slice(0, 3) + sign + digits.slice(3);
        const [direct, byField] = [readMobile(text), readMobile(phoneText(text))];
        expect([text, 'mobile' in byField && byField.mobile]).toEqual([
          text,
          'mobile' in direct && direct.mobile,
        ]);
      },
    ),
    { numRuns: 1000 },
  );
});

test('digitsOf converts digits of other scripts to ASCII', () => {
  expect(digitsOf('１２３ ٤٥٦')).toBe('123456');
});

test('splitPesos splits amounts into sign, pesos and centavos by their digits', () => {
  expect(splitPesos(6200650)).toEqual({ sign: '', pesos: '62,006', centavos: '50' });
  expect(splitPesos(-5)).toEqual({ sign: '−', pesos: '0', centavos: '05' });
  expect(() => splitPesos(0.5)).toThrow(RangeError);
});

test('a search ignores case and accents, and lists labels that begin with the query first', () => {
  const places = ['San Parañaque', 'Parañaque', 'Pasig'].map((label) => ({ value: label, label }));
  expect(foldCase('Ñandú')).toBe('nandu');
  expect(searchOptions(places, 'paranaque').map((place) => place.label)).toEqual([
    'Parañaque',
    'San Parañaque',
  ]);
  expect(searchOptions(places, 'ig pa').map((place) => place.label)).toEqual(['Pasig']);
  expect(searchOptions(places, ' ')).toBe(places);
  expect(markHits('Las Piñas', 'pin')).toEqual([
    { text: 'Las ', isHit: false },
    { text: 'Piñ', isHit: true },
    { text: 'as', isHit: false },
  ]);
  expect(markHits('Pasig', 'x')).toEqual([{ text: 'Pasig', isHit: false }]);
});

test('percentOf limits shares to the range from 0 to 100', () => {
  expect(percentOf(1, 3)).toBe(33.3);
  expect(percentOf(5, 3)).toBe(100);
  expect(percentOf(1, 0)).toBe(0);
});

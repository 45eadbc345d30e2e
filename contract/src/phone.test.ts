import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { zMobile } from './mobile.ts';
import { formatMobile, maskMobile, parsePhilippineMobile, readMobile } from './phone.ts';

test.each([
  ['09171234567', '+639171234567'],
  ['9171234567', '+639171234567'],
  ['639171234567', '+639171234567'],
  ['+639171234567', '+639171234567'],
  ['+63 917 123 4567', '+639171234567'],
  ['0917-123-4567', '+639171234567'],
  ['(0917) 123 4567', '+639171234567'],
  ['+63 (917) 123–4567', '+639171234567'],
  [' 0917\u00a0123\u00a04567 ', '+639171234567'],
  ['08951234567', '+638951234567'],
  ['0898 123 4567', '+638981234567'],
  ['0813 123 4567', '+638131234567'],
  ['0817 123 4567', '+638171234567'],
  ['09131234567', '+639131234567'],
  ['0917.123.4567', '+639171234567'],
  ['0063 917 123 4567', '+639171234567'],
  ['+63 0917 123 4567', '+639171234567'],
  ['０９１７１２３４５６７', '+639171234567'],
  ['٠٩١٧١٢٣٤٥٦٧', '+639171234567'],
  ['\u202a+63 917 123 4567\u202c', '+639171234567'],
  ['0917\u200b1234567', '+639171234567'],
  ['0917\u3164123\u034f4567\ufe0f', '+639171234567'],
  ['0917/123/4567', '+639171234567'],
  ['tel:+63-917-123-4567', '+639171234567'],
  ['TEL: 0917 123 4567', '+639171234567'],
  ['6363 917 123 4567', '+639171234567'],
  ['+63+639171234567', '+639171234567'],
  ['+63 (0) 917 123 4567', '+639171234567'],
  ['063 917 123 4567', '+639171234567'],
  ['0917\u0000123\ud8004567', '+639171234567'],
])('reads %s as the mobile number %s', (text, expected) => {
  expect(parsePhilippineMobile(text)).toBe(expected);
});

test.each([
  ['', 'missing'],
  ['+63', 'missing'],
  ['0281234567', 'notMobile'],
  ['(02) 8123 4567', 'notMobile'],
  ['08941234567', 'notMobile'],
  ['0917123456', 'short'],
  ['+63 917 123 456', 'short'],
  ['091712345678', 'long'],
  ['+63 917 123 45678', 'long'],
  ['+966 50 123 4567', 'foreign'],
  ['00966501234567', 'foreign'],
  ['+1 917 123 4567', 'foreign'],
  ['966501234567', 'foreign'],
  ['971 50 123 4567', 'foreign'],
  ['974 3312 3456', 'foreign'],
  ['65 9123 4567', 'foreign'],
  ['852 9123 4567', 'foreign'],
  ['1 (415) 555-2671', 'foreign'],
  ['44 7700 900123', 'foreign'],
  ['81 90 1234 5678', 'foreign'],
  ['62 812 3456 7890', 'foreign'],
  ['66 81 234 5678', 'foreign'],
  ['33 6 12 34 56 78', 'foreign'],
  ['7 999 123 45 67', 'foreign'],
  ['49 1512 3456789', 'foreign'],
  ['32 234 5678', 'notMobile'],
  ['1800 1888 1234', 'long'],
  ['+0917 123 4567', 'notMobile'],
  ['0917 123 456a', 'letters'],
  ['my number', 'letters'],
  ['09171234567 09181234567', 'long'],
  ['0917 123 4567, 0918 123 4567', 'letters'],
  ['636363 917 123 4567', 'long'],
  ['BEGIN:VCARD\nTEL:+639171234567\nEND:VCARD', 'letters'],
  ['0917 123 4567 local 2', 'letters'],
] as const)('refuses the mobile number %s as %s', (text, fault) => {
  expect(readMobile(text)).toEqual({ fault });
  expect(parsePhilippineMobile(text)).toBeNull();
});

test('formats a phone number for its owner, and masks it for others', () => {
  const mobile = v.parse(zMobile, '+639171234567');
  expect(formatMobile(mobile)).toBe('0917 123 4567');
  expect(maskMobile(mobile)).toBe('0917 ••• 4567');
});

test('the wire schema accepts a phone number only in its stored form', () => {
  expect(v.is(zMobile, '+638951234567')).toBe(true);
  for (const text of ['09171234567', '+63 917 123 4567', '+6321234567', '+639171234567\n'])
    expect(v.is(zMobile, text)).toBe(false);
});

test('parses the typed, stored and displayed forms of a phone number as the same number', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('917', '895', '898', '813', '999'),
      fc.integer({ min: 0, max: 9_999_999 }),
      (prefix, rest) => {
        const mobile = parsePhilippineMobile(`0${prefix}${String(rest).padStart(7, '0')}`);
        if (!mobile) return false;
        return (
          v.is(zMobile, mobile) &&
          parsePhilippineMobile(mobile) === mobile &&
          parsePhilippineMobile(formatMobile(mobile)) === mobile
        );
      },
    ),
  );
});

import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { zMobile } from './mobile.ts';
import { formatMobile, maskMobile, parsePhilippineMobile } from './phone.ts';

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
])('%s is the mobile number %s', (text, expected) => {
  expect(parsePhilippineMobile(text)).toBe(expected);
});

test.each([
  ['', 'nothing'],
  ['0281234567', 'a landline in Manila'],
  ['(02) 8123 4567', 'a landline in Manila'],
  ['0321234567', 'a landline in Cebu'],
  ['08941234567', 'a prefix outside the mobile ranges'],
  ['0917123456', 'a digit short'],
  ['091712345678', 'a digit long'],
  ['+1 917 123 4567', 'another country'],
  ['+0917 123 4567', 'a plus before the zero'],
  ['0917 123 456a', 'a letter'],
  ['０９１７１２３４５６７', 'full-width digits'],
  ['0917.123.4567', 'dots'],
])('%s is refused: %s', (text) => {
  expect(parsePhilippineMobile(text)).toBeNull();
});

test('a number is shown as at home, and masked for others', () => {
  const mobile = v.parse(zMobile, '+639171234567');
  expect(formatMobile(mobile)).toBe('0917 123 4567');
  expect(maskMobile(mobile)).toBe('0917 ••• 4567');
});

test('the wire takes only the stored form', () => {
  expect(v.is(zMobile, '+638951234567')).toBe(true);
  for (const text of ['09171234567', '+63 917 123 4567', '+6321234567', '+639171234567\n']) expect(v.is(zMobile, text)).toBe(false);
});

test('what is read can be stored, and reads the same again in every form', () => {
  fc.assert(
    fc.property(fc.constantFrom('917', '895', '898', '813', '999'), fc.integer({ min: 0, max: 9_999_999 }), (prefix, rest) => {
      const mobile = parsePhilippineMobile(`0${prefix}${String(rest).padStart(7, '0')}`);
      if (!mobile) return false;
      return v.is(zMobile, mobile) && parsePhilippineMobile(mobile) === mobile && parsePhilippineMobile(formatMobile(mobile)) === mobile;
    }),
  );
});

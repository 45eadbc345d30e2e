import { expect, test } from 'vitest';
import { createMask, maskIdNumber, maskName, maskNumber, maskPhone } from './mask.ts';

test('masked values show enough to recognise a person', () => {
  expect(maskPhone('+639171234101')).toBe('0917 •••• 101');
  expect(maskName('Juan  dela Cruz')).toBe('J. D. Cr.');
  expect(maskName('Ñandú')).toBe('Ñ.');
  expect(['P1234567', '12345', '1234'].map(maskIdNumber)).toEqual(['P1••••', '1••••', '••••']);
  expect(maskNumber('P1234567')).toBe('•••• 4567');
  expect(maskNumber('12345')).toBe('•••• 45');
  expect(maskNumber('7')).toBe('•••• ');
  expect(maskNumber('')).toBe('•••• ');
});

test('a mask records each revealed field once, but does not record empty fields', () => {
  const masked = createMask(false);
  expect([
    masked.over('name', 'Ana', maskName),
    masked.over('idNumber', null, maskNumber),
    masked.revealed(),
  ]).toEqual(['A.', null, []]);
  const lifted = createMask(true);
  expect([
    lifted.over('name', 'Ana', maskName),
    lifted.over('name', 'Ana', maskName),
    lifted.over('idNumber', null, maskNumber),
  ]).toEqual(['Ana', 'Ana', null]);
  expect(lifted.revealed()).toEqual(['name']);
});

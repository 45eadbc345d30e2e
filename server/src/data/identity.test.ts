import { expect, test } from 'vitest';
import { idShapeWarning, normaliseIdNumber } from './identity.ts';

test.each([
  ['1234-5678-9012-3456', '1234567890123456'],
  ['a01–23–456789', 'A0123456789'],
  [' p1234567a ', 'P1234567A'],
])('stores the ID number %s as %s', (text, number) => {
  expect(normaliseIdNumber(text)).toBe(number);
});

test.each([
  ['philsys', '1234-5678-9012-3456'],
  ['umid', '1234-1234567-1'],
  ['sss', '12-3456789-0'],
  ['tin', '123-456-789'],
  ['tin', '123-456-789-000'],
  ['tin', '123-456-789-00000'],
  ['driversLicence', 'N01-23-456789'],
  ['passport', 'P1234567A'],
  ['passport', 'EB1234567'],
  ['prc', '0123456'],
  ['philhealth', '12-345678901-2'],
  ['pagibig', '1234-5678-9012'],
  ['postal', 'PRN123456789'],
  ['other', '12345'],
] as const)('accepts the %s number %s without a warning', (type, number) => {
  expect(idShapeWarning(type, number)).toBeNull();
});

test.each([
  ['philsys', '123456789012345', 'unusualShape'],
  ['philsys', '1234-5678-9012', 'looksLikePsn'],
  ['umid', '12345678901', 'unusualShape'],
  ['passport', '12345678', 'unusualShape'],
  ['other', '1234', 'unusualShape'],
] as const)('warns about the %s number %s: %s', (type, number, warning) => {
  expect(idShapeWarning(type, number)).toBe(warning);
});

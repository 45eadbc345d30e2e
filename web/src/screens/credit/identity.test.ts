import { idTypes } from '@sandali/contract/credit.ts';
import { expect, test } from 'vitest';
import { identityStart, readIdentity } from './identity.ts';
import { tidyIdNumber } from './idNumber.ts';
import { hasOnlyDigits, shapeWarning } from './idShapes.ts';

const ids = { frontPictureId: '0190a6f0-0000-7000-8000-000000000001', selfiePictureId: '0190a6f0-0000-7000-8000-000000000002' };

test('a number is sent without spaces and hyphens, in capitals', () => {
  const typed = { idType: 'driversLicence', idNumber: 'n01-23–456 789', idExpiresOn: '', ...ids };
  expect(readIdentity(typed).input).toEqual({ ...typed, idNumber: 'N0123456789', idExpiresOn: null });
});

test('what is open, in the order of the page', () => {
  expect([...readIdentity(identityStart(null)).problems]).toEqual([
    ['idType', 'missing'],
    ['idNumber', 'missing'],
    ['frontPictureId', 'missing'],
    ['selfiePictureId', 'missing'],
  ]);
  const odd = { ...identityStart({ idType: 'prc', idExpiresOn: '2030-02-30' }), idNumber: '12/34567', ...ids };
  expect([...readIdentity(odd).problems]).toEqual([
    ['idNumber', 'wrong'],
    ['idExpiresOn', 'wrong'],
  ]);
});

test.each([
  ['philsys', '1234-5678-9012-3456', null],
  ['philsys', '1234-1234-1234', 'psn'],
  ['philsys', '12345', 'unusual'],
  ['passport', 'p1234567a', null],
  ['passport', '1234567', 'unusual'],
  ['voters', 'anything', null],
  ['', '123', null],
  ['sss', '', null],
])('%s %s: %s', (type, typed, warning) => {
  expect(shapeWarning(type, tidyIdNumber(typed))).toBe(warning);
});

test.each([
  ['umid', '1234-1234567-1', '1234567890'],
  ['sss', '12-3456789-0', '123456789012'],
  ['tin', '123-456-789-00000', '1234567890'],
  ['driversLicence', 'n01-23-456789', '12345678901'],
  ['prc', '0123456', '012345'],
  ['philhealth', '12-345678901-2', 'P12345678901'],
  ['pagibig', '1234-5678-9012', '1234'],
])('a %s number looks like %s, not like %s', (type, usual, odd) => {
  expect(shapeWarning(type, tidyIdNumber(usual))).toBeNull();
  expect(shapeWarning(type, tidyIdNumber(odd))).toBe('unusual');
});

test('the digits keyboard comes up where there are only digits', () => {
  expect(idTypes.filter(hasOnlyDigits)).toEqual(['philsys', 'umid', 'sss', 'tin', 'prc', 'philhealth', 'pagibig']);
});

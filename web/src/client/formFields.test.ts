import { expect, test } from 'vitest';
import { formFieldOf } from './formFields.ts';

const shown =
  (...fields: string[]) =>
  (field: string) =>
    fields.includes(field);

test.each([
  ['employer', ['employer', 'position'], 'employer'],
  ['payment.amountCentavos', ['paidOn', 'amount'], 'amount'],
  ['payment.reference', ['reference', 'words'], 'reference'],
  ['contacts.1.phone', ['phone0', 'phone1'], 'phone1'],
  ['cityCode', ['barangayCode'], 'barangayCode'],
  ['proof.code', ['accountNumber', 'code'], 'code'],
  ['describe', ['type', 'termDays'], 'termDays'],
  ['challengeId', ['code'], ''],
  ['phone', ['password'], ''],
  ['', ['words'], ''],
])('maps the input %s to one of the form fields %j: %s', (place, fields, field) => {
  expect(formFieldOf(place, shown(...fields))).toBe(field);
});

import { createSecretKey } from 'node:crypto';
import type { CreditStep } from '@sandali/contract/credit.ts';
import { expect, test } from 'vitest';
import { createSealer } from '#/platform/seal.ts';
import { openStep } from './sealed.ts';

// The first stored shape of each step. Never change these texts; make a new field v.optional with a
// default.
const place =
  '"provinceCode":"1300000000","cityCode":"1381300000","barangayCode":"1381300001","address":"12 Mabini St."';
const stored: Record<CreditStep, string> = {
  personal: `{"lastName":"Dela Cruz","firstName":"Ligaya","middleName":null,"bornOn":"1994-05-17","birthPlace":"Quezon City","nationality":"Filipino","gender":"female",${place},"maritalStatus":"single","residenceYears":"from3to5","housingType":"rented","education":"college","facebookLink":null}`,
  contacts: '[{"name":"Kunwari Reyes","phone":"+639170000001","relationship":"friend"}]',
  work: `{"employmentType":"private","employer":"Kunwari Trading","position":"Bookkeeper","workPhone":null,${place},"incomeBand":"from20to40k","payday":"day15and30","servicePeriod":"from1to3y","fundSource":"salary"}`,
  identity: '{"idType":"umid","idNumber":"012345678901","idExpiresOn":null}',
};
const sealer = createSealer(createSecretKey(Buffer.alloc(32, 7)));
const borrowerId = '01900000-0000-7000-8000-000000000001';

test.each(Object.entries(stored))('reads a step stored in its first shape: %s', (step, text) => {
  const opened = openStep(
    sealer,
    step as CreditStep,
    borrowerId,
    sealer.seal(step as CreditStep, borrowerId, text),
  );
  expect(opened).toMatchObject(JSON.parse(text));
});

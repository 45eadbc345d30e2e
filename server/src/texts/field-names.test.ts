import { expect, test } from 'vitest';
import { requestsOf } from '#/testing/good-requests.ts';
import { leaves } from '#/testing/mutate.ts';
import { fieldText, refusedFields } from './field-names.ts';
import { sayRefusal } from './say.ts';

const nobodys = '01a1f6ad-aea0-754b-9359-b9c9fcc80620';
const requests = requestsOf({
  phone: '+639175557101',
  amountCentavos: 6_000_000,
  walletId: nobodys,
  nobodys,
});

/** Fields that borrowers do not fill in: ids, hashes, browser data and values that buttons set. */
const unnamedFields =
  /(^|\.)(by|form|leftAt|purpose|level|count|outcome|before|type|dueOn|disclosureRead|agreementAccepted|textRead|totalCentavos|format|itemId|turn|transports|payment|proof|clientDataJSON|attestationObject|values|(?!bank|wallet)\w*Id|userGid|\w*Hash)(\.|$)/;

test('every field that borrowers fill in has an on-screen name', () => {
  const unnamed = [...requests].flatMap(([call, good]) =>
    leaves(good)
      .map((path) => path.join('.'))
      .filter(
        (place) =>
          place !== '' && !unnamedFields.test(place) && fieldText(call.path, place) === null,
      )
      .map((place) => `${call.path} ${place}`),
  );
  expect(unnamed).toEqual([]);
});

test('a refusal names each invalid field once', () => {
  const values = refusedFields('en', '/credit/contact/save', [
    'contacts.0.phone',
    'contacts.2.phone',
    'contacts.1.name',
  ]);
  expect(sayRefusal('en', 'inputInvalid', values)).toBe(
    'Please check this and try again: Mobile number, Name.',
  );
  const inChinese = refusedFields('zh', '/credit/work/save', [
    'cityCode',
    'provinceCode',
    'employer',
  ]);
  expect(inChinese).toEqual({ fields: 'Barangay、城市和省、工作单位' });
  expect(refusedFields('en', '/loan/apply', ['quoteId', ''])).toEqual({});
});

import { CBORTag, type CBORType, encodeCBOR } from '@levischuck/tiny-cbor';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNationalId } from './readNationalId.ts';

const subject = {
  Suffix: 'JR.',
  lName: 'DELA PEÑA',
  fName: 'JUAN  MIGUEL',
  mName: "O'HARA-KUNWARI",
  sex: 'Male',
  BF: '[1,7]',
  DOB: 'May 7, 1994',
  POB: 'City of Makati, NCR',
  PCN: '1234-5678-9012-3456',
};
const cardOf = (changed: object = {}) =>
  JSON.stringify({
    DateIssued: '14 June 2022',
    Issuer: 'PSA',
    subject: { ...subject, ...changed },
    alg: 'EDDSA',
    signature: 'AAAA',
  });
const answers = {
  firstName: 'Juan Miguel',
  middleName: "O'Hara-Kunwari",
  lastName: 'Dela Peña Jr.',
  bornOn: '1994-05-07',
  birthPlace: 'City of Makati, NCR',
  gender: 'male',
  idNumber: '1234567890123456',
};

/** Encodes base45 (RFC 9285, section 4.1). */
function base45Of(bytes: Uint8Array): string {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
  const written = (value: number, length: number) =>
    Array.from({ length }, (_, at) => letters[Math.floor(value / 45 ** at) % 45]).join('');
  let text = '';
  for (let at = 0; at + 1 < bytes.length; at += 2)
    text += written((bytes[at] as number) * 256 + (bytes[at + 1] as number), 3);
  return bytes.length % 2 === 1 ? text + written(bytes.at(-1) as number, 2) : text;
}

function paperOf(isTagged: boolean, photo = new Uint8Array(200)): string {
  const { lName, fName, mName, Suffix, sex, DOB, POB, PCN } = subject;
  const sb = {
    ln: lName,
    fn: fName,
    mn: mName,
    sf: Suffix,
    s: sex,
    BF: '[1,7]',
    DOB: '1994/05/07',
    POB,
    PCN: PCN.replaceAll('-', ''),
  };
  const identity = new Map<string, CBORType>([
    ['d', '2023-01-02'],
    ['i', 'PSA'],
    ['img', photo],
    ['sb', new Map(Object.entries({ ...sb, DOB }))],
  ]);
  const claims = encodeCBOR(
    new Map<number, CBORType>([
      [1, 'PH'],
      [169, identity],
    ]),
  );
  const signed: CBORType[] = [
    encodeCBOR(new Map([[1, -8]])),
    new Map(),
    claims,
    new Uint8Array(64),
  ];
  return `PH1:${base45Of(encodeCBOR(isTagged ? new CBORTag(18, signed) : signed))}`;
}

test('reads a National ID card, and writes its names in mixed case', () => {
  expect(readNationalId(cardOf())).toEqual({ kind: 'card', card: answers });
  expect(
    readNationalId(`\n${cardOf({ lName: 'Mac Arthur', Suffix: 'iii', sex: 'F' })}`),
  ).toMatchObject({
    card: { lastName: 'Mac Arthur III', gender: 'female' },
  });
});

test.each([true, false])(
  'an ePhilID with any photo yields the card’s answers (tagged token: %s)',
  (isTagged) => {
    for (const length of [0, 1, 901])
      expect(readNationalId(paperOf(isTagged, new Uint8Array(length)))).toEqual({
        kind: 'card',
        card: answers,
      });
  },
);

test.each([
  ['January 31, 2000', '2000-01-31'],
  ['SEPTEMBER 1, 1985', '1985-09-01'],
  ['Sept. 1, 1985', '1985-09-01'],
  ['17 May 1994', '1994-05-17'],
  ['1994-5-7', '1994-05-07'],
  ['1994/12/07', '1994-12-07'],
  ['February 30, 1994', ''],
  ['07/05/1994', ''],
  ['1894-05-17', ''],
  ['Mayo 17, 1994', '1994-05-17'],
  ['Enero 17, 1994', ''],
  ['', ''],
])('a National ID’s birthday written as "%s" is read as "%s"', (DOB, bornOn) => {
  expect(readNationalId(cardOf({ DOB }))).toMatchObject({ card: { bornOn } });
});

test.each([
  [{ lName: 'CRUZ III', Suffix: '' }, 'Cruz III'],
  [{ lName: 'CRUZ', Suffix: 'III.' }, 'Cruz III'],
  [{ lName: 'CRUZ', Suffix: 'iv' }, 'Cruz IV'],
  [{ lName: 'CRUZ', Suffix: 'Sr.' }, 'Cruz Sr.'],
  [{ lName: 'CRUZ', Suffix: 'N/A' }, 'Cruz'],
  [{ lName: 'CRUZ', Suffix: 'NONE' }, 'Cruz'],
  [{ lName: 'CRUZ', Suffix: null }, 'Cruz'],
  [{ lName: 'Cruz', Suffix: '-' }, 'Cruz'],
  [{ lName: 'CIVIL-IVAN', Suffix: '' }, 'Civil-Ivan'],
])('a National ID’s last name is read with its suffix: %o', (printed, lastName) => {
  expect(readNationalId(cardOf(printed))).toMatchObject({ card: { lastName } });
});

test('a National ID’s field is empty if the form would not accept its value', () => {
  const odd = {
    lName: '<b>',
    fName: 'A'.repeat(61),
    mName: '',
    Suffix: '',
    sex: '',
    DOB: 'soon',
    POB: 'x'.repeat(81),
    PCN: '12',
  };
  expect(readNationalId(cardOf(odd))).toEqual({
    kind: 'card',
    card: {
      firstName: '',
      middleName: '',
      lastName: '',
      bornOn: '',
      birthPlace: '',
      gender: '',
      idNumber: '',
    },
  });
});

test.each([
  ['1234567890123456', 'empty'],
  ['A1B2C3D4E5F6G7H8I9J0', 'empty'],
  ['', 'other'],
  ['https://example.com/pay', 'other'],
  ['00020101021228760011ph.ppmi.p2m', 'other'],
  ['{"subject":{}}', 'other'],
  ['{"subject":{"lName":"KUNWARI"}}', 'other'],
  ['null', 'other'],
  ['PH1:', 'other'],
  ['PH1:ABC:::', 'other'],
])('the QR code "%s" is reported as %s', (code, kind) => {
  expect(readNationalId(code)).toEqual({ kind });
});

test('reading an arbitrary QR code never throws', () => {
  const kinds = ['card', 'other', 'empty'];
  const token = fc.uint8Array({ maxLength: 60 }).map((bytes) => `PH1:${base45Of(bytes)}`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), token), (code) =>
      kinds.includes(readNationalId(code).kind),
    ),
  );
});

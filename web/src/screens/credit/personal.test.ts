import { expect, test } from 'vitest';
import { fullLink, personalFields, personalStart, personalWords, readPersonal } from './personal.ts';
import { countProblems } from './verdict.ts';
import { readWork, workStart } from './work.ts';

const whole = {
  firstName: ' Ligaya ',
  middleName: '',
  lastName: 'Dela Peña',
  bornOn: '1994-02-28',
  birthPlace: 'Cebu City',
  nationality: 'Filipino',
  gender: 'female',
  provinceCode: '1300000000',
  cityCode: '1381300000',
  barangayCode: '1381300001',
  address: '12 Mabini St.',
  residenceYears: 'over10',
  housingType: 'family',
  maritalStatus: 'single',
  education: 'college',
  facebookLink: '',
};

test('a whole form is what the call takes, optional fields as null', () => {
  const { input, problems } = readPersonal(whole);
  expect(problems.size).toBe(0);
  expect(input).toMatchObject({ firstName: 'Ligaya', middleName: null, facebookLink: null, bornOn: '1994-02-28' });
  expect(personalStart(input)).toEqual({ ...whole, firstName: 'Ligaya' });
});

test('an empty form misses everything but what is optional or usual, in the order of the page', () => {
  const { input, problems } = readPersonal(personalStart(null));
  expect(input).toBeNull();
  const optional = ['middleName', 'nationality', 'facebookLink'];
  expect([...problems.keys()]).toEqual(personalFields.filter((field) => !optional.includes(field)));
  expect(countProblems(problems)).toEqual({ missing: 13, wrong: 0 });
});

test('what is wrong is told from what is missing', () => {
  const typed = { ...whole, firstName: 'L1gaya', lastName: '  ', bornOn: '1994-02-31', facebookLink: 'https://example.com/ligaya' };
  const { problems } = readPersonal(typed);
  expect([...problems]).toEqual([
    ['firstName', 'wrong'],
    ['lastName', 'missing'],
    ['bornOn', 'wrong'],
    ['facebookLink', 'wrong'],
  ]);
  expect(personalWords('bornOn', 'wrong')).toBe('credit.say.noSuchDay');
  expect(personalWords('bornOn', 'missing')).toBe('credit.say.person.bornOn');
});

test.each([
  ['facebook.com/ligaya', 'https://facebook.com/ligaya'],
  [' m.facebook.com/ligaya ', 'https://m.facebook.com/ligaya'],
  ['http://www.facebook.com/ligaya', 'https://www.facebook.com/ligaya'],
  ['https://facebook.com/ligaya', 'https://facebook.com/ligaya'],
  ['ligaya', 'ligaya'],
])('the link %s is read as %s', (typed, link) => {
  expect(fullLink(typed)).toBe(link);
});

test('work without its phone is whole, with a broken phone it is not', () => {
  const work = {
    ...workStart(null),
    employmentType: 'gig',
    employer: 'Mabilis Riders',
    position: 'Rider',
    servicePeriod: 'from1to3y',
    provinceCode: '1300000000',
    cityCode: '1381300000',
    barangayCode: '1381300001',
    address: '8 Rizal Ave.',
    fundSource: 'salary',
    incomeBand: 'from20to40k',
    payday: 'weekly',
  };
  expect(readWork(work).input).toMatchObject({ employmentType: 'gig', workPhone: null });
  expect([...readWork({ ...work, workPhone: 'call me' }).problems]).toEqual([['workPhone', 'wrong']]);
});

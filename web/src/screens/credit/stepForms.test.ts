import { idTypes, jobEntries, zPersonal, zWork } from '@sandali/contract/credit.ts';
import { examplePersonal, exampleWork, noJob } from '@sandali/contract/exampleAnswers.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { normalizeIdNumber } from '#/client/idNumber.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { getText } from '#/i18n/text.ts';
import { hasOnlyDigits, shapeWarning } from './IdentityHints.tsx';
import { wordsOfDay } from './stepFields.tsx';
import {
  changedByWork,
  countProblems,
  identityForm,
  initialIdentity,
  initialPersonal,
  initialWork,
  isAtHome,
  personalForm,
  personalFormBornBy,
  problemsOf,
  workAt,
  workForm,
} from './stepForms.ts';

const whole = {
  ...initialPersonal(v.parse(zPersonal, examplePersonal)),
  firstName: ' Ligaya ',
  middleName: '',
  bornOn: '1994-02-28',
};

test('a complete form is converted to the call’s input, with empty optional fields as null', () => {
  expect(problemsOf(personalForm, whole).size).toBe(0);
  const input = v.parse(personalForm, whole);
  expect(input).toMatchObject({
    firstName: 'Ligaya',
    middleName: null,
    facebookLink: null,
    bornOn: '1994-02-28',
  });
  expect(initialPersonal(input)).toEqual({ ...whole, firstName: 'Ligaya' });
});

test('the personal form reports a birthday that is too recent while other fields are empty', () => {
  const bornOn = (day: string) =>
    problemsOf(personalFormBornBy('2008-11-20'), { ...initialPersonal(null), bornOn: day }).get(
      'bornOn',
    );
  expect(['2008-11-21', '2008-11-20', '2008-11-', ''].map(bornOn)).toEqual([
    'wrong',
    undefined,
    'wrong',
    'missing',
  ]);
});

test('an empty personal form reports all required fields as missing', () => {
  const problems = problemsOf(personalForm, initialPersonal(null));
  const optional = ['middleName', 'nationality', 'facebookLink'];
  expect(new Set(problems.keys())).toEqual(
    new Set(Object.keys(whole).filter((field) => !optional.includes(field))),
  );
  // Barangay, city and province count as one answer.
  expect(countProblems(problems)).toEqual({ missing: problems.size - 2, wrong: 0 });
});

test('a form distinguishes wrong answers from missing answers', () => {
  const typed = {
    ...whole,
    firstName: 'L1gaya',
    lastName: '  ',
    bornOn: '1994-02-31',
    facebookLink: 'https://example.com/ligaya',
  };
  expect(Object.fromEntries(problemsOf(personalForm, typed))).toEqual({
    firstName: 'wrong',
    lastName: 'missing',
    bornOn: 'wrong',
    facebookLink: 'wrong',
  });
});

test('the personal form reports texts that are too long', () => {
  const typed = {
    ...whole,
    firstName: 'N'.repeat(61),
    address: 'x'.repeat(2_000),
    facebookLink: `https://facebook.com/${'x'.repeat(200)}`,
  };
  expect(Object.fromEntries(problemsOf(personalForm, typed))).toEqual({
    firstName: 'long',
    address: 'long',
    facebookLink: 'long',
  });
});

test('the message for an impossible date says which part of the date is wrong', async () => {
  await loadCatalogs(['credit']);
  const message = (typed: string) => wordsOfDay(typed, getText);
  expect(['1994-02-31', '1900-02-29', '2024-04-31'].map(message)).toEqual([
    'February 1994 has only 28 days.',
    'February 1900 has only 28 days.',
    'April 2024 has only 30 days.',
  ]);
  expect(['1994-2-', '1994--5', '-2-5'].map(message)).toEqual([
    'Enter the day of the month.',
    'Choose the month.',
    'Enter all four digits of the year.',
  ]);
  expect(message('1204-05-01')).toBe('This year cannot be right. Check all four digits.');
});

test('the work form accepts a missing work phone but not an invalid one', () => {
  const work = { ...initialWork(v.parse(zWork, exampleWork)), employmentType: 'gig' };
  expect(v.parse(workForm, work)).toMatchObject({ employmentType: 'gig', workPhone: null });
  expect([...problemsOf(workForm, { ...work, workPhone: 'call me' })]).toEqual([
    ['workPhone', 'wrong'],
  ]);
});

test('the work form neither requests nor sends job details for a borrower without a job', () => {
  const jobFields = Object.keys(jobEntries);
  for (const employmentType of ['none', 'student', 'pensioner']) {
    const typed = { ...initialWork(v.parse(zWork, exampleWork)), employmentType };
    expect(v.parse(workForm, typed)).toEqual({
      ...exampleWork,
      ...noJob,
      employmentType,
      asksPerson: false,
    });
    const open = problemsOf(workForm, { ...initialWork(null), employmentType });
    expect([...open.keys()].sort()).toEqual(['fundSource', 'incomeBand', 'payday']);
  }
  const employed = problemsOf(workForm, { ...initialWork(null), employmentType: 'private' });
  expect([...employed.keys()].sort()).toEqual(
    [...jobFields, 'fundSource', 'incomeBand', 'payday'].sort(),
  );
  expect(countProblems(employed)).toEqual({ missing: 8, wrong: 0 });
});

test('choosing a kind of work fills in its usual answers but keeps typed answers', () => {
  const empty = initialWork(null);
  const employee = changedByWork(empty, 'private');
  expect(employee).toEqual({
    employmentType: 'private',
    fundSource: 'salary',
    payday: 'day15and30',
  });
  expect(changedByWork({ ...empty, ...employee }, 'none')).toEqual({
    employmentType: 'none',
    fundSource: '',
    payday: 'irregular',
  });
  const weekly = { ...empty, ...employee, payday: 'weekly' };
  expect(changedByWork(weekly, 'business')).toEqual({
    employmentType: 'business',
    fundSource: 'business',
  });
  expect(changedByWork({ ...empty, fundSource: 'remittance' }, 'pensioner')).toEqual({
    employmentType: 'pensioner',
    payday: '',
  });
});

test('the place of work can be set to the borrower’s home and cleared again', () => {
  const home = v.parse(zPersonal, examplePersonal);
  const at = { ...initialWork(null), ...workAt(home) };
  expect([
    isAtHome(at, home),
    isAtHome(initialWork(null), home),
    isAtHome({ ...at, address: 'elsewhere' }, home),
  ]).toEqual([true, false, false]);
  expect({ ...at, ...workAt(null) }).toEqual(initialWork(null));
});

const ids = {
  frontPictureId: '0190a6f0-0000-7000-8000-000000000001',
  selfiePictureId: '0190a6f0-0000-7000-8000-000000000002',
};

test('the identity form sends an ID number in capitals without spaces or hyphens', () => {
  const typed = { idType: 'driversLicence', idNumber: 'n01-23–456 789', idExpiresOn: '', ...ids };
  expect(v.parse(identityForm, typed)).toEqual({
    ...typed,
    idNumber: 'N0123456789',
    idExpiresOn: null,
  });
});

test('the identity form reports missing and invalid fields', () => {
  expect(Object.fromEntries(problemsOf(identityForm, initialIdentity(null)))).toEqual({
    idType: 'missing',
    idNumber: 'missing',
    frontPictureId: 'missing',
    selfiePictureId: 'missing',
  });
  const odd = {
    ...initialIdentity({ idType: 'prc', idExpiresOn: '2030-02-30' }),
    idNumber: '12/34567',
    ...ids,
  };
  expect(Object.fromEntries(problemsOf(identityForm, odd))).toEqual({
    idNumber: 'wrong',
    idExpiresOn: 'wrong',
  });
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
])('an ID number of type %s, typed as %s, causes the warning %s', (type, typed, warning) => {
  expect(shapeWarning(type, normalizeIdNumber(typed))).toBe(warning);
});

test.each([
  ['umid', '1234-1234567-1', '1234567890'],
  ['sss', '12-3456789-0', '123456789012'],
  ['tin', '123-456-789-00000', '1234567890'],
  ['driversLicence', 'n01-23-456789', '12345678901'],
  ['prc', '0123456', '012345'],
  ['philhealth', '12-345678901-2', 'P12345678901'],
  ['pagibig', '1234-5678-9012', '1234'],
])('a %s number like %s causes no warning, and %s is called unusual', (type, usual, odd) => {
  expect(shapeWarning(type, normalizeIdNumber(usual))).toBeNull();
  expect(shapeWarning(type, normalizeIdNumber(odd))).toBe('unusual');
});

test('the numeric keyboard opens for exactly the ID types whose numbers consist of digits', () => {
  expect(idTypes.filter(hasOnlyDigits)).toEqual([
    'philsys',
    'umid',
    'sss',
    'tin',
    'prc',
    'philhealth',
    'pagibig',
  ]);
});

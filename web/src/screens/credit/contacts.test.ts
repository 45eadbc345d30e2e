import * as v from 'valibot';
import { expect, test } from 'vitest';
import { cleanName, readPicked } from './contactPicker.ts';
import { type ContactValues, contactsForm, initialContacts, isComplete } from './contacts.ts';
import { problemsOf } from './stepForms.ts';

const whole: ContactValues = {
  name0: 'Amihan Halimbawa',
  phone0: '9185550177',
  relationship0: 'parent',
  name1: 'Bayani Kunwari',
  phone1: '9195550163',
  relationship1: 'friend',
  name2: 'Tala Marahil',
  phone2: '9205550111',
  relationship2: 'colleague',
};

const form = contactsForm('+639175550142');

test('three complete contacts are converted to the call’s input and back', () => {
  const input = v.parse(form, whole);
  expect(input[0]).toEqual({
    name: 'Amihan Halimbawa',
    phone: '+639185550177',
    relationship: 'parent',
  });
  expect(initialContacts(input)).toEqual(whole);
});

test('an empty contacts form reports all nine fields as missing', () => {
  const problems = problemsOf(form, initialContacts(null));
  expect(new Set(problems.values())).toEqual(new Set(['missing']));
  expect(problems.size).toBe(9);
});

test('the contacts form reports repeated, own and invalid numbers, and a missing relative', () => {
  const twice = problemsOf(form, { ...whole, phone2: whole.phone0 });
  expect([...twice]).toEqual([['phone2', 'twice']]);
  expect(isComplete(1, twice)).toBe(true);
  expect(isComplete(2, twice)).toBe(false);
  expect([...problemsOf(form, { ...whole, phone1: '9175550142' })]).toEqual([['phone1', 'own']]);
  expect([...problemsOf(form, { ...whole, phone1: '81234567' })]).toEqual([['phone1', 'wrong']]);
  expect([...problemsOf(form, { ...whole, relationship0: 'classmate' })]).toEqual([
    ['relationship2', 'noFamily'],
  ]);
  expect(v.is(form, { ...whole, relationship0: 'classmate' })).toBe(false);
});

test('a picked contact has a clean name and each Philippine mobile number once', () => {
  expect(
    readPicked([
      { name: ['Mama ❤️ (bahay)'], tel: ['0918 555-0177', '+63 918 555 0177', '(02) 8123 4567'] },
    ]),
  ).toEqual({
    kind: 'picked',
    name: 'Mama bahay',
    phones: ['+639185550177'],
  });
  expect(readPicked([{ name: ['Ate'], tel: ['(02) 8123 4567', '+1 415 555 0100'] }])).toEqual({
    kind: 'noMobile',
    name: 'Ate',
  });
  expect(readPicked([])).toEqual({ kind: 'none' });
  expect(readPicked([{ tel: ['09185550177'] }])).toEqual({
    kind: 'picked',
    name: '',
    phones: ['+639185550177'],
  });
});

test.each([
  ["  Ma. Niña  D'Souza-Cruz ", "Ma. Niña D'Souza-Cruz"],
  ['1 Tatay 2', 'Tatay'],
  ['📞', ''],
  ['N'.repeat(61), 'N'.repeat(61)],
])('a contact’s name "%s" is cleaned to "%s"', (text, name) => {
  expect(cleanName(text)).toBe(name);
});

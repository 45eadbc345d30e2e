import { expect, test } from 'vitest';
import { cleanName, readPicked } from './contactPicker.ts';
import { type ContactValues, contactsStart, isWhole, readContacts } from './contacts.ts';

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

const own = '+639175550142';

test('three whole people are what the call takes, and come back as they were', () => {
  const { input, problems } = readContacts(whole, own);
  expect(problems.size).toBe(0);
  expect(input?.[0]).toEqual({ name: 'Amihan Halimbawa', phone: '+639185550177', relationship: 'parent' });
  expect(contactsStart(input)).toEqual(whole);
});

test('nobody yet', () => {
  const { input, problems } = readContacts(contactsStart(null), own);
  expect(input).toBeNull();
  expect(new Set(problems.values())).toEqual(new Set(['missing']));
  expect(problems.size).toBe(9);
});

test('a number that stands twice, one’s own, a broken one, and nobody of the family', () => {
  const twice = readContacts({ ...whole, phone2: whole.phone0 }, own);
  expect([...twice.problems]).toEqual([['phone2', 'twice']]);
  expect(isWhole(1, twice.problems)).toBe(true);
  expect(isWhole(2, twice.problems)).toBe(false);
  expect([...readContacts({ ...whole, phone1: '9175550142' }, own).problems]).toEqual([['phone1', 'own']]);
  expect([...readContacts({ ...whole, phone1: '81234567' }, own).problems]).toEqual([['phone1', 'wrong']]);
  expect([...readContacts({ ...whole, relationship0: 'classmate' }, own).problems]).toEqual([['relationship2', 'noFamily']]);
  expect(readContacts({ ...whole, relationship0: 'classmate' }, own).input).toBeNull();
});

test('what the phone book gives is cleaned', () => {
  expect(readPicked([{ name: ['Mama ❤️ (bahay)'], tel: ['0918 555-0177', '+63 918 555 0177', '(02) 8123 4567'] }])).toEqual({
    kind: 'picked',
    name: 'Mama bahay',
    phones: ['+639185550177'],
  });
  expect(readPicked([{ name: ['Ate'], tel: ['(02) 8123 4567', '+1 415 555 0100'] }])).toEqual({ kind: 'noMobile', name: 'Ate' });
  expect(readPicked([])).toEqual({ kind: 'none' });
  expect(readPicked([{ tel: ['09185550177'] }])).toEqual({ kind: 'picked', name: '', phones: ['+639185550177'] });
});

test.each([
  ["  Ma. Niña  D'Souza-Cruz ", "Ma. Niña D'Souza-Cruz"],
  ['1 Tatay 2', 'Tatay'],
  ['📞', ''],
])('the name %s becomes %s', (text, name) => {
  expect(cleanName(text)).toBe(name);
});

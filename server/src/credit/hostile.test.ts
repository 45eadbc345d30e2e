// Tests that an application either refuses hostile input and saves nothing, or stores it as plain
// text.
import { basicSave, contactSave, creditQuery, workSave } from '@sandali/contract/credit.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { dataOf } from '#/testing/context.ts';
import { contacts, creditTestContext, personal, work } from './testing.ts';

const { ask, person, app } = await creditTestContext();
const { db } = app;

/** Values that every field refuses: blank, far too long, or unprintable. */
const refused: Record<string, string> = {
  'a Hangul filler, which is blank': '\u3164',
  'nothing but spaces': '     ',
  'nothing at all': '',
  '10,000 letters': 'a'.repeat(10_000),
  '10,000 marks on one letter': `a${'\u0301'.repeat(10_000)}`,
  'letters that no paper can show': '😀 집',
};

/** Texts with invisible characters, each with the text that is stored. */
const unseen: Record<string, readonly [typed: string, seen: string]> = {
  'a null byte': ['Ana\u0000', 'Ana'],
  'a line feed': ['Ana\nReyes', 'Ana Reyes'],
  'a right-to-left override': ['Ana\u202Egnp', 'Anagnp'],
  'a zero-width space': ['An\u200Ba', 'Ana'],
  'a byte order mark': ['\uFEFFAna', 'Ana'],
  'a lone surrogate': ['Ana\uD800', 'Ana'],
  'a private-use letter': ['Ana\uE000', 'Ana'],
  'a tag letter': ['Ana\u{E0041}', 'Ana'],
};

/** Texts that are valid in a free-text field but invalid as a name. */
const plainText: Record<string, string> = {
  markup: '<img src=x onerror=alert(1)>',
  'a quotation for SQL': "1'; drop table borrowers; --",
  'a formula of a spreadsheet': '=HYPERLINK("x")',
  'a template': '{{constructor}} %00 %n',
};

const lines = [
  ['personal', 'birthPlace'],
  ['personal', 'nationality'],
  ['personal', 'address'],
  ['work', 'employer'],
  ['work', 'position'],
  ['work', 'address'],
] as const;
const names = ['firstName', 'middleName', 'lastName'] as const;

async function applicant() {
  const who = await person();
  const personalWith = async (other: object) =>
    (await ask(who, basicSave, { ...personal, ...other })).name;
  const workWith = async (other: object) => (await ask(who, workSave, { ...work, ...other })).name;
  const contactWith = async (other: object) => {
    const [first, ...rest] = contacts;
    return (
      await ask(who, contactSave, {
        contacts: [{ ...first, ...other }, ...rest] as typeof contacts,
      })
    ).name;
  };
  const storedSteps = async () => {
    const {
      personal: basic,
      contacts: people,
      work: job,
    } = dataOf(await ask(who, creditQuery, {}));
    return { personal: basic, contacts: people, work: job };
  };
  const row = async () =>
    await db
      .selectFrom('credit_applications')
      .selectAll()
      .where('borrower_id', '=', who.borrowerId)
      .executeTakeFirstOrThrow();
  expect([await personalWith({}), await contactWith({}), await workWith({})]).toEqual([
    'success',
    'success',
    'success',
  ]);
  return { personalWith, workWith, contactWith, storedSteps, row };
}

test('refuses blank and overlong values in every field, and saves nothing', async () => {
  const { personalWith, workWith, contactWith, row } = await applicant();
  const before = await row();
  const results = new Set<string>();
  let requests = 0;
  for (const value of Object.values(refused)) {
    for (const [step, field] of lines)
      results.add(await (step === 'personal' ? personalWith : workWith)({ [field]: value }));
    for (const field of [...names, 'facebookLink'])
      results.add(await personalWith({ [field]: value }));
    results.add(await workWith({ workPhone: value }));
    for (const field of ['name', 'phone', 'relationship'])
      results.add(await contactWith({ [field]: value }));
    requests += lines.length + names.length + 5;
  }
  expect([...results]).toEqual(['inputInvalid']);
  expect(requests).toBe(14 * Object.keys(refused).length);
  expect(await row()).toEqual(before);
});

slow('removes invisible characters from names and single-line text', async () => {
  const { personalWith, workWith, storedSteps } = await applicant();
  for (const [typed, seen] of Object.values(unseen)) {
    for (const [step, field] of [...lines, ...names.map((name) => ['personal', name] as const)]) {
      expect(await (step === 'personal' ? personalWith : workWith)({ [field]: typed })).toBe(
        'success',
      );
      expect((await storedSteps())[step]).toMatchObject({ [field]: seen });
    }
  }
});

slow('refuses markup, formulas and quotes in names and numbers but not in free text', async () => {
  const { personalWith, workWith, contactWith, storedSteps } = await applicant();
  for (const value of Object.values(plainText)) {
    for (const field of names) expect(await personalWith({ [field]: value })).toBe('inputInvalid');
    for (const field of ['name', 'phone'])
      expect(await contactWith({ [field]: value })).toBe('inputInvalid');
    expect(await workWith({ workPhone: value })).toBe('inputInvalid');
    for (const [step, field] of lines) {
      expect(await (step === 'personal' ? personalWith : workWith)({ [field]: value })).toBe(
        'success',
      );
      expect((await storedSteps())[step]).toMatchObject({ [field]: value });
    }
  }
});

test('every step refuses extra fields, missing fields and values of the wrong type', async () => {
  const { personalWith, workWith, contactWith, row } = await applicant();
  const before = await row();
  for (const change of [
    { isApproved: true },
    { limitCentavos: 1 },
    { bornOn: 19_960_229 },
    { gender: ['female'] },
    { address: undefined },
  ]) {
    expect(await personalWith(change)).toBe('inputInvalid');
  }
  for (const bornOn of ['1996-02-30', '1996-2-9', '0000-01-01', '29/02/1996', '1996-02-29T00:00']) {
    expect(await personalWith({ bornOn })).toBe('inputInvalid');
  }
  for (const change of [{ incomeBand: 'over1m' }, { payday: null }, { creditState: 'approved' }]) {
    expect(await workWith(change)).toBe('inputInvalid');
  }
  for (const phone of ['+6328123456', '+639181110001,', '09181110001', '+85291234567'])
    expect(await contactWith({ phone })).toBe('inputInvalid');
  expect(await row()).toEqual(before);
});

test('accepts names as people in the Philippines write them', async () => {
  const { personalWith, storedSteps } = await applicant();
  for (const name of [
    'Ma. Cristina',
    'Niño',
    'O’Hara',
    "D'Angelo",
    'Peña-Reyes',
    'de los Santos Jr.',
    'Nguyễn',
    '李',
  ]) {
    expect(await personalWith({ firstName: name })).toBe('success');
    expect((await storedSteps()).personal?.firstName).toBe(name);
  }
});

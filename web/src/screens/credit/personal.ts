// Step 1 as a form: what stands in its fields, and how they are read.
import { type Personal, zPersonal } from '@sandali/contract/credit.ts';
import type { PlainTextId } from '#/kit/text.ts';
import { judge, orNull, type Problem, type Verdict } from './verdict.ts';

/** In the order of the page. */
export const personalFields = [
  'firstName',
  'middleName',
  'lastName',
  'bornOn',
  'birthPlace',
  'nationality',
  'gender',
  'provinceCode',
  'cityCode',
  'barangayCode',
  'address',
  'residenceYears',
  'housingType',
  'maritalStatus',
  'education',
  'facebookLink',
] as const;
export type PersonalField = (typeof personalFields)[number];
export type PersonalValues = Record<PersonalField, string>;

/** What the form begins with: what was given before, else nothing but the usual nationality. */
export function personalStart(given: Personal | null): PersonalValues {
  const entries = personalFields.map((field) => [field, given?.[field] ?? (field === 'nationality' && !given ? 'Filipino' : '')]);
  return Object.fromEntries(entries) as PersonalValues;
}

/** Reads the form by the call's own schema. */
export function readPersonal(values: PersonalValues): Verdict<PersonalField, Personal> {
  const entries = personalFields.map((field) => [field, values[field]]);
  const fields = Object.fromEntries(entries) as PersonalValues;
  return judge<PersonalField, Personal>(zPersonal, {
    ...fields,
    middleName: orNull(values.middleName),
    facebookLink: orNull(fullLink(values.facebookLink)),
  });
}

/** A link as people copy or type it, with its https: 'facebook.com/ligaya' is 'https://facebook.com/ligaya'. */
export function fullLink(typed: string): string {
  const link = typed.trim().replace(/^http:/i, 'https:');
  return /^([a-z-]+\.)?facebook\.com\//i.test(link) ? `https://${link}` : link;
}

/** The text that says what to do about a field. */
export function personalWords(field: PersonalField, problem: Problem): PlainTextId {
  if (field === 'bornOn' && problem === 'wrong') return 'credit.say.noSuchDay';
  return `credit.say.person.${field}`;
}

// Whether the free text of an application says anything. The form asks for every field, so what is empty here was filled with a filler.
import type { EmploymentType, Personal, Work } from '@sandali/contract/credit.ts';

/** What people type where they have nothing to say, without spaces and signs, in small letters. */
const fillers = new Set(
  'none nothing na nil null no not notapplicable wala walanaman walapa secret private same test testing asdf qwerty abc xyz unknown anywhere here'.split(
    ' ',
  ),
);
/** Who has an employer, so that its name, the position and the place of work can be asked about. */
const withEmployer: readonly EmploymentType[] = ['private', 'government', 'overseas'];

export type FreeText = Pick<Personal, 'birthPlace' | 'address'>;
export type WorkText = Pick<Work, 'employmentType' | 'employer' | 'position' | 'address'>;

/** How many of the fields that matter say nothing: 0 to 5. */
export function emptyFields(personal: FreeText, work: WorkText): number {
  const own = [personal.birthPlace, personal.address];
  const ofWork = withEmployer.includes(work.employmentType) ? [work.employer, work.position, work.address] : [];
  return [...own, ...ofWork].filter(saysNothing).length;
}

/** A filler, fewer than two letters, or one letter over and over. */
export function saysNothing(text: string): boolean {
  const letters = text.toLowerCase().replace(/[^\p{L}]/gu, '');
  return [...letters].length < 2 || fillers.has(letters) || new Set(letters).size === 1;
}

// Step 2 as a form: three people, nine fields.
import { type Contacts, familyRelationships, type Relationship, zContact } from '@sandali/contract/credit.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { judge, type Problem, type Verdict } from './verdict.ts';

export const people = [0, 1, 2] as const;
export type Person = (typeof people)[number];
const parts = ['name', 'phone', 'relationship'] as const;
type Part = (typeof parts)[number];
export type ContactField = `${Part}${Person}`;
/** `phone` holds national digits, '9175550142', as the phone field has them. */
export type ContactValues = Record<ContactField, string>;

/** The field of a person. */
export function fieldOf(part: Part, person: Person): ContactField {
  return `${part}${person}`;
}

/** Which part of a contact a field is, and whose. */
export function splitField(field: ContactField): { part: Part; person: Person } {
  return { part: field.slice(0, -1) as Part, person: Number(field.slice(-1)) as Person };
}

/** What the form begins with: who was given before, else nobody. */
export function contactsStart(given: readonly Contacts[number][] | null): ContactValues {
  const entries = people.flatMap((person) => {
    const contact = given?.[person];
    return parts.map((part) => [fieldOf(part, person), (part === 'phone' ? contact?.phone.replace('+63', '') : contact?.[part]) ?? '']);
  });
  return Object.fromEntries(entries) as ContactValues;
}

/** Reads the form: each person by the call's schema, then that no number stands twice or is one's own, and that somebody is family (product.md). */
export function readContacts(values: ContactValues, ownPhone: string): Verdict<ContactField, Contacts> {
  const problems = new Map<ContactField, Problem>();
  const contacts: Contacts = [];
  const phones = new Set<string>();
  for (const person of people) {
    const typed = values[fieldOf('phone', person)];
    const phone = parsePhilippineMobile(typed) ?? typed;
    const found = judge<Part, Contacts[number]>(zContact, {
      name: values[fieldOf('name', person)],
      phone,
      relationship: values[fieldOf('relationship', person)],
    });
    for (const [part, problem] of found.problems) problems.set(fieldOf(part, person), problem);
    if (phone !== '' && phones.size === phones.add(phone).size) problems.set(fieldOf('phone', person), 'twice');
    if (phone === ownPhone) problems.set(fieldOf('phone', person), 'own');
    if (found.input) contacts.push(found.input);
  }
  if (isWithoutFamily(values)) problems.set('relationship2', 'noFamily');
  return { input: problems.size === 0 ? contacts : null, problems };
}

function isWithoutFamily(values: ContactValues): boolean {
  const given = people.map((person) => values[fieldOf('relationship', person)]);
  return given.every((one) => one !== '') && !given.some((one) => familyRelationships.includes(one as Relationship));
}

/** Whether nothing is open about a person. */
export function isWhole(person: Person, problems: ReadonlyMap<ContactField, Problem>): boolean {
  return parts.every((part) => !problems.has(fieldOf(part, person)));
}

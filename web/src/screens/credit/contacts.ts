// The form of step 2: three contacts, nine fields.
import {
  type Contacts,
  familyRelationships,
  type Relationship,
  typedContact,
} from '@sandali/contract/credit.ts';
import { readMobile } from '@sandali/contract/phone.ts';
import * as v from 'valibot';
import type { Values } from '#/client/useForm.tsx';
import type { Problem } from './stepForms.ts';

export const people = [0, 1, 2] as const;
export type Person = (typeof people)[number];
const parts = ['name', 'phone', 'relationship'] as const;
type Part = (typeof parts)[number];
export type ContactField = `${Part}${Person}`;
/** `phone` contains national digits ('9175550142'), like the phone field. */
export type ContactValues = Values<ContactField>;

/** Returns the name of the form field for a part of a contact. */
export function fieldOf(part: Part, person: Person): ContactField {
  return `${part}${person}`;
}

/** Splits a field's name into its part and its contact. */
export function splitField(field: ContactField): { part: Part; person: Person } {
  return { part: field.slice(0, -1) as Part, person: Number(field.slice(-1)) as Person };
}

/** Returns the form's initial values: the saved contacts, otherwise empty fields. */
export function initialContacts(saved: readonly Contacts[number][] | null): ContactValues {
  const entries = people.flatMap((person) => {
    const contact = saved?.[person];
    return parts.map((part) => [
      fieldOf(part, person),
      (part === 'phone' ? contact?.phone.replace('+63', '') : contact?.[part]) ?? '',
    ]);
  });
  return Object.fromEntries(entries) as ContactValues;
}

const zTyped = {
  ...typedContact.entries,
  phone: v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = readMobile(dataset.value);
      if ('mobile' in parsed) return parsed.mobile;
      addIssue({ message: parsed.fault === 'foreign' ? 'foreign' : 'wrong' });
      return NEVER;
    }),
  ),
};
const entries = Object.fromEntries(
  people.flatMap((person) => parts.map((part) => [fieldOf(part, person), zTyped[part]])),
);

/**
 * Returns the form's schema. Each contact must match the call's schema, numbers must differ from
 * each other and from `ownPhone`, and at least one contact must be family.
 */
export function contactsForm(ownPhone: string): v.GenericSchema<unknown, Contacts> {
  return v.pipe(
    v.object(entries),
    v.rawCheck(({ dataset, addIssue }) => {
      const values = dataset.value as ContactValues;
      const point = (key: ContactField, message: Problem) =>
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: values, key, value: values[key] }],
        });
      const phones = people.map((person) => values[fieldOf('phone', person)]);
      for (const person of people) {
        if (phones[person] === ownPhone) point(fieldOf('phone', person), 'own');
        else if (phones[person] && phones.indexOf(phones[person]) < person)
          point(fieldOf('phone', person), 'twice');
      }
      if (isWithoutFamily(values)) point('relationship2', 'noFamily');
    }),
    v.transform(
      (values) =>
        people.map((person) =>
          Object.fromEntries(parts.map((part) => [part, values[fieldOf(part, person)]])),
        ) as Contacts,
    ),
  );
}

function isWithoutFamily(values: ContactValues): boolean {
  const chosen = people.map((person) => values[fieldOf('relationship', person)]);
  return (
    chosen.every((relationship) => relationship !== '') &&
    !chosen.some((relationship) => familyRelationships.includes(relationship as Relationship))
  );
}

export function isComplete(person: Person, problems: ReadonlyMap<ContactField, Problem>): boolean {
  return parts.every((part) => !problems.has(fieldOf(part, person)));
}

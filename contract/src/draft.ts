// Drafts: values typed into an application form and not saved yet, valid or not. Only the listed
// fields are stored; ID numbers, references' phone numbers and pictures never are.
import * as v from 'valibot';
import { call } from './call.ts';
import {
  type CreditStep,
  educationLevels,
  employmentTypes,
  fundSources,
  genders,
  housingTypes,
  idTypes,
  incomeBands,
  maritalStatuses,
  paydays,
  relationships,
  residenceYears,
  servicePeriods,
} from './credit.ts';
import { visibleLine } from './text.ts';

type Text = v.GenericSchema<string, string>;
/** Creates a schema for a field that may be empty or absent. */
const field = (schema: Text) => v.optional(v.union([v.literal(''), schema]));
const typed = (max: number) =>
  field(v.pipe(v.string(), v.maxLength(max), v.transform(visibleLine)));
const chosen = (values: readonly string[]) => field(v.picklist(values));
/** Names contain no digits, so that a number typed into the wrong field is not stored. */
const name = field(
  v.pipe(
    v.string(),
    v.maxLength(120),
    v.transform(visibleLine),
    v.check((text) => !/\p{Nd}/u.test(text), 'name'),
  ),
);
const place = field(v.pipe(v.string(), v.regex(/^\d{5,10}$/)));
/** A day, possibly incomplete: '2030-5-'. */
const day = field(v.pipe(v.string(), v.regex(/^\d{0,4}-\d{0,2}-\d{0,2}$/)));
const places = { provinceCode: place, cityCode: place, barangayCode: place, address: typed(200) };

/** The fields of each form that may be stored, by the form's own field names. */
export const draftFields = {
  personal: {
    firstName: name,
    middleName: name,
    lastName: name,
    bornOn: day,
    birthPlace: typed(120),
    nationality: typed(80),
    gender: chosen(genders),
    ...places,
    residenceYears: chosen(residenceYears),
    housingType: chosen(housingTypes),
    maritalStatus: chosen(maritalStatuses),
    education: chosen(educationLevels),
    facebookLink: typed(200),
  },
  contacts: {
    name0: name,
    relationship0: chosen(relationships),
    name1: name,
    relationship1: chosen(relationships),
    name2: name,
    relationship2: chosen(relationships),
  },
  work: {
    employmentType: chosen(employmentTypes),
    employer: typed(120),
    position: typed(120),
    servicePeriod: chosen(servicePeriods),
    workPhone: typed(20),
    ...places,
    fundSource: chosen(fundSources),
    incomeBand: chosen(incomeBands),
    payday: chosen(paydays),
    asksPerson: chosen(['yes']),
  },
  identity: { idType: chosen(idTypes), idExpiresOn: day },
} as const satisfies Record<CreditStep, v.ObjectEntries>;

/** The fields that are never stored, by form. */
export const neverKept: Readonly<Record<CreditStep, readonly string[]>> = {
  personal: [],
  contacts: ['phone0', 'phone1', 'phone2'],
  work: [],
  identity: ['idNumber', 'frontPictureId', 'selfiePictureId'],
};

const valuesOf = <E extends v.ObjectEntries>(entries: E) => v.strictObject(entries);
/** Creates a schema for the field that was edited last, whether it is stored or not. */
const zPlaceIn = (form: CreditStep) =>
  v.nullable(v.picklist([...Object.keys(draftFields[form]), ...neverKept[form]]));

/** A stored draft: some values of a form, and the field that was edited last. */
export const zDraft = v.variant('form', [
  v.strictObject({
    form: v.literal('personal'),
    values: valuesOf(draftFields.personal),
    leftAt: zPlaceIn('personal'),
  }),
  v.strictObject({
    form: v.literal('contacts'),
    values: valuesOf(draftFields.contacts),
    leftAt: zPlaceIn('contacts'),
  }),
  v.strictObject({
    form: v.literal('work'),
    values: valuesOf(draftFields.work),
    leftAt: zPlaceIn('work'),
  }),
  v.strictObject({
    form: v.literal('identity'),
    values: valuesOf(draftFields.identity),
    leftAt: zPlaceIn('identity'),
  }),
]);
export type Draft = v.InferOutput<typeof zDraft>;

/** Returns the values that a form's draft may store: those of listed fields with valid text. */
export function storableValues(
  form: CreditStep,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries<v.GenericSchema>(draftFields[form]).flatMap(([name, schema]) => {
      const parsed = values[name] === undefined ? null : v.safeParse(schema, values[name]);
      return parsed?.success ? [[name, String(parsed.output)]] : [];
    }),
  );
}

/** Replaces a form's draft; deletes it if there are no values. Saving the step also deletes it. */
export const draftSave = call({
  path: '/credit/draft/save',
  who: 'borrower',
  kind: 'write',
  request: zDraft,
  data: v.object({}),
  refusals: ['creditLocked', 'creditStepMissing'],
});

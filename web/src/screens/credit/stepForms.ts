// Validates the forms of the steps by applying the schemas of their calls to the typed texts.
import {
  type EmploymentType,
  type Identity,
  jobEntries,
  type Personal,
  typedPersonal,
  typedWork,
  type Work,
  withoutJob,
  zIdentity,
  zPersonal,
  zWork,
} from '@sandali/contract/credit.ts';
import { zFacebookLink } from '@sandali/contract/facebookLink.ts';
import { zIdNumber } from '@sandali/contract/id.ts';
import { drawnEntries } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { normalizeIdNumber } from '#/client/idNumber.ts';
import type { Values } from '#/client/useForm.tsx';
import { problemOfDay } from '#/ui/day.ts';

/**
 * What is wrong with a field: it is empty, invalid, too long or not printable; its number is
 * foreign, entered twice or the borrower's own; or no contact is family.
 */
export type Problem =
  | 'missing'
  | 'wrong'
  | 'long'
  | 'letters'
  | 'foreign'
  | 'twice'
  | 'own'
  | 'noFamily';
const ownProblems: readonly string[] = [
  'long',
  'letters',
  'foreign',
  'twice',
  'own',
  'noFamily',
] satisfies Problem[];

/**
 * Returns one problem for each invalid field. A form's own rule names the problem; if a rule of the
 * contract is broken, the problem is `missing` for an empty field, otherwise `wrong`.
 */
export function problemsOf<F extends string>(
  schema: v.GenericSchema,
  values: Values<F>,
): ReadonlyMap<F, Problem> {
  const problems = new Map<F, Problem>();
  for (const { path, message } of v.safeParse(schema, values).issues ?? []) {
    const field = path?.[0]?.key as F;
    const isOwn = ownProblems.includes(message);
    const problem = isOwn ? (message as Problem) : values[field]?.trim() ? 'wrong' : 'missing';
    if (isOwn || !problems.has(field)) problems.set(field, problem);
  }
  return problems;
}

/**
 * Returns the field that asks for an answer: the barangay field also asks for the city and the
 * province.
 */
export function askingField<F extends string>(
  field: F,
): Exclude<F, 'provinceCode' | 'cityCode'> | (F & 'barangayCode') {
  return (field === 'provinceCode' || field === 'cityCode' ? 'barangayCode' : field) as ReturnType<
    typeof askingField<F>
  >;
}

/** Counts the fields that are missing and those that are wrong. */
export function countProblems(problems: ReadonlyMap<string, Problem>): {
  missing: number;
  wrong: number;
} {
  const all = [...problems].flatMap(([field, problem]) =>
    askingField(field) === field ? problem : [],
  );
  const missing = all.filter((problem) => problem === 'missing').length;
  return { missing, wrong: all.length - missing };
}

/** Returns a call's schema for typed texts: '' becomes null if the call accepts null. */
function schemaOfTexts<E extends v.ObjectEntries>(entries: E) {
  const orNull = (schema: v.GenericSchema) =>
    v.is(schema, null)
      ? v.pipe(
          v.string(),
          v.transform((text): unknown => (text.trim() === '' ? null : text)),
          schema,
        )
      : schema;
  return v.object(
    Object.fromEntries(
      Object.entries(entries).map(([field, schema]) => [field, orNull(schema as v.GenericSchema)]),
    ) as E,
  );
}

/** Returns a step's initial values: the saved ones, otherwise empty ones. */
function startOf<E extends v.ObjectEntries>(
  { entries }: { entries: E },
  saved: Partial<Record<keyof E, string | null>> | null,
) {
  return Object.fromEntries(
    Object.keys(entries).map((field) => [field, saved?.[field] ?? '']),
  ) as Values<keyof E & string>;
}

export type PersonalField = keyof Personal;
export type PersonalValues = Values<PersonalField>;

const personalEntries = {
  ...typedPersonal.entries,
  facebookLink: v.nullable(zFacebookLink),
};
export const personalForm = schemaOfTexts(personalEntries);

/** Whether a typed date is complete and after the last allowed day. */
export function isTooLate(typed: string, lastDay: string): boolean {
  return !problemOfDay(typed) && typed > lastDay;
}

/**
 * Returns the schema of step 1 with a latest allowed birthday. It reports a borrower who is too
 * young at the field itself.
 */
export function personalFormBornBy(lastDay: string) {
  const bornOn = v.pipe(
    zPersonal.entries.bornOn,
    v.check((day) => day <= lastDay),
  );
  return schemaOfTexts({ ...personalEntries, bornOn });
}

/** Returns the saved values, or else empty values with the usual nationality. */
export const initialPersonal = (saved: Personal | null): PersonalValues =>
  startOf(zPersonal, saved ?? { nationality: 'Filipino' });

export type WorkField = keyof Work;
export type WorkValues = Values<WorkField>;

const workEntries = {
  ...typedWork.entries,
  asksPerson: v.pipe(
    v.string(),
    v.transform((answer) => answer === 'yes'),
  ),
};

/** The schema of step 3. If the borrower has no job, typed answers about a job are dropped. */
export const workForm: v.GenericSchema<unknown, Work> = v.lazy((values) =>
  hasNoJob((values as Partial<WorkValues>).employmentType)
    ? v.pipe(
        v.looseObject({}),
        v.transform((typed) => ({ ...typed, ...noJob })),
        schemaOfTexts(workEntries),
      )
    : schemaOfTexts({ ...workEntries, ...drawnEntries(jobEntries) }),
);
export const initialWork = (saved: Work | null): WorkValues =>
  startOf(zWork, saved && { ...saved, asksPerson: saved.asksPerson ? 'yes' : '' });

const noJob = Object.fromEntries(Object.keys(jobEntries).map((field) => [field, '']));

/** Whether this kind of work has no questions about a job. */
export function hasNoJob(employmentType: string | undefined): boolean {
  return (withoutJob as readonly (string | undefined)[]).includes(employmentType);
}

type Usual = Partial<Pick<Work, 'fundSource' | 'payday'>>;
/**
 * Usual answers for each kind of work, prefilled for the borrower to change. Wages are paid twice a
 * month (Labor Code, article 103).
 */
const usual: Readonly<Record<EmploymentType, Usual>> = {
  private: { fundSource: 'salary', payday: 'day15and30' },
  government: { fundSource: 'salary', payday: 'day15and30' },
  overseas: { fundSource: 'salary' },
  selfEmployed: { fundSource: 'business' },
  business: { fundSource: 'business' },
  gig: {},
  pensioner: { fundSource: 'pension' },
  student: { fundSource: 'allowance' },
  none: { payday: 'irregular' },
};

/** Returns the usual answers for a kind of work; {} if none is chosen. */
export function usualFor(employmentType: string): Usual {
  return usual[employmentType as EmploymentType] ?? {};
}

/**
 * Returns the answers that change with the kind of work: the kind itself, and answers that are
 * empty or the usual ones of the previous kind.
 */
export function changedByWork(
  now: Pick<WorkValues, 'employmentType' | 'fundSource' | 'payday'>,
  to: string,
): Partial<WorkValues> {
  const [before, after] = [usualFor(now.employmentType), usualFor(to)];
  const changed = (['fundSource', 'payday'] as const).filter(
    (field) => now[field] === (before[field] ?? ''),
  );
  return {
    employmentType: to,
    ...Object.fromEntries(changed.map((field) => [field, after[field] ?? ''])),
  };
}

export type Home = Pick<Personal, 'provinceCode' | 'cityCode' | 'barangayCode' | 'address'>;
const homeFields = ['barangayCode', 'cityCode', 'provinceCode', 'address'] as const;

/** Whether the place of work is this home. */
export function isAtHome(values: WorkValues, home: Home): boolean {
  return homeFields.every((field) => values[field] === home[field]);
}

/** Returns the place of work at this home; empty values without a home. */
export function workAt(home: Home | null): Partial<WorkValues> {
  return Object.fromEntries(homeFields.map((field) => [field, home?.[field] ?? '']));
}

export type IdentityField = keyof Identity;
export type IdentityValues = Values<IdentityField>;

/** The schema of step 4: the ID's type, number and expiry, and the ids of its two photos. */
export const identityForm = schemaOfTexts({
  ...zIdentity.entries,
  idNumber: v.pipe(v.string(), v.transform(normalizeIdNumber), zIdNumber),
});

/** Returns step 4's initial values. The server never returns the number or the photos. */
export function initialIdentity(
  saved: { idType: string; idExpiresOn: string | null } | null,
): IdentityValues {
  return startOf(zIdentity, saved && { idType: saved.idType, idExpiresOn: saved.idExpiresOn });
}

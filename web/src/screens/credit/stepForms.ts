// The rules of the steps' forms: the schemas of their calls, applied to the texts of the fields.
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
 * Empty, invalid, too long, letters that no paper can show, another country's number, entered
 * twice, the borrower's own number, nobody is family.
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
 * What is open in a form, each field with its first problem. A rule of our own names its problem;
 * of the contract's, one about an empty field is a missing answer.
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
 * The field that asks for an answer: barangay, city and province are chosen together, at the
 * barangay's.
 */
export function askedAt<F extends string>(
  field: F,
): Exclude<F, 'provinceCode' | 'cityCode'> | (F & 'barangayCode') {
  return (field === 'provinceCode' || field === 'cityCode' ? 'barangayCode' : field) as ReturnType<
    typeof askedAt<F>
  >;
}

/** How many fields are to be filled in yet, and how many to be put right. */
export function countProblems(problems: ReadonlyMap<string, Problem>): {
  missing: number;
  wrong: number;
} {
  const all = [...problems].flatMap(([field, problem]) =>
    askedAt(field) === field ? problem : [],
  );
  const missing = all.filter((problem) => problem === 'missing').length;
  return { missing, wrong: all.length - missing };
}

/** The schema of a call, over texts: an empty text is null where the call takes that. */
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

/** What a step begins with: what was given before, else nothing. */
function startOf<E extends v.ObjectEntries>(
  { entries }: { entries: E },
  given: Partial<Record<keyof E, string | null>> | null,
) {
  return Object.fromEntries(
    Object.keys(entries).map((field) => [field, given?.[field] ?? '']),
  ) as Values<keyof E & string>;
}

export type PersonalField = keyof Personal;
export type PersonalValues = Values<PersonalField>;

/** Step 1. */
const personalEntries = {
  ...typedPersonal.entries,
  facebookLink: v.nullable(zFacebookLink),
};
export const personalForm = schemaOfTexts(personalEntries);

/** Whether this is a whole day that comes after the last one allowed. */
export function isTooLate(typed: string, lastDay: string): boolean {
  return !problemOfDay(typed) && typed > lastDay;
}

/**
 * Step 1 for somebody who must be born by a day. Younger people learn it at the field, before they
 * type the rest.
 */
export function personalFormBornBy(lastDay: string) {
  const bornOn = v.pipe(
    zPersonal.entries.bornOn,
    v.check((day) => day <= lastDay),
  );
  return schemaOfTexts({ ...personalEntries, bornOn });
}

/** With the usual nationality, where nothing was given before. */
export const initialPersonal = (given: Personal | null): PersonalValues =>
  startOf(zPersonal, given ?? { nationality: 'Filipino' });

export type WorkField = keyof Work;
export type WorkValues = Values<WorkField>;

const workEntries = {
  ...typedWork.entries,
  asksPerson: v.pipe(
    v.string(),
    v.transform((answer) => answer === 'yes'),
  ),
};

/** Step 3. Who has no job describes none, whatever was typed before that was said. */
export const workForm: v.GenericSchema<unknown, Work> = v.lazy((values) =>
  hasNoJob((values as Partial<WorkValues>).employmentType)
    ? v.pipe(
        v.looseObject({}),
        v.transform((typed) => ({ ...typed, ...noJob })),
        schemaOfTexts(workEntries),
      )
    : schemaOfTexts({ ...workEntries, ...drawnEntries(jobEntries) }),
);
export const initialWork = (given: Work | null): WorkValues =>
  startOf(zWork, given && { ...given, asksPerson: given.asksPerson ? 'yes' : '' });

const noJob = Object.fromEntries(Object.keys(jobEntries).map((field) => [field, '']));

/** Whether somebody of this kind of work is asked nothing about a job. */
export function hasNoJob(employmentType: string | undefined): boolean {
  return (withoutJob as readonly (string | undefined)[]).includes(employmentType);
}

type Usual = Partial<Pick<Work, 'fundSource' | 'payday'>>;
/**
 * What nearly everybody with this kind of work answers, filled in for them to see and change. Wages
 * are paid twice a month (Labor Code, article 103).
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

/** What is usual for a kind of work; nothing for none. */
export function usualFor(employmentType: string): Usual {
  return usual[employmentType as EmploymentType] ?? {};
}

/**
 * What another kind of work changes: the answers that were empty, or as the one before has them.
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

/** A place with its street. */
export type Home = Pick<Personal, 'provinceCode' | 'cityCode' | 'barangayCode' | 'address'>;
const homeFields = ['barangayCode', 'cityCode', 'provinceCode', 'address'] as const;

/** Whether the place of work is this home. */
export function isAtHome(values: WorkValues, home: Home): boolean {
  return homeFields.every((field) => values[field] === home[field]);
}

/** The place of work as this home's, or empty. */
export function workAt(home: Home | null): Partial<WorkValues> {
  return Object.fromEntries(homeFields.map((field) => [field, home?.[field] ?? '']));
}

export type IdentityField = keyof Identity;
export type IdentityValues = Values<IdentityField>;

/** Step 4: the ID's type, number and end, and the ids of its two photos. */
export const identityForm = schemaOfTexts({
  ...zIdentity.entries,
  idNumber: v.pipe(v.string(), v.transform(normalizeIdNumber), zIdNumber),
});

/** Of the number only its beginning comes back, and it is typed again; photos are taken again. */
export function initialIdentity(
  given: { idType: string; idExpiresOn: string | null } | null,
): IdentityValues {
  return startOf(zIdentity, given && { idType: given.idType, idExpiresOn: given.idExpiresOn });
}

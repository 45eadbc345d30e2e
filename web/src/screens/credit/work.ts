// Step 3 as a form.
import { type Work, zWork } from '@sandali/contract/credit.ts';
import { judge, orNull, type Verdict } from './verdict.ts';

/** In the order of the page. */
export const workFields = [
  'employmentType',
  'employer',
  'position',
  'servicePeriod',
  'workPhone',
  'provinceCode',
  'cityCode',
  'barangayCode',
  'address',
  'fundSource',
  'incomeBand',
  'payday',
] as const;
export type WorkField = (typeof workFields)[number];
export type WorkValues = Record<WorkField, string>;

/** What the form begins with: what was given before, else nothing. */
export function workStart(given: Work | null): WorkValues {
  return Object.fromEntries(workFields.map((field) => [field, given?.[field] ?? ''])) as WorkValues;
}

/** Reads the form by the call's own schema. */
export function readWork(values: WorkValues): Verdict<WorkField, Work> {
  const fields = Object.fromEntries(workFields.map((field) => [field, values[field]])) as WorkValues;
  return judge<WorkField, Work>(zWork, { ...fields, workPhone: orNull(values.workPhone) });
}

// A fictitious person's answers to the application forms, for the sandbox and for tests. Each test
// changes only the answers it is about.
import type * as v from 'valibot';
import type { zPersonal, zWork } from './credit.ts';

/** These codes exist in the PSGC. */
export const examplePlace = {
  provinceCode: '1400100000',
  cityCode: '1400101000',
  barangayCode: '1400101001',
};

export const examplePersonal = {
  lastName: 'Dela Cruz',
  firstName: 'Ligaya',
  middleName: 'Santos',
  bornOn: '1994-05-17',
  birthPlace: 'Quezon City',
  nationality: 'Filipino',
  gender: 'female',
  ...examplePlace,
  address: '12 Mabini St.',
  maritalStatus: 'single',
  residenceYears: 'from3to5',
  housingType: 'rented',
  education: 'college',
  facebookLink: null,
} satisfies v.InferInput<typeof zPersonal>;

export const exampleWork = {
  employmentType: 'private',
  employer: 'Kunwari Trading',
  position: 'Bookkeeper',
  workPhone: null,
  ...examplePlace,
  address: '12 Kunwari Avenue',
  incomeBand: 'over1300k',
  payday: 'day15and30',
  servicePeriod: 'from1to3y',
  fundSource: 'salary',
} satisfies v.InferInput<typeof zWork>;

/** The job fields of a person without a job. */
export const noJob = {
  employer: null,
  position: null,
  servicePeriod: null,
  provinceCode: null,
  cityCode: null,
  barangayCode: null,
  address: null,
} satisfies Partial<v.InferInput<typeof zWork>>;

// Facts of a good application and variations of them, for tests of the review.
import { centavos } from '@sandali/contract/money.ts';
import type { LineTerms, ReviewFacts } from './checks.ts';

export const today = Temporal.PlainDate.from('2026-04-01');

export const line: LineTerms = {
  firstLimitByIncome: {
    under10k: centavos(60_000_00),
    from10to20k: centavos(60_000_00),
    from20to40k: centavos(80_000_00),
    from40to100k: centavos(100_000_00),
    from100to250k: centavos(100_000_00),
    from250to400k: centavos(100_000_00),
    from400to500k: centavos(100_000_00),
    from500to1300k: centavos(100_000_00),
    over1300k: centavos(100_000_00),
  },
  facebookBonusCentavos: centavos(10_000_00),
  growthCentavos: centavos(10_000_00),
  twoPeopleAboveCentavos: centavos(150_000_00),
};

export const contacts = ['parent', 'friend', 'colleague'].map((relationship, nth) => ({
  name: 'Amparo Kunwari',
  phone: `+63918000000${nth}`,
  relationship,
}));
const employed = {
  employmentType: 'private',
  employer: 'Kunwari Trading',
  position: 'Cashier',
  address: '1 Kunwari Avenue',
};

/** Complete facts on which no rule fires. */
export const good = {
  today,
  personal: {
    bornOn: '1996-02-29',
    birthPlace: 'Cebu City',
    address: '12 Mabini St.',
    facebookLink: null,
  },
  contacts,
  work: { ...employed, fundSource: 'salary', incomeBand: 'from20to40k' },
  identity: { idType: 'umid', idNumber: '123456789012', idExpiresOn: null },
  ownPhone: '+639170000000',
  sameIdNumber: [],
  samePicture: { people: 0, applicationIds: [] },
  isOnePicture: false,
  pictureQuality: { idFront: { blur: 0.1, glare: 0.05 }, selfie: { blur: 0.2, glare: 0 } },
  rejectedDaysAgo: [],
  sameDevice: [],
  screened: { isNeeded: true, versions: { blocklist: 1, sanctions: 2 }, hits: [] },
  loans: { repaidOnTime: 0, repaidLate: 0, overdueNow: 0 },
} as unknown as ReviewFacts;

/** Overrides some of the good facts. Steps are merged field by field. */
export function facts(
  overrides: { [Part in keyof ReviewFacts]?: object | unknown } = {},
): ReviewFacts {
  const over = (part: 'personal' | 'work' | 'identity' | 'screened' | 'loans') => ({
    ...good[part],
    ...(overrides[part] as object | undefined),
  });
  return {
    ...good,
    ...overrides,
    personal: over('personal'),
    work: over('work'),
    identity: over('identity'),
    screened: over('screened'),
    loans: over('loans'),
  } as ReviewFacts;
}

export const hit = (list: 'blocklist' | 'sanctions', birthYearsApart = 0) => ({
  list,
  version: 1,
  line: 2,
  by: list === 'blocklist' ? ('phone' as const) : ('nameAndYear' as const),
  birthYearsApart,
});

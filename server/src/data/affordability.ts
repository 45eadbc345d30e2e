// Dated sets of figures for how much debt a borrower can repay from an income. Never change a set.
// RA 11765 and SEC MC 5 s.2023 require an assessment but do not name figures; docs/decisions/0030
// explains ours.
import type { IncomeBand } from '@sandali/contract/credit.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';

export type Affordability = {
  readonly version: string;
  /** The first Manila day on which the set applies. */
  readonly from: string;
  /** Employers pay wages twice a month, at most 16 days apart (Labor Code, article 103). */
  readonly payPeriodDays: number;
  readonly payPeriodsAMonth: number;
  /**
   * The assumed monthly income: the lower bound of an income band, or half the upper bound of the
   * lowest band.
   */
  readonly incomeCentavos: Readonly<Record<IncomeBand, Centavos>>;
};

const thousands = (count: number) => centavos(count * 1000_00);

const sets: readonly Affordability[] = [
  {
    version: '2026-11',
    from: '2020-01-01',
    payPeriodDays: 16,
    payPeriodsAMonth: 2,
    incomeCentavos: {
      under10k: thousands(5),
      from10to20k: thousands(10),
      from20to40k: thousands(20),
      from40to100k: thousands(40),
      from100to250k: thousands(100),
      from250to400k: thousands(250),
      from400to500k: thousands(400),
      from500to1300k: thousands(500),
      over1300k: thousands(1300),
    },
  },
];

/** Returns the set that applies on a Manila day. @throws RangeError before the first set. */
export function affordabilityOn(day: Temporal.PlainDate): Affordability {
  const current = sets.findLast((set) => Temporal.PlainDate.compare(set.from, day) <= 0);
  if (!current) throw new RangeError(`no affordability figures for ${day}`);
  return current;
}

// How much debt an income can carry, as data: each set is in force from its day on and keeps its
// version permanently. RA 11765 and SEC MC 5 s.2023 ask a lender to assess whether a loan can be
// afforded, and name no figure. How much of a pay period's income may fall due within it is the
// lender's setting `dueShareMostPercent`; why these figures: docs/decisions/0030.
import type { IncomeBand } from '@sandali/contract/credit.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';

export type Affordability = {
  readonly version: string;
  /** First Manila day on which it is in force. */
  readonly from: string;
  /** Wages are paid at intervals of at most 16 days, twice a month (Labor Code, article 103). */
  readonly payPeriodDays: number;
  readonly payPeriodsAMonth: number;
  /** What a band is reckoned as, a month: its lower end, and half the upper end of the lowest. */
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

/** The set in force on a Manila day. @throws before the first one. */
export function affordabilityOn(day: Temporal.PlainDate): Affordability {
  const found = sets.findLast((one) => Temporal.PlainDate.compare(one.from, day) <= 0);
  if (!found) throw new RangeError(`nothing says what an income carries on ${day}`);
  return found;
}

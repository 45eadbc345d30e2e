// The business report: applications, loans, money and income by day or month.
import type { Read } from '#/db/database.ts';
import { type ReportPeriod, wirePeriod } from './period.ts';
import { shareBps } from './rules.ts';
import { type Figure, figuresOf, incomeOf, lastDaysOf } from './store.ts';

const measures = [
  'applied',
  'approved',
  'rejected',
  'disbursed',
  'payoutsReversed',
  'lentTo',
  'coupons',
  'collected',
  'recovered',
  'extended',
  'writtenOff',
  'refunded',
];

/** Returns the business report of a period, with its totals. */
export async function businessReport(read: Read, period: ReportPeriod) {
  const { by } = period;
  const [written, money, income] = await Promise.all([
    lastDaysOf(read, period, by),
    figuresOf(read, period, by, measures),
    incomeOf(read, period, by),
  ]);
  const figures = [...money, ...income];
  const byPeriod = Map.groupBy(figures, (figure) => figure.period);
  const rows = written.map((row) => ({
    period: row.period,
    days: row.days,
    ...businessOf(byPeriod.get(row.period) ?? []),
  }));
  const days = written.reduce((sum, row) => sum + row.days, 0);
  return {
    ...wirePeriod(period),
    by,
    rows,
    total: { days, ...businessOf(figures) },
    lists: listsOf(period),
  };
}

/** Adds up the figures of one period. */
function businessOf(figures: readonly Figure[]) {
  const of = (measure: string, key?: string) =>
    figures.filter((row) => row.measure === measure && (key === undefined || row.key === key));
  const count = (...name: Parameters<typeof of>) =>
    of(...name).reduce((sum, row) => sum + row.count, 0);
  const amount = (...name: Parameters<typeof of>) =>
    Number(of(...name).reduce((sum, row) => sum + row.amountCentavos, 0n));
  const [approved, rejected] = [count('approved'), count('rejected')];
  const [newBorrowers, repeatLoans] = [count('lentTo', 'new'), count('lentTo', 'repeat')];
  return {
    applications: count('applied'),
    approvedByMachine: count('approved', 'machine'),
    approvedByPerson: count('approved', 'person'),
    rejected,
    approvalRateBps: shareBps(BigInt(approved), BigInt(approved + rejected)),
    loans: count('disbursed'),
    disbursedCentavos: amount('disbursed'),
    payoutsReversed: count('payoutsReversed'),
    payoutsReversedCentavos: amount('payoutsReversed'),
    newBorrowers,
    repeatLoans,
    repeatRateBps: shareBps(BigInt(repeatLoans), BigInt(newBorrowers + repeatLoans)),
    collectedCentavos: amount('collected'),
    collected: {
      principalCentavos: amount('collected', 'principal'),
      interestCentavos: amount('collected', 'interest'),
      lateCentavos: amount('collected', 'late'),
      extensionFeeCentavos: amount('collected', 'extensionFee'),
    },
    recoveredCentavos: amount('recovered'),
    extensions: count('extended'),
    writtenOffLoans: count('writtenOff', 'principal'),
    writtenOffCentavos: amount('writtenOff'),
    refundedCentavos: amount('refunded'),
    incomeCentavos: amount('income'),
    income: {
      interestCentavos: amount('income', 'interest'),
      serviceFeeCentavos: amount('income', 'serviceFee'),
      channelFeeCentavos: amount('income', 'channelFee'),
      lateCentavos: amount('income', 'late'),
      extensionFeeCentavos: amount('income', 'extensionFee'),
    },
    coupons: count('coupons'),
    couponCostCentavos: amount('coupons'),
  };
}

/** Returns the command that lists the rows behind each figure. */
function listsOf({ from, to }: ReportPeriod) {
  const list = (figure: string) => `report list ${figure} --from ${from} --to ${to}`;
  return {
    applications: list('applied'),
    approved: list('approved'),
    rejected: list('rejected'),
    disbursed: list('disbursed'),
    payoutsReversed: list('payoutsReversed'),
    collected: list('collected'),
    recovered: list('recovered'),
    extensions: list('extended'),
    writtenOff: list('writtenOff'),
    refunded: list('refunded'),
    income: `journal export ${from} ${to} --out journal.csv`,
  };
}

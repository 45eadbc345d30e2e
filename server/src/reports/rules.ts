// What the figures of a day are: which bookings each measure adds up, and the buckets of arrears.
import { roundedRatio } from '@sandali/contract/money.ts';
import type { Entry, Line } from '#/ledger/ledger.ts';

type AccountKind = Line['account']['kind'];
type EntryKind = Entry['kind'];

/** The buckets of unpaid principal by days after the last free day; `from` is the first day. */
export const buckets = [
  { name: 'notDue', from: null },
  { name: '1-7', from: 1 },
  { name: '8-30', from: 8 },
  { name: '31-60', from: 31 },
  { name: '61-90', from: 61 },
  { name: '91+', from: 91 },
] as const;

/** Portfolio at risk: the principal of loans that are at least this many days overdue. */
export const riskDays = [1, 7, 30, 60, 90] as const;
/** A vintage's share that is more than this many days overdue. */
export const vintageOverdueDays = 30;

/** Where a bill comes from when it is disbursed; every other move starts in a bucket. */
export const began = 'new';

/** Entries that set a borrower's money against their loans; a reversal takes it off again. */
const allocations: readonly EntryKind[] = [
  'repayment.booked',
  'extension.booked',
  'suspense.assigned',
  'money.shared',
  'payment.reversed',
];

type MoneyMeasure = {
  measure: string;
  entries: readonly EntryKind[];
  /** The accounts that are added up, each with its key: 'month' is that of the value date. */
  accounts: Partial<Record<AccountKind, string>>;
  /** The side that counts as positive. */
  side: 'debit' | 'credit';
};

/** The measures that add up lines of a booked day. Income is in the ledger's own totals. */
export const moneyMeasures: readonly MoneyMeasure[] = [
  {
    measure: 'disbursed',
    entries: ['loan.paidOut'],
    accounts: { 'loan.principal': 'month' },
    side: 'debit',
  },
  {
    measure: 'payoutsReversed',
    entries: ['loan.reversed'],
    accounts: { 'gateway.float': '', 'income.serviceFee': '', 'income.channelFee': '' },
    side: 'debit',
  },
  {
    measure: 'collected',
    entries: allocations,
    accounts: {
      'loan.principal': 'principal',
      'loan.interest': 'interest',
      'loan.late': 'late',
      'loan.extensionFee': 'extensionFee',
    },
    side: 'credit',
  },
  {
    measure: 'recovered',
    entries: allocations,
    accounts: { 'loan.writtenOff': '' },
    side: 'credit',
  },
  {
    measure: 'extended',
    entries: ['extension.booked'],
    accounts: { 'loan.extensionFee': '' },
    side: 'credit',
  },
  {
    measure: 'writtenOff',
    entries: ['loan.writtenOff'],
    accounts: { 'loan.principal': 'principal', 'loan.interest': 'interest', 'loan.late': 'late' },
    side: 'credit',
  },
  {
    measure: 'refunded',
    entries: ['refund.paid'],
    accounts: { 'borrower.refundOrdered': 'paid' },
    side: 'debit',
  },
  {
    measure: 'refunded',
    entries: ['refund.reversed'],
    accounts: { 'borrower.refundable': 'cameBack' },
    side: 'debit',
  },
];

/** Returns part/whole in hundredths of a percent, rounded half up; null if the whole is zero. */
export function shareBps(part: bigint, whole: bigint): number | null {
  if (whole <= 0n) return null;
  return part < 0n ? -roundedRatio(-part, 10_000, whole) : roundedRatio(part, 10_000, whole);
}

export type By = 'day' | 'month';
/** Manila days, both included. */
export type Period = { from: Temporal.PlainDate; to: Temporal.PlainDate };

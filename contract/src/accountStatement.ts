// The statement of account: what the books say between a borrower and the lender, entry by entry,
// and what is owed at its end.
import * as v from 'valibot';
import { call } from './call.ts';
import { addDays, type Day, zDay } from './day.ts';
import { type Centavos, centavos, subtractCentavos, zCentavos } from './money.ts';

/**
 * The kind of an entry, in terms of the borrower. `chargesBack`: a payment with an earlier value
 * date reduced charges; `shared`: earlier payments are allocated to other parts of loans than
 * before; `refundOrdered`, `refundPaid`, `refundBack`: refundable money is sent to an account of
 * the borrower, arrives, or did not arrive and is refundable again; `paymentReversed`: the payer's
 * bank or wallet took a payment back; `claimSettled`: money that was taken back and no bill owes is
 * paid, `claimWrittenOff`: it need not be paid; `extension`: a payment of the fee of an extension;
 * `returned`: the loan was returned within the cooling-off days; `waived`: staff waived a charge,
 * `waivedLess`: a payment with an earlier value date left less of it to waive; `writtenOff`: the
 * loan was written off; `remainder`: a remainder of less than a peso is waived, `remainderLess`: a
 * payment with an earlier value date left less of it.
 */
const accountStatementKinds = [
  'paidOut',
  'reversed',
  'charges',
  'chargesBack',
  'waived',
  'waivedLess',
  'remainder',
  'remainderLess',
  'repayment',
  'paymentReversed',
  'claimSettled',
  'claimWrittenOff',
  'extension',
  'shared',
  'returned',
  'refundOrdered',
  'refundPaid',
  'refundBack',
  'writtenOff',
] as const;
export type AccountStatementKind = (typeof accountStatementKinds)[number];

/** Days of a period at most. */
const longestAccountStatementDays = 366;
/** The default period in days, including today, if no first day is requested. */
const usualAccountStatementDays = 92;

/** An amount that may lie below 0: it lets what is owed grow or shrink. */
const zChange = v.pipe(v.number(), v.safeInteger(), v.brand('Centavos'));

const zLine = v.object({
  kind: v.picklist(accountStatementKinds),
  /**
   * The day in whose books it is, for charges of several days the last; lines are in this order,
   * and a day in the hash chain gets no new entries.
   */
  on: zDay,
  /** The day it counts from: earlier where it was reported late. */
  countsOn: zDay,
  /** The loans it is about. */
  references: v.array(v.string()),
  /** By how much it changes what is owed, and what is owed after it by the books. */
  changeCentavos: zChange,
  balanceCentavos: zChange,
  /** What the change is made of. */
  principalCentavos: zChange,
  interestCentavos: zChange,
  lateCentavos: zChange,
  extensionFeeCentavos: zChange,
  /** Money that moved: sent at a payout, received at a payment. */
  moneyCentavos: zCentavos,
  /** Fees deducted from a payout, or taken back with a returned loan. */
  feesCentavos: zCentavos,
  /** What no bill needed, so that it is kept for the borrower. */
  keptCentavos: zChange,
});
export type AccountStatementLine = v.InferOutput<typeof zLine>;

const zPeriod = {
  fromOn: v.optional(v.nullable(zDay), null),
  toOn: v.optional(v.nullable(zDay), null),
};

/**
 * My account for a period: opening balance, every entry of the books, closing balance. Without
 * days: the last 92.
 */
export const billStatement = call({
  path: '/bill/statement',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject(zPeriod),
  data: v.object({
    today: zDay,
    fromOn: zDay,
    toOn: zDay,
    /** The day of the first entry ever; null where there is none. */
    firstOn: v.nullable(zDay),
    openingCentavos: zChange,
    lines: v.array(zLine),
    closingCentavos: zChange,
    /**
     * Interest and late charge that the days up to today have brought and no entry has booked yet.
     * With the closing balance they are what is owed today by formula. Null for a period that ends
     * before today.
     */
    pending: v.nullable(v.object({ interestCentavos: zCentavos, lateCentavos: zCentavos })),
    owedCentavos: v.nullable(zCentavos),
    /**
     * What is still owed today of loans that were written off: the books hold it no more, and it is
     * none of `owedCentavos`.
     */
    writtenOffCentavos: v.nullable(zCentavos),
    /** What is kept for the borrower at the period's end. */
    keptCentavos: zCentavos,
  }),
  refusals: ['periodWrong'],
});

/** The same as PDF, base64. At most 20 a day. */
export const billStatementFile = call({
  path: '/bill/statement/file',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject(zPeriod),
  data: v.object({ name: v.string(), mediaType: v.literal('application/pdf'), bytes: v.string() }),
  refusals: ['periodWrong', 'statementsSpent', 'systemBusy'],
});

/**
 * The period that is meant, or null where it is none: it begins on or before its last day, ends by
 * today and is a year at most.
 */
export function accountStatementPeriod(
  asked: { fromOn: Day | null; toOn: Day | null },
  today: Day,
): { fromOn: Day; toOn: Day } | null {
  const toOn = asked.toOn ?? today;
  const fromOn = asked.fromOn ?? addDays(toOn, 1 - usualAccountStatementDays);
  return fromOn <= toOn && toOn <= today && addDays(fromOn, longestAccountStatementDays) > toOn
    ? { fromOn, toOn }
    : null;
}

const accountStatementParts = [
  'sent',
  'fees',
  'paid',
  'takenBack',
  'late',
  'interest',
  'principal',
  'extensionFee',
  'kept',
] as const;
export type AccountStatementPart = (typeof accountStatementParts)[number];

/** What a line is made of, as it is shown: amounts that are 0 are left out. */
export function partsOfLine(
  line: AccountStatementLine,
): { part: AccountStatementPart; amountCentavos: Centavos }[] {
  const off = (amount: Centavos) => subtractCentavos(centavos(0), amount);
  const as = (pick: (amount: Centavos) => Centavos) => ({
    late: pick(line.lateCentavos),
    interest: pick(line.interestCentavos),
    extensionFee: pick(line.extensionFeeCentavos),
  });
  const amounts: Partial<Record<AccountStatementPart, Centavos>> = {
    paidOut: { sent: line.moneyCentavos, fees: line.feesCentavos },
    reversed: { kept: line.keptCentavos },
    charges: as((amount) => amount),
    chargesBack: as(off),
    waived: as(off),
    waivedLess: as((amount) => amount),
    remainder: { ...as(off), principal: off(line.principalCentavos) },
    remainderLess: { ...as((amount) => amount), principal: line.principalCentavos },
    writtenOff: { ...as(off), principal: off(line.principalCentavos) },
    shared: { ...as(off), principal: off(line.principalCentavos), kept: line.keptCentavos },
    returned: { fees: line.feesCentavos, ...as(off) },
    refundOrdered: { kept: line.keptCentavos },
    refundPaid: { sent: line.moneyCentavos },
    refundBack: { kept: line.keptCentavos },
    repayment: {
      paid: line.moneyCentavos,
      ...as(off),
      principal: off(line.principalCentavos),
      kept: line.keptCentavos,
    },
    paymentReversed: {
      takenBack: line.moneyCentavos,
      ...as((amount) => amount),
      principal: line.principalCentavos,
      kept: line.keptCentavos,
    },
    claimSettled: { paid: line.moneyCentavos, kept: line.keptCentavos },
    claimWrittenOff: {},
    extension: {
      paid: line.moneyCentavos,
      ...as(off),
      principal: off(line.principalCentavos),
      kept: line.keptCentavos,
    },
  }[line.kind];
  return accountStatementParts.flatMap((part) =>
    amounts[part] ? [{ part, amountCentavos: amounts[part] }] : [],
  );
}

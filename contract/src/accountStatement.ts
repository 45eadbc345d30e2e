// The statement of account: all entries between a borrower and the lender, and the amount owed at
// the end.
import * as v from 'valibot';
import { call } from './call.ts';
import { addDays, type Day, zDay } from './day.ts';
import { type Centavos, centavos, subtractCentavos, zCentavos } from './money.ts';

/**
 * The kind of an entry, for the borrower. A payment with an earlier value date can reduce charges
 * (`chargesBack`), change the allocation of later payments (`shared`), or leave less to waive
 * (`waivedLess`, `remainderLess`). A refund is `refundOrdered`, then `refundPaid`, or `refundBack`
 * if it did not arrive. A `paymentReversed` was reversed by the payer's bank or wallet; if its
 * amount is not owed on a bill, it is a claim, later settled or written off. `extension` is the
 * payment of an extension fee; `returned` is a return within cooling-off; `remainder` is a waiver
 * of less than a peso.
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

const longestAccountStatementDays = 366;
/** Default period in days, including today. */
const usualAccountStatementDays = 92;

/** A signed amount by which the amount owed changes. */
const zChange = v.pipe(v.number(), v.safeInteger(), v.brand('Centavos'));

const zLine = v.object({
  kind: v.picklist(accountStatementKinds),
  /**
   * The booking day, by which lines are sorted; for charges over several days, the last of them.
   * Once a day is in the hash chain, no entry can be added to it.
   */
  on: zDay,
  /** The value date; earlier than `on` if the entry was reported late. */
  countsOn: zDay,
  /** Reference numbers of the entry's loans. */
  references: v.array(v.string()),
  /** The change of the amount owed, and the balance after it. */
  changeCentavos: zChange,
  balanceCentavos: zChange,
  /** The parts of the change by kind of debt. */
  principalCentavos: zChange,
  interestCentavos: zChange,
  lateCentavos: zChange,
  extensionFeeCentavos: zChange,
  /** The amount sent by a payout or received from a payment. */
  moneyCentavos: zCentavos,
  /** Fees deducted from a payout, or returned with a loan. */
  feesCentavos: zCentavos,
  /** Money that no bill needed and is kept for the borrower. */
  keptCentavos: zChange,
});
export type AccountStatementLine = v.InferOutput<typeof zLine>;

const zPeriod = {
  fromOn: v.optional(v.nullable(zDay), null),
  toOn: v.optional(v.nullable(zDay), null),
};

/** The borrower's account for a period, by default the last 92 days: balances and all entries. */
export const billStatement = call({
  path: '/bill/statement',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject(zPeriod),
  data: v.object({
    today: zDay,
    fromOn: zDay,
    toOn: zDay,
    /** The day of the very first entry; null without entries. */
    firstOn: v.nullable(zDay),
    openingCentavos: zChange,
    lines: v.array(zLine),
    closingCentavos: zChange,
    /**
     * Interest and late charge up to today that are not booked yet; added to the closing balance,
     * they make up the amount owed today. Null for a period that ends before today.
     */
    pending: v.nullable(v.object({ interestCentavos: zCentavos, lateCentavos: zCentavos })),
    owedCentavos: v.nullable(zCentavos),
    /** The amount owed today on written-off loans; not part of `owedCentavos`. */
    writtenOffCentavos: v.nullable(zCentavos),
    /** Money kept for the borrower at the period's end. */
    keptCentavos: zCentavos,
  }),
  refusals: ['periodWrong'],
});

/** The statement as a PDF in base64; at most 20 a day. */
export const billStatementFile = call({
  path: '/bill/statement/file',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject(zPeriod),
  data: v.object({ name: v.string(), mediaType: v.literal('application/pdf'), bytes: v.string() }),
  refusals: ['periodWrong', 'statementsSpent', 'systemBusy'],
});

/**
 * Returns the requested period; null if its start is after its end, it ends after today, or it
 * exceeds a year.
 */
export function accountStatementPeriod(
  request: { fromOn: Day | null; toOn: Day | null },
  today: Day,
): { fromOn: Day; toOn: Day } | null {
  const toOn = request.toOn ?? today;
  const fromOn = request.fromOn ?? addDays(toOn, 1 - usualAccountStatementDays);
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

/** Returns the parts of a line for display, without zero amounts. */
export function partsOfLine(
  line: AccountStatementLine,
): { part: AccountStatementPart; amountCentavos: Centavos }[] {
  const negate = (amount: Centavos) => subtractCentavos(centavos(0), amount);
  const chargesBy = (pick: (amount: Centavos) => Centavos) => ({
    late: pick(line.lateCentavos),
    interest: pick(line.interestCentavos),
    extensionFee: pick(line.extensionFeeCentavos),
  });
  const amounts: Partial<Record<AccountStatementPart, Centavos>> = {
    paidOut: { sent: line.moneyCentavos, fees: line.feesCentavos },
    reversed: { kept: line.keptCentavos },
    charges: chargesBy((amount) => amount),
    chargesBack: chargesBy(negate),
    waived: chargesBy(negate),
    waivedLess: chargesBy((amount) => amount),
    remainder: { ...chargesBy(negate), principal: negate(line.principalCentavos) },
    remainderLess: { ...chargesBy((amount) => amount), principal: line.principalCentavos },
    writtenOff: { ...chargesBy(negate), principal: negate(line.principalCentavos) },
    shared: {
      ...chargesBy(negate),
      principal: negate(line.principalCentavos),
      kept: line.keptCentavos,
    },
    returned: { fees: line.feesCentavos, ...chargesBy(negate) },
    refundOrdered: { kept: line.keptCentavos },
    refundPaid: { sent: line.moneyCentavos },
    refundBack: { kept: line.keptCentavos },
    repayment: {
      paid: line.moneyCentavos,
      ...chargesBy(negate),
      principal: negate(line.principalCentavos),
      kept: line.keptCentavos,
    },
    paymentReversed: {
      takenBack: line.moneyCentavos,
      ...chargesBy((amount) => amount),
      principal: line.principalCentavos,
      kept: line.keptCentavos,
    },
    claimSettled: { paid: line.moneyCentavos, kept: line.keptCentavos },
    claimWrittenOff: {},
    extension: {
      paid: line.moneyCentavos,
      ...chargesBy(negate),
      principal: negate(line.principalCentavos),
      kept: line.keptCentavos,
    },
  }[line.kind];
  return accountStatementParts.flatMap((part) =>
    amounts[part] ? [{ part, amountCentavos: amounts[part] }] : [],
  );
}

// The statement of account: all entries between a borrower and the lender in a period, and the
// amount owed at its end.
import * as v from 'valibot';
import { call } from './call.ts';
import { addDays, type Day, zDay } from './day.ts';
import { type Centavos, centavos, subtractCentavos, zCentavos } from './money.ts';

/**
 * The kinds of entries. A payment with an earlier value date can reduce charges (`chargesBack`),
 * reallocate later payments (`shared`), or reduce a waiver (`waivedLess`, `remainderLess`).
 * `refundBack` is a refund that did not arrive; `returned` is a return within cooling-off;
 * `remainder` is a waiver of less than a peso.
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

/** A signed change in the amount owed. */
const zChange = v.pipe(v.number(), v.safeInteger(), v.brand('Centavos'));

const zLine = v.object({
  kind: v.picklist(accountStatementKinds),
  /** The booking day, by which lines are sorted; for charges over several days, the last day. */
  on: zDay,
  /** The value date; earlier than `on` if the entry was reported late. */
  countsOn: zDay,
  /** The reference numbers of the loans that the entry concerns. */
  references: v.array(v.string()),
  /** The change in the amount owed, and the balance after it. */
  changeCentavos: zChange,
  balanceCentavos: zChange,
  /** The change, split by kind of debt. */
  principalCentavos: zChange,
  interestCentavos: zChange,
  lateCentavos: zChange,
  extensionFeeCentavos: zChange,
  /** The amount sent by a payout or received from a payment. */
  moneyCentavos: zCentavos,
  /** Fees deducted from a payout, or cancelled when the loan is returned. */
  feesCentavos: zCentavos,
  /** Surplus money that is held for the borrower. */
  keptCentavos: zChange,
});
export type AccountStatementLine = v.InferOutput<typeof zLine>;

const zPeriod = {
  fromOn: v.optional(v.nullable(zDay), null),
  toOn: v.optional(v.nullable(zDay), null),
};

/** The borrower's statement for a period, by default the last 92 days: balances and all entries. */
export const billStatement = call({
  path: '/bill/statement',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject(zPeriod),
  data: v.object({
    today: zDay,
    fromOn: zDay,
    toOn: zDay,
    /** The day of the borrower's first entry ever; null if there are no entries. */
    firstOn: v.nullable(zDay),
    openingCentavos: zChange,
    lines: v.array(zLine),
    closingCentavos: zChange,
    /**
     * Interest and late charge up to today that are not booked yet. The closing balance plus these
     * is the amount owed today. Null for a period that ends before today.
     */
    pending: v.nullable(v.object({ interestCentavos: zCentavos, lateCentavos: zCentavos })),
    owedCentavos: v.nullable(zCentavos),
    /** The amount owed today on written-off loans; not part of `owedCentavos`. */
    writtenOffCentavos: v.nullable(zCentavos),
    /** Surplus money held for the borrower at the end of the period. */
    keptCentavos: zCentavos,
  }),
  refusals: ['periodWrong'],
});

/** The statement as a PDF in base64; at most 20 per day. */
export const billStatementFile = call({
  path: '/bill/statement/file',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject(zPeriod),
  data: v.object({ name: v.string(), mediaType: v.literal('application/pdf'), bytes: v.string() }),
  refusals: ['periodWrong', 'statementsSpent', 'systemBusy'],
});

/**
 * Returns the requested period; null if it starts after its end, ends after today, or exceeds a
 * year.
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

/** Returns the nonzero parts of a line, for display. */
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

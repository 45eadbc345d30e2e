// Extending a bill: the ways from here, each with its cost and its day, and asking for the code
// with which the fee is paid.
import * as v from 'valibot';
import { zAmountDue, zBillRow } from './bill.ts';
import { call } from './call.ts';
import { zRepaymentChannel } from './channel.ts';
import { zCoolingOff } from './coolingOff.ts';
import { zDay, zInstant } from './day.ts';
import { zLoanId, zRepaymentId } from './id.ts';
import { zStatementText } from './loanText.ts';
import { zCentavos, zPositiveCentavos } from './money.ts';
import { zPlans } from './plan.ts';
import { zRepaymentState } from './repayment.ts';

/** A loan is extended so often at most. */
export const mostExtensions = 3;

/** Why a bill that is open is not extended today. */
export const extensionObstacles = [
  'extensionSpent',
  'extensionTooEarly',
  'extensionAboveRate',
  'extensionAboveTotal',
  'extensionTooSmall',
] as const;

/** SHA-256 of the text of a statement, in hex. */
const zTextHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** What extending costs and brings if exactly `totalCentavos` is paid today. */
const zExtensionOffer = v.object({
  termDays: v.number(),
  /** The price of the extended term, on the principal that is unpaid; it pays nothing off. */
  principalCentavos: zCentavos,
  interestCentavos: zCentavos,
  serviceFeeCentavos: zCentavos,
  serviceFeeBps: v.number(),
  feeCentavos: zCentavos,
  /** The late charge up to today. */
  lateCentavos: zCentavos,
  totalCentavos: zPositiveCentavos,
  /** What is to be repaid on the new due date. */
  dueAfter: zAmountDue,
  /**
   * How much more both come to than paying all today: before the due date also the interest that
   * paying today saves.
   */
  costCentavos: zPositiveCentavos,
  lastFreeDay: zDay,
  endsAt: zInstant,
  /** What is to be read and accepted, and its hash, which the acceptance names. */
  text: zStatementText,
  textHash: zTextHash,
});

/** The ways from here: pay all, pay a part, extend, pay by a plan. */
export const renewCal = call({
  path: '/loan/renew/cal',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ loanId: zLoanId }),
  data: v.object({
    bill: zBillRow,
    today: zDay,
    /**
     * The smallest part; what is left to pay then, on the due date or, of a bill that is late,
     * today; how much more that comes to than paying all today; and a day's late charge on it once
     * it is late. Null where the smallest part is all.
     */
    part: v.nullable(
      v.object({
        leastCentavos: zCentavos,
        dueAfter: zAmountDue,
        costCentavos: zCentavos,
        lateADayCentavos: zCentavos,
      }),
    ),
    /** Null where the bill is not extended today; `obstacle` says why. */
    extension: v.nullable(zExtensionOffer),
    obstacle: v.nullable(v.picklist(extensionObstacles)),
    /** The first day on which the due date in force may be extended. */
    opensOn: zDay,
    /** How often the loan was extended. */
    extendedTimes: v.number(),
    /** Paying in parts without a late charge. */
    plans: zPlans,
    /** The right to return the loan, which an extension ends. */
    coolingOff: v.nullable(zCoolingOff),
    /** The code for today's fee, where there is one already. */
    feeCode: v.nullable(v.object({ repaymentId: zRepaymentId, endsAt: zInstant })),
  }),
  refusals: ['loanUnknown', 'repaymentClosed'],
});

/**
 * Takes the offer of today, by the amount, the due date and the disclosure statement that were
 * read, and asks for a code for its fee. /repayment/status shows when the code is ready and what
 * became of it. Only exactly this amount, paid today, extends. `extensionChanged` where any of the
 * three is not what holds now.
 */
export const renewApply = call({
  path: '/loan/renew/apply',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    loanId: zLoanId,
    channel: zRepaymentChannel,
    totalCentavos: zPositiveCentavos,
    dueOn: zDay,
    textHash: zTextHash,
    textRead: v.literal(true),
  }),
  data: v.object({ repaymentId: zRepaymentId, state: zRepaymentState }),
  refusals: [
    'loanUnknown',
    'repaymentClosed',
    ...extensionObstacles,
    'extensionChanged',
    'repaymentChannelRefused',
    'channelLimit',
    'tooManyRequests',
    'systemBusy',
  ],
});

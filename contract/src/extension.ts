// Extending a bill: the options with their costs and days, and the payment code for the fee.
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

/** Maximum number of extensions per loan. */
export const mostExtensions = 3;

/** Reasons why an open bill cannot be extended today. */
export const extensionObstacles = [
  'extensionSpent',
  'extensionTooEarly',
  'extensionAboveRate',
  'extensionAboveTotal',
  'extensionTooSmall',
] as const;

/** SHA-256 of a disclosure statement's text, in hex. */
const zTextHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** The cost and effect of an extension if exactly `totalCentavos` is paid today. */
const zExtensionOffer = v.object({
  termDays: v.number(),
  /** The unpaid principal, and the price of extending it, which does not reduce the principal. */
  principalCentavos: zCentavos,
  interestCentavos: zCentavos,
  serviceFeeCentavos: zCentavos,
  serviceFeeBps: v.number(),
  feeCentavos: zCentavos,
  /** The late charge up to today. */
  lateCentavos: zCentavos,
  totalCentavos: zPositiveCentavos,
  /** The amount due on the new due date. */
  dueAfter: zAmountDue,
  /**
   * The extra cost of extending, compared with paying everything today. Includes the interest that
   * paying today would save.
   */
  costCentavos: zPositiveCentavos,
  lastFreeDay: zDay,
  endsAt: zInstant,
  /** The text that the borrower reads and accepts, and its hash. */
  text: zStatementText,
  textHash: zTextHash,
});

/** The options for a bill: pay all, pay a part, extend, or pay by a plan. */
export const renewCal = call({
  path: '/loan/renew/cal',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ loanId: zLoanId }),
  data: v.object({
    bill: zBillRow,
    today: zDay,
    /**
     * The smallest partial payment, the balance left after it (due on the due date, or today if
     * overdue), the extra cost compared with paying everything today, and a day's late charge on
     * the balance once overdue. Null if the smallest payment settles the bill.
     */
    part: v.nullable(
      v.object({
        leastCentavos: zCentavos,
        dueAfter: zAmountDue,
        costCentavos: zCentavos,
        lateADayCentavos: zCentavos,
      }),
    ),
    /** Null if the bill cannot be extended today; `obstacle` says why. */
    extension: v.nullable(zExtensionOffer),
    obstacle: v.nullable(v.picklist(extensionObstacles)),
    /** The first day on which the current due date can be extended. */
    opensOn: zDay,
    extendedTimes: v.number(),
    /** Plans for paying in parts without a late charge. */
    plans: zPlans,
    /** The right to return the loan. An extension ends this right. */
    coolingOff: v.nullable(zCoolingOff),
    /** The payment code for today's fee, if there is one. */
    feeCode: v.nullable(v.object({ repaymentId: zRepaymentId, endsAt: zInstant })),
  }),
  refusals: ['loanUnknown', 'repaymentClosed'],
});

/**
 * Accepts today's offer by its amount, due date and disclosure statement, and requests a payment
 * code for its fee; /repayment/status shows the code and its outcome. Only a payment of exactly
 * this amount today extends the bill. Refuses with `extensionChanged` if any of the three has
 * changed.
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

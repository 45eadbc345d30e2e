// Paying back: the channels of a bill, a code to pay with, and how the payment goes.
import * as v from 'valibot';
import { zAmountDue, zBillState } from './bill.ts';
import { call } from './call.ts';
import { repaymentTabs, zRepaymentChannel } from './channel.ts';
import { zCodePurpose, zCoolingOff } from './coolingOff.ts';
import { zInstant } from './day.ts';
import { zLoanId, zRepaymentId } from './id.ts';
import { zCentavos, zPositiveCentavos } from './money.ts';

/**
 * `inProgress` and `declined` are the gateway's report of a payment on the page of a wallet or a
 * card.
 */
const repaymentStates = [
  'asked',
  'given',
  'inProgress',
  'booked',
  'expired',
  'refused',
  'declined',
] as const;
export const zRepaymentState = v.picklist(repaymentStates);
export type RepaymentState = v.InferOutput<typeof zRepaymentState>;

/** Ways to pay a bill, with limits; repaying costs the borrower nothing on any of them. */
export const repaymentChannelList = call({
  path: '/repayment/channel/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ loanId: zLoanId }),
  data: v.object({
    full: zAmountDue,
    /** What is owed on the due date, where that is still to come. */
    nextDue: v.nullable(zAmountDue),
    minimumCentavos: zCentavos,
    /** What `full` is less than that. */
    savedIfPaidTodayCentavos: zCentavos,
    /**
     * What is still to come of the next part of a promise that is kept, at least the minimum:
     * recommended before paying all.
     */
    promisedCentavos: v.nullable(zCentavos),
    /** In the days of cooling-off: to return the loan is offered before paying it off. */
    coolingOff: v.nullable(zCoolingOff),
    channels: v.array(
      v.object({
        channel: zRepaymentChannel,
        tab: v.picklist(repaymentTabs),
        minimumCentavos: zCentavos,
        maximumCentavos: zCentavos,
        feeCentavos: zCentavos,
        isAvailable: v.boolean(),
        /** `paused`: operators have turned the gateway off, and it would have to make a code. */
        whyNot: v.nullable(
          v.picklist(['amountTooSmall', 'amountTooLarge', 'notOffered', 'paused']),
        ),
      }),
    ),
  }),
  refusals: ['loanUnknown', 'repaymentClosed'],
});

/**
 * Requests a code. It is made at the gateway right after; /repayment/status shows when it is ready.
 * For more than the channel takes at once it is the code of the first part (parts.ts); each next
 * one is made automatically when the one before is paid. A permanent code (lifelong kiosk code,
 * account for transfers) is made once and never changes; it has no amount, whatever amount was
 * requested.
 */
export const repaymentApply = call({
  path: '/repayment/apply',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    loanId: zLoanId,
    channel: zRepaymentChannel,
    amountCentavos: zPositiveCentavos,
  }),
  data: v.object({ repaymentId: zRepaymentId, state: zRepaymentState }),
  refusals: [
    'loanUnknown',
    'repaymentClosed',
    'repaymentChannelRefused',
    'repaymentTooSmall',
    'repaymentTooLarge',
    'channelLimit',
    'tooManyRequests',
    'systemBusy',
  ],
});

/** A code that is one of several parts. Its channel takes no more at once. */
const zPaymentPart = v.object({
  /** Which of how many parts it is at present. */
  number: v.number(),
  count: v.number(),
  /** What came with the parts before it. */
  paidBeforeCentavos: zCentavos,
  /**
   * What is left beside it, or, when it is paid, altogether: today, or, of what is to be returned,
   * by the last day.
   */
  left: zAmountDue,
  /**
   * The code of the next part, asked for when this one was paid; null if none was: another way
   * was taken, or nothing is left.
   */
  nextId: v.nullable(zRepaymentId),
});

/**
 * What becomes of an offer to extend that was taken. `lapsed`: its day is over, other money was
 * booked on the bill, or its fee was reversed; nothing is extended.
 */
const extensionStates = ['feeDue', 'success', 'lapsed'] as const;
export type ExtensionState = (typeof extensionStates)[number];

/**
 * The code and how far its payment is. A permanent code is looked at for a bill: that of `loanId`,
 * else the one that is due first.
 */
export const repaymentStatus = call({
  path: '/repayment/status',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ repaymentId: zRepaymentId, loanId: v.optional(zLoanId) }),
  data: v.object({
    repaymentId: zRepaymentId,
    loanId: zLoanId,
    state: zRepaymentState,
    purpose: zCodePurpose,
    channel: zRepaymentChannel,
    amountCentavos: v.nullable(zCentavos),
    code: v.nullable(v.string()),
    payload: v.nullable(v.string()),
    /** Of a transfer with receipt: our own account, to which the code is the reference. */
    account: v.nullable(
      v.object({ bankName: v.string(), accountName: v.string(), accountNumber: v.string() }),
    ),
    /** The page of the wallet or the card where it is paid; else null. */
    link: v.nullable(v.string()),
    endsAt: v.nullable(zInstant),
    /**
     * Of a code that is good for minutes only (e-wallet, QR, card): seconds until its end; else
     * null.
     */
    secondsLeft: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /** Still being made, and longer than usual: to pay in another way is offered meanwhile. */
    takesLong: v.boolean(),
    /**
     * True when the amount grows from tomorrow on (overdue), so that the code is good for today
     * only.
     */
    growsDaily: v.boolean(),
    /** All that came with this code; with a permanent one, what came last. */
    paidCentavos: zCentavos,
    paidAt: v.nullable(zInstant),
    /** How much of `paidCentavos` its gateway has reversed since. */
    takenBackCentavos: zCentavos,
    bill: v.object({ state: zBillState, currentDue: zAmountDue, nextDue: v.nullable(zAmountDue) }),
    /**
     * What no bill of the borrower needed and is kept for them, from this payment or an earlier
     * one.
     */
    refundableCentavos: zCentavos,
    /**
     * Of a code for any amount: what its channel takes at once, where more than that is owed today;
     * else null.
     */
    takesAtOnceCentavos: v.nullable(zCentavos),
    /** Null if the code is all that was meant. */
    part: v.nullable(zPaymentPart),
    /** Of the code of a fee: what is to be repaid then, on the due date that it brings. */
    extension: v.nullable(v.object({ state: v.picklist(extensionStates), dueAfter: zAmountDue })),
  }),
  refusals: ['repaymentCodeUnknown', 'loanUnknown'],
});

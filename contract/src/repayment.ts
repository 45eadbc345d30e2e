// Repayment: a bill's channels, a code to pay with, and the state of the payment.
import * as v from 'valibot';
import { zAmountDue, zBillState } from './bill.ts';
import { call } from './call.ts';
import { repaymentTabs, zRepaymentChannel } from './channel.ts';
import { zCodePurpose, zCoolingOff } from './coolingOff.ts';
import { zInstant } from './day.ts';
import { zLoanId, zRepaymentId } from './id.ts';
import { zCentavos, zPositiveCentavos } from './money.ts';

/** `inProgress` and `declined`: the state of a payment on a wallet's or card's own page. */
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

/** The channels for paying a bill, with their limits. None charges the borrower a fee. */
export const repaymentChannelList = call({
  path: '/repayment/channel/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ loanId: zLoanId }),
  data: v.object({
    full: zAmountDue,
    /** The amount owed on the due date, if that date is still to come. */
    nextDue: v.nullable(zAmountDue),
    minimumCentavos: zCentavos,
    /** The difference between `nextDue` and `full`. */
    savedIfPaidTodayCentavos: zCentavos,
    /**
     * The unpaid amount of the next part of a kept promise, at least the minimum. The screen
     * recommends it over paying the whole bill.
     */
    promisedCentavos: v.nullable(zCentavos),
    /** Set within cooling-off, when the screen offers returning the loan before paying it off. */
    coolingOff: v.nullable(zCoolingOff),
    channels: v.array(
      v.object({
        channel: zRepaymentChannel,
        tab: v.picklist(repaymentTabs),
        minimumCentavos: zCentavos,
        maximumCentavos: zCentavos,
        feeCentavos: zCentavos,
        isAvailable: v.boolean(),
        /** `paused`: staff have turned off the gateway that would create the code. */
        whyNot: v.nullable(
          v.picklist(['amountTooSmall', 'amountTooLarge', 'notOffered', 'paused']),
        ),
      }),
    ),
  }),
  refusals: ['loanUnknown', 'repaymentClosed'],
});

/**
 * Requests a code. The gateway creates the code right after this call; /repayment/status shows when
 * it is ready. If the amount exceeds the channel's maximum, the code is for the first part
 * (parts.ts), and the next code is created once that part is paid. A permanent code (a lifelong
 * kiosk code, or an account for transfers) is created once, never changes and has no amount.
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

/** A code for one of several parts. Parts are used if the amount exceeds the channel's maximum. */
const zPaymentPart = v.object({
  /** The number of this part, and the current number of parts. */
  number: v.number(),
  count: v.number(),
  /** The amount paid by the parts before this one. */
  paidBeforeCentavos: zCentavos,
  /**
   * The amount left after this part; once this part is paid, the whole remaining amount. It is owed
   * today or, for a return, by the last day of cooling-off.
   */
  left: zAmountDue,
  /**
   * The code of the next part, requested after this part was paid; null if another channel was used
   * or nothing remains.
   */
  nextId: v.nullable(zRepaymentId),
});

/**
 * The state of an accepted extension. `lapsed`: the loan is not extended, because the day of the
 * offer is over, other money was booked on the bill, or the fee was reversed.
 */
const extensionStates = ['feeDue', 'success', 'lapsed'] as const;
export type ExtensionState = (typeof extensionStates)[number];

/**
 * A code and the state of its payment. A permanent code is shown for the bill of `loanId`, or else
 * for the bill that is due first.
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
    /** For a transfer with receipt: our own account. The code is the reference for the transfer. */
    account: v.nullable(
      v.object({ bankName: v.string(), accountName: v.string(), accountNumber: v.string() }),
    ),
    /** The page of the wallet or card to pay on; otherwise null. */
    link: v.nullable(v.string()),
    endsAt: v.nullable(zInstant),
    /**
     * Remaining seconds of a code that is valid for minutes only (e-wallet, QR, card); otherwise
     * null.
     */
    secondsLeft: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /**
     * Whether the gateway takes longer than usual to create the code. Screens offer other channels
     * meanwhile.
     */
    takesLong: v.boolean(),
    /**
     * Whether the amount grows daily because the bill is overdue; the code is then valid only
     * today.
     */
    growsDaily: v.boolean(),
    /** All money paid with this code; for a permanent code, the last payment. */
    paidCentavos: zCentavos,
    paidAt: v.nullable(zInstant),
    /** The part of `paidCentavos` that the gateway has reversed. */
    takenBackCentavos: zCentavos,
    bill: v.object({ state: zBillState, currentDue: zAmountDue, nextDue: v.nullable(zAmountDue) }),
    /** The borrower's surplus money from all payments, held for a refund. */
    refundableCentavos: zCentavos,
    /**
     * For a code without an amount: the channel's maximum, if more is owed today; otherwise null.
     */
    takesAtOnceCentavos: v.nullable(zCentavos),
    /** Null if the code is for the whole amount. */
    part: v.nullable(zPaymentPart),
    /**
     * For the code of an extension fee: the state of the extension, and the amount due on its new
     * due date.
     */
    extension: v.nullable(v.object({ state: v.picklist(extensionStates), dueAfter: zAmountDue })),
  }),
  refusals: ['repaymentCodeUnknown', 'loanUnknown'],
});

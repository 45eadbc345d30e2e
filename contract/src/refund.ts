// The refundable balance: money of a borrower that no bill needed, and its refund to one of their
// accounts, free of charge.
import * as v from 'valibot';
import { zArrival } from './arrival.ts';
import { call } from './call.ts';
import { zInstant } from './day.ts';
import { zAccountId, zRefundId } from './id.ts';
import { zCentavos, zPositiveCentavos } from './money.ts';
import { zPassword } from './password.ts';

/**
 * `ordered`: on its way; `failed`, `reversed`: it did not get there, or came back, and is
 * refundable again.
 */
const refundStates = ['ordered', 'paid', 'failed', 'reversed'] as const;
const zRefundState = v.picklist(refundStates);
export type RefundState = v.InferOutput<typeof zRefundState>;

/** Days in which /wealth still shows what became of a refund. */
export const refundShownDays = 7;

/**
 * A refund as /wealth shows it, while it is on its way and for some days after: what was sent, and
 * where.
 */
export const zRefundShort = v.object({
  refundId: zRefundId,
  state: zRefundState,
  amountCentavos: zCentavos,
  /** The bank's or wallet's name, and the last four digits of the number. */
  label: v.string(),
  last4: v.string(),
});
export type RefundShort = v.InferOutput<typeof zRefundShort>;

const zRefund = v.object({
  ...zRefundShort.entries,
  mark: v.string(),
  orderedAt: zInstant,
  /** By when it should be there, while it is on its way. */
  expectedBy: v.nullable(zInstant),
  /**
   * How it travels and when it should be there, while it is on its way; null otherwise, and once
   * that day is over.
   */
  arrival: v.nullable(zArrival),
  /** When it arrived, or when it was known that it did not; null while it is on its way. */
  endedAt: v.nullable(zInstant),
});
export type Refund = v.InferOutput<typeof zRefund>;

/** What may be sent back, where to, and what became of the newest refund. */
export const refundQuery = call({
  path: '/refund/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    refundableCentavos: zCentavos,
    /** The least that goes to any account: less is kept until more is there. */
    leastCentavos: zCentavos,
    /** The fee of sending it back: nothing. */
    feeCentavos: zCentavos,
    /**
     * My own accounts, defaults first, with what may go there at a time. Where one cannot be paid,
     * `heldHours` says for how long, or is 0.
     */
    accounts: v.array(
      v.object({
        accountId: zAccountId,
        label: v.string(),
        last4: v.string(),
        mark: v.string(),
        canBePaid: v.boolean(),
        heldHours: v.number(),
        minimumCentavos: zCentavos,
        maximumCentavos: zCentavos,
        arrivalMinutes: v.number(),
        /**
         * When money would be there, by the amount: each way with the most that it takes, the
         * fastest first.
         */
        ways: v.array(v.object({ maximumCentavos: v.nullable(zCentavos), arrival: zArrival })),
      }),
    ),
    refund: v.nullable(zRefund),
  }),
  refusals: [],
});

/**
 * Sends money back to an account of my own. One at a time: `refundUnderWay` until the one before
 * has ended. `refundTooMuch` carries `available`. Where the last proof of who I am is more than 15
 * minutes old, it asks for the password like /loan/apply does.
 */
export const refundApply = call({
  path: '/refund/apply',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    accountId: zAccountId,
    amountCentavos: zPositiveCentavos,
    password: v.optional(zPassword),
  }),
  data: v.object({ refundId: zRefundId, state: zRefundState }),
  refusals: [
    'refundUnderWay',
    'refundTooMuch',
    'systemBusy',
    'accountMissing',
    'accountNotPaid',
    'accountNameDiffers',
    'accountHeld',
    'channelLimit',
    'proofTooOld',
    'passwordNeeded',
    'passwordWrong',
  ],
});

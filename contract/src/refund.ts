// The refundable balance: a borrower's money that no bill needed. It is refunded free of charge to
// one of the borrower's accounts.
import * as v from 'valibot';
import { zArrival } from './arrival.ts';
import { call } from './call.ts';
import { zInstant } from './day.ts';
import { zAccountId, zRefundId } from './id.ts';
import { zCentavos, zPositiveCentavos } from './money.ts';
import { zPassword } from './password.ts';

/**
 * `ordered`: the refund is on its way. `failed` or `reversed`: it did not arrive or was returned,
 * and its amount is refundable again.
 */
const refundStates = ['ordered', 'paid', 'failed', 'reversed'] as const;
const zRefundState = v.picklist(refundStates);
export type RefundState = v.InferOutput<typeof zRefundState>;

/** The number of days for which /wealth shows a refund's outcome. */
export const refundShownDays = 7;

/**
 * A refund with its amount and account, shown on /wealth while it is on its way and for some days
 * afterwards.
 */
export const zRefundShort = v.object({
  refundId: zRefundId,
  state: zRefundState,
  amountCentavos: zCentavos,
  /** The name of the bank or wallet; `last4` is the last four digits of the account number. */
  label: v.string(),
  last4: v.string(),
});
export type RefundShort = v.InferOutput<typeof zRefundShort>;

const zRefund = v.object({
  ...zRefundShort.entries,
  mark: v.string(),
  orderedAt: zInstant,
  /** The expected time of arrival while the refund is on its way. */
  expectedBy: v.nullable(zInstant),
  /**
   * The rail and expected arrival while the refund is on its way; null at other times, and after
   * the day of arrival.
   */
  arrival: v.nullable(zArrival),
  /** When the refund arrived or failed; null while it is on its way. */
  endedAt: v.nullable(zInstant),
});
export type Refund = v.InferOutput<typeof zRefund>;

/** The refundable balance, the accounts for a refund, and the newest refund with its outcome. */
export const refundQuery = call({
  path: '/refund/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    refundableCentavos: zCentavos,
    /** The smallest amount that can be sent to any account; a smaller balance is kept. */
    leastCentavos: zCentavos,
    /** The fee for a refund: 0. */
    feeCentavos: zCentavos,
    /**
     * The borrower's accounts, defaults first, each with its limits. `heldHours` is the remaining
     * time of a hold that prevents a refund, or 0.
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
        /** The rails, fastest first, each with its maximum amount and its arrival. */
        ways: v.array(v.object({ maximumCentavos: v.nullable(zCentavos), arrival: zArrival })),
      }),
    ),
    refund: v.nullable(zRefund),
  }),
  refusals: [],
});

/**
 * Refunds money to one of the borrower's accounts. Refuses with `refundUnderWay` until the previous
 * refund has ended. `refundTooMuch` returns `available`. If the last proof of identity is over 15
 * minutes old, the call requires the password, as /loan/apply does.
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

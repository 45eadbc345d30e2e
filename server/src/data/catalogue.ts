// The schema of a product catalogue, with amounts, terms, prices, channels, and the growth of a
// credit line. Clients do not contain these figures; the server sends them to clients.
import {
  isPickup,
  payoutChannels,
  repaymentChannels,
  zChains,
  zCounters,
  zPayoutChannel,
  zRepaymentChannel,
} from '@sandali/contract/channel.ts';
import { couponKinds } from '@sandali/contract/couponShape.ts';
import { type IncomeBand, incomeBands } from '@sandali/contract/credit.ts';
import {
  type Centavos,
  isMultipleOf,
  zCentavos,
  zPositiveCentavos,
} from '@sandali/contract/money.ts';
import * as v from 'valibot';

const zCount = v.pipe(v.number(), v.integer(), v.minValue(1));
const zBps = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000));

type Span = { readonly minimumCentavos: Centavos; readonly maximumCentavos: Centavos };
const isSpan = ({ minimumCentavos, maximumCentavos }: Span) => minimumCentavos <= maximumCentavos;
const zSpan = v.pipe(
  v.strictObject({ minimumCentavos: zPositiveCentavos, maximumCentavos: zPositiveCentavos }),
  v.check((span) => isSpan(span), 'the minimum is above the maximum'),
);

const zTimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

const zPayout = v.pipe(
  v.strictObject({
    channel: zPayoutChannel,
    /** The channel fee, deducted from the payout. */
    feeCentavos: zCentavos,
    /** The limits for the arrival amount. */
    minimumCentavos: zPositiveCentavos,
    maximumCentavos: zPositiveCentavos,
    arrivalMinutes: zCount,
    /** The opening hours of the counters in Manila time; null if always open. */
    hours: v.nullable(
      v.pipe(
        v.strictObject({ opensAt: zTimeOfDay, closesAt: zTimeOfDay }),
        v.check(({ opensAt, closesAt }) => opensAt < closesAt, 'closesAt is not after opensAt'),
      ),
    ),
    /**
     * The number of days in which to collect the payout, starting the day after it is ready; null
     * if it goes to an account.
     */
    collectDays: v.nullable(v.pipe(zCount, v.maxValue(30))),
  }),
  v.check((span) => isSpan(span), 'the minimum is above the maximum'),
  v.check(
    ({ channel, collectDays }) => isPickup(channel) === (collectDays !== null),
    'collectDays is for pickup channels, which require it',
  ),
);

const zRepayment = v.pipe(
  v.strictObject({
    channel: zRepaymentChannel,
    minimumCentavos: zPositiveCentavos,
    maximumCentavos: zPositiveCentavos,
  }),
  v.check((span) => isSpan(span), 'the minimum is above the maximum'),
);

const zAmounts = v.pipe(
  v.strictObject({
    minimumCentavos: zPositiveCentavos,
    isMinimumExclusive: v.boolean(),
    stepCentavos: zPositiveCentavos,
    maximumCentavos: zPositiveCentavos,
  }),
  v.check((span) => isSpan(span), 'the minimum is above the maximum'),
  v.check(
    ({ maximumCentavos, stepCentavos }) => isMultipleOf(maximumCentavos, stepCentavos),
    'the maximum is not a multiple of the step',
  ),
);

const zLine = v.pipe(
  v.strictObject({
    /** The range that borrowers see before approval. */
    estimate: zSpan,
    facebookBonusCentavos: zCentavos,
    /** 0 if the income is too low for any loan of this product. */
    firstLimitByIncome: v.strictObject(
      Object.fromEntries(incomeBands.map((band) => [band, zCentavos])) as Record<
        IncomeBand,
        typeof zCentavos
      >,
    ),
    /** The amount by which the limit grows for every loan repaid on time. */
    growthCentavos: zCentavos,
    /** A limit above this requires two approvers. */
    twoPeopleAboveCentavos: zPositiveCentavos,
  }),
  v.check(
    ({ firstLimitByIncome, twoPeopleAboveCentavos }) =>
      Object.values(firstLimitByIncome).every((limit) => limit <= twoPeopleAboveCentavos),
    'a first limit is above twoPeopleAboveCentavos, but the engine grants it without approvers',
  ),
);

/** A coupon for borrowers; null if none exists. */
const zCouponRule = v.nullable(
  v.strictObject({
    kind: v.picklist(couponKinds),
    amountCentavos: zPositiveCentavos,
    minimumLoanCentavos: zCentavos,
    /** Days of validity, including the day on which the borrower receives the coupon. */
    validDays: v.pipe(zCount, v.maxValue(366)),
  }),
);

export const zCatalogue = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/)),
  version: zCount,
  amounts: zAmounts,
  interestPerDayBps: zBps,
  lateChargePerMonthBps: zBps,
  /** The margin below the legal cap of the effective rate, in hundredths of a percent a month. */
  capMarginBps: v.optional(v.pipe(zBps, v.maxValue(500)), 10),
  terms: v.pipe(
    v.array(v.strictObject({ days: v.pipe(zCount, v.maxValue(120)), serviceFeeBps: zBps })),
    v.minLength(1),
    v.check(
      (terms) => new Set(terms.map((term) => term.days)).size === terms.length,
      'a term occurs twice',
    ),
  ),
  payoutChannels: v.pipe(
    v.array(zPayout),
    v.check((rows) => isEachOnce(rows, payoutChannels), 'each payout channel must occur once'),
  ),
  repaymentChannels: v.pipe(
    v.array(zRepayment),
    v.check(
      (rows) => isEachOnce(rows, repaymentChannels),
      'each repayment channel must occur once',
    ),
  ),
  /** The shop chains that serve the channels `pawnshop` and `remittance`. */
  chains: zChains,
  /** The companies that pay out `cashPickup` and `cardless`. */
  counters: zCounters,
  /** The minimum amount of a repayment code, unless the borrower owes less than that. */
  minimumPartialCentavos: zPositiveCentavos,
  /** The largest plan that a borrower can start without the help of staff. */
  planMostCentavos: zPositiveCentavos,
  line: zLine,
  vouchers: v.strictObject({
    /** The coupon granted with the first credit line. */
    welcome: zCouponRule,
    /** The coupon granted when the borrower has repaid the first loan. */
    firstRepayment: zCouponRule,
  }),
});
export type Catalogue = v.InferOutput<typeof zCatalogue>;

/**
 * Parses a catalogue. Does not check its prices; `whyCatalogueFails` does.
 * @throws ValiError if the shape is wrong
 */
export function readCatalogue(data: v.InferInput<typeof zCatalogue>): Catalogue {
  return v.parse(zCatalogue, data);
}

function isEachOnce(
  rows: readonly { readonly channel: string }[],
  channels: readonly string[],
): boolean {
  return (
    rows.length === channels.length &&
    channels.every((channel) => rows.some((row) => row.channel === channel))
  );
}

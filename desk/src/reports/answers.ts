// The shapes of the report commands' responses, without what the screen does not show.
import { zDay } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';

/** An amount, which is below zero if more was reversed than booked. */
const zAmount = v.pipe(
  v.number(),
  v.safeInteger(),
  v.transform((amount) => centavos(amount)),
);
const zCount = v.pipe(v.number(), v.safeInteger());
/** Hundredths of a percent; null without anything to divide. */
const zShare = v.nullable(v.pipe(v.number(), v.safeInteger()));
/** The command line that lists the rows behind a figure. */
const zLists = v.record(v.string(), v.string());
const zPeriod = { from: zDay, to: zDay, writtenTo: v.nullable(zDay) };

const business = {
  applications: zCount,
  rejected: zCount,
  approvalRateBps: zShare,
  loans: zCount,
  disbursedCentavos: zAmount,
  newBorrowers: zCount,
  repeatLoans: zCount,
  repeatRateBps: zShare,
  collectedCentavos: zAmount,
  recoveredCentavos: zAmount,
  writtenOffCentavos: zAmount,
  refundedCentavos: zAmount,
  incomeCentavos: zAmount,
  couponCostCentavos: zAmount,
};
const zBusinessRow = v.object({ period: v.string(), ...business });
export type BusinessRow = v.InferOutput<typeof zBusinessRow>;

const zPortfolioRow = v.object({
  period: v.string(),
  bills: zCount,
  outstandingCentavos: zAmount,
  buckets: v.array(v.object({ bucket: v.string(), principalCentavos: zAmount })),
  atRisk: v.array(v.object({ days: zCount, shareBps: zShare })),
});
export type PortfolioRow = v.InferOutput<typeof zPortfolioRow>;

const zMove = v.object({
  from: v.string(),
  to: v.string(),
  bills: zCount,
  principalCentavos: zAmount,
  shareBps: zShare,
});
export type Move = v.InferOutput<typeof zMove>;

const zVintage = v.object({
  month: v.string(),
  loans: zCount,
  disbursedCentavos: zAmount,
  ages: v.array(v.object({ monthsSince: zCount, overdueShareBps: zShare })),
});
export type Vintage = v.InferOutput<typeof zVintage>;

const zRejection = v.object({
  period: v.string(),
  reason: v.string(),
  rejected: zCount,
  decided: zCount,
  shareBps: zShare,
});
export type Rejection = v.InferOutput<typeof zRejection>;

const zDueDay = v.object({
  on: zDay,
  bills: zCount,
  principalCentavos: zAmount,
  interestCentavos: zAmount,
  dueCentavos: zAmount,
  expectedCentavos: v.nullable(zAmount),
});
export type DueDay = v.InferOutput<typeof zDueDay>;

export const answers = {
  'report business': v.object({
    ...zPeriod,
    rows: v.array(zBusinessRow),
    total: v.object(business),
    lists: zLists,
  }),
  'report portfolio': v.object({ ...zPeriod, rows: v.array(zPortfolioRow), lists: zLists }),
  'report rolls': v.object({ ...zPeriod, rows: v.array(zMove), lists: zLists }),
  'report vintages': v.object({ ...zPeriod, rows: v.array(zVintage) }),
  'report rejections': v.object({ ...zPeriod, rows: v.array(zRejection), lists: zLists }),
  'report cash': v.object({
    from: zDay,
    to: zDay,
    usualShareBps: zShare,
    usualDays: zCount,
    rows: v.array(zDueDay),
  }),
} as const;
export type ReportCommand = keyof typeof answers;
export type Report<C extends ReportCommand> = v.InferOutput<(typeof answers)[C]>;

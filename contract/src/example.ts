// The cost of a loan, for visitors without an account.
import * as v from 'valibot';
import { call } from './call.ts';
import { zDay } from './day.ts';
import { zLeastIncome } from './income.ts';
import { zLenderName } from './lender.ts';
import { zCentavos } from './money.ts';

const zExample = v.object({
  amountCentavos: zCentavos,
  termDays: v.number(),
  receiveCentavos: zCentavos,
  repayCentavos: zCentavos,
  costCentavos: zCentavos,
  simpleAnnualRateHundredths: v.number(),
  effectiveMonthlyRateHundredths: v.number(),
  /** The due date if the money were sent now. */
  dueOn: zDay,
});

/**
 * Non-binding example prices for visitors: each amount of an estimated first line at each term,
 * without a coupon, through the cheapest open account channel; empty if none is open. `income` is
 * the income that the smallest loan needs. `lender` and the rates must accompany advertised prices
 * (SEC MC 19 s.2019).
 */
export const productExample = call({
  path: '/loan/product/example',
  who: 'anyone',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    today: zDay,
    stepCentavos: zCentavos,
    examples: v.array(zExample),
    income: zLeastIncome,
    interestPerDayBps: v.number(),
    lender: zLenderName,
  }),
  refusals: [],
});

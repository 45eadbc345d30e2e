// What a loan costs, for somebody who has no account yet.
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
  /** As if the money were sent now. */
  dueOn: zDay,
});

/**
 * Every amount that a first line is estimated at, at every term, as it would be priced now without
 * a coupon by the cheapest way into an account: the smallest amount first, then the shortest term.
 * Examples of one day, by the rules of a quote; they bind nobody and promise no line. None where
 * nothing is paid into accounts. `income` is what the least loan needs, so that nobody signs up in
 * vain. `lender` and the rates stand beside the prices, which advertise a loan (SEC MC 19 s.2019).
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

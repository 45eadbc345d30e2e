// Bills of which something was taken off, that are promised to be paid, or that were written off; for the gallery.
import { asDay } from '@sandali/contract/day.ts';
import type { Bill, RepaymentOptions } from '#/screens/repayment/answers.ts';
import { accrual, overdueBill, owes, pesos, ways } from './repayment.fixtures.ts';

const granted = overdueBill.granted;
const on = asDay('2026-11-20');

export const waivedBill: Bill = {
  ...overdueBill,
  overdueFeeCentavos: pesos(0),
  bill: { ...overdueBill.bill, ...owes(61_800) },
  accrual: { ...accrual, waivers: [{ on, lateCentavos: pesos(206), interestCentavos: pesos(0) }] },
  granted: {
    ...granted,
    waived: [
      { part: 'interest', on: asDay('2026-11-17'), amountCentavos: pesos(120.5) },
      { part: 'late', on, amountCentavos: pesos(206) },
    ],
  },
};

const parts = [
  { on: asDay('2026-11-25'), amountCentavos: pesos(20_000), paidCentavos: pesos(20_000) },
  { on: asDay('2026-12-05'), amountCentavos: pesos(20_000), paidCentavos: pesos(5_000) },
  { on: asDay('2026-12-15'), amountCentavos: pesos(22_006), paidCentavos: pesos(0) },
];

export const promisedBill: Bill = {
  ...overdueBill,
  openCode: null,
  tomorrowCentavos: pesos(0),
  extensionFeeCentavos: null,
  bill: {
    ...overdueBill.bill,
    ...owes(37_006),
    paidCentavos: pesos(25_000),
    promised: { on: asDay('2026-12-05'), amountCentavos: pesos(15_000) },
  },
  granted: { ...granted, promise: { madeOn: on, isKept: true, parts } },
  accrual: {
    ...accrual,
    postings: [{ paidOn: on, lateCentavos: pesos(206), interestCentavos: pesos(1_800), principalCentavos: pesos(22_994) }],
    suspensions: [{ fromOn: asDay('2026-11-21'), toOn: asDay('2026-12-05') }],
  },
};

export const missedBill: Bill = { ...overdueBill, granted: { ...granted, promise: { madeOn: on, isKept: false, parts } } };

export const writtenOffBill: Bill = {
  ...overdueBill,
  openCode: null,
  accrual: null,
  bill: { ...overdueBill.bill, state: 'writtenOff', ...owes(0), overdueDays: 0, repaidOn: on },
  events: overdueBill.events.slice(0, 2),
  granted: { ...granted, writtenOff: { on, leftCentavos: pesos(62_006) } },
};

export const promisedWays: RepaymentOptions = { ...ways, promisedCentavos: pesos(15_000) };

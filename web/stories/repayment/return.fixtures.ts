// Fictitious bills that can be returned, are being returned, or were returned, for tests and the
// gallery.
import { asDay } from '@sandali/contract/day.ts';
import type { Bill, RepaymentOptions } from '#/screens/repayment/answers.ts';
import {
  accrual,
  at,
  bills,
  due,
  dueNowAndThen,
  earlyBill,
  event,
  loanId,
  onDay,
  overdueBill,
  pesos,
  repaidBill,
  row,
  today,
} from './repayment.fixtures.ts';
import { ways } from './ways.fixtures.ts';

/** The right to return the loan until the 25th, as shown on the day the money arrived. */
const coolingOff = {
  isAsked: false,
  endsOn: asDay('2026-11-25'),
  amountCentavos: pesos(59_390),
  savedCentavos: pesos(610),
  nextLoanOn: null,
};

/** A bill whose money arrived today, so that the borrower can return the loan. */
export const freshBill: Bill = {
  ...earlyBill,
  bill: row(3, {
    ...dueNowAndThen(60_000, 60_960, '2026-11-28'),
    ...onDay('2026-11-28', 8),
    lastFreeDay: asDay('2026-12-01'),
  }),
  principalDueCentavos: pesos(60_000),
  savedSoFarCentavos: pesos(0),
  interestDueCentavos: pesos(0),
  tomorrowCentavos: pesos(120),
  charges: [
    { kind: 'interest', amountCentavos: pesos(960) },
    { kind: 'serviceFee', amountCentavos: pesos(600) },
    { kind: 'channelFee', amountCentavos: pesos(10) },
  ],
  chargesSoFarCentavos: pesos(610),
  repaymentCentavos: pesos(60_960),
  accrual: {
    ...accrual,
    arrivalCentavos: pesos(59_390),
    termDays: 8,
    arrivedOn: today,
    firstLastFreeOn: asDay('2026-12-01'),
  },
  termDays: 8,
  loanOn: today,
  arrivedAt: at('2026-11-20T02:36:00Z'),
  arrivalCentavos: pesos(59_390),
  receiver: overdueBill.receiver,
  coolingOff,
  events: [
    event('signed', '2026-11-20', 60_000),
    event('arrived', '2026-11-20', 59_390),
    event('returnEnds', '2026-11-25'),
    event('due', '2026-11-28'),
  ],
};

/** A bill of a borrower who returned another loan some days ago. */
export const secondReturnBill: Bill = {
  ...freshBill,
  coolingOff: { ...coolingOff, nextLoanOn: asDay('2026-12-20') },
};

/** A bill whose return was requested, and whose payment code is ready. */
export const returningBill: Bill = {
  ...freshBill,
  coolingOff: { ...coolingOff, isAsked: true },
  events: [
    ...freshBill.events.slice(0, 2),
    event('returnAsked', '2026-11-20', 59_390),
    ...freshBill.events.slice(2),
  ],
  openCode: {
    repaymentId: loanId(9),
    purpose: 'coolingOff',
    channel: 'sevenEleven',
    code: '731409286605',
    endsAt: at('2026-11-25T15:59:59.999Z'),
    amountCentavos: pesos(59_390),
  },
};

/** A bill on which the borrower has paid enough that the return costs nothing more. */
export const enoughBill: Bill = {
  ...freshBill,
  bill: {
    ...freshBill.bill,
    ...dueNowAndThen(500, 508, '2026-11-28'),
    paidCentavos: pesos(59_500),
  },
  accrual: freshBill.accrual && {
    ...freshBill.accrual,
    postings: [
      {
        paidOn: today,
        lateCentavos: pesos(0),
        interestCentavos: pesos(0),
        principalCentavos: pesos(59_500),
      },
    ],
  },
  coolingOff: { ...coolingOff, amountCentavos: pesos(0) },
};

/** A bill that was repaid on the day the money arrived. Its loan can still be returned. */
export const paidOffBill: Bill = {
  ...repaidBill,
  bill: { ...bills.repaid, paidCentavos: pesos(60_000), repaidOn: today },
  charges: freshBill.charges,
  repaymentCentavos: freshBill.repaymentCentavos,
  chargesSoFarCentavos: pesos(610),
  termDays: 8,
  loanOn: today,
  arrivedAt: freshBill.arrivedAt,
  arrivalCentavos: pesos(59_390),
  coolingOff: { ...coolingOff, amountCentavos: pesos(0) },
  events: [
    ...freshBill.events.slice(0, 2),
    event('payment', '2026-11-20', 60_000),
    event('repaid', '2026-11-20'),
    event('returnEnds', '2026-11-25'),
  ],
};

/** A bill whose return was not paid in time. */
export const lapsedBill: Bill = {
  ...freshBill,
  today: asDay('2026-11-26'),
  coolingOff: null,
  bill: {
    ...freshBill.bill,
    state: 'dueSoon',
    currentDue: due(60_720, '2026-11-26'),
    nextDue: due(60_960, '2026-11-28'),
    daysToDue: 2,
  },
  interestDueCentavos: pesos(720),
  chargesSoFarCentavos: pesos(1_330),
  events: [
    ...freshBill.events.slice(0, 2),
    event('returnAsked', '2026-11-20', 59_390),
    event('returnLapsed', '2026-11-25'),
    event('due', '2026-11-28'),
  ],
};

/** A bill whose loan was returned within cooling-off. */
export const returnedBill: Bill = {
  ...repaidBill,
  bill: { ...bills.repaid, state: 'cooledOff', paidCentavos: pesos(59_390), repaidOn: today },
  charges: freshBill.charges,
  repaymentCentavos: freshBill.repaymentCentavos,
  arrivedAt: freshBill.arrivedAt,
  chargesSoFarCentavos: pesos(0),
  termDays: 8,
  loanOn: today,
  arrivalCentavos: pesos(59_390),
  events: [
    ...freshBill.events.slice(0, 2),
    event('returnAsked', '2026-11-20', 59_390),
    event('payment', '2026-11-20', 59_390),
    event('cooledOff', '2026-11-20'),
  ],
};

/** The same bill after the gateway reversed its payment. */
export const returnedTakenBackBill: Bill = {
  ...returnedBill,
  events: [...returnedBill.events, event('takenBack', '2026-11-23', 59_390)],
};

/** The channels for a bill whose loan can be returned. */
export const returnWays: RepaymentOptions = {
  ...ways,
  full: due(60_000, today),
  nextDue: due(60_960, '2026-11-28'),
  savedIfPaidTodayCentavos: pesos(960),
  coolingOff,
};

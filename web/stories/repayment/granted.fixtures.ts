// Bills for the gallery: with waived charges, with a plan, written off, and at their cap.
import { allCharges } from '@sandali/contract/accrual.ts';
import type { AccrualFacts } from '@sandali/contract/accrualFacts.ts';
import { asDay } from '@sandali/contract/day.ts';
import { accruedTomorrow, chargedDays, owed, paidSoFar } from '@sandali/contract/owed.ts';
import type { Bill, RepaymentOptions } from '#/screens/repayment/answers.ts';
import { accrual, due, event, overdueBill, pesos, today } from './repayment.fixtures.ts';
import { ways } from './ways.fixtures.ts';

const granted = overdueBill.granted;

/** Returns the overdue bill with these facts and the amounts derived from them. */
function billOf(facts: AccrualFacts): Bill {
  const { principalCentavos, interestCentavos, lateCentavos, totalCentavos, overdueDays } = owed(
    facts,
    today,
  );
  return {
    ...overdueBill,
    bill: {
      ...overdueBill.bill,
      currentDue: { owedCentavos: totalCentavos, on: today },
      overdueDays,
      paidCentavos: paidSoFar(facts, today).totalCentavos,
    },
    principalDueCentavos: principalCentavos,
    interestDueCentavos: interestCentavos,
    overdueFeeCentavos: lateCentavos,
    chargedDays: chargedDays(facts, today),
    tomorrowCentavos: accruedTomorrow(facts, today),
    extensionFeeCentavos: null,
    chargesSoFarCentavos: allCharges(facts, today),
    accrual: facts,
    openCode: null,
  };
}

export const waivedBill: Bill = {
  ...billOf({
    ...accrual,
    waivers: [
      { on: asDay('2026-11-17'), lateCentavos: pesos(0), interestCentavos: pesos(120.5) },
      { on: today, lateCentavos: pesos(205.59), interestCentavos: pesos(0) },
    ],
  }),
  granted: {
    ...granted,
    waived: [
      { part: 'interest', on: asDay('2026-11-17'), amountCentavos: pesos(120.5) },
      { part: 'late', on: today, amountCentavos: pesos(205.59) },
    ],
  },
};

const promised = billOf({
  ...accrual,
  postings: [
    {
      paidOn: today,
      lateCentavos: pesos(206),
      interestCentavos: pesos(1_800),
      principalCentavos: pesos(22_994),
    },
  ],
  suspensions: [{ fromOn: asDay('2026-11-21'), toOn: asDay('2026-12-05') }],
});

/**
 * A bill with a plan that was agreed two days after the due date. On the same day, ₱25,000 was paid
 * towards the first two parts.
 */
export const promisedBill: Bill = {
  ...promised,
  bill: { ...promised.bill, promised: { on: asDay('2026-12-05'), amountCentavos: pesos(15_000) } },
  events: [...overdueBill.events, event('payment', '2026-11-20', 25_000)],
  granted: {
    ...granted,
    promise: {
      madeOn: today,
      isKept: true,
      parts: [
        { on: asDay('2026-11-25'), amountCentavos: pesos(20_000), paidCentavos: pesos(20_000) },
        { on: asDay('2026-12-05'), amountCentavos: pesos(20_000), paidCentavos: pesos(5_000) },
        { on: asDay('2026-12-15'), amountCentavos: pesos(22_006), paidCentavos: pesos(0) },
      ],
    },
  },
};

/**
 * A bill with a plan that was agreed on the due date. ₱5,000 of the first part was paid; the
 * remainder was due yesterday and is unpaid.
 */
export const missedBill: Bill = {
  ...billOf({
    ...accrual,
    postings: [
      {
        paidOn: asDay('2026-11-18'),
        lateCentavos: pesos(0),
        interestCentavos: pesos(1_800),
        principalCentavos: pesos(3_200),
      },
    ],
    suspensions: [{ fromOn: asDay('2026-11-19'), toOn: asDay('2026-11-19') }],
  }),
  events: [
    ...overdueBill.events.slice(0, 2),
    event('payment', '2026-11-18', 5_000),
    ...overdueBill.events.slice(2),
  ],
  granted: {
    ...granted,
    promise: {
      madeOn: asDay('2026-11-18'),
      isKept: false,
      parts: [
        { on: asDay('2026-11-19'), amountCentavos: pesos(20_000), paidCentavos: pesos(5_000) },
        { on: asDay('2026-12-05'), amountCentavos: pesos(20_000), paidCentavos: pesos(0) },
        { on: asDay('2026-12-15'), amountCentavos: pesos(21_800), paidCentavos: pesos(0) },
      ],
    },
  },
};

export const writtenOffBill: Bill = {
  ...overdueBill,
  openCode: null,
  accrual: null,
  bill: {
    ...overdueBill.bill,
    state: 'writtenOff',
    currentDue: due(0, today),
    overdueDays: 0,
    repaidOn: today,
  },
  events: overdueBill.events.slice(0, 2),
  granted: { ...granted, writtenOff: { on: today, leftCentavos: pesos(62_006) } },
};

const capped = billOf({
  ...accrual,
  arrivedOn: asDay('2025-04-25'),
  firstLastFreeOn: asDay('2025-05-13'),
});

/** A bill that has been overdue so long that its charges equal the principal. */
export const cappedBill: Bill = {
  ...capped,
  bill: { ...capped.bill, dueOn: asDay('2025-05-10'), lastFreeDay: asDay('2025-05-13') },
  loanOn: asDay('2025-04-25'),
  events: [
    event('signed', '2025-04-25', 60_000),
    event('arrived', '2025-04-25', 58_850),
    event('due', '2025-05-10'),
    event('overdue', '2025-05-14'),
  ],
};

const backOn = asDay('2026-11-20');
const allPaid = {
  lateCentavos: pesos(0),
  interestCentavos: pesos(1_800),
  principalCentavos: pesos(60_000),
};
const reclaimedBill = billOf({
  ...accrual,
  firstLastFreeOn: asDay('2026-11-23'),
  postings: [{ paidOn: asDay('2026-11-18'), ...allPaid }],
  reversals: [{ on: backOn, ...allPaid }],
});

/**
 * A bill that was repaid on the due date. The gateway reversed the payment on a Friday, so the last
 * free day is Monday.
 */
export const takenBackBill: Bill = {
  ...reclaimedBill,
  bill: {
    ...reclaimedBill.bill,
    state: 'dueToday',
    lastFreeDay: asDay('2026-11-23'),
    currentDue: due(61_800, backOn),
  },
  events: [
    ...overdueBill.events.slice(0, 2),
    event('payment', '2026-11-18', 61_800),
    event('due', '2026-11-18'),
    event('takenBack', '2026-11-20', 61_800),
  ],
};

export const promisedWays: RepaymentOptions = {
  ...ways,
  full: due(37_006, today),
  promisedCentavos: pesos(15_000),
};

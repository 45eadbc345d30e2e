// An 8-day loan that is due in two days, tomorrow or today, for the gallery.
import { allCharges } from '@sandali/contract/accrual.ts';
import type { BillState } from '@sandali/contract/bill.ts';
import { addDays } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { accruedTomorrow, owed } from '@sandali/contract/owed.ts';
import type { Bill } from '#/screens/repayment/answers.ts';
import { accrual, at, event, overdueBill, pesos, row, today } from './repayment.fixtures.ts';

const termDays = 8;

function nearBill(state: BillState, daysToDue: number): Bill {
  const dueOn = addDays(today, daysToDue);
  const loanOn = addDays(dueOn, -termDays);
  const facts = {
    ...accrual,
    arrivalCentavos: pesos(59_390),
    termDays,
    arrivedOn: loanOn,
    firstLastFreeOn: dueOn,
  };
  const [now, then] = [owed(facts, today), owed(facts, dueOn)];
  const savedCentavos = centavos(then.totalCentavos - now.totalCentavos);
  return {
    ...overdueBill,
    bill: row(4, {
      state,
      currentDue: { owedCentavos: now.totalCentavos, on: today },
      nextDue: { owedCentavos: then.totalCentavos, on: dueOn },
      savedIfPaidTodayCentavos: savedCentavos,
      dueOn,
      lastFreeDay: dueOn,
      daysToDue,
    }),
    charges: [
      { kind: 'interest', amountCentavos: pesos(960) },
      { kind: 'serviceFee', amountCentavos: pesos(600) },
      { kind: 'channelFee', amountCentavos: pesos(10) },
    ],
    interestDueCentavos: now.interestCentavos,
    overdueFeeCentavos: pesos(0),
    chargedDays: 0,
    tomorrowCentavos: accruedTomorrow(facts, today),
    chargesSoFarCentavos: allCharges(facts, today),
    repaymentCentavos: then.totalCentavos,
    accrual: facts,
    termDays,
    loanOn,
    arrivedAt: at(`${loanOn}T02:36:00Z`),
    arrivalCentavos: facts.arrivalCentavos,
    events: [
      event('signed', loanOn, 60_000),
      event('arrived', loanOn, 59_390),
      event('due', dueOn),
    ],
    openCode: null,
  };
}

export const nearBills = [
  ['due in two days', nearBill('dueSoon', 2)],
  ['due tomorrow', nearBill('dueTomorrow', 1)],
  ['due today', nearBill('dueToday', 0)],
] as const;

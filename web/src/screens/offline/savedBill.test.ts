import { billDetail } from '@sandali/contract/billDetail.ts';
import { type Instant, instantMs } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import type { OfflineBill } from '#/client/offlineStore.ts';
import { statuses } from '#stories/repayment/codes.fixtures.ts';
import { promisedBill } from '#stories/repayment/granted.fixtures.ts';
import {
  accrual,
  bills,
  due,
  earlyBill,
  orders,
  overdueBill,
  owes,
  pesos,
  repaidBill,
} from '#stories/repayment/repayment.fixtures.ts';
import {
  billsIn,
  byPhoneClock,
  readRecord,
  readSavedBills,
  savedFromBill,
  savedFromCode,
  savedFromRow,
} from './savedBill.ts';

const code = {
  text: '731409286605',
  payload: null,
  channel: 'sevenEleven' as const,
  name: '7-Eleven',
  amountCentavos: centavos(6_200_600),
  endsAt: '2026-11-20T15:59:59.999Z' as Instant,
};
const forLife = { ...code, text: '99', amountCentavos: null, endsAt: null };
const { name: _name, ...nameless } = code;
const savedBill: OfflineBill = {
  principalCentavos: pesos(60_000),
  due: due(62_006, '2026-11-20'),
  isInPayment: false,
  plan: null,
  code,
  accrual,
};
const ofCode = { ...savedBill, principalCentavos: null, accrual: null };
const keptAt = '2026-11-20T01:40:00.000Z' as Instant;
const part = { on: promisedBill.bill.promised?.on, owedCentavos: pesos(15_000) };

test('a payable code is saved with its expiry', () => {
  expect(savedFromCode(statuses.given, '7-Eleven', null)).toEqual(ofCode);
});

test('a code that must not be paid is not saved, but its bill is', () => {
  for (const status of [statuses.asked, statuses.inProgress, statuses.expired, statuses.refused]) {
    expect(savedFromCode(status, '7-Eleven', null)).toMatchObject({
      due: savedBill.due,
      code: null,
    });
  }
  expect(savedFromCode(statuses.partly, '7-Eleven', null)).toEqual({
    ...ofCode,
    due: due(42_006, '2026-11-20'),
    code: null,
  });
});

test('a settled bill is not saved', () => {
  expect(savedFromCode(statuses.booked, '7-Eleven', savedBill)).toBeNull();
  expect(savedFromCode(statuses.closed, '7-Eleven', savedBill)).toBeNull();
  expect(savedFromBill(repaidBill, savedBill)).toBeNull();
});

test('a saved bill keeps its code’s channel, and a reusable code a response omits', () => {
  expect(savedFromBill(overdueBill, null)).toEqual({
    ...savedBill,
    code: { ...nameless, channel: null },
  });
  expect(savedFromBill(overdueBill, savedBill)).toEqual(savedBill);
  expect(
    savedFromBill(overdueBill, { ...savedBill, code: { ...code, text: 'another' } })?.code?.channel,
  ).toBeNull();
  expect(savedFromBill({ ...overdueBill, bill: bills.paying }, savedBill)).toMatchObject({
    isInPayment: true,
    code: null,
  });
  expect(savedFromBill(earlyBill, savedBill)?.code).toBeNull();
  expect(savedFromBill(earlyBill, { ...savedBill, code: forLife })?.code).toEqual(forLife);
});

test('a bill’s row keeps the saved code only if it is reusable or the amount is unchanged', () => {
  expect(savedFromRow(bills.overdue, savedBill)).toEqual(savedBill);
  expect(savedFromRow(bills.soon, savedBill)).toEqual({
    ...savedBill,
    due: due(60_960, '2026-11-22'),
    code: null,
    accrual: null,
  });
  expect(savedFromRow(bills.soon, { ...savedBill, code: forLife }).code).toEqual(forLife);
  expect(savedFromRow(bills.paying, { ...savedBill, code: forLife })).toMatchObject({
    isInPayment: true,
    code: null,
  });
});

test('a saved bill with a plan shows the plan’s next part, even after a code is saved', () => {
  const whole = savedFromBill(promisedBill, null);
  expect(whole).toMatchObject({
    due: part,
    plan: promisedBill.granted.promise?.parts,
    accrual: promisedBill.accrual,
  });
  expect(savedFromRow(promisedBill.bill, whole)).toEqual(whole);
  const short = savedFromRow(promisedBill.bill, null);
  expect(short).toMatchObject({
    due: part,
    plan: [{ on: part.on, amountCentavos: part.owedCentavos, paidCentavos: 0 }],
  });
  const { currentDue, nextDue, state } = promisedBill.bill;
  const status = { ...statuses.given, bill: { currentDue, nextDue, state } };
  expect(savedFromCode(status, '7-Eleven', whole)).toMatchObject({
    due: part,
    plan: whole?.plan,
    accrual: whole?.accrual,
  });
  expect(savedFromRow({ ...promisedBill.bill, promised: null }, whole)).toMatchObject({
    due: currentDue,
    plan: null,
  });
});

test('a saved bill keeps its accrual facts until a payment invalidates them', () => {
  expect(savedFromCode(statuses.given, '7-Eleven', savedBill)).toEqual(savedBill);
  const tomorrow = { ...bills.overdue, ...owes(62_109), currentDue: due(62_109, '2026-11-21') };
  expect(savedFromRow(tomorrow, savedBill)).toEqual({
    ...savedBill,
    due: due(62_109, '2026-11-21'),
    code: null,
  });
  expect(savedFromRow({ ...bills.overdue, ...owes(52_006) }, savedBill).accrual).toBeNull();
  expect(savedFromCode(statuses.partly, '7-Eleven', savedBill)?.accrual).toBeNull();
});

test('a response’s bills are saved, and its open bills are listed only if complete', () => {
  const ids = ({ bills: saved, open }: ReturnType<typeof billsIn>) => [
    saved.map(([loanId]) => loanId),
    open,
  ];
  const { loanId } = bills.overdue;
  expect(ids(billsIn(billDetail.path, overdueBill))).toEqual([[loanId], null]);
  const all = orders.full.open.map((bill) => bill.loanId);
  expect(ids(billsIn(billList.path, orders.full))).toEqual([all, all]);
  expect(ids(billsIn(billList.path, orders.calm))).toEqual([[], []]);
  const home = (openBills: number, promised: object | null) =>
    billsIn(userMulti.path, {
      nearestBill: openBills ? { ...promisedBill.bill, promised } : null,
      counts: { openBills },
    });
  const plan = promisedBill.bill.promised;
  expect(ids(home(0, null))).toEqual([[], []]);
  expect(ids(home(1, plan))).toEqual([[loanId], [loanId]]);
  expect(ids(home(2, plan))).toEqual([[loanId], null]);
  expect(home(2, plan).bills.map(([, make]) => make(null)?.due)).toEqual([part]);
  expect(home(2, null).bills.map(([, make]) => make(savedBill)?.due)).toEqual([
    promisedBill.bill.currentDue,
  ]);
  expect(home(2, plan).bills.map(([, make]) => make(savedBill)?.principalCentavos)).toEqual([
    savedBill.principalCentavos,
  ]);
});

test('saved bills are read with the next to pay first, and invalid records are ignored', () => {
  const later = { ...savedBill, due: due(72_100, '2026-12-01') };
  const paying = { ...savedBill, isInPayment: true };
  const records = Object.entries({ paying, later, kept: savedBill }).map(
    ([loanId, record]) => [loanId, { record, keptAt }] as const,
  );
  expect(readSavedBills(records)).toEqual([
    { ...savedBill, loanId: 'kept', keptAt },
    { ...later, loanId: 'later', keptAt },
    { ...paying, loanId: 'paying', keptAt },
  ]);
  const others = [
    { ...savedBill, name: 'x' },
    { ...savedBill, due: { ...savedBill.due, on: 'soon' } },
    null,
  ];
  expect(readSavedBills(others.map((record) => ['a', { record, keptAt }]))).toEqual([]);
  expect(readSavedBills([['a', { record: savedBill, keptAt: 7 }]])).toEqual([]);
  expect([{ record: savedBill, keptAt }, { record: {}, keptAt }, null].map(readRecord)).toEqual([
    savedBill,
    null,
    null,
  ]);
});

test('the phone’s clock decides whether a code may have expired or a due date has passed', () => {
  const atEnd = instantMs(code.endsAt);
  expect(byPhoneClock(savedBill, atEnd)).toEqual({ mayHaveEnded: false, isPastDue: false });
  expect(byPhoneClock(savedBill, atEnd + 1)).toEqual({ mayHaveEnded: true, isPastDue: true });
  const onDueDay = Date.parse('2026-11-22T15:59:59.999Z');
  const ahead = { due: due(60_960, '2026-11-22'), code: null };
  expect([onDueDay, onDueDay + 1].map((ms) => byPhoneClock(ahead, ms).isPastDue)).toEqual([
    false,
    true,
  ]);
});

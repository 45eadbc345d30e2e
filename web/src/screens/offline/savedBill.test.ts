import { type Instant, instantMs } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { statuses } from '#/gallery/repayment/codes.fixtures.ts';
import { accrual, bills, due, earlyBill, orders, overdueBill, owes, repaidBill } from '#/gallery/repayment/repayment.fixtures.ts';
import { byPhoneClock, readSavedBill, savedFromBill, savedFromCode, savedFromOrders } from './savedBill.ts';

const code = {
  text: '731409286605',
  payload: null,
  channel: 'sevenEleven' as const,
  name: '7-Eleven',
  amountCentavos: centavos(6_200_600),
  endsAt: '2026-11-20T15:59:59.999Z' as Instant,
};
const { name: _name, ...nameless } = code;
const kept = { due: due(62_006, '2026-11-20'), code, accrual };
const unseen = { ...kept, accrual: null };
const keptAt = '2026-11-20T01:40:00.000Z' as Instant;

test('a code that is to be paid is kept with its end, and nothing else of it', () => {
  expect(savedFromCode(statuses.given, '7-Eleven', null)).toEqual(unseen);
});

test('a code that is on its way, has ended, was refused or paid in part is not kept, its bill is', () => {
  for (const status of [statuses.asked, statuses.inProgress, statuses.expired, statuses.refused]) {
    expect(savedFromCode(status, '7-Eleven', null)).toEqual({ ...unseen, code: null });
  }
  expect(savedFromCode(statuses.partly, '7-Eleven', null)).toEqual({ due: due(42_006, '2026-11-20'), code: null, accrual: null });
});

test('nothing is kept of what is settled', () => {
  expect(savedFromCode(statuses.booked, '7-Eleven', kept)).toBeNull();
  expect(savedFromCode(statuses.closed, '7-Eleven', kept)).toBeNull();
  expect(savedFromBill(repaidBill, kept)).toBeNull();
  expect(savedFromOrders(orders.calm, kept)).toBeNull();
});

test('a bill keeps its open code, and the channel where the same code was kept before', () => {
  expect(savedFromBill(overdueBill, null)).toEqual({ ...kept, code: { ...nameless, channel: null } });
  expect(savedFromBill(overdueBill, kept)).toEqual(kept);
  expect(savedFromBill(overdueBill, { ...kept, code: { ...code, text: 'another' } })?.code?.channel).toBeNull();
  expect(savedFromBill({ ...overdueBill, bill: bills.paying }, kept)?.code).toBeNull();
  expect(savedFromBill(earlyBill, kept)?.code).toBeNull();
});

test('the orders keep the bill to pay next; its code stays only while the bill stands as it stood', () => {
  expect(savedFromOrders({ open: [bills.later, bills.overdue] }, kept)).toEqual(kept);
  expect(savedFromOrders({ open: [bills.soon] }, kept)).toEqual({ due: due(60_960, '2026-11-22'), code: null, accrual: null });
  expect(savedFromOrders({ open: [bills.paying] }, kept)).toBeNull();
});

test('what the days to come follow from stays while it gives what the server says, from day to day, and goes with a payment', () => {
  expect(savedFromCode(statuses.given, '7-Eleven', kept)).toEqual(kept);
  const tomorrow = { ...bills.overdue, ...owes(62_109), currentDue: due(62_109, '2026-11-21') };
  expect(savedFromOrders({ open: [tomorrow] }, kept)).toEqual({ due: due(62_109, '2026-11-21'), code: null, accrual });
  expect(savedFromOrders({ open: [{ ...bills.overdue, ...owes(52_006) }] }, kept)?.accrual).toBeNull();
  expect(savedFromCode(statuses.partly, '7-Eleven', kept)?.accrual).toBeNull();
  const { accrual: _, ...earlier } = kept;
  expect(readSavedBill({ record: earlier, keptAt })).toEqual({ ...unseen, keptAt });
});

test('what was kept is read back; anything else counts as nothing', () => {
  expect(readSavedBill({ record: kept, keptAt })).toEqual({ ...kept, keptAt });
  const others = [
    null,
    { record: kept, keptAt: 7 },
    { record: { ...kept, name: 'x' }, keptAt },
    { record: { ...kept, due: { ...kept.due, on: 'soon' } }, keptAt },
  ];
  expect(others.map(readSavedBill)).toEqual([null, null, null, null]);
});

test('by the phone’s clock a code may have ended and a due day have passed; the day changes in Manila', () => {
  const atEnd = instantMs(code.endsAt);
  expect(byPhoneClock(kept, atEnd)).toEqual({ mayHaveEnded: false, isPastDue: false });
  expect(byPhoneClock(kept, atEnd + 1)).toEqual({ mayHaveEnded: true, isPastDue: true });
  const onDueDay = Date.parse('2026-11-22T15:59:59.999Z');
  const ahead = { due: due(60_960, '2026-11-22'), code: null, accrual: null };
  expect([onDueDay, onDueDay + 1].map((ms) => byPhoneClock(ahead, ms).isPastDue)).toEqual([false, true]);
});

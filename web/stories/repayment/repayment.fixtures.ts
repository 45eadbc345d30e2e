// Fictitious bills, channels and payment codes, for tests and the gallery.

import type { BillRow } from '@sandali/contract/bill.ts';
import { asDay, type Instant } from '@sandali/contract/day.ts';
import type { AccountId, LoanId, RefundId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { Bill, BillList } from '#/screens/repayment/answers.ts';

export const pesos = (amount: number) => centavos(Math.round(amount * 100));
export const at = (text: string) => text as Instant;
export const today = asDay('2026-11-20');
export const loanId = (n: number) => `0198a000-0000-7000-8000-00000000000${n}` as LoanId;

export const due = (amount: number, day: string) => ({
  owedCentavos: pesos(amount),
  on: asDay(day),
});
/** Returns the amount that is owed today on an overdue or settled bill. */
export const owes = (now: number) => ({
  currentDue: due(now, today),
  nextDue: null,
  savedIfPaidTodayCentavos: pesos(0),
});
/** Returns the amounts that are owed today and on the due date. */
export const dueNowAndThen = (now: number, then: number, day: string) => ({
  currentDue: due(now, today),
  nextDue: due(then, day),
  savedIfPaidTodayCentavos: pesos(then - now),
});

const onItsWay = (nth: number, whole: number) => ({
  loanId: loanId(nth),
  referenceNo: `SL-2026-${String(nth).padStart(6, '0')}`,
  state: 'bankProcessing' as const,
  principalCentavos: pesos(whole),
  loanOn: today,
});

export const row = (n: number, over: Partial<BillRow>): BillRow => ({
  loanId: loanId(n),
  referenceNo: `SL-2026-00000${n}`,
  state: 'upcoming',
  principalCentavos: pesos(60_000),
  ...dueNowAndThen(60_000, 60_960, '2026-12-01'),
  dueOn: asDay('2026-12-01'),
  lastFreeDay: asDay('2026-12-01'),
  daysToDue: 11,
  overdueDays: 0,
  repaidOn: null,
  paidCentavos: pesos(0),
  promised: null,
  ...over,
});

export const onDay = (day: string, daysToDue: number) => ({
  dueOn: asDay(day),
  lastFreeDay: asDay(day),
  daysToDue,
});

export const bills = {
  overdue: row(1, {
    state: 'overdue',
    ...owes(62_006),
    overdueDays: 2,
    ...onDay('2026-11-18', -2),
  }),
  today: row(4, {
    state: 'dueToday',
    ...dueNowAndThen(60_960, 60_960, today),
    ...onDay('2026-11-20', 0),
  }),
  tomorrow: row(5, {
    state: 'dueTomorrow',
    ...dueNowAndThen(60_840, 60_960, '2026-11-21'),
    ...onDay('2026-11-21', 1),
  }),
  soon: row(2, {
    state: 'dueSoon',
    ...dueNowAndThen(60_720, 60_960, '2026-11-22'),
    ...onDay('2026-11-22', 2),
  }),
  later: row(3, {
    principalCentavos: pesos(70_000),
    ...dueNowAndThen(70_560, 72_100, '2026-12-01'),
  }),
  paying: row(6, { state: 'repaymentInProgress', ...dueNowAndThen(60_480, 61_800, '2026-12-01') }),
  /** A bill that is two days late, with a plan. The first part of the plan is not due yet. */
  planned: row(1, {
    state: 'overdue',
    ...owes(62_006),
    overdueDays: 2,
    ...onDay('2026-11-18', -2),
    promised: { on: asDay('2026-11-27'), amountCentavos: pesos(20_668) },
  }),
  repaid: row(7, {
    state: 'repaid',
    ...owes(0),
    paidCentavos: pesos(60_960),
    repaidOn: asDay('2026-10-30'),
  }),
};

export const orders: Record<
  'full' | 'busy' | 'later' | 'planned' | 'plannedLater' | 'empty' | 'claimed' | 'calm',
  BillList
> = {
  full: {
    today,
    totalDue: due(193_286, today),
    dueSoonCount: 1,
    overdueCount: 1,
    refundableCentavos: pesos(0),
    claimCentavos: pesos(0),
    refund: null,
    open: [bills.overdue, bills.soon, bills.later],
    settled: [],
    next: null,
    inTransit: [],
    ended: [],
  },
  busy: {
    today,
    totalDue: due(244_286, today),
    dueSoonCount: 2,
    overdueCount: 1,
    refundableCentavos: pesos(120.5),
    claimCentavos: pesos(0),
    refund: {
      refundId: '00000000-0000-4000-8000-000000000021' as RefundId,
      state: 'ordered',
      amountCentavos: pesos(1_000),
      label: 'GCash',
      last4: '4567',
    },
    open: [bills.overdue, bills.today, bills.tomorrow, bills.paying],
    settled: [bills.repaid],
    next: loanId(7),
    inTransit: [
      { ...onItsWay(8, 80_000), collectUntil: null },
      { ...onItsWay(2, 50_000), collectUntil: asDay('2026-11-27') },
    ],
    ended: [
      {
        loanId: loanId(7),
        referenceNo: 'SL-2026-000017',
        state: 'cancelled',
        principalCentavos: pesos(60_000),
        loanOn: today,
      },
      {
        loanId: loanId(9),
        referenceNo: 'SL-2026-000016',
        state: 'failed',
        principalCentavos: pesos(70_000),
        loanOn: today,
      },
    ],
  },
  later: {
    today,
    totalDue: due(70_560, today),
    dueSoonCount: 0,
    overdueCount: 0,
    refundableCentavos: pesos(0),
    claimCentavos: pesos(0),
    refund: null,
    open: [bills.later],
    settled: [bills.repaid],
    next: null,
    inTransit: [],
    ended: [],
  },
  planned: {
    today,
    totalDue: due(132_566, today),
    dueSoonCount: 0,
    overdueCount: 0,
    refundableCentavos: pesos(0),
    claimCentavos: pesos(0),
    refund: null,
    open: [bills.planned, bills.later],
    settled: [],
    next: null,
    inTransit: [],
    ended: [],
  },
  plannedLater: {
    today,
    totalDue: due(122_846, today),
    dueSoonCount: 1,
    overdueCount: 0,
    refundableCentavos: pesos(0),
    claimCentavos: pesos(0),
    refund: null,
    open: [bills.tomorrow, bills.planned],
    settled: [],
    next: null,
    inTransit: [],
    ended: [],
  },
  empty: {
    today,
    totalDue: due(0, today),
    dueSoonCount: 0,
    overdueCount: 0,
    refundableCentavos: pesos(0),
    claimCentavos: pesos(0),
    refund: null,
    open: [],
    settled: [],
    next: null,
    inTransit: [],
    ended: [],
  },
  claimed: {
    today,
    totalDue: due(0, today),
    dueSoonCount: 0,
    overdueCount: 0,
    refundableCentavos: pesos(0),
    claimCentavos: pesos(59_390),
    refund: null,
    open: [],
    settled: [],
    next: null,
    inTransit: [],
    ended: [],
  },
  calm: {
    today,
    totalDue: due(0, today),
    dueSoonCount: 0,
    overdueCount: 0,
    refundableCentavos: pesos(120.5),
    claimCentavos: pesos(0),
    refund: {
      refundId: '00000000-0000-4000-8000-000000000020' as RefundId,
      state: 'failed',
      amountCentavos: pesos(120.5),
      label: 'BDO Unibank',
      last4: '4821',
    },
    open: [],
    settled: [bills.repaid],
    next: null,
    inTransit: [],
    ended: [],
  },
};

export const event = (
  kind: Bill['events'][number]['kind'],
  day: string,
  amount: number | null = null,
): Bill['events'][number] => ({
  kind,
  on: asDay(day),
  at: null,
  amountCentavos: amount === null ? null : pesos(amount),
});

/** The facts of a loan of ₱60,000 for 15 days of which nothing has been repaid. */
export const accrual: NonNullable<Bill['accrual']> = {
  principalCentavos: pesos(60_000),
  arrivalCentavos: pesos(58_850),
  interestCouponCentavos: pesos(0),
  termDays: 15,
  interestPerDayBps: 20,
  lateChargePerMonthBps: 500,
  arrivedOn: asDay('2026-11-03'),
  firstLastFreeOn: asDay('2026-11-18'),
  waivers: [],
  suspensions: [],
  postings: [],
  extensions: [],
  reversals: [],
};

export const overdueBill: Bill = {
  bill: bills.overdue,
  today,
  charges: [
    { kind: 'interest', amountCentavos: pesos(1800) },
    { kind: 'serviceFee', amountCentavos: pesos(1140) },
    { kind: 'channelFee', amountCentavos: pesos(10) },
  ],
  principalDueCentavos: pesos(60_000),
  interestDueCentavos: pesos(1800),
  overdueFeeCentavos: pesos(206),
  chargedDays: 2,
  tomorrowCentavos: pesos(103),
  extensionFeeCentavos: pesos(3146),
  savedSoFarCentavos: pesos(0),
  chargesSoFarCentavos: pesos(3156),
  chargesCapCentavos: pesos(60_000),
  repaymentCentavos: pesos(61_800),
  accrual,
  termDays: 15,
  loanOn: asDay('2026-11-03'),
  arrivedAt: at('2026-11-03T02:36:00Z'),
  arrivalCentavos: pesos(58_850),
  sender: 'Sandali Lending Corporation',
  receiver: {
    accountId: loanId(9) as unknown as AccountId,
    label: 'BDO',
    last4: '4821',
    mark: 'BDO',
  },
  events: [
    event('signed', '2026-11-03', 60_000),
    event('arrived', '2026-11-03', 58_850),
    event('due', '2026-11-18'),
    event('overdue', '2026-11-19'),
  ],
  coolingOff: null,
  granted: { waived: [], promise: null, writtenOff: null },
  openCode: {
    repaymentId: loanId(9),
    purpose: 'bill',
    channel: 'sevenEleven',
    code: '731409286605',
    endsAt: at('2026-11-20T15:59:59.999Z'),
    amountCentavos: pesos(62_006),
  },
};

/** A bill before its due date that has been partly paid. */
export const earlyBill: Bill = {
  ...overdueBill,
  bill: row(3, {
    ...dueNowAndThen(30_722.4, 31_212, '2026-11-28'),
    paidCentavos: pesos(30_000),
    ...onDay('2026-11-28', 8),
    lastFreeDay: asDay('2026-12-01'),
  }),
  principalDueCentavos: pesos(30_600),
  interestDueCentavos: pesos(122.4),
  overdueFeeCentavos: pesos(0),
  chargedDays: 0,
  tomorrowCentavos: pesos(61.2),
  extensionFeeCentavos: null,
  savedSoFarCentavos: pesos(588),
  chargesSoFarCentavos: pesos(1_872.4),
  accrual: {
    ...accrual,
    arrivedOn: asDay('2026-11-13'),
    firstLastFreeOn: asDay('2026-12-01'),
    postings: [
      {
        paidOn: asDay('2026-11-18'),
        lateCentavos: pesos(0),
        interestCentavos: pesos(600),
        principalCentavos: pesos(29_400),
      },
    ],
  },
  receiver: null,
  events: [
    event('signed', '2026-11-13', 60_000),
    event('arrived', '2026-11-13', 58_850),
    event('payment', '2026-11-18', 30_000),
    event('due', '2026-11-28'),
  ],
  openCode: null,
};

export const repaidBill: Bill = {
  ...overdueBill,
  bill: bills.repaid,
  accrual: null,
  principalDueCentavos: pesos(0),
  interestDueCentavos: pesos(0),
  overdueFeeCentavos: pesos(0),
  chargedDays: 0,
  tomorrowCentavos: pesos(0),
  extensionFeeCentavos: null,
  events: [
    event('signed', '2026-10-22', 60_000),
    event('arrived', '2026-10-22', 58_850),
    event('payment', '2026-10-30', 60_960),
    event('repaid', '2026-10-30'),
  ],
  openCode: null,
};

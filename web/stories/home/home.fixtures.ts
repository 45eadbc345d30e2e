// Fictitious responses of /user/multi, one for each state of the home screen.

import { asDay, type Instant } from '@sandali/contract/day.ts';
import type { LoanId, RepaymentId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import { getText } from '#/i18n/text.ts';
import type { HomeFacts, NearestBill, TransitLoan } from '#/screens/home/facts.ts';
import { dueNowAndThen, owes } from '#stories/repayment/repayment.fixtures.ts';

const at = (time: string) => `2026-11-20T${time}Z` as Instant;
const loanId = '018f3f6a-0000-7000-8000-000000000001' as LoanId;
const noCounts = { dueSoon: 0, overdue: 0, openBills: 0, unusedVouchers: 0 };

/** A payment code for ₱61,800 that is valid for two more days. */
export const openCodeFixture: NonNullable<HomeFacts['openCode']> = {
  repaymentId: '018f3f6a-0000-7000-8000-000000000002' as RepaymentId,
  loanId,
  purpose: 'bill',
  channel: 'sevenEleven',
  amountCentavos: centavos(6_180_000),
  endsAt: '2026-11-22T15:59:59Z' as Instant,
};

const none: HomeFacts['credit'] = {
  state: 'none',
  nextStep: 'personal',
  goOnAt: 'personal',
  submittedAt: null,
  answerBy: null,
  isLate: false,
  resubmitOn: null,
  reasonGroup: null,
  requestedPictures: [],
};

/** A borrower who has not applied yet. */
export const freshHome: HomeFacts = {
  now: at('02:26:00'),
  today: asDay('2026-11-20'),
  firstName: null,
  credit: none,
  leastIncome: {
    loanCentavos: centavos(6_000_000),
    incomeCentavos: centavos(25_000_000),
    sharePercent: 50,
  },
  estimate: { minimumCentavos: centavos(6_000_000), maximumCentavos: centavos(20_000_000) },
  line: null,
  quota: null,
  offer: {
    amountCentavos: centavos(6_000_000),
    terms: [
      {
        termDays: 8,
        receiveCentavos: centavos(5_939_000),
        repayCentavos: centavos(6_096_000),
        costCentavos: centavos(157_000),
        costADayCentavos: centavos(19_625),
      },
      {
        termDays: 15,
        receiveCentavos: centavos(5_885_000),
        repayCentavos: centavos(6_180_000),
        costCentavos: centavos(295_000),
        costADayCentavos: centavos(19_667),
      },
    ],
  },
  canBorrow: false,
  whyNotBorrow: null,
  loan: null,
  nearestBill: null,
  openCode: null,
  hasRepaid: false,
  counts: noCounts,
  lender: {
    name: 'Sandali Lending Corp.',
    registrationNumber: 'CS000000000',
    authorityNumber: '0000',
  },
  announcement: '',
};

export const fillingHome: HomeFacts = {
  ...freshHome,
  firstName: 'Ligaya',
  credit: { ...none, state: 'filling', nextStep: 'work' },
};

export const reviewHome: HomeFacts = {
  ...freshHome,
  firstName: 'Ligaya',
  credit: {
    ...none,
    state: 'autoReview',
    nextStep: null,
    submittedAt: at('02:24:00'),
    answerBy: at('02:31:00'),
  },
};

export const nightReviewHome: HomeFacts = {
  ...reviewHome,
  now: at('17:40:00'),
  today: asDay('2026-11-21'),
  credit: {
    ...reviewHome.credit,
    state: 'submitted',
    submittedAt: at('17:30:00'),
    answerBy: '2026-11-22T00:00:00Z' as Instant,
  },
};

export const personReviewHome: HomeFacts = {
  ...reviewHome,
  credit: { ...reviewHome.credit, state: 'manualReview' },
};

export const rejectedHome: HomeFacts = {
  ...freshHome,
  firstName: 'Ligaya',
  credit: {
    ...none,
    state: 'rejected',
    nextStep: null,
    resubmitOn: asDay('2026-11-27'),
    reasonGroup: 'identity',
  },
};

/** A limit that cannot be raised yet, because two more loans must be repaid first. */
export const plainGrowth: NonNullable<HomeFacts['quota']> = {
  offerCentavos: null,
  nextStep: null,
  stepCentavos: centavos(1_000_000),
  maximumCentavos: centavos(30_000_000),
  obstacle: 'quotaTooFewLoans',
  loans: [],
  loansToGo: 2,
  state: 'none',
  wantedCentavos: null,
  decidedAt: null,
  reasonGroup: null,
  askAgainOn: null,
  answerOn: null,
};

export const lineHome: HomeFacts = {
  ...freshHome,
  firstName: 'Ligaya',
  credit: { ...none, state: 'approved', nextStep: null },
  leastIncome: null,
  line: {
    limitCentavos: centavos(20_000_000),
    usedCentavos: centavos(6_000_000),
    heldCentavos: centavos(0),
    availableCentavos: centavos(14_000_000),
    borrowableCentavos: centavos(14_000_000),
  },
  quota: plainGrowth,
  canBorrow: true,
  counts: { ...noCounts, unusedVouchers: 3 },
};

const bill: NearestBill = {
  loanId,
  state: 'upcoming',
  ...dueNowAndThen(60_000, 61_800, '2026-12-05'),
  tomorrowCentavos: centavos(0),
  lateChargeCentavos: centavos(0),
  dueOn: asDay('2026-12-05'),
  lastFreeDay: asDay('2026-12-07'),
  daysToDue: 15,
  overdueDays: 0,
  promised: null,
};

export const lineAndBillHome: HomeFacts = {
  ...lineHome,
  nearestBill: bill,
  counts: { ...lineHome.counts, openBills: 2 },
};

const nothingLeft = { availableCentavos: centavos(0), borrowableCentavos: centavos(0) };

export const fullLineHome: HomeFacts = {
  ...lineAndBillHome,
  canBorrow: false,
  line: lineHome.line && { ...lineHome.line, usedCentavos: centavos(20_000_000), ...nothingLeft },
};

/** Returns home data in which the credit line cannot be used now, with the reason. */
const cannot = (whyNotBorrow: NonNullable<HomeFacts['whyNotBorrow']>): HomeFacts => ({
  ...lineHome,
  canBorrow: false,
  whyNotBorrow,
  line: lineHome.line && { ...lineHome.line, borrowableCentavos: centavos(0) },
});

export const pausedHome = cannot({
  name: 'lendingPaused',
  message: 'Lending is paused, so you cannot borrow right now. Please try again tomorrow.',
});
export const returnedHome = cannot({
  name: 'returnedTwice',
  message:
    'You returned two loans within 90 days, so the next one has to wait. You can borrow again from 20 Dec 2026.',
});
export const lowIncomeHome: HomeFacts = { ...fillingHome, estimate: null };
export const claimHome = cannot({
  name: 'claimOpen',
  message:
    'One of your payments was reversed, so you owe ₱59,390.00. You cannot borrow until it is settled. Call customer service to agree on how to pay.',
});
export const bankMissingHome = cannot({
  name: 'bankCardMissing',
  message: 'A bank card must be bound before borrowing. Please add a bank account first.',
});

export const dueHome: HomeFacts = {
  ...lineAndBillHome,
  nearestBill: {
    ...bill,
    ...dueNowAndThen(61_680, 61_800, '2026-11-21'),
    state: 'dueTomorrow',
    dueOn: asDay('2026-11-21'),
    lastFreeDay: asDay('2026-11-23'),
    daysToDue: 1,
  },
  counts: { ...lineHome.counts, openBills: 2, dueSoon: 1 },
};

export const payingHome: HomeFacts = {
  ...fullLineHome,
  nearestBill: { ...bill, state: 'repaymentInProgress' },
};

export const overdueHome: HomeFacts = {
  ...lineHome,
  canBorrow: false,
  nearestBill: {
    ...bill,
    state: 'overdue',
    ...owes(62_006),
    tomorrowCentavos: centavos(10_300),
    lateChargeCentavos: centavos(20_600),
    dueOn: asDay('2026-11-18'),
    lastFreeDay: asDay('2026-11-18'),
    daysToDue: -2,
    overdueDays: 2,
  },
  counts: { ...lineHome.counts, openBills: 1, overdue: 1 },
};

export const promisedHome: HomeFacts = {
  ...overdueHome,
  nearestBill: overdueHome.nearestBill && {
    ...overdueHome.nearestBill,
    tomorrowCentavos: centavos(0),
    promised: { on: asDay('2026-12-05'), amountCentavos: centavos(2_000_000) },
  },
};

const loan: TransitLoan = {
  loanId,
  state: 'paying',
  channel: 'bankCard',
  arrivalCentavos: centavos(5_885_000),
  repayCentavos: centavos(6_180_000),
  receiverLabel: 'BDO ••4821',
  signedAt: at('02:24:00'),
  expectedBy: at('02:36:00'),
  arrival: { rail: null, how: 'minutes', minutes: 10, on: asDay('2026-11-20') },
  heldUntil: null,
  collectUntil: null,
};

export const disbursingHome: HomeFacts = { ...lineHome, loan };
export const disbursingBesideBillHome: HomeFacts = { ...dueHome, loan };
export const batchHome: HomeFacts = {
  ...lineHome,
  loan: {
    ...loan,
    state: 'bankProcessing',
    expectedBy: null,
    arrival: { rail: 'pesonet', how: 'later', minutes: 0, on: asDay('2026-11-23') },
  },
};
export const approvingHome: HomeFacts = { ...lineHome, loan: { ...loan, state: 'approving' } };
export const heldHome: HomeFacts = {
  ...lineHome,
  loan: {
    ...loan,
    state: 'approving',
    heldUntil: '2026-11-21T10:05:00+08:00' as Instant,
    expectedBy: '2026-11-21T10:15:00+08:00' as Instant,
    arrival: { rail: null, how: 'minutes', minutes: 10, on: asDay('2026-11-21') },
  },
};
export const readyHome: HomeFacts = {
  ...lineHome,
  loan: {
    ...loan,
    state: 'bankProcessing',
    channel: 'cashPickup',
    arrivalCentavos: centavos(5_883_500),
    /** A getter, so that the label is in the screenshot's language, like the server's label. */
    get receiverLabel() {
      return getText('loan.channel.cashPickup');
    },
    expectedBy: null,
    collectUntil: asDay('2026-11-27'),
  },
};
export const failedHome: HomeFacts = {
  ...lineHome,
  loan: { ...loan, state: 'failed', expectedBy: null },
};

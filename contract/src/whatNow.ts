// Maps each combination of credit, loan and bill to the home screen's subject, its one action, and
// whether to mention a higher limit. The server supplies the states.

import type { BillState } from './bill.ts';
import type { CreditState, CreditStep } from './credit.ts';
import type { LoanState } from './loan.ts';

/** The subject of the home screen. */
export type Scene =
  | 'overdue'
  | 'due'
  | 'onItsWay'
  | 'failed'
  | 'paying'
  | 'line'
  | 'billAhead'
  | 'paused'
  | 'review'
  | 'resubmit'
  | 'rejected'
  | 'filling'
  | 'fresh';

export type HomeAction =
  | 'pay'
  | 'track'
  | 'retry'
  | 'seeBill'
  | 'borrow'
  | 'lookAgain'
  | 'seeApplication'
  | 'resubmit'
  | 'continue'
  | 'apply';

export type Standing = {
  credit: CreditState;
  /**
   * The next step of the application; null for a rejected application until it may be sent again.
   */
  nextStep: CreditStep | null;
  /** The loan that is on its way or failed. */
  loan: LoanState | null;
  /** The most urgent open bill. */
  bill: BillState | null;
  canBorrow: boolean;
  /** Whether loans repaid on time have earned a higher limit. */
  hasOffer: boolean;
};

type Bill = 'late' | 'today' | 'near' | 'ahead' | 'inPayment' | 'none';
type Loan = 'moving' | 'failed' | 'none';
type Credit = 'fresh' | 'filling' | 'waiting' | 'approved' | 'refused' | 'refusedOpen';

const billOf: Record<BillState, Bill> = {
  overdue: 'late',
  dueToday: 'today',
  dueTomorrow: 'near',
  dueSoon: 'near',
  upcoming: 'ahead',
  repaymentInProgress: 'inPayment',
  repaid: 'none',
  cooledOff: 'none',
  writtenOff: 'none',
  void: 'none',
};

const loanOf: Record<LoanState, Loan> = {
  submitting: 'moving',
  approving: 'moving',
  paying: 'moving',
  bankProcessing: 'moving',
  failed: 'failed',
  success: 'none',
  cancelled: 'none',
  reversed: 'none',
};

const creditOf: Record<CreditState, Exclude<Credit, 'refusedOpen'>> = {
  none: 'fresh',
  filling: 'filling',
  submitted: 'waiting',
  autoReview: 'waiting',
  manualReview: 'waiting',
  approved: 'approved',
  rejected: 'refused',
};

/**
 * How a higher limit is mentioned: `offer` if it is earned, `ask` if the borrower may request one.
 */
export type Growth = 'offer' | 'ask';

type Row = {
  bill?: Bill;
  loan?: Loan;
  credit?: Credit;
  canBorrow?: boolean;
  hasOffer?: boolean;
  scene: Scene;
  action: HomeAction;
  growth?: Growth;
};

const fresh: Row = { scene: 'fresh', action: 'apply' };

/**
 * The first matching row applies; a column that a row omits matches any value. Bills that are late
 * or due today come before money in transit, then other bills, then new actions.
 */
export const whatNowTable: readonly Row[] = [
  { bill: 'late', scene: 'overdue', action: 'pay' },
  { bill: 'today', scene: 'due', action: 'pay' },
  { loan: 'moving', scene: 'onItsWay', action: 'track' },
  { bill: 'near', scene: 'due', action: 'pay' },
  { loan: 'failed', scene: 'failed', action: 'retry' },
  { bill: 'inPayment', scene: 'paying', action: 'seeBill' },
  {
    credit: 'approved',
    bill: 'ahead',
    hasOffer: true,
    scene: 'billAhead',
    action: 'pay',
    growth: 'offer',
  },
  {
    credit: 'approved',
    bill: 'ahead',
    canBorrow: true,
    scene: 'billAhead',
    action: 'pay',
    growth: 'ask',
  },
  { bill: 'ahead', scene: 'billAhead', action: 'pay' },
  {
    credit: 'approved',
    canBorrow: true,
    hasOffer: true,
    scene: 'line',
    action: 'borrow',
    growth: 'offer',
  },
  { credit: 'approved', canBorrow: true, scene: 'line', action: 'borrow', growth: 'ask' },
  { credit: 'approved', scene: 'paused', action: 'lookAgain' },
  { credit: 'waiting', scene: 'review', action: 'seeApplication' },
  { credit: 'refusedOpen', scene: 'resubmit', action: 'resubmit' },
  { credit: 'refused', scene: 'rejected', action: 'seeApplication' },
  { credit: 'filling', scene: 'filling', action: 'continue' },
  fresh,
];

export type WhatNow = { scene: Scene; action: HomeAction; growth: Growth | null };

export function whatNow(standing: Standing): WhatNow {
  const { scene, action, growth = null } = whatNowTable.find((row) => fits(row, standing)) ?? fresh;
  return { scene, action, growth };
}

/** Whether the state can change by itself. If so, the screen keeps polling. */
export function isPending(standing: Standing): boolean {
  const { bill, loan, credit } = kindsOf(standing);
  return loan === 'moving' || credit === 'waiting' || bill === 'inPayment';
}

function fits(row: Row, standing: Standing): boolean {
  const kinds = kindsOf(standing);
  return (
    (row.bill === undefined || row.bill === kinds.bill) &&
    (row.loan === undefined || row.loan === kinds.loan) &&
    (row.credit === undefined || row.credit === kinds.credit) &&
    (row.canBorrow === undefined || row.canBorrow === standing.canBorrow) &&
    (row.hasOffer === undefined || row.hasOffer === standing.hasOffer)
  );
}

function kindsOf(standing: Standing): { bill: Bill; loan: Loan; credit: Credit } {
  const credit = creditOf[standing.credit];
  return {
    bill: standing.bill ? billOf[standing.bill] : 'none',
    loan: standing.loan ? loanOf[standing.loan] : 'none',
    credit: credit === 'refused' && standing.nextStep ? 'refusedOpen' : credit,
  };
}

// Which of all the states counts now, and the one action that fits it. The server says the states; this table only chooses what to show.
import type { CreditState, CreditStep } from '@sandali/contract/credit.ts';
import type { BillState, LoanState } from '@sandali/contract/loan.ts';

/** What the home screen is about. */
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
  /** The step to go on with; for a refused application, null until the day on which it may be sent again. */
  nextStep: CreditStep | null;
  /** The loan that is on its way or has failed. */
  loan: LoanState | null;
  /** The most urgent open bill. */
  bill: BillState | null;
  canBorrow: boolean;
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

type Row = { bill?: Bill; loan?: Loan; credit?: Credit; canBorrow?: boolean; scene: Scene; action: HomeAction };

/**
 * The first row that fits is the one. What is late or due today comes before money on its way, that before what is due within days, and
 * only then what one could do anew; a row without a column fits whatever stands there.
 */
export const whatNowTable: readonly Row[] = [
  { bill: 'late', scene: 'overdue', action: 'pay' },
  { bill: 'today', scene: 'due', action: 'pay' },
  { loan: 'moving', scene: 'onItsWay', action: 'track' },
  { bill: 'near', scene: 'due', action: 'pay' },
  { loan: 'failed', scene: 'failed', action: 'retry' },
  { credit: 'approved', canBorrow: true, scene: 'line', action: 'borrow' },
  { bill: 'inPayment', scene: 'paying', action: 'seeBill' },
  { bill: 'ahead', scene: 'billAhead', action: 'pay' },
  { credit: 'approved', scene: 'paused', action: 'lookAgain' },
  { credit: 'waiting', scene: 'review', action: 'seeApplication' },
  { credit: 'refusedOpen', scene: 'resubmit', action: 'resubmit' },
  { credit: 'refused', scene: 'rejected', action: 'seeApplication' },
  { credit: 'filling', scene: 'filling', action: 'continue' },
  { scene: 'fresh', action: 'apply' },
];

export type WhatNow = { scene: Scene; action: HomeAction };

/** What the home screen shows and offers. */
export function whatNow(standing: Standing): WhatNow {
  const row = whatNowTable.find((one) => fits(one, standing)) ?? whatNowTable[whatNowTable.length - 1];
  return { scene: row?.scene ?? 'fresh', action: row?.action ?? 'apply' };
}

/** Whether something moves by itself, so that the screen asks again and again. */
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
    (row.canBorrow === undefined || row.canBorrow === standing.canBorrow)
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

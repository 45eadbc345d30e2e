import { expect, test } from 'vitest';
import { billStates } from './bill.ts';
import { creditStates, creditSteps } from './credit.ts';
import { loanStates } from './loan.ts';
import { isPending, type Standing, type WhatNow, whatNow, whatNowTable } from './whatNow.ts';

const standings: Standing[] = creditStates.flatMap((credit) =>
  [null, ...creditSteps].flatMap((nextStep) =>
    [null, ...loanStates].flatMap((loan) =>
      [null, ...billStates].flatMap((bill) =>
        [true, false].flatMap((canBorrow) =>
          [true, false].map((hasOffer) => ({ credit, nextStep, loan, bill, canBorrow, hasOffer })),
        ),
      ),
    ),
  ),
);

/** Makes the table's decision with plain conditions. */
function byHand({ credit, nextStep, loan, bill, canBorrow, hasOffer }: Standing): string {
  const isMoving = ['submitting', 'approving', 'paying', 'bankProcessing'].includes(loan ?? '');
  if (bill === 'overdue') return 'overdue pay';
  if (bill === 'dueToday') return 'due pay';
  if (isMoving) return 'onItsWay track';
  if (bill === 'dueTomorrow' || bill === 'dueSoon') return 'due pay';
  if (loan === 'failed') return 'failed retry';
  if (bill === 'repaymentInProgress') return 'paying seeBill';
  if (bill === 'upcoming' && credit === 'approved' && hasOffer) return 'billAhead pay offer';
  if (bill === 'upcoming')
    return credit === 'approved' && canBorrow ? 'billAhead pay ask' : 'billAhead pay';
  if (credit === 'approved' && canBorrow) return hasOffer ? 'line borrow offer' : 'line borrow ask';
  if (credit === 'approved') return 'paused lookAgain';
  if (['submitted', 'autoReview', 'manualReview'].includes(credit)) return 'review seeApplication';
  if (credit === 'rejected') return nextStep ? 'resubmit resubmit' : 'rejected seeApplication';
  return credit === 'filling' ? 'filling continue' : 'fresh apply';
}

test('every combination of states yields the same action as an imperative implementation', () => {
  expect(standings).toHaveLength(7 * 5 * 9 * 11 * 2 * 2);
  for (const standing of standings) {
    const { scene, action, growth }: WhatNow = whatNow(standing);
    expect([scene, action, growth ?? []].flat().join(' '), JSON.stringify(standing)).toBe(
      byHand(standing),
    );
  }
});

test('the combinations of states reach every row of the table', () => {
  const nameOf = ({
    scene,
    action,
    growth,
  }: Pick<WhatNow, 'scene' | 'action'> & { growth?: unknown }) =>
    `${scene} ${action} ${growth ?? ''}`;
  const reached = new Set(standings.map((standing) => nameOf(whatNow(standing))));
  expect([...reached].sort()).toEqual([...new Set(whatNowTable.map(nameOf))].sort());
});

test('home never offers a loan if a bill is overdue or the borrower has no credit line', () => {
  for (const standing of standings) {
    if (whatNow(standing).action !== 'borrow') continue;
    expect(standing.bill).not.toBe('overdue');
    expect(standing.credit).toBe('approved');
    expect(standing.canBorrow).toBe(true);
  }
});

test('home mentions a higher limit only if no bill is due soon and no loan is under way', () => {
  for (const standing of standings) {
    const { growth } = whatNow(standing);
    if (growth === 'offer') expect(standing.hasOffer).toBe(true);
    if (growth === null) continue;
    expect(['overdue', 'dueToday', 'dueTomorrow', 'dueSoon']).not.toContain(standing.bill);
    expect(['submitting', 'approving', 'paying', 'bankProcessing', 'failed']).not.toContain(
      standing.loan,
    );
    expect(standing.credit).toBe('approved');
  }
});

test('a borrower’s state is pending while a loan, repayment or review is in progress', () => {
  const still: Standing = {
    credit: 'approved',
    nextStep: null,
    loan: null,
    bill: 'upcoming',
    canBorrow: true,
    hasOffer: false,
  };
  expect(isPending(still)).toBe(false);
  expect(isPending({ ...still, loan: 'failed' })).toBe(false);
  expect(isPending({ ...still, loan: 'paying' })).toBe(true);
  expect(isPending({ ...still, bill: 'repaymentInProgress' })).toBe(true);
  expect(isPending({ ...still, credit: 'manualReview' })).toBe(true);
});

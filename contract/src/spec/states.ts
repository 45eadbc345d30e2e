// Spec §4: every state, by the word that the contract has for it.
import { answered, begun, later, member, type Row, refusal, shown } from './row.ts';

const credit = (state: string) => member('credit.ts', 'creditStates', state);
const loan = (state: string) => member('loan.ts', 'loanStates', state);
const bill = (state: string) => member('loan.ts', 'billStates', state);
const repayment = (state: string) => member('repayment.ts', 'repaymentStates', state);

export const states: readonly Row[] = [
  shown('§4', 'credit: under auto review', credit('autoReview')),
  begun('§4', 'credit: under manual review, the auditor phones on working days', 5, credit('manualReview')),
  shown('§4', 'credit: submitted successfully', credit('submitted')),
  begun(
    '§4',
    'credit: rejected, not qualified, materials must be resubmitted',
    5,
    credit('rejected'),
    answered('/credit/query', 'resubmitOn'),
  ),
  begun('§4', 'credit: review finished, refresh the page', 5, member('home.ts', 'showTypes', 'reviewDone')),

  shown('§4', 'loan: submitting', loan('submitting')),
  shown('§4', 'loan: approving', loan('approving')),
  shown('§4', 'loan: paying (disbursing)', loan('paying')),
  shown('§4', 'loan: in bank processing', loan('bankProcessing')),
  shown('§4', 'loan: success', loan('success')),
  shown('§4', 'loan: failed (retry or re-borrow offered)', loan('failed')),
  shown('§4', 'bill: repayment in progress', bill('repaymentInProgress'), repayment('inProgress')),
  shown('§4', 'bill: repaid', bill('repaid')),
  shown('§4', 'bill: upcoming overdue or due soon', bill('upcoming'), bill('dueSoon')),
  shown('§4', 'bill: due today', bill('dueToday')),
  shown('§4', 'bill: due tomorrow', bill('dueTomorrow')),
  shown('§4', 'bill: overdue', bill('overdue')),
  shown('§4', "expired (a code's or a quote's state)", repayment('expired'), refusal('quoteExpired')),

  later('§4', 'extension: apply', 7),
  later('§4', 'extension: pay the extension fee', 7),
  later('§4', 'extension: Extension Success', 7),
];

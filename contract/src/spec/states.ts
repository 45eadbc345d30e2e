// Spec §4: every state, by the word that the contract has for it.
import { answered, call, constant, member, type Row, refusal, shown, test, webText } from './row.ts';

const credit = (state: string) => member('credit.ts', 'creditStates', state);
const loan = (state: string) => member('loan.ts', 'loanStates', state);
const bill = (state: string) => member('bill.ts', 'billStates', state);
const repayment = (state: string) => member('repayment.ts', 'repaymentStates', state);

export const states: readonly Row[] = [
  shown('§4', 'credit: under auto review', credit('autoReview')),
  shown(
    '§4',
    'credit: under manual review, the auditor phones on working days',
    credit('manualReview'),
    webText('credit.wait.manualReview.detail', 'A person looks at your information and may phone you, on working days'),
    constant('callHours', { from: 8, until: 20 }),
    test(
      'server/src/credit/manual/staff.test.ts',
      'a call is noted on working days from 08:00 to 20:00 Manila only; a time to phone again frees the application until then',
    ),
  ),
  shown('§4', 'credit: submitted successfully', credit('submitted')),
  shown(
    '§4',
    'credit: rejected, not qualified, materials must be resubmitted',
    credit('rejected'),
    answered('/credit/query', 'resubmitOn'),
    answered('/user/refuse/query', 'refusal.reason'),
    test('server/src/refuse/refuse.test.ts', 'a refusal is told in the borrower’s language, and what was told is kept with the decision'),
    test('server/src/credit/credit.test.ts', 'a refusal says why and from when; then what was given is there again'),
  ),
  shown(
    '§4',
    'credit: review finished, refresh the page',
    member('home.ts', 'showTypes', 'reviewDone'),
    webText('home.status.reviewDone.words', 'Your answer is here. If a page still says otherwise, reload it.'),
    test('server/src/home/status.test.ts', 'the word of /status follows an application to its answer, and to the first loan'),
  ),

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

  shown('§4', 'extension: apply', call('/loan/renew/apply')),
  shown(
    '§4',
    'extension: pay the extension fee',
    member('repayment.ts', 'extensionStates', 'feeDue'),
    answered('/repayment/status', 'extension.state'),
  ),
  shown(
    '§4',
    'extension: Extension Success',
    member('repayment.ts', 'extensionStates', 'success'),
    webText('repayment.result.extended', 'Extension Success'),
    test('e2e/tests/renew.spec.ts', 'three ways from a bill: the fee is paid at the kiosk, and the due date moves'),
  ),
];

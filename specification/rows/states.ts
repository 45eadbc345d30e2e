// Spec §4: every state, by the word that the contract has for it.
import { type Row, row, test } from '../row.ts';

export const states: readonly Row[] = [
  row('§4', 'credit: under auto review'),
  row(
    '§4',
    'credit: under manual review, the auditor phones on working days',
    test(
      'server/src/credit/manual/staff.test.ts',
      'a call is noted on working days from 08:00 to 20:00 Manila only; a time to phone again frees the application until then',
    ),
  ),
  row('§4', 'credit: submitted successfully'),
  row(
    '§4',
    'credit: rejected, not qualified, materials must be resubmitted',
    test('server/src/refuse/refuse.test.ts', 'a refusal is told in the borrower’s language, and what was told is kept with the decision'),
    test('server/src/credit/credit.test.ts', 'a refusal says why and from when; then what was given is there again'),
  ),
  row(
    '§4',
    'credit: review finished, refresh the page',
    test('server/src/home/status.test.ts', 'the word of /status follows an application to its answer, and to the first loan'),
  ),

  row('§4', 'loan: submitting'),
  row('§4', 'loan: approving'),
  row('§4', 'loan: paying (disbursing)'),
  row('§4', 'loan: in bank processing'),
  row('§4', 'loan: success'),
  row('§4', 'loan: failed (retry or re-borrow offered)'),
  row('§4', 'bill: repayment in progress'),
  row('§4', 'bill: repaid'),
  row('§4', 'bill: upcoming overdue or due soon'),
  row('§4', 'bill: due today'),
  row('§4', 'bill: due tomorrow'),
  row('§4', 'bill: overdue'),
  row('§4', "expired (a code's or a quote's state)"),

  row('§4', 'extension: apply'),
  row('§4', 'extension: pay the extension fee'),
  row(
    '§4',
    'extension: Extension Success',
    test('e2e/tests/renew.spec.ts', 'three ways from a bill: the fee is paid at the kiosk, and the due date moves'),
  ),
];

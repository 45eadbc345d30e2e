// Spec §4: what leads from one state to the next, and what the client does on its own.
import { differs, full, type Row, row, test } from '../row.ts';

const adviceDialog = test(
  'e2e/tests/feedback.spec.ts',
  'from loan back to home: what was wrong with the offer, each answer by its rule, sent once',
);

export const transitions: readonly Row[] = [
  row('§4', 'credit: sent into review with the last step'),
  row(
    '§4',
    'credit takes about 2 or about 5 minutes',
    test('server/src/credit/review-timers.test.ts', 'an answer is promised within five minutes and made after two, and both are settings'),
  ),
  row(
    '§4',
    'credit: an application outside service hours gets its result the next day',
    test('server/src/credit/credit.test.ts', 'submitted in the night, the answer comes at eight'),
    test(
      'server/src/credit/review-timers.test.ts',
      'a worker that was gone for a day catches up in the morning: in batches, each once, the oldest first',
    ),
  ),
  row(
    '§4',
    'credit: materials are resubmitted after a rejection',
    test('server/src/credit/credit.test.ts', 'a refusal says why and from when; then what was given is there again'),
  ),

  row('§4', 'loan: each state with its time'),
  row(
    '§4',
    'loan: retry or re-borrow after a failure',
    full(
      'e2e/tests/causes.spec.ts',
      'a loan that the bank refuses: "Loan failed due to a back-end problem", retry with its amount and term, or re-borrow',
    ),
  ),

  row(
    '§4',
    'extension: the user must repay before the new deferral deadline',
    test(
      'server/src/repayment/renew.test.ts',
      'on the due date: the three ways, the code until midnight, and exactly its amount moves the due date',
    ),
  ),
  row(
    '§4',
    'extension: after the deadline passes the user must extend again',
    differs(
      '0047-a-row-of-the-specification-names-what-breaks-it.md',
      'the borrower may extend again, three times in all, or repay: nobody must',
    ),
    test('server/src/repayment/renew.test.ts', 'three times at most, again after each deadline passes, and refused kindly after that'),
  ),

  row('§4', 'session: a missing token means redirect to /login'),
  row(
    '§4',
    'session: 1003 clears the token and userGid and sends to login',
    full('e2e/tests/devices.spec.ts', '1003 on every page that asks the server leads to the login, which knows the way back'),
  ),

  row(
    '§4',
    'announcement on home shows again when its text differs',
    test('e2e/tests/notices.spec.ts', 'announcements at home and at loan-apply show once, and again when the text changes'),
  ),
  row(
    '§4',
    'announcement on loan-apply shows again when its text differs',
    test('e2e/tests/notices.spec.ts', 'announcements at home and at loan-apply show once, and again when the text changes'),
  ),
  row(
    '§4',
    'announcement on repayment shows again when its text differs',
    full('e2e/tests/notices.spec.ts', 'the announcement at repayment shows once, and again when the text changes'),
  ),

  row('§4', 'advice: from loan back to home the pop check is called', adviceDialog),
  row(
    '§4',
    'advice: isPop equal to 1 opens the dialog',
    test(
      'server/src/home/feedback.test.ts',
      'isPop: an approved borrower who got a quote and left, and not again for 30 days after sending or closing',
    ),
  ),
  row('§4', 'advice: confirm submits, cancel closes', adviceDialog),
  row('§4', 'advice: closing resets the fields', adviceDialog),

  row(
    '§4',
    'coupons: used ones and those ended more than 7 days ago are dropped',
    test('contract/src/voucher.test.ts', 'drops used coupons and those that ended more than seven days ago, and nothing else'),
  ),
  row(
    '§4',
    'coupons: sorted by end date ascending, then by discount descending',
    test('contract/src/voucher.test.ts', 'sorts each list by end date, then by discount, the largest first, whatever the order it gets'),
  ),
  row(
    '§4',
    'coupons: an unused list, a used/void list and a combined list',
    test('contract/src/voucher.test.ts', 'drops used coupons and those that ended more than seven days ago, and nothing else'),
  ),
];

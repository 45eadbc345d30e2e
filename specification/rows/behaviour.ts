// What the product does (§1), how the shell behaves (§2; what the screens show stands in screens.ts), what is checked (§5) and who may do what (§6).
import { differs, type Row, row, test } from '../row.ts';

const adviceDialog = test(
  'e2e/tests/feedback.spec.ts',
  'from loan back to home: what was wrong with the offer, each answer by its rule, sent once',
);

const product: readonly Row[] = [
  row('§1', 'sign up with a phone number'),
  row('§1', 'log in with a phone number and a password'),
  row('§1', 'log in with a phone number and an SMS one-time code'),
  row('§1', 'submit personal, contact, work and ID information'),
  row('§1', 'receive a credit line'),
  row('§1', 'borrow against it'),
  row('§1', 'choose a payout method'),
  row('§1', 'repay'),
  row(
    '§1',
    'extend (renew, defer) a loan',
    test(
      'server/src/repayment/renew.test.ts',
      'on the due date: the three ways, the code until midnight, and exactly its amount moves the due date',
    ),
  ),
  row(
    '§1',
    'use coupons (vouchers)',
    test('server/src/voucher/voucher.test.ts', 'signing sets the coupon aside, the payout uses it, and the books hold the lower fee'),
  ),
  row(
    '§1',
    'request a quota increase',
    test('server/src/quota/quota.test.ts', 'the same request twice is one request, and what is asked must be one of the steps'),
    test(
      'server/src/quota/farming.test.ts',
      'however many loans were repaid, a limit grows one step in 30 days, and says when the next one comes',
    ),
  ),
  row('§1', 'send feedback'),
  row(
    '§1',
    'English (default), Filipino, Vietnamese and Chinese',
    test('e2e/tests/around.spec.ts', 'the language is changed before the login, keeps what was typed, and stays'),
  ),
  row('§1', 'the chosen locale is kept locally'),
  row('§1', 'untranslated texts: none', test('web/ids.test.ts', '%s has every text of English and no other, with the same values')),
  row('§1', 'the currency symbol is the peso sign'),
  row('§1', 'the feedback dialog shows PHP', adviceDialog),
  row('§1', 'Vietnamese texts: pesos too', test('web/words.test.ts', 'no text of %s names another currency than the peso')),
  row('§1', 'native shell: configuration through a synchronous bridge call, parsed as JSON'),
  row('§1', 'outside the shell the configuration is an empty object'),
  row(
    '§1',
    'the native shell gives access to contacts and camera',
    test('e2e/tests/native.spec.ts', 'fills the form; of several numbers one is chosen; the call asks for one person'),
    test('e2e/tests/native.spec.ts', 'goes through the upload'),
  ),
];

const shell: readonly Row[] = [
  row(
    '§2',
    'a bottom tab bar with Home, Orders and My only on /home, /wealth and /my',
    test('e2e/tests/shell.spec.ts', 'the tab bar stands on three pages only, and the back arrow where the specification has it'),
  ),
  row(
    '§2',
    'the My tab shows a badge with the count of unused vouchers',
    test('e2e/tests/around.spec.ts', 'the My tab counts the unused coupons of the session'),
  ),
  row('§2', 'the count is kept in session storage as unUseNumber'),
  row(
    '§2',
    'pages slide left or right by history direction, none between tabs',
    test('e2e/tests/face.spec.ts', 'pages slide with the direction of history, and tabs stand still, also when one steps back over them'),
  ),
  row(
    '§2',
    'the page scrolls to the top on each route change',
    differs(
      '0047-a-row-of-the-specification-names-what-breaks-it.md',
      'it does after each move forward, and a page that is gone back to stands where it was left',
    ),
    test('e2e/tests/around.spec.ts', 'a page begins at its top, and one that is gone back to stands where it was left'),
  ),
  row(
    '§2',
    'a Download APP button when not on login and the flag is set; opens downloadUrl',
    test('e2e/tests/notices.spec.ts', 'the download button stands where the flag is set, not on /login and not in the shell'),
  ),
  row(
    '§2',
    'a back arrow except on /, /home, /login, /wealth, /my and /loanResult',
    test('e2e/tests/shell.spec.ts', 'the tab bar stands on three pages only, and the back arrow where the specification has it'),
  ),
  row(
    '§2',
    'back goes one step in history, or to / if there is none',
    test('e2e/tests/around.spec.ts', 'back goes one step in history, and home where there is none'),
  ),
  row(
    '§2',
    'on /home, the query parameter svm is stored locally as the version',
    test(
      'e2e/tests/native.spec.ts',
      'its consent and its version are told with every call; the version that svm brought is kept before a login too, and told in a shell alone',
    ),
  ),
  row(
    '§2',
    'an update prompt with download buttons for a client that is too old',
    test(
      'e2e/tests/notices.spec.ts',
      'a client that is too old is asked to update, by the shell’s own version and by svm; a link with svm shuts no browser out',
    ),
  ),
];

const checks: readonly Row[] = [
  row('§5', 'login: phone, password and SMS code are required'),
  row('§5', 'login: the privacy agreement must be checked'),
  row('§5', 'register: password and confirm password must match'),
  row('§5', 'personal: names, birth date, address, province, city and district are required'),
  row('§5', 'ID: type and number are required'),
  row('§5', 'ID: letters and digits only'),
  row(
    '§5',
    'ID: upload the front photo and the hand-held photo',
    test(
      'server/src/credit/pictures.test.ts',
      'on another device, what was sent for this application is told by id and time: the newest of each, until it is submitted',
    ),
    test(
      'e2e/tests/camera.spec.ts',
      'refused, then by files; then by the camera: judged, sent over a broken and a slow line, stopped, and never asked for twice',
    ),
  ),
  row('§5', 'contact: select a relationship'),
  row('§5', 'contact: select a valid co-worker or emergency contact'),
  row('§5', 'contact: enter the phone'),
  row(
    '§5',
    'contact: if picking fails, type the number in',
    test('e2e/tests/native.spec.ts', 'what the phone refuses is said, and the number can be typed'),
  ),
  row('§5', 'bank: the name, the bank and the account number are required'),
  row('§5', 'bank: the account owner name must match the borrower'),
  row('§5', 'bank: an SMS code is required when adding'),
  row('§5', 'bank: a non-GoJek-type bank card must be bound to receive the loan'),
  row(
    '§5',
    'bank: only non-e-wallet bank cards are accepted for disbursal',
    test('server/src/data/banks.test.ts', 'no e-wallet stands among the banks'),
  ),
  row(
    '§5',
    'bank: a bank card must be bound before borrowing',
    test(
      'server/src/loan/may-borrow.test.ts',
      'a missing bank card, a spent budget, a pause and an overdue bill are said before anything is read or ticked',
    ),
  ),
  row('§5', 'wallet: the wallet, account name and phone number are required'),
  row('§5', 'loan: the amount is greater than 50000 and a multiple of 10000'),
  row('§5', 'loan: the term is required'),
  row('§5', 'loan: the receiving account is required'),
  row('§5', 'loan: the agreement checkbox is required'),
  row('§5', 'a coupon whose minimum exceeds the loan amount is rejected with a message'),
  row('§5', 'advice: the wanted amount is digits only and clamped to 1000..50000 on blur', adviceDialog),
  row('§5', 'advice: the term picker offers 7 to 30 days (24 values)', adviceDialog),
  row('§5', 'advice: the comment is required for type 6, trimmed, at most 120 characters', adviceDialog),
  row(
    '§5',
    'phone change: once per 14 days per account',
    test(
      'server/src/payee/changed-phone.test.ts',
      'counted in Manila days of business time: the refusal and the query name the day, and no code is sent before',
    ),
  ),
  row(
    '§5',
    'repayment: a single full payment is recommended',
    test('e2e/tests/renew.spec.ts', 'three ways from a bill: the fee is paid at the kiosk, and the due date moves'),
  ),
  row('§5', 'repayment: a partial payment not below a minimum'),
  row('§5', 'number checks use parsing'),
  row('§5', 'money: two decimals, thousands separators, a trailing .00 can be dropped'),
];

const roles: readonly Row[] = [
  row('§6', 'one role, the borrower, anonymous or logged in'),
  row('§6', 'routes marked as needing a token require login'),
  row(
    '§6',
    'back-office reviewers phone applicants but have no screens',
    test(
      'server/src/credit/manual/life.test.ts',
      'list, take, show, photo, call-log, approve, each by the command line; the picture is mine alone and gone afterwards',
    ),
  ),
  row(
    '§6',
    'the shell asks for contact and camera permissions; denial shows an error message',
    test('e2e/tests/native.spec.ts', 'what the phone refuses is said, and the number can be typed'),
    test('e2e/tests/native.spec.ts', 'a camera that may not, that fails and that sends what is no photo: each with its message'),
  ),
];

export const behaviour: readonly Row[] = [...product, ...shell, ...checks, ...roles];

// What the product does (§1), how the shell behaves (§2; what the screens show stands in screens.ts) and who may do what (§6).
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

export const behaviour: readonly Row[] = [...product, ...shell, ...roles];

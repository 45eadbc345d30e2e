// What the screens show (spec §2).
import { full, type Row, row, test } from '../row.ts';

const my = test('e2e/tests/around.spec.ts', 'My tells how to reach customer service and when, who lends, and which version this is');

export const screens: readonly Row[] = [
  row('§2', 'home: estimated or maximum quota range'),
  row(
    '§2',
    'home: apply button, loan and credit state messages',
    test('contract/src/whatNow.test.ts', 'every combination of states has the action that a person would choose'),
    test('contract/src/whatNow.test.ts', 'no row of the table is out of reach'),
  ),
  row('§2', 'orders: total amount due'),
  row('§2', 'orders: bills and overdue bills'),
  row(
    '§2',
    'orders: empty state',
    test(
      'e2e/tests/shell.spec.ts',
      'orders without a loan show the empty state, my shows the language, and the list of accounts its two tabs',
    ),
  ),
  row('§2', 'orders: count of bills due soon or overdue'),
  row('§2', 'my: bank card or wallet'),
  row('§2', 'my: coupons'),
  row('§2', 'my: online customer service', my),
  row('§2', 'my: social media link', my),
  row(
    '§2',
    'my: language',
    test(
      'e2e/tests/shell.spec.ts',
      'orders without a loan show the empty state, my shows the language, and the list of accounts its two tabs',
    ),
  ),
  row('§2', 'my: current version', my),
  row('§2', 'my: about us', my),
  row('§2', 'my: logout'),
  row('§2', 'my: change phone', full('e2e/tests/phone.spec.ts', 'with the old number: codes to both, and what follows is said')),
  row(
    '§2',
    'my: change password',
    full('e2e/tests/password.spec.ts', 'change password: the present one, the new one twice; the other phone is logged out'),
  ),
  row('§2', 'login: phone plus password, or SMS login'),
  row(
    '§2',
    'login: links to forgot password, sign-up and the agreement',
    test('e2e/tests/legal.spec.ts', 'from the tick to each agreement and back, and the form is as it was'),
    test('e2e/tests/legal.spec.ts', 'from one agreement to the other and back; elsewhere the form is forgotten'),
    test('e2e/tests/password.spec.ts', 'forgot password: number, code, new password; every phone is logged out'),
  ),
  row('§2', 'login: a privacy agreement checkbox'),
  row('§2', 'register: phone, verification code, password'),
  row('§2', 'register: confirm password'),
  row('§2', 'register covers setting a password'),
  row(
    '§2',
    'forgot password: reset by phone and code',
    test('e2e/tests/password.spec.ts', 'forgot password: number, code, new password; every phone is logged out'),
  ),
  row('§2', 'change phone: verify by SMS code or by ID document number'),
  row('§2', 'change phone: once per 14 days per account'),
  row('§2', 'credit flow: personal, contact, work, authentication, then the result'),
  row(
    '§2',
    'review message: the applicant may get a phone call',
    test('server/src/home/status.test.ts', 'the word of /status follows an application to its answer, and to the first loan'),
  ),
  row('§2', 'add bank account: owner name, bank picker, account number, phone number, SMS code'),
  row('§2', 'add wallet: wallet choice, account name, phone number'),
  row('§2', 'bank list: add and delete'),
  row('§2', 'delete asks for confirmation and warns it cannot be undone'),
  row(
    '§2',
    'bank list: bank card and wallet tabs',
    test(
      'e2e/tests/shell.spec.ts',
      'orders without a loan show the empty state, my shows the language, and the list of accounts its two tabs',
    ),
  ),
  row(
    '§2',
    'vouchers: available, used and invalid tabs',
    test('contract/src/voucher.test.ts', 'each coupon that is shown stands in one tab, and only those within their days may be picked'),
  ),
  row('§2', 'loan confirmation: fees, due date and agreement checkbox'),
  row('§2', 'repayment: electronic wallet and cardless payment tabs'),
  row('§2', 'repayment: 7-Eleven kiosk'),
  row(
    '§2',
    'repayment: a pawnshop chain',
    test(
      'server/src/repayment/channels.test.ts',
      'all channels give codes, a transfer with receipt where our own account is told, and the list says so',
    ),
  ),
  row(
    '§2',
    'repayment: a remittance shop chain',
    test(
      'server/src/repayment/channels.test.ts',
      'all channels give codes, a transfer with receipt where our own account is told, and the list says so',
    ),
  ),
  row(
    '§2',
    'repayment: transfer payment',
    test(
      'server/src/repayment/channels.test.ts',
      'a permanent code is one for good: asked for by several at once, used again and again, for the bill that is due first',
    ),
  ),
  row(
    '§2',
    'repayment: QR payment',
    test(
      'server/src/repayment/channels.test.ts',
      'a code for minutes: its seconds run down, it is booked when it is paid, and afterwards it is refused at the gateway',
    ),
  ),
  row(
    '§2',
    'repayment: bank card payment',
    test(
      'server/src/repayment/channels.test.ts',
      'a code for minutes: its seconds run down, it is booked when it is paid, and afterwards it is refused at the gateway',
    ),
  ),
  row(
    '§2',
    'repayment: offline bank transfer with a receipt sent to customer service',
    test(
      'server/src/repayment/transfer.test.ts',
      'two people book a transfer from the statement: the bill is repaid from the day paid, and the case answered',
    ),
    test(
      'e2e/tests/transfer.spec.ts',
      'a transfer to our own account: the receipt gets a case number, two people book it, the bill is repaid and the case answered',
    ),
  ),
  row(
    '§2',
    'repayment: a lifelong code at one kiosk chain',
    test(
      'server/src/repayment/channels.test.ts',
      'a permanent code is one for good: asked for by several at once, used again and again, for the bill that is due first',
    ),
  ),
  row('§2', 'repayment result screen'),
  row(
    '§2',
    'cash pickup payout uses a withdrawal code',
    test('e2e/tests/pickup.spec.ts', 'cash is borrowed at a counter: the code is shown, the counter gives the money, and the loan begins'),
  ),
  row(
    '§2',
    'renew: shows the extension fee and deferral deadline',
    test('e2e/tests/renew.spec.ts', 'three ways from a bill: the fee is paid at the kiosk, and the due date moves'),
  ),
  row('§2', 'routes behind the login redirect to /login'),
];

// Spec §3: every field of every entity, and where it travels or is kept.
import { full, type Row, row, test } from '../row.ts';

const collected = test(
  'server/src/payout/pickup.test.ts',
  '%s: a code under the name of the borrower, and the loan begins on the day it is collected',
);

const personal: readonly Row[] = [
  row('§3', 'personal: last name'),
  row('§3', 'personal: first name'),
  row('§3', 'personal: middle name (optional)'),
  row('§3', 'personal: date of birth'),
  row('§3', 'personal: gender (male or female)'),
  row('§3', 'personal: province'),
  row('§3', 'personal: city'),
  row('§3', 'personal: district'),
  row('§3', 'personal: detailed address'),
  row('§3', 'personal: marital status'),
  row('§3', 'personal: years of local residence'),
  row('§3', 'personal: housing type'),
  row('§3', 'personal: education level'),
  row(
    '§3',
    'personal: Facebook profile link (optional, raises the amount)',
    test('server/src/credit/credit.test.ts', 'a whole application: saved step by step, resumed, submitted, approved, told'),
  ),
];

const contacts: readonly Row[] = [
  row('§3', 'contact: three contacts'),
  row('§3', 'contact: name'),
  row('§3', 'contact: phone number'),
  row('§3', 'contact: relationship'),
  ...['parent', 'child', 'spouse', 'relative', 'friend', 'colleague', 'classmate', 'oneself', 'brother', 'sister', 'other'].map((one) =>
    row('§3', `contact: relationship ${one}`),
  ),
  row(
    '§3',
    'contact: picked from the phone book or typed in',
    test('e2e/tests/native.spec.ts', 'fills the form; of several numbers one is chosen; the call asks for one person'),
    test('e2e/tests/native.spec.ts', 'what the phone refuses is said, and the number can be typed'),
  ),
];

const authentication: readonly Row[] = [
  row('§3', 'authentication: ID type'),
  row('§3', 'authentication: ID number'),
  row('§3', 'authentication: ID front photo'),
  row('§3', 'authentication: selfie holding the ID'),
];

const accounts: readonly Row[] = [
  row('§3', 'bank account: account owner name'),
  row('§3', 'bank account: bank name'),
  row('§3', 'bank account: account number'),
  row('§3', 'bank account: phone number'),
  row('§3', 'bank account: SMS code'),
  row('§3', 'bank account: cardType'),
  row('§3', 'bank account: cardNo'),
  row('§3', 'wallet: wallet choice or type'),
  row('§3', 'wallet: account name'),
  row('§3', 'wallet: phone number'),
];

const loan: readonly Row[] = [
  row('§3', 'loan: loan amount'),
  row('§3', 'loan: loan term in days'),
  row('§3', 'loan: coupon'),
  row('§3', 'loan: payout type'),
  row('§3', 'loan: interest fee'),
  row('§3', 'loan: service fee'),
  row('§3', 'loan: payment channel fee'),
  row('§3', 'loan: due date'),
  row('§3', 'loan: loan date'),
  row('§3', 'loan: reference number or code'),
  row('§3', 'loan: arrival amount'),
  row('§3', 'loan: arrival time'),
  row('§3', 'loan: sender'),
  row('§3', 'loan: receiver'),
  row('§3', 'loan: status'),
];

const payoutTypes: readonly Row[] = [
  row('§3', 'payout type: cash pickup', collected),
  row('§3', 'payout type: electronic wallet'),
  row('§3', 'payout type: two pickup-shop chains', collected),
  row('§3', 'payout type: bank card'),
  row('§3', 'payout type: cardless with a withdrawal code', collected),
];

const bills: readonly Row[] = [
  row('§3', 'bill: principal'),
  row('§3', 'bill: current due amount'),
  row('§3', 'bill: next due amount'),
  row('§3', 'bill: next due date'),
  row('§3', 'bill: extension fee'),
  row('§3', 'bill: overdue days'),
  row('§3', 'bill: overdue fee'),
  row('§3', 'bill: repayment amount'),
  row('§3', 'bill: status'),
  row('§3', 'bill: reference code that expires'),
];

const coupons: readonly Row[] = [
  row('§3', 'coupon: startDate and endDate'),
  row(
    '§3',
    "coupon: useStatus '0' unused, '1' used, any other void",
    test('contract/src/voucher.test.ts', 'drops used coupons and those that ended more than seven days ago, and nothing else'),
  ),
  row(
    '§3',
    'coupon: discountAmount with thousands commas',
    test('contract/src/voucher.test.ts', 'counts seven days to the day, and reads thousands commas as numbers'),
  ),
  row(
    '§3',
    'coupon: derived endDataTimeStem and startDataTimeStem',
    test('contract/src/voucher.test.ts', 'the stems are the first and last millisecond of its Manila days'),
  ),
  row('§3', 'coupon: discount, minimum loan amount, deduction from fee or interest shown'),
  row(
    '§3',
    'coupon: discountInfoList split into unused, used and cancelled',
    test('contract/src/voucher.test.ts', 'each coupon that is shown stands in one tab, and only those within their days may be picked'),
  ),
];

const configuration: readonly Row[] = [
  'telephone',
  'fbUrl',
  'fbAccount',
  'smsSwitch',
  'companyName',
  'companyRegNumber',
  'companyAuthNumber',
  'downloadUrl',
  'announcement',
  'loanApplyAnnouncement',
  'repaymentAnnouncement',
  'copyWritingMap',
].map((key) => row('§3', `config: ${key}`));

const advice: readonly Row[] = [
  row(
    '§3',
    'advice: type 1 quota too low, 2 term too short, 3 interest too high, 6 others',
    test('server/src/home/feedback.test.ts', 'each type carries what belongs to it, and a comment lies sealed'),
  ),
  row('§3', 'advice: userGid'),
  row('§3', 'advice: describe'),
  row('§3', 'advice: wanted amount and wanted term'),
];

const storage: readonly Row[] = [
  row('§3', 'local storage: Token'),
  row('§3', 'local storage: token flag'),
  row('§3', 'local storage: userGid'),
  row('§3', 'local storage: locale (also Local)'),
  row('§3', 'local storage: version'),
  row(
    '§3',
    'local storage: loanDialog with its message',
    test('e2e/tests/notices.spec.ts', 'announcements at home and at loan-apply show once, and again when the text changes'),
  ),
  row(
    '§3',
    'local storage: repaymentDialog with its message',
    full('e2e/tests/notices.spec.ts', 'the announcement at repayment shows once, and again when the text changes'),
  ),
  row(
    '§3',
    'local storage: homeDialog with its message',
    test('e2e/tests/notices.spec.ts', 'announcements at home and at loan-apply show once, and again when the text changes'),
  ),
];

export const fields: readonly Row[] = [
  ...personal,
  ...contacts,
  ...authentication,
  ...accounts,
  ...loan,
  ...payoutTypes,
  ...bills,
  ...coupons,
  ...configuration,
  ...advice,
  ...storage,
];

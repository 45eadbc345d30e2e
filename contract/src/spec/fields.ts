// Spec §3: every field of every entity, and where it travels or is kept.
import { answered, asked, member, type Row, shown, source, test, webText } from './row.ts';

const basic = '/credit/basic/save';
const contact = '/credit/emergent/contact';
const idCard = '/credit/idcardpic/save';
const config = '/config/query';
const quote = '/loan/product/cal';
const bill = '/bill/detail';
const collected = test(
  'server/src/payout/pickup.test.ts',
  '%s: a code under the name of the borrower, and the loan begins on the day it is collected',
);

const personal: readonly Row[] = [
  shown('§3', 'personal: last name', asked(basic, 'lastName')),
  shown('§3', 'personal: first name', asked(basic, 'firstName')),
  shown('§3', 'personal: middle name (optional)', asked(basic, 'middleName')),
  shown('§3', 'personal: date of birth', asked(basic, 'bornOn')),
  shown('§3', 'personal: gender (male or female)', member('credit.ts', 'genders', 'male'), member('credit.ts', 'genders', 'female')),
  shown('§3', 'personal: province', asked(basic, 'provinceCode')),
  shown('§3', 'personal: city', asked(basic, 'cityCode')),
  shown('§3', 'personal: district', asked(basic, 'barangayCode')),
  shown('§3', 'personal: detailed address', asked(basic, 'address')),
  shown('§3', 'personal: marital status', asked(basic, 'maritalStatus')),
  shown('§3', 'personal: years of local residence', asked(basic, 'residenceYears')),
  shown('§3', 'personal: housing type', asked(basic, 'housingType')),
  shown('§3', 'personal: education level', asked(basic, 'education')),
  shown(
    '§3',
    'personal: Facebook profile link (optional, raises the amount)',
    asked(basic, 'facebookLink'),
    test('server/src/credit/credit.test.ts', 'a whole application: saved step by step, resumed, submitted, approved, told'),
  ),
];

const contacts: readonly Row[] = [
  shown('§3', 'contact: three contacts', asked(contact, 'contacts[]')),
  shown('§3', 'contact: name', asked(contact, 'contacts[].name')),
  shown('§3', 'contact: phone number', asked(contact, 'contacts[].phone')),
  shown('§3', 'contact: relationship', asked(contact, 'contacts[].relationship')),
  ...['parent', 'child', 'spouse', 'relative', 'friend', 'colleague', 'classmate', 'oneself', 'brother', 'sister', 'other'].map((one) =>
    shown('§3', `contact: relationship ${one}`, member('credit.ts', 'relationships', one)),
  ),
  shown(
    '§3',
    'contact: picked from the phone book or typed in',
    test('e2e/tests/native.spec.ts', 'fills the form; of several numbers one is chosen; the call asks for one person'),
    test('e2e/tests/native.spec.ts', 'what the phone refuses is said, and the number can be typed'),
  ),
];

const authentication: readonly Row[] = [
  shown('§3', 'authentication: ID type', asked(idCard, 'idType')),
  shown('§3', 'authentication: ID number', asked(idCard, 'idNumber')),
  shown('§3', 'authentication: ID front photo', asked(idCard, 'frontPictureId'), member('credit.ts', 'picturePurposes', 'idFront')),
  shown('§3', 'authentication: selfie holding the ID', asked(idCard, 'selfiePictureId'), member('credit.ts', 'picturePurposes', 'selfie')),
];

const accounts: readonly Row[] = [
  shown('§3', 'bank account: account owner name', asked('/bankcard/add', 'ownerName')),
  shown('§3', 'bank account: bank name', asked('/bankcard/add', 'bankId'), answered('/bankcard/list', 'cards[].bankName')),
  shown('§3', 'bank account: account number', asked('/bankcard/add', 'accountNumber')),
  shown('§3', 'bank account: phone number', asked('/bankcard/add', 'phone')),
  shown('§3', 'bank account: SMS code', asked('/bankcard/add', 'proof.code')),
  shown('§3', 'bank account: cardType', answered('/bankcard/list', 'cards[].cardType')),
  shown('§3', 'bank account: cardNo', answered('/bankcard/list', 'cards[].cardNo')),
  shown('§3', 'wallet: wallet choice or type', asked('/wallet/add', 'walletId')),
  shown('§3', 'wallet: account name', asked('/wallet/add', 'accountName')),
  shown('§3', 'wallet: phone number', asked('/wallet/add', 'phone')),
];

const loan: readonly Row[] = [
  shown('§3', 'loan: loan amount', asked(quote, 'amountCentavos')),
  shown('§3', 'loan: loan term in days', asked(quote, 'termDays')),
  shown('§3', 'loan: coupon', answered(quote, 'facts.couponCentavos'), asked(quote, 'voucherId')),
  shown('§3', 'loan: payout type', asked(quote, 'channel')),
  shown('§3', 'loan: interest fee', answered(quote, 'facts.interestCentavos')),
  shown('§3', 'loan: service fee', answered(quote, 'facts.serviceFeeCentavos')),
  shown('§3', 'loan: payment channel fee', answered(quote, 'facts.channelFeeCentavos')),
  shown('§3', 'loan: due date', answered(quote, 'facts.dueOnIfToday'), answered('/loan/detail', 'dueOn')),
  shown('§3', 'loan: loan date', answered('/loan/detail', 'loanOn')),
  shown('§3', 'loan: reference number or code', answered('/loan/detail', 'referenceNo')),
  shown('§3', 'loan: arrival amount', answered('/loan/detail', 'arrivalCentavos')),
  shown('§3', 'loan: arrival time', answered('/loan/detail', 'arrivedAt')),
  shown('§3', 'loan: sender', answered('/loan/detail', 'sender')),
  shown('§3', 'loan: receiver', answered('/loan/detail', 'receiver.last4')),
  shown('§3', 'loan: status', answered('/loan/detail', 'state')),
];

const payoutTypes: readonly Row[] = [
  shown('§3', 'payout type: cash pickup', member('channel.ts', 'payoutChannels', 'cashPickup'), collected),
  shown('§3', 'payout type: electronic wallet', member('channel.ts', 'payoutChannels', 'wallet')),
  shown(
    '§3',
    'payout type: two pickup-shop chains',
    member('channel.ts', 'payoutChannels', 'pawnshop'),
    member('channel.ts', 'payoutChannels', 'remittance'),
    collected,
  ),
  shown('§3', 'payout type: bank card', member('channel.ts', 'payoutChannels', 'bankCard')),
  shown('§3', 'payout type: cardless with a withdrawal code', member('channel.ts', 'payoutChannels', 'cardless'), collected),
];

const bills: readonly Row[] = [
  shown('§3', 'bill: principal', answered(bill, 'bill.principalCentavos')),
  shown('§3', 'bill: current due amount', answered(bill, 'bill.currentDue.owedCentavos')),
  shown('§3', 'bill: next due amount', answered(bill, 'bill.nextDue.owedCentavos')),
  shown('§3', 'bill: next due date', answered(bill, 'bill.nextDue.on')),
  shown('§3', 'bill: extension fee', answered(bill, 'extensionFeeCentavos')),
  shown('§3', 'bill: overdue days', answered(bill, 'bill.overdueDays')),
  shown('§3', 'bill: overdue fee', answered(bill, 'overdueFeeCentavos')),
  shown('§3', 'bill: repayment amount', answered(bill, 'repaymentCentavos')),
  shown('§3', 'bill: status', answered(bill, 'bill.state')),
  shown('§3', 'bill: reference code that expires', answered(bill, 'openCode.code'), answered(bill, 'openCode.endsAt')),
];

const coupons: readonly Row[] = [
  shown(
    '§3',
    'coupon: startDate and endDate',
    answered('/voucher/list', 'discountInfoList[].startDate'),
    answered('/voucher/list', 'discountInfoList[].endDate'),
  ),
  shown(
    '§3',
    "coupon: useStatus '0' unused, '1' used, any other void",
    answered('/voucher/list', 'discountInfoList[].useStatus'),
    test('contract/src/voucher.test.ts', 'drops used coupons and those that ended more than seven days ago, and nothing else'),
  ),
  shown(
    '§3',
    'coupon: discountAmount with thousands commas',
    answered('/voucher/list', 'discountInfoList[].discountAmount'),
    test('contract/src/voucher.test.ts', 'counts seven days to the day, and reads thousands commas as numbers'),
  ),
  shown(
    '§3',
    'coupon: derived endDataTimeStem and startDataTimeStem',
    test('contract/src/voucher.test.ts', 'the stems are the first and last millisecond of its Manila days'),
  ),
  shown(
    '§3',
    'coupon: discount, minimum loan amount, deduction from fee or interest shown',
    webText('voucher.off.serviceFee'),
    webText('voucher.off.interest'),
    webText('voucher.minimum'),
  ),
  shown(
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
].map((key) => shown('§3', `config: ${key}`, answered(config, key)));

const advice: readonly Row[] = [
  shown(
    '§3',
    'advice: type 1 quota too low, 2 term too short, 3 interest too high, 6 others',
    asked('/user/feedback/submit', 'type'),
    test('server/src/home/feedback.test.ts', 'each type carries what belongs to it, and a comment lies sealed'),
  ),
  shown('§3', 'advice: userGid', asked('/user/feedback/submit', 'userGid')),
  shown('§3', 'advice: describe', asked('/user/feedback/submit', 'describe')),
  shown('§3', 'advice: wanted amount and wanted term', webText('home.advice.amount'), webText('home.advice.wantedTerm')),
];

const storage: readonly Row[] = [
  shown('§3', 'local storage: Token', source('web/src/kit/session.ts', "keep('Token'")),
  shown('§3', 'local storage: token flag', source('web/src/kit/session.ts', "keep('tokenFlag'")),
  shown('§3', 'local storage: userGid', source('web/src/kit/session.ts', "keep('userGid'")),
  shown(
    '§3',
    'local storage: locale (also Local)',
    source('web/src/kit/areas.ts', "keep('locale', locale)"),
    source('web/src/kit/areas.ts', "keep('Local', locale)"),
  ),
  shown('§3', 'local storage: version', source('web/src/shell/version.ts', "keep('version', version)")),
  shown(
    '§3',
    'local storage: loanDialog with its message',
    test('e2e/tests/notices.spec.ts', 'announcements at home and at loan-apply show once, and again when the text changes'),
  ),
  shown(
    '§3',
    'local storage: repaymentDialog with its message',
    test('e2e/tests/notices.spec.ts', 'the announcement at repayment shows once, and again when the text changes'),
  ),
  shown(
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

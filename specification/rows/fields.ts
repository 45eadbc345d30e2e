// Spec §3: every field of every entity, and where it travels or is kept. Fields that people fill in are sent under their own names, shown and handed out again.
import { breakKey, type Edit, edit } from '../breaks.ts';
import { differs, type Proof, type Row, row, test } from '../row.ts';

const file = 'server/src/http/spec-fields.test.ts';
const fieldsOf = (title: string) => (one: Edit) => test(file, title, one);
const save = 'server/src/credit/application/save.ts';
const submit = 'server/src/credit/application/submit.ts';
const accountView = 'server/src/payout-accounts/lists.ts';
const addCard = 'server/src/payout-accounts/add-account.ts';
const offer = 'server/src/loan/apply/offer.ts';
const detail = 'server/src/loan/detail.ts';
const billView = 'server/src/loan/view.ts';
const billDetail = 'server/src/loan/bills.ts';
const coupon = 'server/src/coupon/list.ts';

const ofPerson = fieldsOf('personal information is shown and exported as it was given, under its own names');
/** Another value is kept than was sent. */
const said = (key: string, other: string) =>
  ofPerson(edit(save, "'personal', input)", `'personal', { ...input, ${key}: ${other} } as never)`));

const personal: readonly Row[] = [
  row('§3', 'personal: last name', said('lastName', "'Other'")),
  row('§3', 'personal: first name', said('firstName', "'Other'")),
  row('§3', 'personal: middle name (optional)', said('middleName', "input.middleName ?? 'None'")),
  row('§3', 'personal: date of birth', said('bornOn', "'1990-01-01'")),
  row('§3', 'personal: gender (male or female)', said('gender', "'female'")),
  row('§3', 'personal: province', said('provinceCode', "'0000000000'")),
  row('§3', 'personal: city', said('cityCode', "'0000000000'")),
  row('§3', 'personal: district', said('barangayCode', "'0000000000'")),
  row('§3', 'personal: detailed address', said('address', "'1 Rizal'")),
  row('§3', 'personal: marital status', said('maritalStatus', "'single'")),
  row('§3', 'personal: years of local residence', said('residenceYears', "'under1'")),
  row('§3', 'personal: housing type', said('housingType', "'rented'")),
  row('§3', 'personal: education level', said('education', "'college'")),
  row(
    '§3',
    'personal: Facebook profile link (optional, raises the amount)',
    said('facebookLink', 'null'),
    test('server/src/credit/credit.test.ts', 'a whole application: saved step by step, resumed, submitted, approved, notified'),
  ),
];

const ofContacts = fieldsOf('three contacts, each with name, phone number and relationship; every relationship of the list');
const named = (other: string) =>
  ofContacts(edit(save, "'contacts', contacts)", `'contacts', contacts.map((one) => ({ ...one, ${other} })) as never)`));

const contacts: readonly Row[] = [
  row(
    '§3',
    'contact: three contacts',
    ofContacts(edit('contract/src/credit.ts', 'v.array(typedContact), v.length(3)', 'v.array(typedContact), v.minLength(2)')),
  ),
  row('§3', 'contact: name', named("name: 'Other'")),
  row('§3', 'contact: phone number', named("phone: one.phone.replace('+639', '+638')")),
  row(
    '§3',
    'contact: relationship options differ by message file',
    differs('0068-where-the-product-differs-from-the-specification.md', 'every language offers the fullest list'),
    named("relationship: 'parent'"),
  ),
  ...['parent', 'child', 'spouse', 'relative', 'friend', 'colleague', 'classmate', 'oneself', 'brother', 'sister', 'other'].map((one) => {
    const another = one === 'friend' ? 'other' : 'friend';
    return row(
      '§3',
      `contact: relationship ${one}`,
      named(`relationship: one.relationship === '${one}' ? '${another}' : one.relationship`),
    );
  }),
  row(
    '§3',
    'contact: picked from the phone book or typed in',
    test(
      'e2e/tests/native.spec.ts',
      'fills the form; of several numbers one is chosen; the call asks for one person',
      edit(
        'web/src/screens/credit/contactPicker.ts',
        'name: [result.data.name], tel: result.data.numbers',
        'name: [result.data.name], tel: []',
      ),
    ),
    test(
      'web/src/gallery/contents.test.tsx',
      '%s',
      edit(
        'web/src/screens/credit/ContactCard.tsx',
        "        label={text('credit.contact.phone')}\n",
        "        label={text('credit.contact.name')}\n",
      ),
    ),
  ),
];

const ofId = fieldsOf('the ID goes by its type and number, with a photo of its front and one of the person who holds it');
const identity = (other: string) =>
  ofId(edit(submit, "'identity', borrowerId, identity)", `'identity', borrowerId, { ...identity, ${other} } as never)`));
/** Any picture of the borrower is accepted. */
const anyPicture = (name: string, key: string, purpose: string) =>
  ofId(
    edit(
      submit,
      `const ${name} = await isOwnPicture(tx, { pictureId: ${key}, borrowerId, purpose: '${purpose}' });`,
      `const ${name} = ${key} !== null;`,
    ),
  );

const authentication: readonly Row[] = [
  row('§3', 'authentication: ID type', identity("idType: 'other'")),
  row('§3', 'authentication: ID number', identity("idNumber: 'X0000000'")),
  row('§3', 'authentication: ID front photo', anyPicture('hasFront', 'frontPictureId', 'idFront')),
  row('§3', 'authentication: selfie holding the ID', anyPicture('hasSelfie', 'selfiePictureId', 'selfie')),
];

const ofCard = fieldsOf(
  'a bank account has an owner, a bank, a number and a phone, and is added with an SMS code; cardType and cardNo name it',
);
const ofWallet = fieldsOf('a wallet has a kind, an account name and a phone number');
const keptCard = (from: string, to: string) =>
  ofCard(edit(addCard, `ownerName, number, phone, isProven: ctx.who`, `ownerName, number, phone, isProven: ctx.who`.replace(from, to)));

const accounts: readonly Row[] = [
  row('§3', 'bank account: account owner name', keptCard('ownerName', "ownerName: 'Other'")),
  row('§3', 'bank account: bank name', ofCard(breakKey(accountView, 'bankName'))),
  row('§3', 'bank account: account number', keptCard('number', "number: '0000000000'")),
  row('§3', 'bank account: phone number', keptCard('phone', "phone: '+639180000000' as never")),
  row(
    '§3',
    'bank account: SMS code',
    ofCard(
      edit(
        addCard,
        "if (!(await checkCode(ctx, tx, 'bankAccount', proof)))",
        "if (!(await checkCode(ctx, tx, 'bankAccount', proof)) && !proof.code)",
      ),
    ),
  ),
  row('§3', 'bank account: cardType', ofCard(edit(accountView, "cardType: 'bank'", "cardType: 'card' as never"))),
  row('§3', 'bank account: cardNo', ofCard(breakKey(accountView, 'cardNo'))),
  row('§3', 'wallet: wallet choice or type', ofWallet(breakKey(accountView, 'walletName'))),
  row('§3', 'wallet: account name', ofWallet(breakKey(accountView, 'accountName'))),
  row(
    '§3',
    'wallet: phone number',
    ofWallet(edit('server/src/payout-accounts/add-account.ts', 'const number = `0${phone.slice(', 'const number = `9${phone.slice(')),
  ),
];

const ofLoan = fieldsOf(
  'a loan shows its amount, term, coupon, fees, due date and what arrives, then its reference, sender, receiver, arrival and status',
);
/** The price is shown without it. */
const priced = (key: string) => ofLoan(edit(offer, `${key}: priced.${key},`, `${key}: 0 as never,`));
const shown = (key: string) => ofLoan(breakKey(detail, key));

const loan: readonly Row[] = [
  row('§3', 'loan: loan amount', shown('principalCentavos')),
  row('§3', 'loan: loan term in days', shown('termDays')),
  row('§3', 'loan: coupon', priced('couponCentavos')),
  row('§3', 'loan: payout type', shown('channel')),
  row('§3', 'loan: interest fee', priced('interestCentavos')),
  row('§3', 'loan: service fee', priced('serviceFeeCentavos')),
  row('§3', 'loan: payment channel fee', priced('channelFeeCentavos')),
  row('§3', 'loan: due date', shown('dueOn')),
  row('§3', 'loan: loan date', shown('loanOn')),
  row('§3', 'loan: reference number or code', shown('referenceNo')),
  row('§3', 'loan: arrival amount', priced('arrivalCentavos'), shown('arrivalCentavos')),
  row('§3', 'loan: arrival time', shown('arrivedAt')),
  row('§3', 'loan: sender', shown('sender')),
  row('§3', 'loan: receiver', shown('receiver')),
  row('§3', 'loan: status', ofLoan(edit(detail, 'state: loan.state as LoanState,', "state: 'approving',"))),
];

const collectedTitle = '%s: a code under the name of the borrower, and the loan begins on the day it is collected';
const pickup = 'server/src/payout/pickup.test.ts';
/** A payout channel is not listed, or has no price. */
const offered = (channel: string) =>
  fieldsOf('a loan is offered to be paid in six ways')(
    edit(
      'server/src/loan/apply/products.ts',
      'app.catalogue.payoutChannels.map((listed) => {',
      `app.catalogue.payoutChannels.filter((one) => one.channel !== '${channel}').map((listed) => {`,
    ),
  );
const without = (channel: string) =>
  edit(
    'server/src/loan/apply/calc.ts',
    '(one) => one.channel === input.channel)',
    `(one) => one.channel === input.channel && one.channel !== '${channel}')`,
  );
const collected = (one: Edit): Proof => test(pickup, collectedTitle, one);

const payoutTypes: readonly Row[] = [
  row('§3', 'payout type: cash pickup', offered('cashPickup'), collected(without('cashPickup'))),
  row('§3', 'payout type: electronic wallet', offered('wallet')),
  row('§3', 'payout type: two pickup-shop chains', offered('pawnshop'), offered('remittance'), collected(without('pawnshop'))),
  row('§3', 'payout type: bank card', offered('bankCard')),
  row('§3', 'payout type: cardless with a withdrawal code', offered('cardless'), collected(breakKey(detail, 'withdrawalCode'))),
];

const ofBill = fieldsOf(
  'a bill shows its principal, what is due now and next, and once it is late the days and the fee; a code for it ends with the day',
);

const bills: readonly Row[] = [
  row('§3', 'bill: principal', ofBill(breakKey(billView, 'principalCentavos'))),
  row('§3', 'bill: current due amount', ofBill(breakKey(billView, 'currentDue'))),
  row('§3', 'bill: next due amount', ofBill(breakKey(billView, 'nextDue'))),
  row('§3', 'bill: next due date', ofBill(breakKey(billView, 'dueOn'))),
  row('§3', 'bill: extension fee', ofBill(breakKey(billDetail, 'extensionFeeCentavos'))),
  row('§3', 'bill: overdue days', ofBill(breakKey(billView, 'overdueDays'))),
  row('§3', 'bill: overdue fee', ofBill(breakKey(billDetail, 'overdueFeeCentavos'))),
  row('§3', 'bill: repayment amount', ofBill(breakKey(billDetail, 'repaymentCentavos'))),
  row('§3', 'bill: status', ofBill(breakKey(billView, 'state'))),
  row(
    '§3',
    'bill: reference code that expires',
    ofBill(edit('server/src/repayment/codes/status.ts', 'link: code.link,\n    endsAt: ', 'link: code.link,\n    until: ')),
  ),
];

const ofCoupon = fieldsOf('a coupon shows its days, status, discount, smallest loan and what it is taken off');
const couponTest = 'contract/src/coupon.test.ts';
const voucher = 'contract/src/coupon.ts';

const coupons: readonly Row[] = [
  row('§3', 'coupon: startDate and endDate', ofCoupon(breakKey(coupon, 'startDate')), ofCoupon(breakKey(coupon, 'endDate'))),
  row(
    '§3',
    "coupon: useStatus '0' unused, '1' used, any other void",
    test(
      couponTest,
      'drops used coupons and those that ended more than seven days ago, and nothing else',
      edit(voucher, "unused: '0', used: '1', void: '2'", "unused: '0', used: '3', void: '2'"),
    ),
    ofCoupon(edit(coupon, 'isTaken ? useStatuses.used : useStatuses.unused', 'isTaken ? useStatuses.unused : useStatuses.used')),
  ),
  row(
    '§3',
    'coupon: discountAmount with thousands commas',
    test(
      couponTest,
      'counts seven days to the day, and reads thousands commas as numbers',
      edit(voucher, "parsePesos(discountAmount.replaceAll(',', ''))", 'parsePesos(discountAmount)'),
    ),
    ofCoupon(breakKey(coupon, 'discountAmount')),
  ),
  row(
    '§3',
    'coupon: derived endDataTimeStem and startDataTimeStem',
    test(
      couponTest,
      'the stems are the first and last millisecond of its Manila days',
      edit('contract/src/coupon.ts', 'endDataTimeStem: endOfDayMs(endDate) };', 'endDataTimeStem: endOfDayMs(endDate) + 1 };'),
    ),
    test(
      'server/src/coupon/coupon.test.ts',
      'with the first line comes a welcome coupon, which the badge counts and the best price uses',
      edit('contract/src/coupon.ts', 'startDataTimeStem: startOfDayMs(startDate),', 'startDataTimeStem: startOfDayMs(endDate),'),
    ),
  ),
  row(
    '§3',
    'coupon: discount, minimum loan amount, deduction from fee or interest shown',
    ofCoupon(breakKey(coupon, 'minimumLoanCentavos')),
    ofCoupon(breakKey(coupon, 'kind')),
  ),
  row(
    '§3',
    'coupon: discountInfoList split into unused, used and cancelled',
    test(
      couponTest,
      'each coupon that is shown is in one tab, and only those within their days may be picked',
      edit(voucher, '.filter((one) => one.useStatus === useStatuses.used)', '.filter((one) => one.useStatus !== useStatuses.unused)'),
    ),
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
];

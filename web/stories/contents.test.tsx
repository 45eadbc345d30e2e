// Tests the text of every part of every screen in the specification (§2).
import { expect, test } from 'vitest';
import { allEntries } from './entries.ts';
import { textOf } from './textOf.testing.ts';

test.each([
  [
    'home names the range of an estimate',
    'Home: new',
    /You could borrow ₱60,000 .*– ₱200,000 .*an estimate, until we know you/,
  ],
  [
    'home names the maximum of a line',
    'Home: approved, with an announcement',
    /You can borrow up to ₱140,000 .*of your ₱200,000 line/,
  ],
  [
    'home has the button to apply',
    'Home: new',
    /Free to apply\. You owe nothing until you sign\. Apply now/,
  ],
  [
    'home shows the state of an application',
    'Home: under review',
    /Under review 5 min answer by about 10:31/,
  ],
  [
    'home shows the state of a loan',
    'Home: disbursing',
    /We approved it , done The bank is sending it , now/,
  ],
  [
    'orders show the total amount due',
    'Orders: overdue, soon, later',
    /To repay: 3 loans ₱193,286\.00 .*if you pay in full today/,
  ],
  [
    'orders list overdue bills and later bills',
    'Orders: overdue, soon, later',
    /Overdue Loan of ₱60,000 2 days overdue .*Later Loan of ₱70,000/,
  ],
  ['orders without a loan', 'Orders: empty', /Calm waters You have no open bills\./],
  [
    'orders count overdue bills and bills due soon',
    'Orders: overdue, soon, later',
    /1 overdue 1 due soon/,
  ],
  ['my leads to banks and wallets', 'My: full', /Banks and e.wallets BDO, GCash/],
  ['my leads to coupons', 'My: full', /Coupons 3 3 unused coupons/],
  [
    'my has online customer service',
    'My: customer service',
    /Message us on Messenger Our team replies during service hours/,
  ],
  ['my has the link to Facebook', 'My: full', /Follow us on Facebook/],
  ['my has the language', 'My: full', /Language English/],
  ['my has the version', 'My: about us', /Current version 1\.0\.0/],
  [
    'my shows the information about the lender',
    'My: about us',
    /About us Sandali lends small amounts .*Lender Sandali Lending Corp\. SEC registration CS000000000/,
  ],
  ['my has logout', 'My: full', /Log out Home Orders My$/],
  [
    'logging out asks for confirmation',
    'My: log out',
    /Log out of this phone\? .*Stay logged in Log out/,
  ],
  ['my has change phone', 'My: full', /Change mobile number/],
  ['my has change password', 'My: full', /Change password/],
  [
    'login: phone plus password, or a code',
    'Login: empty',
    /Mobile number \+63 Password SMS code Password/,
  ],
  ['login: forgot password', 'Login: empty', /Forgot password\?/],
  ['login: sign-up', 'Login: empty', /Open an account Log in$/],
  [
    'login: agreements with a box',
    'Login: empty',
    /I agree to the Service Agreement and the Privacy Protection Agreement Open an account/,
  ],
  ['register: the phone', 'Sign-up: number', /Your mobile number .*Mobile number \+63/],
  [
    'register: the code',
    'Sign-up: code half typed',
    /Enter your code We sent 6 digits to 0917 555 0142\./,
  ],
  [
    'register: the password, twice',
    'Sign-up: password',
    /Choose a password .*Password 8 characters or more Confirm password/,
  ],
  [
    'register: the agreements must be ticked',
    'Sign-up: number wrong',
    /Please check the user Privacy Protection Agreement Send code/,
  ],
  [
    'register: two passwords that differ',
    'Sign-up: passwords differ',
    /Confirm password Password doesnt match please try again/,
  ],
  [
    'an account without a password sets one',
    'Sign-up: first password',
    /Choose a password .*Save password/,
  ],
  [
    'forgot password: the phone',
    'Forgot password: number',
    /Your account’s number\. We will send a code to it\. Mobile number \+63/,
  ],
  [
    'forgot password: the code, then a new one',
    'Forgot password: password',
    /Choose a password .*This logs you out on every phone\./,
  ],
  [
    'lost phone and number: when the number changes, and the new password',
    'Lost phone and number: sent',
    /72 hours after that, 0918 555 0143 becomes your number\. Then set a new password/,
  ],
  [
    'change phone: by a code to the old number',
    'Change phone: way',
    /Yes, I have it We’ll send a code to it, then one to your new number\./,
  ],
  [
    'change phone: by ID number',
    'Change phone: way',
    /No, I lost it Use your ID number, your password and a code sent to the new number\./,
  ],
  [
    'change phone: once in 14 days',
    'Change phone: way',
    /You can change your number once every 14 days\./,
  ],
  [
    'change phone: too early',
    'Change phone: too early',
    /You can change your number again from Fri, 4 Dec 2026/,
  ],
  [
    'credit flow: not loaded',
    'Credit: not loaded',
    /We could not load this Network Abnormal Your answers so far are saved\. Try again$/,
  ],
  [
    'credit flow: places not loaded',
    'Credit: place, not loaded',
    /Name data failed to load, please reload\. Network Abnormal .* Try again$/,
  ],
  [
    'credit flow: first step',
    'Credit: personal, empty',
    /About you Step 1 of 4 .*Who you are First name/,
  ],
  [
    'credit flow: second step',
    'Credit: contacts, empty, typed only',
    /Your contacts Step 2 of 4 .*First person Name Mobile number/,
  ],
  [
    'credit flow: third step',
    'Credit: work, empty',
    /Your work Step 3 of 4 .*What you do Kind of work/,
  ],
  [
    'credit flow: last step',
    'Credit: ID, empty',
    /Your ID Step 4 of 4 .*ID type .*Front Take the photo .*You, holding it Take the photo/,
  ],
  [
    'credit flow: a sign in the number of an ID',
    'Credit: ID, a sign in the number',
    /An ID number has letters and digits only\. Remove all other characters\./,
  ],
  [
    'credit flow: the result',
    'Credit: approved, the moment',
    /Good news, Ligaya Your line is open ₱120,000/,
  ],
  [
    'review: the applicant may get a phone call',
    'Credit: waiting, auto review',
    /We may call you From \(02\) 5550 0100, about your work\./,
  ],
  [
    'add bank: owner, bank and number',
    'Accounts: add bank',
    /Account owner .*Bank Choose your bank Receiving a loan here costs ₱10\.00, .*Account number/,
  ],
  [
    'add bank: phone and code',
    'Accounts: add bank',
    /Mobile number at the bank \+63 .*Code from the SMS .*Send code/,
  ],
  [
    'add wallet',
    'Accounts: add wallet',
    /Which e-wallet\? GC GCash .*Name on the e-wallet .*Mobile number of the e-wallet \+63/,
  ],
  [
    'bank list: tabs and adding',
    'Accounts: banks',
    /Banks E-wallets BDO BDO Unibank •••• 4821 .*Add a bank account/,
  ],
  ['bank list: deleting', 'Accounts: an account opened', /Delete this account/],
  [
    'deleting asks for confirmation and warns',
    'Accounts: deleting an account',
    /Delete Bank of the Philippine Islands \(BPI\) •••• 0937\? This cannot be undone, .*Keep it Delete/,
  ],
  ['coupons: three tabs', 'Coupons: available', /Available 3 Used Invalid/],
  ['coupons: used', 'Coupons: used', /Welcome to Sandali Loans from ₱60,000 Used on 2 Nov 2026/],
  ['coupons: invalid', 'Coupons: invalid', /Expired Sun, 15 Nov .*No longer valid/],
  [
    'loan confirmation: fees',
    'Loan: confirm',
    /Interest ₱960\.00 Service fee ₱600\.00 Payout fee ₱10\.00 Total cost ₱1,570\.00/,
  ],
  [
    'loan confirmation: due date',
    'Loan: confirm',
    /Due 8 days after the money arrives: Sat, 28 Nov 2026 if it arrives today\./,
  ],
  [
    'loan confirmation: the boxes',
    'Loan: confirm, ready',
    /I have read the disclosure statement I agree to the Loan Agreement/,
  ],
  ['repayment: two tabs', 'Repay: all of it', /E-wallet Cardless GC GCash/],
  [
    'repayment: QR and bank card',
    'Repay: all of it',
    /We charge no fee, however you pay .*QR QR Ph .*BC Bank card/,
  ],
  [
    'repayment: 7-Eleven',
    'Payment code: given',
    /Pay at 7-Eleven .*On the CLiQQ kiosk, tap Bills, then Sandali/,
  ],
  [
    'repayment: chains of pawnshops and of remittance centers',
    'Repay: all of it, a channel chosen',
    /P Pawnshop Up to ₱30,000 per payment: 3 parts Rc Remittance center Up to ₱20,000 per payment: 4 parts .*Pawnshop accepts up to ₱30,000 per payment\./,
  ],
  [
    'repayment: a transfer',
    'Payment code: transfer',
    /Bank transfer Pay any amount\. To pay in full: .*Send to this account number/,
  ],
  [
    'repayment: a lifelong code',
    'Payment code: lasting',
    /Lifelong code at CLiQQ .*It does not expire\. .*On the CLiQQ kiosk/,
  ],
  ['repayment: a transfer with receipt', 'Repay: all of it', /TR Transfer with receipt/],
  [
    'repayment result',
    'Payment code: booked',
    /Loan fully paid\. Thank you\. You owe nothing on this loan\. .*Receipt You paid ₱62,006\.00/,
  ],
  [
    'bill details',
    'Bill: overdue',
    /What you owe today Principal ₱60,000\.00 Interest until today ₱1,800\.00 Late charge, 2 days ₱206\.00/,
  ],
  [
    'a bill whose payment was taken back',
    'Bill: a payment taken back',
    /You paid ₱61,800\.00 .*₱61,800\.00 was reversed/,
  ],
  [
    'loan application',
    'Loan: choose',
    /8 days due Sat, 28 Nov costs ₱1,570\.00 15 days due Sat, 5 Dec costs ₱2,950\.00 Your payday: Wed, 25 Nov BDO To BDO Unibank ••4821/,
  ],
  [
    'a loan that is due before the payday, with the term that is not',
    'Loan: choose, due before the payday',
    /costs ₱2,950\.00 Due before your payday, Mon, 30 Nov\. A 15-day loan is due on Sat, 5 Dec\. BDO To BDO Unibank/,
  ],
  [
    'a loan that is due before the payday at every term',
    'Loan: choose, every term due before the payday',
    /costs ₱2,950\.00 Due before your payday, Tue, 15 Dec\. BDO To BDO Unibank/,
  ],
  [
    'a camera that does not wake up',
    'Credit: ID, camera: denied or not there',
    /Camera failed to wake up\. Uninstall the app and allow the camera again, .*or contact customer service\./,
  ],
  [
    'a photo that fails',
    'Credit: ID, camera: shooting failed',
    /Shooting failure\. Please confirm the camera permission\./,
  ],
  [
    'contacts that are not received',
    'Credit: contacts, phone book: none',
    /Contacts not received\. Check the permission, or type the number in\./,
  ],
  [
    'the destination of the money',
    'Loan: payout sheet',
    /Where you receive the money E-wallet GC GCash ••0142 .*MY Add Maya .*₱10\.00 fee .*Bank account BDO BDO Unibank ••4821 .*Cash at a counter Cash pickup .*Pawnshop/,
  ],
  ['the tab bar', 'Home: new', /Home Orders My$/],
  [
    'renew: the extension fee',
    'Extend: late, extend',
    /Service fee, 1\.9% ₱1,140\.00 .*Pay today to extend ₱3,146\.00/,
  ],
  [
    'renew: extending ends a plan that is kept',
    'Extend: a plan is kept, extend',
    /No late charge is added while you keep to your plan\. .*Extending ends your plan: everything is due at once, by Sat, 5 Dec\. You can start a plan only once every 90 days\./,
  ],
  [
    'renew: the cost of extending before the due date',
    'Extend: in time, extend, may be returned',
    /Extend by 15 days .*Extra cost ₱3,180 .*Extra fee and interest compared with paying in full today ₱3,180\.00/,
  ],
  ['renew: the deferral deadline', 'Extend: late, extend', /Then ₱61,800\.00 is due Sat, 5 Dec\./],
  [
    'the update prompt has a download',
    'Update prompt: with a download',
    /Client version is too low please update the client Download APP/,
  ],
  ['the download button', 'Download button: floating', /^Download APP$/],
])('%s', (_, entry, words) => {
  expect(textOf(entry)).toMatch(words);
});

test('each entry has a unique name within its gallery group', () => {
  const keys = allEntries.map(({ group, name }) => `${group}: ${name}`);
  expect(keys.filter((key, nth) => keys.indexOf(key) < nth)).toEqual([]);
});

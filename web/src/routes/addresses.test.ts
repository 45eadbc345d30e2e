// What stands at each address of the specification (§2): the screen that is loaded there, and the name over it.
import { expect, test } from 'vitest';
import { speakAll } from '#/i18n/loadCatalogs.ts';
import { textNow } from '#/i18n/text.ts';
import { redirectOf } from './guard.ts';
import { findRoute } from './routes.tsx';

await speakAll('en');

test.each([
  ['/home', 'Home', 'Home'],
  ['/wealth', 'Wealth', 'Orders'],
  ['/my', 'My', 'My'],
  ['/status/paying', 'StatusPage', 'Status'],
  ['/addBank', 'AddBank', 'Add bank account'],
  ['/addWallet', 'AddWallet', 'Add e-wallet'],
  ['/banklist', 'Accounts', 'Payout accounts'],
  ['/vouchers', 'Coupons', 'Coupons'],
  ['/billDetail', 'BillDetail', 'Bill'],
  ['/renew', 'Extension', 'Extend'],
  ['/credit', 'PersonalStep', 'About you'],
  ['/creditContract', 'ContactsStep', 'Your contacts'],
  ['/creditWork', 'WorkStep', 'Your work'],
  ['/creditFile', 'IdentityStep', 'Your ID'],
  ['/creditStatus', 'CreditStatus', 'Your application'],
  ['/loan', 'Loan', 'Borrow'],
  ['/loanConfirm', 'LoanConfirm', 'Check and sign'],
  ['/loanResult', 'LoanResult', 'Your loan'],
  ['/repayment', 'Repayment', 'Repay'],
  ['/changePhone', 'ChangePhone', 'Change mobile number'],
  ['/changePassword', 'ChangePassword', 'Change password'],
  ['/login', 'Login', 'Log in'],
  ['/register', 'Register', 'Open an account'],
  ['/forgetPassword', 'ForgotPassword', 'Forgot password'],
  ['/serviceAgreement', 'ServiceAgreement', 'Service Agreement'],
  ['/provacyPolicy', 'PrivacyPolicy', 'Privacy Protection Agreement'],
])('at %s stands %s, under the name %s', async (address, screen, title) => {
  const route = findRoute(address);
  expect([(await route.load()).default.name, textNow(route.title)]).toEqual([screen, title]);
});

test('/ leads to /home, with its query', () => {
  expect([redirectOf('/', false, true), redirectOf('/', true, false)]).toEqual([{ to: '/home' }, { to: '/home' }]);
  expect(redirectOf('/?svm=2.1.0', false, false)).toEqual({ to: '/home?svm=2.1.0' });
});

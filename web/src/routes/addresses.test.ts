// The screen and title of each address in the specification (§2).
import { expect, test } from 'vitest';
import { loadAllCatalogs } from '#/i18n/loadCatalogs.ts';
import { getText } from '#/i18n/text.ts';
import { findRoute, redirectFor } from './routes.ts';
import { importScreen } from './screens.ts';

await loadAllCatalogs('en');

test.each([
  ['/home', 'Home', 'Home'],
  ['/wealth', 'Orders', 'Orders'],
  ['/my', 'My', 'My'],
  ['/status/paying', 'StatusPage', 'Status'],
  ['/addBank', 'AddBank', 'Add bank account'],
  ['/addWallet', 'AddWallet', 'Add e-wallet'],
  ['/banklist', 'Accounts', 'Banks and e-wallets'],
  ['/vouchers', 'Coupons', 'Coupons'],
  ['/billDetail', 'BillDetail', 'Bill'],
  ['/renew', 'Extension', 'More time'],
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
])('%s shows %s, titled %s', async (address, screen, title) => {
  const route = findRoute(address);
  expect([(await importScreen(route)).default.name, getText(route.title)]).toEqual([screen, title]);
});

test('redirects / to /home and keeps the query', () => {
  expect([redirectFor('/', false, true), redirectFor('/', true, false)]).toEqual([
    { to: '/home' },
    { to: '/home' },
  ]);
  expect(redirectFor('/?svm=2.1.0', false, false)).toEqual({ to: '/home?svm=2.1.0' });
});

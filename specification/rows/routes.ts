// Spec §2: every route, its screen, and that those behind the login need a token.
import { breakRoute, breakWebText, type Edit, edit } from '../breaks.ts';
import { type Row, row, test } from '../row.ts';

const routes = 'web/src/routes/routes.tsx';
const all = (...breaks: Edit[]) => test('web/src/routes/routes.test.ts', 'all routes of the spec are there, with their guard', ...breaks);
const stands = (...breaks: Edit[]) => test('web/src/routes/addresses.test.ts', '%s shows %s, titled %s', ...breaks);

/** Behind the login: its address, the name over it, and the screen of routes/signedInScreens.ts, which the break replaces by another. */
function behindLogin(sentence: string, address: string, title: string, screen: string, other: string): Row {
  return row(
    '§2',
    sentence,
    all(breakRoute(address)),
    stands(breakWebText(title)),
    stands(edit(routes, `signedIn('${screen}'`, `signedIn('${other}'`)),
  );
}

/** Open to everybody: its address, the name over it, its file, and another file of the same folder. */
function open(address: string, title: string, file: string, other: string): Row {
  return row(
    '§2',
    address,
    all(breakRoute(address)),
    stands(breakWebText(title)),
    stands(edit(routes, `import('#/screens/${file}.tsx')`, `import('#/screens/${other}.tsx')`)),
  );
}

export const routesOfTheSpecification: readonly Row[] = [
  row(
    '§2',
    '/',
    test(
      'web/src/routes/addresses.test.ts',
      '/ leads to /home, with its query',
      edit('web/src/routes/routes.tsx', 'return { to: paths.home + search };', 'return { to: paths.home };'),
    ),
    test(
      'e2e/tests/shell.spec.ts',
      'a stranger at / gets the painted login, and somebody who is logged in does not',
      edit('web/src/routes/routes.tsx', 'return { to: paths.home + search };', 'return { to: paths.register };'),
    ),
  ),
  behindLogin('/home', '/home', 'title.home', 'home', 'my'),
  behindLogin('/wealth', '/wealth', 'title.orders', 'orders', 'my'),
  behindLogin('/my', '/my', 'title.my', 'my', 'home'),
  // The screen itself is shown by the words of each state, in screens.ts.
  row('§2', '/status/{showType}', all(edit('web/src/routes/paths.ts', "'/status/:showType'", "'/status'"))),
  behindLogin('/addBank', '/addBank', 'title.addBank', 'addBank', 'addWallet'),
  behindLogin('/addWallet', '/addWallet', 'title.addWallet', 'addWallet', 'addBank'),
  behindLogin('/banklist', '/banklist', 'title.accounts', 'accounts', 'addBank'),
  behindLogin('/vouchers', '/vouchers', 'title.coupons', 'coupons', 'my'),
  behindLogin('/billDetail', '/billDetail', 'title.bill', 'billDetail', 'wealth'),
  behindLogin('/renew', '/renew', 'title.extension', 'extension', 'billDetail'),
  behindLogin('/credit', '/credit', 'title.creditPersonal', 'personal', 'work'),
  behindLogin('/creditContract', '/creditContract', 'title.creditContact', 'contacts', 'personal'),
  behindLogin('/creditWork', '/creditWork', 'title.creditWork', 'work', 'contacts'),
  behindLogin('/creditFile', '/creditFile', 'title.creditFile', 'identity', 'work'),
  behindLogin('/creditStatus', '/creditStatus', 'title.creditStatus', 'creditStatus', 'identity'),
  behindLogin('/loan', '/loan', 'title.loan', 'loan', 'loanConfirm'),
  behindLogin('/loanConfirm', '/loanConfirm', 'title.loanConfirm', 'loanConfirm', 'loan'),
  behindLogin('/loanResult', '/loanResult', 'title.loanResult', 'loanResult', 'loan'),
  behindLogin('/repayment', '/repayment', 'title.repayment', 'repayment', 'renew'),
  open('/login', 'title.login', 'account/Login', 'account/Register'),
  open('/register', 'title.register', 'account/Register', 'account/Login'),
  open('/forgetPassword', 'title.forgotPassword', 'account/ForgotPassword', 'account/Login'),
  open('/serviceAgreement', 'title.serviceAgreement', 'legal/ServiceAgreement', 'legal/PrivacyPolicy'),
  open('/provacyPolicy', 'title.privacyPolicy', 'legal/PrivacyPolicy', 'legal/ServiceAgreement'),
  behindLogin('change phone screen', '/changePhone', 'title.changePhone', 'changePhone', 'changePassword'),
  behindLogin('change password screen', '/changePassword', 'title.changePassword', 'changePassword', 'changePhone'),
];

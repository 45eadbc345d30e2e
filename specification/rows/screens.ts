// What the screens show (spec §2).
import { breakWebText, type Edit, edit } from '../breaks.ts';
import { differs, full, type Row, row, test } from '../row.ts';

/** Each of the words of a screen, in which another text would be missed. */
const said = (...texts: string[]) => texts.map((id) => test('web/src/gallery/contents.test.tsx', '%s', breakWebText(id)));
const shown = (file: string, from: string, to: string) =>
  test('web/src/gallery/contents.test.tsx', '%s', edit(`web/src/screens/${file}`, from, to));
const server = (file: string, title: string, ...breaks: Edit[]) => test(`server/src/${file}.test.ts`, title, ...breaks);

const tabs: readonly Row[] = [
  row('§2', 'home: estimated or maximum quota range', ...said('home.arc.could', 'home.arc.estimate', 'home.arc.upTo')),
  row(
    '§2',
    'home: apply button, loan and credit state messages',
    ...said('home.do.applyPlain'),
    test(
      'contract/src/whatNow.test.ts',
      'every combination of states has the action that a person would choose',
      edit('contract/src/whatNow.ts', "credit: 'waiting', scene: 'review'", "credit: 'waiting', scene: 'filling'"),
    ),
    test('contract/src/whatNow.test.ts', 'no row of the table is out of reach'),
  ),
  row(
    '§2',
    'orders: total amount due',
    ...said('repayment.orders.allToday'),
    shown('repayment/OrdersHeader.tsx', '<DueAmount due={totalDue}', '<DueAmount due={{ ...totalDue, owedCentavos: 0 as never }}'),
  ),
  row('§2', 'orders: bills and overdue bills', ...said('repayment.orders.group.overdue', 'repayment.orders.loanOf')),
  row('§2', 'orders: empty state', ...said('repayment.orders.emptyTitle')),
  row(
    '§2',
    'orders: count of bills due soon or overdue',
    ...said('repayment.orders.overdueCount', 'repayment.orders.soonCount'),
    shown(
      'repayment/OrdersHeader.tsx',
      "'repayment.orders.soonCount', { count: dueSoonCount }",
      "'repayment.orders.soonCount', { count: dueSoonCount + 1 }",
    ),
  ),
  row('§2', 'my: bank card or wallet', ...said('my.accounts')),
  row('§2', 'my: coupons', ...said('my.coupons')),
  row('§2', 'my: online customer service', ...said('my.service.write', 'my.service.writeDetail')),
  row('§2', 'my: social media link', ...said('my.follow')),
  row('§2', 'my: language', ...said('my.language')),
  row('§2', 'my: current version', ...said('my.version')),
  row('§2', 'my: about us', ...said('my.about', 'my.about.what')),
  row('§2', 'my: logout', ...said('my.logout', 'my.logout.title')),
  row(
    '§2',
    'my: change phone',
    ...said('title.changePhone'),
    full('e2e/tests/phone.full.spec.ts', 'with the old number: codes to both, and what follows is said'),
  ),
  row(
    '§2',
    'my: change password',
    ...said('title.changePassword'),
    full('e2e/tests/password.full.spec.ts', 'change password: the present one, the new one twice; the other phone is logged out'),
  ),
];

const accounts: readonly Row[] = [
  row('§2', 'login: phone plus password, or SMS login', ...said('account.login.byCode', 'account.login.byPassword', 'account.phone')),
  row(
    '§2',
    'login: links to forgot password, sign-up and the agreement',
    ...said('account.login.forgot', 'account.login.register', 'title.serviceAgreement'),
    test('e2e/tests/legal.spec.ts', 'from the tick to each agreement and back, and the form is as it was'),
    test('e2e/tests/legal.spec.ts', 'from one agreement to the other and back; elsewhere the form is forgotten'),
  ),
  row('§2', 'login: a privacy agreement checkbox', ...said('account.agree.before', 'title.privacyPolicy')),
  row(
    '§2',
    'register: phone, verification code, password',
    ...said('account.register.phoneTitle', 'account.register.codeTitle', 'account.newPassword.title'),
  ),
  row('§2', 'register: confirm password', ...said('account.newPassword.again')),
  row('§2', 'register covers setting a password', ...said('account.newPassword.submit')),
  row(
    '§2',
    'forgot password: reset by phone and code',
    ...said('account.reset.phoneWhy', 'account.reset.effect'),
    full('e2e/tests/password.full.spec.ts', 'forgot password: number, code, new password; every phone is logged out'),
  ),
  row(
    '§2',
    'change phone: verify by SMS code or by ID document number',
    differs(
      '0068-where-the-product-differs-from-the-specification.md',
      'the ID number is asked for together with the password and a code to the new number',
    ),
    ...said('account.newPhone.haveOld', 'account.newPhone.lostOld', 'account.newPhone.lostOldHow'),
  ),
  row(
    '§2',
    'change phone: once per 14 days per account',
    ...said('account.newPhone.rule', 'account.newPhone.laterTitle'),
    server(
      'payout-accounts/changed-phone',
      'counted in Manila days of business time: the refusal and the query name the day, and no code is sent before',
      edit('contract/src/constants.ts', 'phoneChangeDays = 14', 'phoneChangeDays = 15'),
    ),
  ),
];

const applying: readonly Row[] = [
  row(
    '§2',
    'credit flow: personal, contact, work, authentication, then the result',
    differs(
      '0061-a-first-application-asks-less.md',
      'the ID may be photographed first too, and the code of a National ID fills the form; it is sent, with all the rest, as the last step',
    ),
    ...said('credit.personal.who', 'credit.contact.person0', 'credit.work.job', 'credit.id.type', 'credit.approved.title'),
    test(
      'web/src/screens/credit/steps.test.ts',
      'the steps follow each other and end at the answer',
      edit('web/src/screens/credit/steps.ts', "{ showType: 'submitted' }", "{ showType: 'paying' }"),
    ),
    test(
      'web/src/screens/credit/steps.test.ts',
      'the ID may come first, and waits for nothing but an open application',
      edit('web/src/screens/credit/steps.ts', "if (step === 'identity') return null;", ''),
    ),
    test(
      'e2e/tests/national-id.spec.ts',
      'the camera looks for it: another code is named, and the right one fills name, birthday and number',
      edit(
        'web/src/screens/credit/nationalId/keepIdNumber.ts',
        "{ ...values, idType: 'philsys', idNumber }",
        "{ ...values, idType: 'philsys' }",
      ),
    ),
    test(
      'e2e/tests/life.spec.ts',
      'a borrower’s whole loan: tried, begun with the ID, killed on the way, signed as tried, repaid, and once more overdue',
    ),
  ),
  row('§2', 'review message: the applicant may get a phone call', ...said('credit.wait.mayCall')),
  row(
    '§2',
    'add bank account: owner name, bank picker, account number, phone number, SMS code',
    ...said('payoutAccounts.owner', 'payoutAccounts.bank.choose', 'payoutAccounts.number', 'payoutAccounts.bank.phone', 'account.code'),
  ),
  row(
    '§2',
    'add wallet: wallet choice, account name, phone number',
    ...said('payoutAccounts.wallet', 'payoutAccounts.wallet.name', 'payoutAccounts.wallet.phone'),
  ),
  row('§2', 'bank list: add and delete', ...said('payoutAccounts.bank.add', 'payoutAccounts.delete')),
  row(
    '§2',
    'delete asks for confirmation and warns it cannot be undone',
    ...said('payoutAccounts.delete.why', 'payoutAccounts.delete.title'),
  ),
  row('§2', 'bank list: bank card and wallet tabs', ...said('payoutAccounts.tab.bank', 'payoutAccounts.tab.wallet')),
  row(
    '§2',
    'vouchers: available, used and invalid tabs',
    ...said('coupon.tab.available', 'coupon.tab.used', 'coupon.tab.invalid'),
    test(
      'contract/src/coupon.test.ts',
      'each coupon that is shown is in one tab, and only those within their days may be picked',
      edit('contract/src/coupon.ts', 'available: unused.filter((one) => !isOver(one, today)),', 'available: unused,'),
    ),
  ),
];

const channels = 'repayment/codes/channels';
const permanent = 'a permanent code never changes: requested by several at once, used again and again, for the bill that is due first';
const forMinutes = 'a code for minutes: its seconds run down, it is booked when it is paid, and afterwards it is refused at the gateway';
const offered = 'all channels give codes, a transfer with receipt if our own account is configured, and the list shows it';
const kinds = 'server/src/repayment/rules.ts';
const notOffered = (channel: string) =>
  edit(
    'server/src/repayment/codes/apply.ts',
    'return !isOwnChannel(channel) ||',
    `return (!isOwnChannel(channel) && channel !== '${channel}') ||`,
  );

const money: readonly Row[] = [
  row(
    '§2',
    'loan confirmation: fees, due date and agreement checkbox',
    ...said('loan.interest', 'loan.serviceFee', 'loan.payoutFee', 'loan.confirm.when', 'loan.confirm.agree'),
  ),
  row(
    '§2',
    'repayment: electronic wallet and cardless payment tabs',
    ...said('repayment.choose.tab.wallet', 'repayment.choose.tab.cardless'),
  ),
  row('§2', 'repayment: 7-Eleven kiosk', ...said('repayment.channel.sevenEleven', 'repayment.code.step.kiosk.1')),
  row('§2', 'repayment: a pawnshop chain', ...said('repayment.channel.pawnshop'), server(channels, offered, notOffered('pawnshop'))),
  row(
    '§2',
    'repayment: a remittance shop chain',
    ...said('repayment.channel.remittance'),
    server(channels, offered, notOffered('remittance')),
  ),
  row(
    '§2',
    'repayment: transfer payment',
    ...said('repayment.channel.bankTransfer'),
    server(channels, permanent, edit(kinds, "bankTransfer: 'permanent'", "bankTransfer: 'generated'")),
  ),
  row(
    '§2',
    'repayment: QR payment',
    ...said('repayment.channel.qrph'),
    server(channels, forMinutes, edit('server/src/loan/rules/code-end.ts', 'shortLivedMinutes = 15', 'shortLivedMinutes = 10')),
  ),
  row('§2', 'repayment: bank card payment', ...said('repayment.channel.bankCard')),
  row(
    '§2',
    'repayment: offline bank transfer with a receipt sent to customer service',
    ...said('repayment.channel.offlineTransfer'),
    server(
      'repayment/transfer/transfer',
      'two people book a transfer from the statement: the bill is repaid from the day paid, and the case answered',
    ),
    full(
      'e2e/tests/transfer.full.spec.ts',
      'a transfer to our own account: the receipt gets a case number, two people book it, the bill is repaid and the case answered',
    ),
  ),
  row(
    '§2',
    'repayment: a lifelong code at one kiosk chain',
    ...said('repayment.channel.cliqqLifelong', 'repayment.code.lasting'),
    server(channels, permanent, edit(kinds, "cliqqLifelong: 'permanent'", "cliqqLifelong: 'generated'")),
  ),
  row('§2', 'repayment result screen', ...said('repayment.result.repaid', 'repayment.result.paid')),
  row(
    '§2',
    'cash pickup payout uses a withdrawal code',
    full(
      'e2e/tests/pickup.full.spec.ts',
      'cash is borrowed at a counter: the code is shown, the counter gives the money, and the loan begins',
      breakWebText('loan.pickup.spoken'),
    ),
  ),
  row(
    '§2',
    'renew: shows the extension fee and deferral deadline',
    ...said('extension.total', 'extension.ifExtend.by', 'extension.serviceFee', 'extension.extendCost'),
    shown('extension/OptionCards.tsx', 'cost: short(extension.costCentavos)', 'cost: short(extension.feeCentavos)'),
  ),
];

export const screens: readonly Row[] = [
  ...tabs,
  ...accounts,
  ...applying,
  ...money,
  row(
    '§2',
    'routes behind the login redirect to /login',
    test(
      'web/src/routes/routes.test.ts',
      'who may be where',
      edit('web/src/routes/routes.tsx', 'if (route.needsToken && !hasToken)', 'if (route.needsToken && !hasToken && path === paths.home)'),
    ),
    test(
      'e2e/tests/shell.spec.ts',
      'every route that needs a token leads to login without one',
      edit('web/src/routes/routes.tsx', 'if (route.needsToken && !hasToken)', 'if (route.needsToken && !hasToken && path === paths.home)'),
    ),
  ),
];

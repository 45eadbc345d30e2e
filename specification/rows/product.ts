// What the product does (§1), how the shell behaves (§2; what the screens show stands in screens.ts), and who may do what (§6).
import { breakConstant, breakWebText, type Edit, edit } from '../breaks.ts';
import { differs, type Row, row, test } from '../row.ts';

const account = (file: string, title: string, ...breaks: Edit[]) => test(`server/src/account/${file}.test.ts`, title, ...breaks);
const kept = (title: string, ...breaks: Edit[]) => test('web/src/shell/kept.test.ts', title, ...breaks);
const bridge = (title: string, ...breaks: Edit[]) => test('web/src/kit/bridge.test.ts', title, ...breaks);
const native = (title: string, ...breaks: Edit[]) => test('e2e/tests/native.spec.ts', title, ...breaks);

const logon = 'server/src/account/logon.ts';
const wholeApplication = 'a whole application: saved step by step, resumed, submitted, approved, told';

const product: readonly Row[] = [
  row(
    '§1',
    'sign up with a phone number',
    account(
      'account',
      'opens an account and a session, and keeps number, password and language in forms that tell nobody',
      edit('server/src/account/register.ts', 'if (userGid === null) return', 'if (userGid !== null) return'),
    ),
  ),
  row(
    '§1',
    'log in with a phone number and a password',
    account(
      'logon',
      'login by password opens a new session and remembers the language',
      edit(logon, 'if (!isRight || borrowerId === null', 'if (isRight || borrowerId === null'),
    ),
  ),
  row(
    '§1',
    'log in with a phone number and an SMS one-time code',
    account(
      'logon',
      'login by code logs a known number in and opens an account for an unknown one, which is asked for a password once',
      edit(logon, "if (!prepared.isOn) refuse(logonRegister, 'smsLoginOff');", "if (prepared.isOn) refuse(logonRegister, 'smsLoginOff');"),
    ),
  ),
  row(
    '§1',
    'submit personal, contact, work and ID information',
    test(
      'server/src/credit/credit.test.ts',
      wholeApplication,
      edit(
        'server/src/credit/rules.ts',
        "creditSteps.find((step) => !application.given[step]) ?? 'identity'",
        "creditSteps.find((step) => application.given[step]) ?? 'identity'",
      ),
    ),
    test(
      'server/src/credit/credit.test.ts',
      'steps come in their order',
      edit('server/src/credit/rules.ts', '.every((before) => given[before])', '.some((before) => given[before])'),
    ),
  ),
  row(
    '§1',
    'receive a credit line',
    test(
      'server/src/credit/credit.test.ts',
      wholeApplication,
      edit(
        'server/src/credit/rules.ts',
        "return decision.outcome === 'manual' ? 'manualReview' : decision.outcome;",
        "return decision.outcome === 'rejected' ? 'rejected' : 'manualReview';",
      ),
    ),
  ),
  row(
    '§1',
    'borrow against it',
    test(
      'server/src/loan/loan.test.ts',
      'a loan is quoted, signed, paid out, and becomes a bill',
      edit('server/src/loan/apply.ts', '    hasApprovedCredit: line !== null,', '    hasApprovedCredit: line === null,'),
    ),
  ),
  row(
    '§1',
    'choose a payout method',
    test('web/src/gallery/contents.test.tsx', '%s', breakWebText('loan.payout.title')),
    test(
      'server/src/loan/channels.test.ts',
      'the limits of a channel are held against what arrives, at every term',
      edit('server/src/loan/products.ts', 'priced.arrivalCentavos < row.minimumCentavos', 'priced.arrivalCentavos > row.minimumCentavos'),
    ),
  ),
  row(
    '§1',
    'repay',
    test(
      'server/src/loan/rules/bill-state.test.ts',
      'how a bill ended is its state from then on, whatever the day',
      edit('server/src/loan/rules/bill-state.ts', 'if (ending) return ending;', "if (ending === 'void') return ending;"),
    ),
    test(
      'server/src/repayment/repayment.test.ts',
      'a bill is paid in full on its due date: repaid, line restored, nothing owed in the books',
      edit('server/src/loan/view.ts', 'state: billState(facts, today, ending)', 'state: billState(facts, today, null)'),
    ),
  ),
  row(
    '§1',
    'extend (renew, defer) a loan',
    test(
      'server/src/repayment/renew.test.ts',
      'on the due date: the three ways, the code until midnight, and exactly its amount moves the due date',
      edit('server/src/loan/rules/extension.ts', '.dueOn, paidOn), facts.termDays)', '.dueOn, paidOn), facts.termDays + 1)'),
    ),
  ),
  row(
    '§1',
    'use coupons (vouchers)',
    test(
      'server/src/voucher/voucher.test.ts',
      'signing sets the coupon aside, the payout uses it, and the books hold the lower fee',
      edit('server/src/loan/apply.ts', 'if (voucherId) await setAside(', 'if (!voucherId) await setAside('),
    ),
    test(
      'contract/src/voucher.test.ts',
      'a coupon takes off at most the charge it is for, and nothing below its smallest loan',
      edit(
        'contract/src/voucher.ts',
        'return Math.min(discountCentavos(voucher), charge) as Centavos;',
        'return discountCentavos(voucher);',
      ),
    ),
  ),
  row(
    '§1',
    'request a quota increase',
    test(
      'server/src/quota/quota.test.ts',
      'the same request twice is one request, and what is asked must be one of the steps',
      edit('server/src/quota/apply.ts', "if (!isLimitOffered(facts, wanted)) refuse(quotaAddApply, 'quotaAmountNotOffered', values);", ''),
    ),
    test(
      'server/src/quota/farming.test.ts',
      'however many loans were repaid, a limit grows one step in 30 days, and says when the next one comes',
    ),
  ),
  row(
    '§1',
    'send feedback',
    test(
      'server/src/home/feedback.test.ts',
      'five a day, also when they come at once; the next Manila day it is open again',
      breakConstant('aDay', '6', 'server/src/home/feedback.ts'),
    ),
    test(
      'web/src/screens/feedback/advice.test.ts',
      '%o is read as %o, in a shape that the server takes',
      edit(
        'web/src/screens/feedback/advice.ts',
        '{ advice: { type: 6, userGid, describe } }',
        '{ advice: { type: 6, userGid, describe: form.comment } }',
      ),
    ),
  ),
  row(
    '§1',
    'English (default), Filipino, Vietnamese and Chinese',
    kept(
      'the chosen language is kept as locale and as Local, and is spoken again at the next start',
      edit('contract/src/locale.ts', "locales = ['en', 'fil', 'vi', 'zh']", "locales = ['en', 'fil', 'vi']"),
    ),
    test('contract/src/locale.test.ts', '%s gives %s', breakConstant('defaultLocale', "'zh'", 'contract/src/locale.ts')),
  ),
  row(
    '§1',
    'the chosen locale is kept locally',
    kept(
      'the chosen language is kept as locale and as Local, and is spoken again at the next start',
      edit('web/src/kit/areas.ts', "  keep('locale', locale);", "  keep('locale', 'en');"),
    ),
  ),
  row('§1', 'untranslated texts: none', test('web/ids.test.ts', '%s has every text of English and no other, with the same values')),
  row(
    '§1',
    'the currency symbol is the peso sign',
    test(
      'contract/src/money.test.ts',
      'amounts are shown with the sign tight and thousands apart',
      edit('contract/src/money.ts', "sign: amount < 0 ? '−₱' : '₱',", "sign: amount < 0 ? '−₱' : ('$' as '₱'),"),
    ),
  ),
  row(
    '§1',
    'the feedback dialog shows PHP',
    test(
      'web/src/gallery/screens.test.tsx',
      'the feedback dialog names its limits: ₱1,000 to ₱50,000, 7 to 30 days, 120 characters',
      edit('web/src/screens/feedback/FeedbackView.tsx', '>PHP</span>', '>₱</span>'),
    ),
  ),
  row(
    '§1',
    'Vietnamese texts: pesos too',
    test(
      'web/words.test.ts',
      'no text of %s names another currency than the peso',
      edit('web/src/i18n/vi/login.po', 'msgstr "Đăng nhập"', 'msgstr "Đăng nhập 5.000 đ"'),
    ),
  ),
  row(
    '§1',
    'native shell: configuration through a synchronous bridge call, parsed as JSON',
    bridge(
      'in the shell it is asked once, and the terminal is native',
      edit('web/src/kit/bridge.ts', 'v.safeParse(zShellConfig, JSON.parse(answer))', 'v.safeParse(zShellConfig, answer)'),
    ),
    native('in the shell it is read, and the advertising ids are sent with consent only'),
  ),
  row(
    '§1',
    'outside the shell the configuration is an empty object',
    bridge(
      'outside the shell the configuration is empty and the terminal is web',
      edit(
        'web/src/kit/bridge.ts',
        'readShellConfig(window.SandaliShell?.getConfig()) : {};',
        "readShellConfig(window.SandaliShell?.getConfig()) : { appVersion: '1.0.0' };",
      ),
    ),
    bridge(
      'a shell that throws has an empty configuration',
      edit('web/src/kit/bridge.ts', '    config = {};', "    config = { appVersion: '1.0.0' };"),
    ),
  ),
  row(
    '§1',
    'the native shell gives access to contacts and camera',
    native(
      'fills the form; of several numbers one is chosen; the call asks for one person',
      edit(
        'web/src/screens/credit/contactPicker.ts',
        "if (canShell('pickContact')) return pickInShell;",
        "if (canShell('shareFile')) return null;",
      ),
    ),
    native('goes through the upload'),
  ),
];

const shellRoutes = 'the tab bar and the back arrow stand where the spec has them';
const arrow = 'the tab bar stands on three pages only, and the back arrow where the specification has it';

const shell: readonly Row[] = [
  row(
    '§2',
    'a bottom tab bar with Home, Orders and My only on /home, /wealth and /my',
    test(
      'web/src/routes.test.ts',
      shellRoutes,
      edit('web/src/routes.tsx', "title: 'title.vouchers', ...inner", "title: 'title.vouchers', tab: 'my', ...inner"),
    ),
    test(
      'web/src/gallery/contents.test.tsx',
      '%s',
      edit('web/src/shell/TabFoot.tsx', "label: text('tab.orders')", "label: text('tab.home')"),
    ),
    test('e2e/tests/shell.spec.ts', arrow, edit('web/src/shell/Around.tsx', '{findRoute(path).tab && <ShellTabs />}', '<ShellTabs />')),
  ),
  row(
    '§2',
    'the My tab shows a badge with the count of unused vouchers',
    test(
      'e2e/tests/around.spec.ts',
      'the My tab counts the unused coupons of the session',
      edit('web/src/shell/TabFoot.tsx', "useCount('unUseNumber')", "useCount('dueNumber')"),
    ),
  ),
  row(
    '§2',
    'the count is kept in session storage as unUseNumber',
    kept(
      'the count of unused coupons is kept in session storage as unUseNumber, and goes with the session',
      edit(
        'web/src/shell/badge.ts',
        "keep(of, count > 0 ? String(count) : null, 'sessionStorage')",
        'keep(of, count > 0 ? String(count) : null)',
      ),
    ),
  ),
  row(
    '§2',
    'pages slide left or right by history direction, none between tabs',
    test(
      'web/src/kit/moves.test.ts',
      '%s',
      edit('web/src/kit/moves.ts', "return left.move === 'none' ? 'none' : 'back';", "return left.move === 'none' ? 'none' : 'forward';"),
    ),
    test('web/src/kit/moves.test.ts', '%s', edit('web/src/kit/moves.ts', "left.move === 'none' ? 'none' : 'back'", "'back'")),
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
    test(
      'web/src/shell/download.test.ts',
      'the button is offered by the flag, not on /login, not in the shell, not when installed',
      edit('web/src/shell/download.ts', '!config.appDownload || path === paths.login ||', '!config.appDownload ||'),
    ),
    test(
      'e2e/tests/notices.spec.ts',
      'the download button stands where the flag is set, not on /login and not in the shell',
      edit('web/src/shell/Extras.tsx', '<DownloadButton href={download} />', '<DownloadButton href="/" />'),
    ),
  ),
  row(
    '§2',
    'a back arrow except on /, /home, /login, /wealth, /my and /loanResult',
    test(
      'web/src/routes.test.ts',
      shellRoutes,
      edit('web/src/routes.tsx', "title: 'title.vouchers', ...inner", "title: 'title.vouchers', header: 'none', ...inner"),
    ),
    test(
      'e2e/tests/shell.spec.ts',
      arrow,
      edit('web/src/shell/Around.tsx', "{route.header === 'back' && <TopBar", "{route.header === 'none' && <TopBar"),
    ),
  ),
  row(
    '§2',
    'back goes one step in history, or to / if there is none',
    test(
      'e2e/tests/around.spec.ts',
      'back goes one step in history, and home where there is none',
      edit(
        'web/src/kit/location.ts',
        "else void go('/', { replace: true, move: 'back' });",
        "else void go('/my', { replace: true, move: 'back' });",
      ),
    ),
  ),
  row(
    '§2',
    'on /home, the query parameter svm is stored locally as the version',
    kept(
      'svm on the home route is kept as the version; elsewhere, and where it is none, it is not',
      edit('web/src/shell/version.ts', ".get('svm')", ".get('version')"),
    ),
    kept(
      'svm on the home route is kept as the version; elsewhere, and where it is none, it is not',
      edit('web/src/shell/version.ts', 'if (isHome && version', 'if (version'),
    ),
    native(
      'its consent and its version are told with every call; the version that svm brought is kept before a login too, and told in a shell alone',
    ),
  ),
  row(
    '§2',
    'an update prompt with download buttons for a client that is too old',
    test('web/src/gallery/contents.test.tsx', '%s', breakWebText('shell.tooOld')),
    test(
      'e2e/tests/notices.spec.ts',
      'a client that is too old is asked to update, by the shell’s own version and by svm; a link with svm shuts no browser out',
      edit('web/src/shell/Extras.tsx', 'if (isTooOld) return', 'if (isTooOld && download) return'),
    ),
  ),
];

const roles: readonly Row[] = [
  row(
    '§6',
    'one role, the borrower, anonymous or logged in',
    test(
      'server/src/http/router.test.ts',
      'a call for borrowers needs a session, and answers in the language of X-Local',
      edit(
        'server/src/http/router.ts',
        "if (served.call.who === 'borrower' && !who) throw new Refused('sessionInvalid');",
        "if (!who) throw new Refused('sessionInvalid');",
      ),
    ),
  ),
  row(
    '§6',
    'routes marked as needing a token require login',
    test(
      'web/src/routes.test.ts',
      'all routes of the spec are there, with their guard',
      edit('web/src/routes.tsx', "title: 'title.loanConfirm', ...inner", "title: 'title.loanConfirm', needsToken: false, ...inner"),
    ),
    test(
      'web/src/routes.test.ts',
      'who may be where',
      edit('web/src/shell/guard.ts', 'route.needsToken && !hasToken', 'route.isForStrangers && !hasToken'),
    ),
  ),
  row(
    '§6',
    'back-office reviewers phone applicants but have no screens',
    test(
      'server/src/credit/manual/staff.test.ts',
      'a call is noted on working days from 08:00 to 20:00 Manila only; a time to phone again frees the application until then',
      edit('server/src/credit/manual/rules.ts', 'here.hour >= callHours.from && here.hour', 'here.hour'),
    ),
    test(
      'server/src/credit/manual/life.test.ts',
      'list, take, show, photo, call-log, approve, each by the command line; the picture is mine alone and gone afterwards',
    ),
  ),
  row(
    '§6',
    'the shell asks for contact and camera permissions; denial shows an error message',
    native('what the phone refuses is said, and the number can be typed', breakWebText('credit.pick.denied')),
    native(
      'a camera that may not, that fails and that sends what is no photo: each with its message',
      breakWebText('credit.camera.shootFailed'),
    ),
  ),
];

export const productRows: readonly Row[] = [...product, ...shell, ...roles];

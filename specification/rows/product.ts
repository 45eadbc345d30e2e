// What the product does (§1).
import { breakConstant, breakWebText, type Edit, edit } from '../breaks.ts';
import { differs, full, type Row, row, test } from '../row.ts';

const account = (file: string, title: string, ...breaks: Edit[]) => test(`server/src/account/${file}.test.ts`, title, ...breaks);
const kept = (title: string, ...breaks: Edit[]) => test('web/src/shell/storage.test.ts', title, ...breaks);
const bridge = (title: string, ...breaks: Edit[]) => test('web/src/client/bridge.test.ts', title, ...breaks);
const native = (title: string, ...breaks: Edit[]) => test('e2e/tests/native.spec.ts', title, ...breaks);

const logon = 'server/src/account/login/logon.ts';
const wholeApplication = 'a whole application: saved step by step, resumed, submitted, approved, notified';

export const product: readonly Row[] = [
  row(
    '§1',
    'sign up with a phone number',
    account(
      'account',
      'opens an account and a session, and stores number, password and language sealed or hashed',
      edit('server/src/account/login/open-account.ts', "sealer.seal('phone', id, from.phone)", "sealer.seal('phone', id, '+639170000000')"),
    ),
  ),
  row(
    '§1',
    'log in with a phone number and a password',
    account(
      'login/logon',
      'login by password opens a new session and remembers the language',
      edit(logon, 'if (!isRight || borrowerId === null', 'if (isRight || borrowerId === null'),
    ),
  ),
  row(
    '§1',
    'log in with a phone number and an SMS one-time code',
    account(
      'login/logon',
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
      edit('server/src/loan/apply/apply.ts', '    hasApprovedCredit: line !== null,', '    hasApprovedCredit: line === null,'),
    ),
  ),
  row(
    '§1',
    'choose a payout method',
    test('web/src/gallery/contents.test.tsx', '%s', breakWebText('loan.payout.title')),
    test(
      'server/src/loan/apply/channels.test.ts',
      'the limits of a channel are held against what arrives, at every term',
      edit(
        'server/src/loan/apply/products.ts',
        'priced.arrivalCentavos < row.minimumCentavos',
        'priced.arrivalCentavos > row.minimumCentavos',
      ),
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
    test(
      'server/src/loan/ahead.test.ts',
      'bills with a history, each on a day to come: the screen, the server and the loop over days agree',
      edit('server/src/loan/facts.ts', 'return { ...accrual, waivers', 'return { ...accrual, suspensions: [], waivers'),
    ),
    test(
      'e2e/tests/days-ahead.spec.ts',
      'a day is chosen by keys and by dragging, and the server asks on it what was said',
      edit('web/src/screens/repayment/DaysAhead.tsx', 'const owes = owed(accrual, day);', 'const owes = owed(accrual, today);'),
    ),
    full('e2e/tests/offline.spec.ts', 'the days to come of a bill are computed without a network as with one, also after a reload'),
  ),
  row(
    '§1',
    'extend (renew, defer) a loan',
    test(
      'server/src/repayment/extension/extension.test.ts',
      'on the due date: the three ways, the code until midnight, and exactly its amount moves the due date',
      edit('server/src/loan/rules/extension.ts', '.dueOn, paidOn), facts.termDays)', '.dueOn, paidOn), facts.termDays + 1)'),
    ),
  ),
  row(
    '§1',
    'use coupons (vouchers)',
    test(
      'server/src/coupon/coupon.test.ts',
      'signing sets the coupon aside, the payout uses it, and the books hold the lower fee',
      edit(
        'server/src/loan/apply/apply.ts',
        'voucherId === null ? [] : [reserveCouponStatement(',
        'voucherId !== null ? [] : [reserveCouponStatement(',
      ),
    ),
    test(
      'contract/src/coupon.test.ts',
      'a coupon takes off at most the charge it is for, and nothing below its smallest loan',
      edit(
        'contract/src/coupon.ts',
        'return Math.min(discountCentavos(voucher), charge) as Centavos;',
        'return discountCentavos(voucher);',
      ),
    ),
  ),
  row(
    '§1',
    'request a quota increase',
    test(
      'server/src/limit/limit.test.ts',
      'the same request twice is one request, and what is asked must be one of the steps',
      edit('server/src/limit/apply.ts', "if (!isLimitOffered(facts, wanted)) refuse(quotaAddApply, 'quotaAmountNotOffered', values);", ''),
    ),
    test(
      'server/src/limit/farming.test.ts',
      'however many loans were repaid, a limit grows one step in 30 days, and says when the next one comes',
    ),
  ),
  row(
    '§1',
    'send feedback',
    test(
      'server/src/cases/feedback/feedback.test.ts',
      'five a day, also when they come at once; the next Manila day it is open again',
      breakConstant('aDay', '6', 'server/src/cases/feedback/feedback.ts'),
    ),
    test(
      'web/src/screens/cases/feedbackForm.test.ts',
      '%o is read as %o, in a shape that the server takes',
      edit('web/src/screens/cases/feedbackForm.ts', 'describe: form.comment', "describe: ''"),
    ),
  ),
  row(
    '§1',
    'the UI is available in English (default), Filipino, Vietnamese and Chinese',
    differs('0068-where-the-product-differs-from-the-specification.md', 'the browser’s language wins if it is one of the four'),
    kept(
      'the chosen language is kept as locale and as Local, and is used again at the next start',
      edit('contract/src/locale.ts', "locales = ['en', 'fil', 'vi', 'zh']", "locales = ['en', 'fil', 'vi']"),
    ),
    test('contract/src/locale.test.ts', '%s gives %s', breakConstant('defaultLocale', "'zh'", 'contract/src/locale.ts')),
  ),
  row(
    '§1',
    'the chosen locale is kept locally',
    kept(
      'the chosen language is kept as locale and as Local, and is used again at the next start',
      edit('web/src/i18n/loadCatalogs.ts', "  writeStored('locale', locale);", "  writeStored('locale', 'en');"),
    ),
  ),
  row(
    '§1',
    'some texts are untranslated',
    differs('0068-where-the-product-differs-from-the-specification.md', 'every text exists in four languages'),
    test(
      'web/ids.test.ts',
      '%s has every text of English and no other, with the same values',
      edit('web/src/i18n/fil/shell.po', 'msgid "title.orders"\nmsgstr "Mga utang"', 'msgid "title.orders"\nmsgstr ""'),
    ),
  ),
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
      edit('web/src/screens/cases/FeedbackDialog.tsx', '>PHP</span>', '>₱</span>'),
    ),
  ),
  row(
    '§1',
    'some Vietnamese texts show the currency as đ',
    differs('0068-where-the-product-differs-from-the-specification.md', 'amounts are pesos in every language'),
    test(
      'web/texts.test.ts',
      'no text of %s names another currency than the peso',
      edit('web/src/i18n/vi/login.po', 'msgstr "Đăng nhập"', 'msgstr "Đăng nhập 5.000 đ"'),
    ),
  ),
  row(
    '§1',
    'native shell: configuration through a synchronous bridge call, parsed as JSON',
    bridge(
      'in the shell it is asked once, and the terminal is native',
      edit('web/src/client/bridge.ts', 'v.safeParse(zShellConfig, JSON.parse(answer))', 'v.safeParse(zShellConfig, answer)'),
    ),
    native('in the shell it is read, and the advertising ids are sent with consent only'),
  ),
  row(
    '§1',
    'outside the shell the configuration is an empty object',
    bridge(
      'outside the shell the configuration is empty and the terminal is web',
      edit(
        'web/src/client/bridge.ts',
        'readShellConfig(window.SandaliShell?.getConfig()) : {};',
        "readShellConfig(window.SandaliShell?.getConfig()) : { appVersion: '1.0.0' };",
      ),
    ),
    bridge(
      'a shell that throws has an empty configuration',
      edit('web/src/client/bridge.ts', '    config = {};', "    config = { appVersion: '1.0.0' };"),
    ),
  ),
  row(
    '§1',
    'the native shell gives access to contacts and camera',
    native(
      'fills the form; of several numbers one is chosen; the call asks for one person',
      edit(
        'web/src/screens/credit/contactPicker.ts',
        "if (shellSupports('pickContact')) return pickInShell;",
        "if (shellSupports('shareFile')) return null;",
      ),
    ),
    native('goes through the upload'),
  ),
];

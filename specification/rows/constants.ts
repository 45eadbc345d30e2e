// §9: business constants and limits. Amounts, terms and fees are the default catalogue's; hours and minutes that staff may change are settings.
import { breakConstant, edit } from '../breaks.ts';
import { differs, type Row, row, test } from '../row.ts';

const catalogue = 'server/src/data/catalogues/default.ts';
const offered = 'server/src/home/offered.test.ts';
const screens = 'web/src/gallery/screens.test.tsx';
const messages = 'e2e/tests/messages.spec.ts';

const adviceDialog = 'from loan back to home: what was wrong with the offer, each answer by its rule, sent once';
const adviceLimits = 'the feedback dialog names its limits: ₱1,000 to ₱50,000, 7 to 30 days, 120 characters';
const told = 'customer service answers from 9:00 to 18:00, a review takes two to five minutes, and money arrives within ten';

export const constants: readonly Row[] = [
  row(
    '§9',
    'loan terms: 8 days, 15 days',
    test(
      offered,
      'its terms are 8 and 15 days, each due that many days later: others have no price',
      edit(catalogue, '{ days: 15, serviceFeeBps: 190 }', '{ days: 14, serviceFeeBps: 190 }'),
    ),
  ),
  row(
    '§9',
    'loan amount: greater than 50000, in steps of 10000',
    test(
      offered,
      'a loan is more than ₱50,000 in steps of ₱10,000: others have no price',
      edit(catalogue, 'isMinimumExclusive: true', 'isMinimumExclusive: false'),
    ),
    test(
      offered,
      'a loan is more than ₱50,000 in steps of ₱10,000: others have no price',
      edit(catalogue, 'stepCentavos: 10_000 * peso', 'stepCentavos: 5_000 * peso'),
    ),
  ),
  row(
    '§9',
    'advice wanted amount: 1000 to 50000',
    test('e2e/tests/feedback.spec.ts', adviceDialog, breakConstant('adviceMaximumCentavos', '6_000_000 as Centavos')),
    test(screens, adviceLimits, breakConstant('adviceMinimumCentavos', '50_000 as Centavos')),
  ),
  row(
    '§9',
    'advice term: 7 to 30 days',
    test(screens, adviceLimits, edit('contract/src/constants.ts', '(_, step) => 7 + step', '(_, step) => 8 + step')),
  ),
  row(
    '§9',
    'advice comment: max 120 characters',
    test(
      'server/src/cases/feedback/feedback.test.ts',
      '120 code points are not too many, whatever they weigh',
      breakConstant('adviceCommentLength', '119'),
    ),
    test('e2e/tests/feedback.spec.ts', adviceDialog, breakConstant('adviceCommentLength', '125')),
  ),
  row(
    '§9',
    'phone change: once per 14 days per account',
    test(
      'server/src/payout-accounts/changed-phone.test.ts',
      'counted in Manila days of business time: the refusal and the query name the day, and no code is sent before',
      breakConstant('phoneChangeDays', '13'),
    ),
  ),
  row(
    '§9',
    'coupons hidden: ended more than 7 days ago',
    test(
      'contract/src/coupon.test.ts',
      'counts seven days to the day, and reads thousands commas as numbers',
      breakConstant('couponsHiddenAfterDays', '6'),
    ),
  ),
  row(
    '§9',
    'request time-out: 30000 ms',
    differs('0068-where-the-product-differs-from-the-specification.md', 'uploads may take longer on a slow line'),
    test(messages, 'no answer for 30 s: "Network abnormal, please try again later."', breakConstant('requestTimeoutMs', '40_000')),
  ),
  row(
    '§9',
    'toast duration: 5000 ms',
    differs(
      '0068-where-the-product-differs-from-the-specification.md',
      'a refusal stays at its field, and one that offers customer service stays until it is closed',
    ),
    test(
      'e2e/tests/shell.spec.ts',
      'other codes show the message in a toast, which goes after five seconds',
      breakConstant('toastMs', '9_000'),
    ),
  ),
  row(
    '§9',
    'screen chunk load time-out: 120000 ms',
    test(
      messages,
      'a screen whose script does not come within 120 s says so, and reloading brings it',
      breakConstant('chunkLoadTimeoutMs', '150_000'),
    ),
  ),
  row(
    '§9',
    'overdue repayment code: valid 1 day, amount rises daily',
    test(
      'server/src/repayment/codes/channels.test.ts',
      'of an overdue bill a code with an amount is good for today only, and a permanent one as ever',
      edit('server/src/repayment/codes/status.ts', 'growsDaily: code.loan_id !== null && shown.overdueDays > 0', 'growsDaily: false'),
    ),
    test(
      'server/src/repayment/repayment.test.ts',
      'an overdue bill grows by the day, its code is good for the day, and both are as the rules say',
      edit('server/src/loan/rules/code-end.ts', 'const lastMs = endOfDayMs(next', 'const lastMs = 86_400_000 + endOfDayMs(next'),
    ),
  ),
  row(
    '§9',
    'review service hours: 08:00 to 24:00',
    test(
      'server/src/credit/review/timers.test.ts',
      'what is sent %s is decided in its hour, and not before',
      breakConstant('reviewHours', '{ from: 9 } as const'),
    ),
    test(
      'server/src/credit/review/timers.test.ts',
      'what is sent %s is decided in its hour, and not before',
      edit(
        'server/src/credit/review/hours.ts',
        'if (here.hour >= reviewHours.from) return at;',
        'if (here.hour >= reviewHours.from && here.hour < 23) return at;',
      ),
    ),
  ),
  row(
    '§9',
    'customer service hours: 9:00 to 18:00, or 8:30 to 17:30',
    differs(
      '0047-a-row-of-the-specification-names-what-breaks-it.md',
      'one setting, which staff may change to the other, is shown everywhere: 9:00–18:00',
    ),
    test(offered, told, edit('server/src/context/settings.ts', "serviceHours: '9:00–18:00'", "serviceHours: '9:00–17:30'")),
  ),
  row(
    '§9',
    'credit duration: about 2 or about 5 minutes',
    test(offered, told, edit('server/src/context/settings.ts', 'reviewMinutesMax: 5', 'reviewMinutesMax: 6')),
    test(
      'server/src/credit/review/timers.test.ts',
      'an answer is promised within five minutes and made after two, and both are settings',
      edit('server/src/credit/application/submit.ts', 'reviewMinutesMin * 60_000', 'reviewMinutesMax * 60_000'),
    ),
  ),
  row(
    '§9',
    'payout arrival: about 10 minutes after disbursement',
    test(offered, told, edit(catalogue, 'arrivalMinutes: 10', 'arrivalMinutes: 30')),
    test(
      'server/src/loan/loan.test.ts',
      'minutes are promised while the bank has the order, on every screen, and nothing once they are over',
      edit('server/src/loan/detail.ts', 'const isPromised = (arrival ||', 'const isPromised = !(arrival ||'),
    ),
  ),
  row(
    '§9',
    'default language: English',
    differs('0068-where-the-product-differs-from-the-specification.md', 'the browser’s language wins if it is one of the four'),
    test('contract/src/locale.test.ts', '%s gives %s', breakConstant('defaultLocale', "'fil'", 'contract/src/locale.ts')),
  ),
  row(
    '§9',
    'minimum partial repayment amount (not shown: ₱500)',
    test(
      offered,
      'a part of a bill is ₱500 at least: the list says so, and less gets no code',
      edit(catalogue, 'minimumPartialCentavos: 500 * peso', 'minimumPartialCentavos: 400 * peso'),
    ),
  ),
  row(
    '§9',
    'fee rates (not shown: in each price)',
    test(
      offered,
      'a price names its rates: the service fee of its term, and what the loan costs a month',
      edit(catalogue, '{ days: 8, serviceFeeBps: 100 }', '{ days: 8, serviceFeeBps: 90 }'),
    ),
    test(
      offered,
      'a price names its rates: the service fee of its term, and what the loan costs a month',
      edit(catalogue, 'interestPerDayBps: 20', 'interestPerDayBps: 15'),
    ),
  ),
  row(
    '§9',
    'home shows a quota range',
    test(
      screens,
      'home shows the range that a first line may have, as an estimate',
      edit('web/src/screens/home/HomeArc.tsx', '<Amount centavos={minimumCentavos} decimals="whenAny" isPlain /> – ', ''),
    ),
    test(
      offered,
      'home names the range of a first line, and what the same loan costs for 8 and for 15 days',
      edit(catalogue, 'estimate: { minimumCentavos: 60_000 * peso', 'estimate: { minimumCentavos: 70_000 * peso'),
    ),
  ),
  row(
    '§9',
    'short-term revenue shown for 8 and 15 days',
    test(
      screens,
      'home shows what the same loan costs for 8 and for 15 days',
      edit(
        'web/src/screens/home/HomeBody.tsx',
        '<Amount key={term.termDays} centavos={term.costCentavos} />',
        '<Amount key={term.termDays} centavos={term.repayCentavos} />',
      ),
    ),
    test(
      'server/src/loan/apply/example.test.ts',
      'an example is what a borrower without a coupon is priced for the same amount and term',
      edit('server/src/loan/apply/example.ts', 'receiveCentavos: priced.arrivalCentavos', 'receiveCentavos: priced.principalCentavos'),
    ),
  ),
];

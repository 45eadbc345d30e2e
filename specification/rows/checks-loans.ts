// What is checked of loans, advice and repayments, and how amounts are written (§5).
import { breakConstant, edit } from '../breaks.ts';
import { differs, type Row, row, test } from '../row.ts';

const screens = 'web/src/screens';
const byServer = 'server/src/http/spec-rules.test.ts';
const loanNeeds = 'a loan needs its term, the account that receives it, and the agreement';
const contractLoan = 'contract/src/loan.ts';

/** The form fills a field in by itself. */

const offered = 'server/src/home/offered.test.ts';
const catalogue = 'server/src/data/catalogues/default.ts';
const calc = 'server/src/loan/apply/calc.ts';
const refused = (from: string, to: string, file = calc) =>
  test('server/src/loan/loan.test.ts', 'each refusal of quoting and signing, in its order', edit(file, from, to));

const feedbackForm = `${screens}/cases/feedbackForm.ts`;
const feedbackTest = `${screens}/cases/feedbackForm.test.ts`;
const money = 'contract/src/money.ts';
const moneyTest = 'contract/src/money.test.ts';

const borrowing: readonly Row[] = [
  row(
    '§5',
    'loan: the amount is greater than 50000 and a multiple of 10000',
    test(
      offered,
      'a loan is more than ₱50,000 in steps of ₱10,000: others have no price',
      edit(catalogue, 'isMinimumExclusive: true', 'isMinimumExclusive: false'),
    ),
    refused("if (whyNotAmount(catalogue.amounts, input.amountCentavos)) refuse(productCal, 'amountNotOffered');", ''),
  ),
  row(
    '§5',
    'loan: the term is required',
    test(
      byServer,
      loanNeeds,
      edit(
        contractLoan,
        'termDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)),',
        'termDays: v.optional(v.number(), 8),',
      ),
    ),
    refused("if (!catalogue.terms.some((term) => term.days === input.termDays)) refuse(productCal, 'termNotOffered');", ''),
  ),
  row(
    '§5',
    'loan: the receiving account is required',
    test(
      byServer,
      loanNeeds,
      edit(contractLoan, 'accountId: v.nullable(zAccountId),', 'accountId: v.optional(v.nullable(zAccountId), null),'),
    ),
    refused("if (needsAccount && !account) return 'accountMissing';", '', 'server/src/loan/rules/why-not-apply.ts'),
  ),
  row(
    '§5',
    'loan: the agreement checkbox is required',
    test(
      byServer,
      loanNeeds,
      edit(contractLoan, 'agreementAccepted: v.literal(true),', 'agreementAccepted: v.optional(v.boolean(), true),'),
    ),
  ),
  row(
    '§5',
    'a coupon whose minimum exceeds the loan amount is rejected with a message',
    test(
      'server/src/coupon/coupon.test.ts',
      'a coupon for larger loans is refused with the amount it asks for; one that is not mine, ended or void is not there',
      edit(
        'server/src/loan/rules/price.ts',
        'if (coupon && principalCentavos < coupon.minimumLoanCentavos) {',
        'if (coupon && principalCentavos < 0) {',
      ),
    ),
  ),
];

const saying: readonly Row[] = [
  row(
    '§5',
    'advice: the wanted amount is digits only and clamped to 1000..50000 on blur',
    test(feedbackTest, 'the wanted amount keeps digits only', edit(feedbackForm, "typed.replace(/\\D/g, '')", 'typed')),
    test(
      feedbackTest,
      'an amount of %o is brought to %o',
      edit(
        feedbackForm,
        'Math.min(Math.max(centavos, adviceMinimumCentavos), adviceMaximumCentavos)',
        'Math.max(centavos, adviceMinimumCentavos)',
      ),
    ),
    test(
      'e2e/tests/feedback.spec.ts',
      'from loan back to home: what was wrong with the offer, each answer by its rule, sent once',
      breakConstant('adviceMaximumCentavos', '6_000_000 as Centavos'),
    ),
  ),
  row(
    '§5',
    'advice: the term picker offers 7 to 30 days (24 values)',
    test(
      'web/src/gallery/screens.test.tsx',
      'the feedback dialog names its limits: ₱1,000 to ₱50,000, 7 to 30 days, 120 characters',
      edit('contract/src/constants.ts', '{ length: 24 }', '{ length: 23 }'),
    ),
  ),
  row(
    '§5',
    'advice: the comment is required for type 6, trimmed, at most 120 characters',
    differs('0068-where-the-product-differs-from-the-specification.md', 'line breaks and runs of spaces inside become one space'),
    test(
      feedbackTest,
      '%o is read as %o, in a shape that the server takes',
      edit(feedbackForm, "    v.nonEmpty(messageId('cases.feedback.commentMissing')),\n", ''),
    ),
    test(
      feedbackTest,
      'refuses a comment of more than 120 code points',
      edit(feedbackForm, '<= adviceCommentLength,', '<= adviceCommentLength + 5,'),
    ),
  ),
  row(
    '§5',
    'phone change: once per 14 days per account',
    test(
      'server/src/payout-accounts/changed-phone.test.ts',
      'counted in Manila days of business time: the refusal and the query name the day, and no code is sent before',
      breakConstant('phoneChangeDays', '13'),
    ),
  ),
];

const repaying: readonly Row[] = [
  row(
    '§5',
    'repayment: a single full payment is recommended',
    test(
      'web/src/gallery/screens.test.tsx',
      'of the ways to repay, all at once is the one that is recommended',
      edit(
        `${screens}/repayment/AmountChoice.tsx`,
        '{!back && promisedCentavos === null && recommended}',
        '{back && promisedCentavos === null && recommended}',
      ),
    ),
  ),
  row(
    '§5',
    'repayment: a partial payment not below a minimum',
    test(
      offered,
      'a part of a bill is ₱500 at least: the list says so, and less gets no code',
      edit('server/src/repayment/rules.ts', "if (wish.amountCentavos < wish.smallestCentavos) return 'repaymentTooSmall';", ''),
    ),
  ),
  row(
    '§5',
    'number checks use parsing',
    test(moneyTest, 'parsePesos refuses what other readers take', edit(money, '(0|[1-9]\\d{0,9})(?:', '(\\d{1,10})(?:')),
  ),
  row(
    '§5',
    'money: two decimals, thousands separators, a trailing .00 can be dropped',
    test(moneyTest, 'amounts are shown with the sign tight and thousands apart', edit(money, "drop00 && cents === '00'", 'drop00')),
    test(moneyTest, 'amounts are shown with the sign tight and thousands apart', edit(money, '(?=(?:\\d{3})+$)', '(?=(?:\\d{4})+$)')),
  ),
];

export const loanChecks: readonly Row[] = [...borrowing, ...saying, ...repaying];

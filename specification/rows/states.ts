// Spec §4: every state, by the word that the contract has for it.
import { breakConstant, breakWebText, type Edit, edit } from '../breaks.ts';
import { type Row, row, test } from '../row.ts';

/** What a screen says of a state. */
const said = (...breaks: Edit[]) => test('web/src/gallery/states.test.tsx', '%s', ...breaks);
const credit = (title: string, ...breaks: Edit[]) => test('server/src/credit/credit.test.ts', title, ...breaks);
const rulesOfCredit = 'server/src/credit/rules.ts';

const ofCredit: readonly Row[] = [
  row(
    '§4',
    'credit: under auto review',
    said(breakWebText('credit.wait.autoReview')),
    test('server/src/credit/rules.test.ts', '%s', edit(rulesOfCredit, "? 'submitted' : 'autoReview'", "? 'submitted' : 'manualReview'")),
  ),
  row(
    '§4',
    'credit: under manual review, the auditor phones on working days',
    said(breakWebText('credit.wait.manualReview.detail')),
    test(
      'server/src/credit/manual/staff.test.ts',
      'a call is noted on working days from 08:00 to 20:00 Manila only; a time to phone again frees the application until then',
      edit(
        'server/src/credit/manual/rules.ts',
        'here.hour < callHours.until && isWorkingDay',
        'here.hour < callHours.until || isWorkingDay',
      ),
    ),
  ),
  row(
    '§4',
    'credit: submitted successfully',
    said(breakWebText('credit.wait.submitted')),
    credit(
      'submitted in the night, the answer comes at eight',
      edit(rulesOfCredit, "waitsForMorning(submitted.reviewFrom, now) ? 'submitted' : 'autoReview'", "'autoReview'"),
    ),
  ),
  row(
    '§4',
    'credit: rejected, not qualified, materials must be resubmitted',
    said(breakWebText('credit.rejected.message')),
    said(breakWebText('credit.rejected.from')),
    credit(
      'a refusal says why and from when; then what was given is there again',
      edit(rulesOfCredit, 'Temporal.PlainDate.compare(today, resubmitOn) >= 0', 'Temporal.PlainDate.compare(today, resubmitOn) > 9'),
    ),
    test(
      'server/src/credit/rejection/rejection.test.ts',
      'a rejection is notified in the borrower’s language, and the text is stored with the decision',
    ),
  ),
  row(
    '§4',
    'credit: review finished, refresh the page',
    said(breakWebText('home.status.reviewDone')),
    test(
      'server/src/home/status.test.ts',
      'the message of /status follows an application to its answer, and to the first loan',
      edit('server/src/home/status.ts', "approved: 'reviewDone',", "approved: 'manualReview',"),
    ),
  ),
];

const moments = 'web/src/screens/loan/moments.ts';
const way = (...breaks: Edit[]) => test('web/src/screens/loan/parts.test.ts', 'the way of a loan, step by step', ...breaks);
const isPaidOut = (...breaks: Edit[]) =>
  test('server/src/loan/loan.test.ts', 'a loan is quoted, signed, paid out, and becomes a bill', ...breaks);

const ofLoans: readonly Row[] = [
  row(
    '§4',
    'loan: submitting',
    said(breakWebText('loan.result.checking')),
    way(edit(moments, "step('approval', 'submitting', 'paying')", "step('approval', 'approving', 'paying')")),
  ),
  row(
    '§4',
    'loan: approving',
    said(breakWebText('loan.way.approving')),
    isPaidOut(edit('server/src/loan/detail.ts', 'steps: steps.map(', "steps: steps.filter(({ state }) => state !== 'approving').map(")),
  ),
  row(
    '§4',
    'loan: paying (disbursing)',
    said(breakWebText('loan.way.paying')),
    way(edit(moments, "step('handover', 'paying', 'bankProcessing')", "step('handover', 'bankProcessing', 'bankProcessing')")),
  ),
  row(
    '§4',
    'loan: in bank processing',
    said(breakWebText('loan.way.bankProcessing')),
    isPaidOut(
      edit('server/src/loan/detail.ts', 'steps: steps.map(', "steps: steps.filter(({ state }) => state !== 'bankProcessing').map("),
    ),
  ),
  row(
    '§4',
    'loan: success',
    said(breakWebText('loan.result.success')),
    isPaidOut(edit('server/src/loan/detail.ts', 'steps: steps.map(', "steps: steps.filter(({ state }) => state !== 'success').map(")),
  ),
  row(
    '§4',
    'loan: failed (retry or re-borrow offered)',
    said(breakWebText('loan.result.failed')),
    said(breakWebText('loan.result.retry')),
    said(breakWebText('loan.result.reborrow')),
    test(
      'server/src/loan/loan.test.ts',
      'a payout the bank refuses fails the loan and gives the line back',
      edit(
        'server/src/loan/payout/payout-result.ts',
        "who: 'bank', why: 'the bank refused', failure: result.failure",
        "who: 'bank', why: 'the bank refused', failure: 'amountRefused'",
      ),
    ),
  ),
];

const billStates = 'server/src/loan/rules/bill-state.ts';
const dated = (...breaks: Edit[]) => test('server/src/loan/rules/bill-state.test.ts', 'on %s a bill due on 9 June is %s', ...breaks);
const codeEnds = 'server/src/loan/rules/code-end.ts';

const ofBills: readonly Row[] = [
  row(
    '§4',
    'bill: repayment in progress',
    said(breakWebText('repayment.state.inProgress')),
    test(
      'server/src/repayment/codes/links.test.ts',
      'after yes the payment is on its way, the bill says so everywhere, and it ends when the money is in',
      edit('server/src/loan/view.ts', "{ ...shown, state: 'repaymentInProgress' } : shown", 'shown : shown'),
    ),
  ),
  row(
    '§4',
    'bill: repaid',
    said(breakWebText('repayment.state.repaid')),
    test(
      'server/src/loan/rules/bill-state.test.ts',
      'how a bill ended is its state from then on, whatever the day',
      edit(billStates, 'if (ending) return ending;', "if (ending && ending !== 'repaid') return ending;"),
    ),
  ),
  row(
    '§4',
    'bill: upcoming overdue or due soon',
    said(breakWebText('repayment.orders.group.soon')),
    dated(breakConstant('dueSoonDays', '2', billStates)),
  ),
  row('§4', 'bill: due today', said(breakWebText('repayment.state.dueToday')), dated(edit(billStates, 'if (days <= 0)', 'if (days < 0)'))),
  row(
    '§4',
    'bill: due tomorrow',
    said(breakWebText('repayment.state.dueTomorrow')),
    dated(edit(billStates, 'if (days === 1)', 'if (days === 2)')),
  ),
  row('§4', 'bill: overdue', said(breakWebText('repayment.state.overdue')), dated(edit(billStates, 'overdueDays > 0', 'overdueDays > 1'))),
  row(
    '§4',
    "expired (a code's or a quote's state)",
    said(breakWebText('repayment.code.expiredTitle')),
    test(
      'server/src/loan/loan.test.ts',
      'a quote is its borrower’s own, is used once, and ends after ten minutes',
      breakConstant('quoteMinutes', '11', codeEnds),
    ),
    test(
      'server/src/repayment/codes/channels.test.ts',
      'a code for minutes: its seconds run down, it is booked when it is paid, and afterwards it is refused at the gateway',
      breakConstant('shortLivedMinutes', '60', codeEnds),
    ),
  ),
];

const renewed = (...breaks: Edit[]) =>
  test(
    'server/src/repayment/extension/extension.test.ts',
    'on the due date: the three ways, the code until midnight, and exactly its amount moves the due date',
    ...breaks,
  );

const ofExtensions: readonly Row[] = [
  row(
    '§4',
    'extension: apply',
    said(breakWebText('extension.extend')),
    test(
      'server/src/loan/rules/extension.test.ts',
      'opens three days before the due date in force',
      breakConstant('opensDaysBeforeDue', '2', 'server/src/loan/rules/extension.ts'),
    ),
  ),
  row(
    '§4',
    'extension: pay the extension fee',
    said(breakWebText('extension.total')),
    renewed(
      edit(
        'server/src/repayment/extension/extension.ts',
        'amount_centavos: BigInt(offer.totalCentavos)',
        'amount_centavos: BigInt(offer.totalCentavos + 100)',
      ),
    ),
  ),
  row(
    '§4',
    'extension: Extension Success',
    said(breakWebText('repayment.result.extended')),
    said(breakWebText('repayment.result.extendedWords')),
    test('e2e/tests/renew.spec.ts', 'the ways from a bill: the fee is paid at the kiosk, and the due date moves'),
  ),
];

export const states: readonly Row[] = [...ofCredit, ...ofLoans, ...ofBills, ...ofExtensions];

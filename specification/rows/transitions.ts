// Spec §4: what leads from one state to the next, and what the client does on its own.
import { breakWebText, type Edit, edit } from '../breaks.ts';
import { differs, full, type Row, row, test } from '../row.ts';

const said = (...breaks: Edit[]) => test('web/src/gallery/states.test.tsx', '%s', ...breaks);
const renewal = (title: string, ...breaks: Edit[]) => test('server/src/repayment/extension/extension.test.ts', title, ...breaks);

const ofMoney: readonly Row[] = [
  row(
    '§4',
    'credit: sent into review with the last step',
    test(
      'server/src/credit/credit.test.ts',
      'a whole application: saved step by step, resumed, submitted, approved, notified',
      edit('server/src/credit/rules.ts', "if (!submitted) return 'filling';", "if (submitted) return 'filling';"),
    ),
  ),
  row(
    '§4',
    'credit takes about 2 or about 5 minutes',
    said(breakWebText('credit.wait.minutes')),
    test(
      'server/src/credit/review/timers.test.ts',
      'an answer is promised within five minutes and made after two, and both are settings',
      edit('server/src/credit/application/submit.ts', 'reviewMinutesMax * 60_000 };', 'reviewMinutesMin * 60_000 };'),
    ),
  ),
  row(
    '§4',
    'credit: an application outside service hours gets its result the next day',
    differs(
      '0045-where-each-status-word-is-reached.md',
      'whoever sends it after midnight is answered at eight of the same day; the day and the hour are told',
    ),
    test(
      'server/src/credit/credit.test.ts',
      'submitted in the night, the answer comes at eight',
      edit('server/src/credit/review/hours.ts', 'if (here.hour >= reviewHours.from) return at;', 'if (here.hour >= 0) return at;'),
    ),
    said(breakWebText('credit.night.answer')),
    full(
      'server/src/credit/review/timers.test.ts',
      'a worker that was gone for a day catches up in the morning: in batches, each once, the oldest first',
    ),
  ),
  row(
    '§4',
    'credit: materials are resubmitted after a rejection',
    said(breakWebText('credit.rejected.now')),
    test(
      'server/src/credit/rules.test.ts',
      'a new application may begin only after a refusal whose day has come',
      edit(
        'server/src/credit/rules.ts',
        'Temporal.PlainDate.compare(today, resubmitOn) >= 0',
        'Temporal.PlainDate.compare(today, resubmitOn) > 0',
      ),
    ),
  ),

  row(
    '§4',
    'loan: each state with its time',
    test(
      'web/src/screens/loan/parts.test.ts',
      'the way of a loan, step by step',
      edit(
        'web/src/screens/loan/moments.ts',
        "return { id, state: 'done', at: begunAt(until) };",
        "return { id, state: 'done', at: begunAt(from) };",
      ),
    ),
    test(
      'server/src/loan/loan.test.ts',
      'a loan is quoted, signed, paid out, and becomes a bill',
      edit('server/src/loan/detail.ts', 'steps: steps.map(', 'steps: steps.slice(1).map('),
    ),
  ),
  row(
    '§4',
    'loan: retry or re-borrow after a failure',
    said(breakWebText('loan.result.reborrow')),
    full(
      'e2e/tests/causes.spec.ts',
      'a loan that the bank refuses: "Loan failed due to a back-end problem", retry with its amount and term, or re-borrow',
      edit('web/src/screens/loan/ResultView.tsx', ' termDays: loan.termDays,', ''),
    ),
  ),

  row(
    '§4',
    'extension: the user must repay before the new deferral deadline',
    said(breakWebText('extension.ifExtend.by')),
    test(
      'server/src/loan/rules/extension.test.ts',
      'reckons from the later of the due date and the day of payment',
      edit('server/src/loan/rules/extension.ts', 'laterDay(dueInForce(facts, paidOn).dueOn, paidOn)', 'dueInForce(facts, paidOn).dueOn'),
    ),
    renewal(
      'on the due date: the three ways, the code until midnight, and exactly its amount moves the due date',
      edit('server/src/loan/rules/extension.ts', '    endsAtMs: endOfDayMs(day),', '    endsAtMs: endOfDayMs(addDays(day, 1)),'),
    ),
  ),
  row(
    '§4',
    'extension: after the deadline passes the user must extend again',
    differs(
      '0047-a-row-of-the-specification-names-what-breaks-it.md',
      'the borrower may extend again, three times in all, or repay: nobody must',
    ),
    renewal(
      'three times at most, again after each deadline passes, and refused kindly after that',
      edit('contract/src/extension.ts', 'mostExtensions = 3', 'mostExtensions = 2'),
    ),
  ),
];

const routes = 'web/src/routes/routes.test.ts';
const kept = (title: string, ...breaks: Edit[]) => test('web/src/shell/storage.test.ts', title, ...breaks);
const news = (...breaks: Edit[]) =>
  test('e2e/tests/notices.spec.ts', 'announcements at home and at loan-apply show once, and again when the text changes', ...breaks);
const shownAgain = test(
  'web/src/shell/announcement.test.ts',
  'a text is news until it has been shown at its place, and a changed one is news again',
  edit('web/src/shell/announcement.tsx', 'readStored(place) !== text', 'readStored(place) === null'),
);

const ofTheClient: readonly Row[] = [
  row(
    '§4',
    'session: a missing token means redirect to /login',
    test(routes, 'who may be where', edit('web/src/routes/routes.tsx', 'route.needsToken && !hasToken', 'route.needsToken && hasToken')),
    test(
      'e2e/tests/shell.spec.ts',
      'every route that needs a token leads to login without one',
      edit('web/src/routes/routes.tsx', '{ to: paths.login, ...', '{ to: paths.register, ...'),
    ),
  ),
  row(
    '§4',
    'session: 1003 clears the token and userGid and sends to login',
    kept(
      'a session that the server no longer knows clears Token, tokenFlag and userGid, and nothing of the device',
      edit(
        'web/src/client/session.ts',
        "['Token', 'tokenFlag', 'userGid', 'triedLoan']) writeStored",
        "['Token', 'tokenFlag']) writeStored",
      ),
    ),
    test(
      'e2e/tests/messages.spec.ts',
      '1003 ends the session, says so, and the login leads back to the page',
      edit('web/src/client/callServer.ts', "result.name === 'sessionInvalid'", "result.name === 'systemBusy'"),
    ),
    full('e2e/tests/devices.spec.ts', '1003 on every page that asks the server leads to the login, which knows the way back'),
  ),

  row(
    '§4',
    'announcement on home shows again when its text differs',
    shownAgain,
    news(
      edit('web/src/screens/home/Home.tsx', "useAnnouncement('homeDialog', data?.announcement ?? '')", "useAnnouncement('homeDialog', '')"),
    ),
  ),
  row(
    '§4',
    'announcement on loan-apply shows again when its text differs',
    news(
      edit(
        'web/src/screens/loan/Loan.tsx',
        "useAnnouncement('loanDialog', useConfig()?.loanApplyAnnouncement ?? '')",
        "useAnnouncement('loanDialog', useConfig()?.announcement ?? '')",
      ),
    ),
  ),
  row(
    '§4',
    'announcement on repayment shows again when its text differs',
    full(
      'e2e/tests/notices.spec.ts',
      'the announcement at repayment shows once, and again when the text changes',
      edit(
        'web/src/screens/repayment/Choose.tsx',
        "useAnnouncement('repaymentDialog', useConfig()?.repaymentAnnouncement ?? '')",
        "useAnnouncement('repaymentDialog', useConfig()?.announcement ?? '')",
      ),
    ),
  ),
];

const adviceDialog = (...breaks: Edit[]) =>
  test(
    'e2e/tests/feedback.spec.ts',
    'from loan back to home: what was wrong with the offer, each answer by its rule, sent once',
    ...breaks,
  );
const dialog = 'web/src/screens/cases/Feedback.tsx';
const opened = 'web/src/screens/cases/FeedbackDialog.tsx';

const ofAdvice: readonly Row[] = [
  row(
    '§4',
    'advice: from loan back to home the pop check is called',
    adviceDialog(edit('web/src/shell/Extras.tsx', 'cameFrom === paths.loan ?', 'cameFrom === paths.my ?')),
  ),
  row(
    '§4',
    'advice: isPop equal to 1 opens the dialog',
    adviceDialog(edit(dialog, 'result.data.isPop !== 1', 'result.data.isPop !== 0')),
    test(
      'server/src/cases/feedback/feedback.test.ts',
      'isPop: an approved borrower who got a quote and left, and not again for 30 days after sending or closing',
      edit(
        'server/src/cases/feedback/feedback.ts',
        "credit.state === 'approved' && hasLeft && !isQuiet ? 1 : 0",
        "credit.state === 'approved' && hasLeft ? 1 : 0",
      ),
    ),
  ),
  row(
    '§4',
    'advice: confirm submits, cancel closes',
    adviceDialog(edit(opened, 'void submit.send(advice)', 'void advice')),
    adviceDialog(
      edit(opened, '    void callServer(feedbackClose, { userGid });\n    onDone();', '    void callServer(feedbackClose, { userGid });'),
    ),
  ),
  row(
    '§4',
    'advice: closing resets the fields',
    adviceDialog(
      edit(opened, 'start: { ...emptyFeedback, ...given.start },', 'start: held,'),
      edit(
        opened,
        "  const type = useField(form, 'type');",
        "  const type = useField(form, 'type');\n  Object.assign(held, form.values());",
      ),
      edit(opened, '/** The open dialog.', 'const held = { ...emptyFeedback };\n/** The open dialog.'),
    ),
  ),
];

const coupons = (title: string, ...breaks: Edit[]) => test('contract/src/coupon.test.ts', title, ...breaks);
const voucher = 'contract/src/coupon.ts';
const dropped = 'drops used coupons and those that ended more than seven days ago, and nothing else';
const sorted = 'sorts each list by end date, then by discount, the largest first, whatever the order it gets';

const ofCoupons: readonly Row[] = [
  row(
    '§4',
    'coupons: used ones and those ended more than 7 days ago are dropped',
    coupons(dropped, edit(voucher, 'one.useStatus !== useStatuses.used && !isForgotten(one, today)', '!isForgotten(one, today)')),
    coupons(
      'counts seven days to the day, and reads thousands commas as numbers',
      edit(voucher, 'addDays(today, -couponsHiddenAfterDays)', 'addDays(today, 1 - couponsHiddenAfterDays)'),
    ),
  ),
  row(
    '§4',
    'coupons: sorted by end date ascending, then by discount descending',
    coupons(sorted, edit(voucher, 'return a.endDataTimeStem - b.endDataTimeStem', 'return b.endDataTimeStem - a.endDataTimeStem')),
    coupons(sorted, edit(voucher, '|| discountCentavos(b) - discountCentavos(a) ||', '|| discountCentavos(a) - discountCentavos(b) ||')),
  ),
  row(
    '§4',
    'coupons: an unused list, a used/void list and a combined list',
    coupons(dropped, edit(voucher, 'combined: [...unused, ...others]', 'combined: [...others, ...unused]')),
    coupons(
      dropped,
      edit(
        voucher,
        'kept.filter((one) => one.useStatus === useStatuses.unused);',
        'kept.filter((one) => one.useStatus !== useStatuses.void);',
      ),
    ),
  ),
];

export const transitions: readonly Row[] = [...ofMoney, ...ofTheClient, ...ofAdvice, ...ofCoupons];

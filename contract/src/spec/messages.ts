// Spec §8, and the messages that the other chapters quote: what brings each, and the text that says it.
import { answered, constant, type Row, refusal, shown, source, test, text, webText } from './row.ts';

const codes: readonly Row[] = [
  shown('§8', 'code 0000 is success', source('contract/src/codes.ts', "successCode = '0000'")),
  shown(
    '§8',
    'other codes show the message in a toast of 5000 ms',
    constant('toastMs', 5_000),
    test('e2e/tests/shell.spec.ts', 'other codes show the message in a toast, which goes after five seconds'),
  ),
  shown(
    '§8',
    'code 1003: the session is invalid',
    refusal('sessionInvalid', '1003'),
    text('refusal.sessionInvalid'),
    test('e2e/tests/messages.spec.ts', '1003 ends the session, says so, and the login leads back to the page'),
  ),
  shown('§8', 'other server codes', text('refusal.inputInvalid')),
];

const heard = test('e2e/tests/messages.spec.ts', 'each HTTP status has its fixed text, another one the generic one');

const statuses: readonly Row[] = [
  shown(
    '§8',
    "status 400 shows the server's message",
    source('web/src/kit/ask.ts', '(status === 400 || status === 429) && answer?.message'),
    test('e2e/tests/messages.spec.ts', '400 shows the message that the server gave'),
  ),
  shown('§8', 'status 401 not authorised', webText('http.401'), heard),
  shown('§8', 'status 403 access denied', webText('http.403'), heard),
  shown('§8', 'status 404 address error', webText('http.404'), heard),
  shown('§8', 'status 408 time-out', webText('http.408'), heard),
  shown('§8', 'status 500 server error', webText('http.500'), heard),
  shown('§8', 'status 501 not implemented', webText('http.501'), heard),
  shown('§8', 'status 502 bad gateway', webText('http.502'), heard),
  shown('§8', 'status 503 unavailable', webText('http.503'), heard),
  shown('§8', 'status 504 gateway time-out', webText('http.504'), heard),
  shown('§8', 'status 505 HTTP version unsupported', webText('http.505'), heard),
  shown('§8', 'another status: a generic service error', webText('http.other'), heard),
  shown(
    '§8',
    '"Request failed with status code {n}"',
    webText('http.notJson', 'Request failed with status code'),
    test('e2e/tests/messages.spec.ts', 'a body that is no JSON: "Request failed with status code {n}"'),
  ),
];

const causes = 'e2e/tests/causes.spec.ts';
const notLoaded = test(causes, 'names of places or of banks that do not come: "… data failed to load, please reload."');
const loanFails = test(
  causes,
  'a loan that the bank refuses: "Loan failed due to a back-end problem", retry with its amount and term, or re-borrow',
);
const codeHelp = test('e2e/tests/life.spec.ts', 'a borrower’s whole loan, from sign-up to repaid, and once more overdue');

const spoken: readonly Row[] = [
  shown(
    '§8',
    '"Network Abnormal"',
    webText('net.abnormal', 'Network Abnormal'),
    test('e2e/tests/messages.spec.ts', 'without a network: the line over the screen, and "Network Abnormal" for what was sent'),
  ),
  shown(
    '§8',
    '"Network abnormal, please try again later."',
    webText('net.later', 'Network abnormal, please try again later.'),
    test('e2e/tests/messages.spec.ts', 'no answer for 30 s: "Network abnormal, please try again later."'),
  ),
  shown(
    '§8',
    '"The network connection is abnormal please click the page to reload"',
    webText('net.reload', 'The network connection is abnormal please click the page to reload'),
    test('e2e/tests/messages.spec.ts', 'a script that is gone says so at once'),
  ),
  shown(
    '§8',
    '"Client version is too low please update the client"',
    webText('shell.tooOld', 'Client version is too low please update the client'),
    text('refusal.clientTooOld', 'Client version is too low please update the client'),
    test(
      'e2e/tests/notices.spec.ts',
      'a client that is too old is asked to update, by the shell’s own version and by svm; a link with svm shuts no browser out',
    ),
    test(
      'e2e/tests/notices.spec.ts',
      'a version that becomes too old during a visit is told so by the next call, and the prompt comes without a new start',
    ),
    test(
      'server/src/http/call-headers.test.ts',
      'a version below the least of its terminal type is asked to update, by every call but the two that lead to the update',
    ),
  ),
  shown(
    '§8',
    '"There are too many current borrowers. Please try again at 10 tomorrow."',
    refusal('budgetSpent'),
    text('refusal.budgetSpent', 'There are too many current borrowers. Please try again at 10 tomorrow.'),
    test(
      'server/src/loan/may-borrow.test.ts',
      'a missing bank card, a spent budget, a pause and an overdue bill are said before anything is read or ticked',
    ),
  ),
  shown(
    '§8',
    'system busy, try tomorrow',
    refusal('systemBusy'),
    text('refusal.systemBusy', 'The system is busy.'),
    test(
      'server/src/ops/switch.test.ts',
      'a gateway that is switched off is given nothing to do, and borrowers read that the system is busy',
    ),
  ),
  shown(
    '§8',
    '"You are not qualified to loan now."',
    refusal('creditNotApproved'),
    text('refusal.creditNotApproved', 'You are not qualified to loan now.'),
  ),
  shown(
    '§8',
    'cannot borrow now, credit failed',
    webText('home.do.pausedWhy', 'You cannot borrow right now.'),
    answered('/user/multi', 'whyNotBorrow.message'),
    test('server/src/home/status.test.ts', 'an approved borrower cannot borrow while applications are switched off'),
    webText('credit.rejected.message', 'You are not qualified to loan now.'),
    test('server/src/credit/manual/staff.test.ts', 'an approval and a refusal by a person: decided once, told, and kept with who and why'),
  ),
  shown(
    '§8',
    'information under review, try later',
    refusal('creditLocked'),
    text('refusal.creditLocked', 'Your information is under review'),
  ),
  shown(
    '§8',
    'review completed, reload the page',
    webText('home.status.reviewDone', 'Review completed'),
    webText('home.status.reviewDone.words', 'Your answer is here. If a page still says otherwise, reload it.'),
    test('server/src/home/status.test.ts', 'the word of /status follows an application to its answer, and to the first loan'),
    test('web/src/screens/status/statusPages.test.ts', 'a review is followed to its answer'),
  ),
  shown(
    '§8',
    'name or bank data failed to load, reload',
    webText('credit.place.failed', 'Name data failed to load, please reload.'),
    webText('payee.bankFailed', 'Bank data failed to load, please reload.'),
    notLoaded,
  ),
  shown('§8', 'system error, please retry', refusal('systemError'), text('refusal.systemError', 'System error, please retry.')),
  shown(
    '§8',
    'account already registered, go back to log in',
    refusal('alreadyRegistered'),
    text('refusal.alreadyRegistered', 'Account already registered, go back to log in.'),
  ),
  shown(
    '§8',
    'verification code sending failed',
    refusal('codeSendingFailed'),
    text('refusal.codeSendingFailed', 'Verification code sending failed.'),
    test(
      'server/src/account/code.test.ts',
      'while every gateway refuses the code of a number, its next is refused with the reason; other numbers go on',
    ),
  ),
  shown(
    '§8',
    'update the app version for this feature',
    webText('credit.pick.tooOld', 'Update the app version for this feature'),
    test('e2e/tests/native.spec.ts', 'a shell too old for it: "Update the app version for this feature"'),
  ),
  shown(
    '§8',
    'loan failed due to a back-end problem: retry later or contact customer service; re-borrow is offered',
    webText('loan.result.failed', 'Loan failed due to a back-end problem'),
    webText('loan.result.failedWhy', 'Please retry later, or contact customer service.'),
    loanFails,
  ),
  shown(
    '§8',
    'contacts not received, or contact selection failed: check permissions or type the number',
    webText('credit.pick.none', 'Contacts not received.'),
    webText('credit.pick.failed', 'Contact selection failed.'),
    test('e2e/tests/native.spec.ts', 'what the phone refuses is said, and the number can be typed'),
  ),
  shown(
    '§8',
    'camera failed to wake up: uninstall and re-authorise, or contact customer service',
    webText('credit.camera.asleepInShell', 'Camera failed to wake up.'),
    webText('credit.camera.asleep', 'Camera failed to wake up'),
    test(
      'e2e/tests/camera.spec.ts',
      'refused, then by files; then by the camera: judged, sent over a broken and a slow line, stopped, and never asked for twice',
    ),
    test('e2e/tests/native.spec.ts', 'a camera that may not, that fails and that sends what is no photo: each with its message'),
  ),
  shown(
    '§8',
    'shooting failure: confirm camera permission',
    webText('credit.camera.shootFailed', 'Shooting failure.'),
    test('e2e/tests/native.spec.ts', 'a camera that may not, that fails and that sends what is no photo: each with its message'),
  ),
  shown(
    '§8',
    'repayment reference number invalid: not updated or the amount is wrong',
    webText('repayment.code.help.invalidWords', 'It may not be updated or the amount is wrong.'),
    codeHelp,
  ),
  shown('§8', 'overdue reference numbers are valid for one day only and the amount rises daily', codeHelp),
  shown(
    '§8',
    'reload the repayment page',
    refusal('repaymentCodeUnknown'),
    text('refusal.repaymentCodeUnknown', 'We could not find this payment code. Reload the repayment page'),
    codeHelp,
  ),
  shown(
    '§8',
    'CLIQQ machine offline: ask staff to restart, or try another store or channel',
    webText('repayment.code.help.offline', 'CLIQQ machine offline'),
    webText('repayment.code.help.offlineWords', 'Ask staff to restart, or try another store or channel.'),
    codeHelp,
  ),
  shown('§8', 'coupon below the minimum usable amount', refusal('voucherNeedsMore', '4021')),
  shown(
    '§8',
    'script chunk load time-out at 120 seconds reports a chunk load error',
    test('e2e/tests/messages.spec.ts', 'a screen whose script does not come within 120 s says so, and reloading brings it'),
    constant('chunkLoadTimeoutMs', 120_000),
    source('web/src/kit/chunk.ts', 'class ChunkLoadError'),
  ),
];

const quotedElsewhere: readonly Row[] = [
  shown(
    '§5',
    '"Please check the user Privacy Protection Agreement"',
    webText('account.agree.missing', 'Please check the user Privacy Protection Agreement'),
  ),
  shown('§5', '"Password doesnt match please try again"', webText('account.newPassword.differs', 'Password doesnt match please try again')),
  shown(
    '§5',
    '"Please agree the Loan Agreement"',
    webText('loan.confirm.why.agree', 'Please agree the Loan Agreement'),
    test('e2e/tests/documents.spec.ts', 'read, refused without the box, signed, and downloaded with the very words that were read'),
  ),
  shown('§5', '"Please fill your comments"', webText('home.advice.commentMissing', 'Please fill your comments')),
];

export const messages: readonly Row[] = [...codes, ...statuses, ...spoken, ...quotedElsewhere];

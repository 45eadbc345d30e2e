// Spec §8, and the messages that the other chapters quote: what brings each, and the text that says it.
import { breakCode, breakConstant, breakText, breakWebText, type Edit, edit } from '../breaks.ts';
import { differs, full, type Row, row, test } from '../row.ts';

/** What brings a message of the server, and what it says then. */
const caused = (title: string, ...breaks: Edit[]) => test('server/src/http/said.test.ts', title, ...breaks);
const quoted = (...breaks: Edit[]) =>
  test('server/src/texts/texts.test.ts', 'the texts that the specification quotes stand to the letter', ...breaks);

const codes: readonly Row[] = [
  row(
    '§8',
    'code 0000 is success',
    caused('success is 0000, without a message', edit('contract/src/codes.ts', "successCode = '0000'", "successCode = '0001'")),
  ),
  row(
    '§8',
    'other codes show the message in a toast of 5000 ms',
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
    '§8',
    'code 1003: the session is invalid',
    test(
      'server/src/http/router.test.ts',
      'a call for borrowers needs a session, and answers in the language of X-Local',
      breakCode('sessionInvalid'),
    ),
    test(
      'e2e/tests/messages.spec.ts',
      '1003 ends the session, says so, and the login leads back to the page',
      breakWebText('shell.sessionEnded'),
    ),
  ),
  row(
    '§8',
    'other server codes',
    test(
      'server/src/coupon/coupon.test.ts',
      'a coupon for larger loans is refused with the amount it asks for; one that is not mine, ended or void is not there',
      breakCode('voucherNeedsMore'),
    ),
  ),
];

const heard = (id: string) =>
  test('e2e/tests/messages.spec.ts', 'each HTTP status has its fixed text, another one the generic one', breakWebText(id));

const statuses: readonly Row[] = [
  row(
    '§8',
    "status 400 shows the server's message, the others a fixed text",
    differs(
      '0068-where-the-product-differs-from-the-specification.md',
      '429 shows the server’s message too: it says when the next attempt is allowed',
    ),
    test(
      'e2e/tests/messages.spec.ts',
      '400 shows the message that the server gave',
      edit('web/src/client/callServer.ts', '(status === 400 || status === 429) &&', 'status === 429 &&'),
    ),
  ),
  row('§8', 'status 401 not authorised', heard('http.401')),
  row('§8', 'status 403 access denied', heard('http.403')),
  row('§8', 'status 404 address error', heard('http.404')),
  row('§8', 'status 408 time-out', heard('http.408')),
  row('§8', 'status 500 server error', heard('http.500')),
  row('§8', 'status 501 not implemented', heard('http.501')),
  row('§8', 'status 502 bad gateway', heard('http.502')),
  row('§8', 'status 503 unavailable', heard('http.503')),
  row('§8', 'status 504 gateway time-out', heard('http.504')),
  row('§8', 'status 505 HTTP version unsupported', heard('http.505')),
  row('§8', 'another status: a generic service error', heard('http.other')),
  row(
    '§8',
    '"Request failed with status code {n}"',
    test('e2e/tests/messages.spec.ts', 'a body that is no JSON: "Request failed with status code {n}"', breakWebText('http.notJson')),
  ),
];

const causes = 'e2e/tests/causes.spec.ts';
const failed = (id: string) =>
  test(causes, 'names of places or of banks that do not come: "… data failed to load, please reload."', breakWebText(id));
const loanFails = full(
  causes,
  'a loan that the bank refuses: "Loan failed due to a back-end problem", retry with its amount and term, or re-borrow',
  breakWebText('loan.result.failed'),
);
const codeHelp = (id: string) =>
  test(
    'web/src/gallery/screens.test.tsx',
    'the code of an overdue bill says how long it is good for, and what to do where it is turned away or the kiosk is offline',
    breakWebText(id),
  );

const spoken: readonly Row[] = [
  row(
    '§8',
    '"Network Abnormal"',
    test(
      'e2e/tests/messages.spec.ts',
      'without a network: the line over the screen, and "Network Abnormal" for what was sent',
      breakWebText('net.abnormal'),
    ),
  ),
  row(
    '§8',
    '"Network abnormal, please try again later."',
    test('e2e/tests/messages.spec.ts', 'no answer for 30 s: "Network abnormal, please try again later."', breakWebText('net.later')),
  ),
  row(
    '§8',
    '"The network connection is abnormal please click the page to reload"',
    test('e2e/tests/messages.spec.ts', 'a script that is gone says so at once', breakWebText('net.reload')),
  ),
  row(
    '§8',
    '"Client version is too low please update the client"',
    test(
      'e2e/tests/notices.spec.ts',
      'a client that is too old is asked to update, by the shell’s own version and by svm; a link with svm shuts no browser out',
      breakWebText('shell.tooOld'),
    ),
    full(
      'e2e/tests/notices.spec.ts',
      'a version that becomes too old during a visit is told so by the next call, and the prompt comes without a new start',
    ),
    test(
      'server/src/http/call-headers.test.ts',
      'a version below the least of its terminal type is asked to update, by every call but the two that lead to the update',
    ),
  ),
  row(
    '§8',
    '"There are too many current borrowers. Please try again at 10 tomorrow."',
    quoted(breakText('refusal.budgetSpent')),
    caused('the day’s money is lent: too many borrowers, until 10 tomorrow', breakText('refusal.budgetSpent')),
    test(
      'server/src/loan/apply/may-borrow.test.ts',
      'a missing bank card, a spent budget, a pause and an overdue bill are said before anything is read or ticked',
    ),
  ),
  row(
    '§8',
    'system busy, try tomorrow',
    caused('the gateway is switched off: the system is busy, until tomorrow', breakText('refusal.systemBusy')),
    test(
      'server/src/settings/switch.test.ts',
      'a gateway that is switched off is given nothing to do, and borrowers read that the system is busy',
    ),
  ),
  row(
    '§8',
    '"You are not qualified to loan now."',
    quoted(breakText('refusal.creditNotApproved')),
    caused(
      'a borrower without a line is not qualified, and what is under review cannot be changed',
      breakText('refusal.creditNotApproved'),
    ),
    test('web/src/gallery/states.test.tsx', '%s', breakWebText('credit.rejected.message')),
  ),
  row(
    '§8',
    'cannot borrow now, credit failed',
    caused('lending is paused: nobody can borrow now', breakText('refusal.lendingPaused')),
    test('server/src/home/status.test.ts', 'an approved borrower cannot borrow while applications are switched off'),
    test(
      'server/src/credit/manual/staff.test.ts',
      'an approval and a rejection by a person: decided once, notified, and stored with who and why',
    ),
  ),
  row(
    '§8',
    'information under review, try later',
    caused('a borrower without a line is not qualified, and what is under review cannot be changed', breakText('refusal.creditLocked')),
  ),
  row(
    '§8',
    'review completed, reload the page',
    test('server/src/home/status.test.ts', 'the message of /status follows an application to its answer, and to the first loan'),
    test(
      'web/src/screens/home/statusPages.test.ts',
      'a review is followed to its answer',
      edit('web/src/screens/home/statusPages.ts', 'if (answered !== null && becomes(shown).includes(answered)) return answered;', ''),
    ),
  ),
  row('§8', 'name or bank data failed to load, reload', failed('credit.place.failed'), failed('payoutAccounts.bankFailed')),
  row(
    '§8',
    'system error, please retry',
    quoted(breakText('refusal.systemError')),
    caused('a fault of ours is answered as one, without details', breakText('refusal.systemError')),
  ),
  row(
    '§8',
    'account already registered, go back to log in',
    quoted(breakText('refusal.alreadyRegistered')),
    test(
      'server/src/account/register.test.ts',
      'signing up with a number that has an account leads back to the login',
      edit(
        'server/src/account/register.ts',
        "refuseButKeep(registerCall, 'alreadyRegistered')",
        "refuseButKeep(registerCall, 'codeWrong')",
      ),
    ),
  ),
  row(
    '§8',
    'verification code sending failed',
    test(
      'server/src/account/code/code.test.ts',
      'while every gateway refuses the code of a number, its next is refused with the reason; other numbers go on',
      breakText('refusal.codeSendingFailed'),
    ),
  ),
  row(
    '§8',
    'update the app version for this feature',
    test(
      'e2e/tests/native.spec.ts',
      'a shell too old for it: "Update the app version for this feature"',
      breakWebText('credit.pick.tooOld'),
    ),
  ),
  row('§8', 'loan failed due to a back-end problem: retry later or contact customer service; re-borrow is offered', loanFails),
  row(
    '§8',
    'contacts not received, or contact selection failed: check permissions or type the number',
    test('e2e/tests/native.spec.ts', 'what the phone refuses is said, and the number can be typed', breakWebText('credit.pick.failed')),
    test('web/src/gallery/contents.test.tsx', '%s', breakWebText('credit.pick.none')),
  ),
  row(
    '§8',
    'camera failed to wake up: uninstall and re-authorise, or contact customer service',
    test(
      'e2e/tests/camera.spec.ts',
      'refused, then by files; then by the camera: judged, sent over a broken and a slow line, stopped, and never asked for twice',
    ),
    test('web/src/gallery/contents.test.tsx', '%s', breakWebText('credit.camera.asleepInShell')),
    test('e2e/tests/native.spec.ts', 'a camera that may not, that fails and that sends what is no photo: each with its message'),
  ),
  row(
    '§8',
    'shooting failure: confirm camera permission',
    test('web/src/gallery/contents.test.tsx', '%s', breakWebText('credit.camera.shootFailed')),
    test('e2e/tests/native.spec.ts', 'a camera that may not, that fails and that sends what is no photo: each with its message'),
  ),
  row('§8', 'repayment reference number invalid: not updated or the amount is wrong', codeHelp('repayment.code.help.invalidWords')),
  row('§8', 'overdue reference numbers are valid for one day only and the amount rises daily', codeHelp('repayment.code.overdue')),
  row('§8', 'reload the repayment page', codeHelp('repayment.code.help.invalidWords')),
  row(
    '§8',
    'CLIQQ machine offline: ask staff to restart, or try another store or channel',
    codeHelp('repayment.code.help.offline'),
    codeHelp('repayment.code.help.offlineWords'),
  ),
  row(
    '§8',
    'coupon below the minimum usable amount',
    test(
      'server/src/coupon/coupon.test.ts',
      'a coupon for larger loans is refused with the amount it asks for; one that is not mine, ended or void is not there',
      breakText('refusal.voucherNeedsMore'),
    ),
  ),
  row(
    '§8',
    'script chunk load time-out at 120 seconds reports a chunk load error',
    test(
      'e2e/tests/messages.spec.ts',
      'a screen whose script does not come within 120 s says so, and reloading brings it',
      breakConstant('chunkLoadTimeoutMs', '150_000'),
    ),
  ),
];

export const messages: readonly Row[] = [...codes, ...statuses, ...spoken];

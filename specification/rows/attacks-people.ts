// Attacks on accounts, numbers and what belongs to a person.
import { breakConstant, type Edit, edit } from '../breaks.ts';
import { full, type Row, row, test } from '../row.ts';

const account = (name: string, title: string, ...breaks: Edit[]) => test(`server/src/account/${name}.test.ts`, title, ...breaks);
const http = (name: string, title: string, ...breaks: Edit[]) => test(`server/src/http/${name}.test.ts`, title, ...breaks);
const battery = (file: string, name: string) => full(`battery/src/tests/${file}.ts`, name);
// A bill that is named by its loan is found whosever it is.
const billsOfAnybody = edit(
  'server/src/loan/bill.store.ts',
  'const query = narrowTo(which, selectBills(read, borrowerId), settledLast(read, borrowerId));',
  `const query = narrowTo(which, selectBills(read, 'loanId' in which ? sql<string>\`(select borrower_id from loans where id = \${which.loanId})\` : borrowerId), settledLast(read, borrowerId));`,
);

export const attacksOnPeople: readonly Row[] = [
  row(
    'A',
    'A-01 guessed codes, many at once, over new codes and purposes',
    account(
      'code/code',
      'a code is compared at most 5 times, also by 50 at once, and is dead then',
      breakConstant('codeTries', '6', 'server/src/account/rules.ts'),
    ),
    account('code/code', 'a code asked for anew takes over the tries of the one before, which ends'),
    account('code/code', 'a code is worth nothing for another purpose, number or challenge, after five minutes, or twice'),
    account('login/new-device', 'compares five of many guesses at once for each device, and lets the owner in on theirs'),
    battery('accounts', 'accounts-guesses'),
  ),
  row(
    'A',
    'A-02 floods of codes from many addresses to neighbouring numbers',
    account('code/code', 'sends a device at most 5 codes an hour and 10 a day to a number'),
    account('login/strangers', 'a /48 gets a hundred codes an hour however many /64 it asks from; the first ten without a picture'),
    account('login/strangers', '10,000 numbers of a block get 200 codes an hour from strangers; the owner of one gets theirs'),
    account('login/strangers', 'the more strangers ask, the more each is asked: a picture for the first code, and a longer sum'),
    account('login/strangers', 'codes that nobody uses raise an alarm: in the count, and once an hour in the log'),
    full('battery/src/tests/strangers/budgets.ts', 'budgets'),
    account(
      'login/limits',
      'the third code within an hour from an address needs a picture, whatever numbers and devices, also of many at once',
      breakConstant('sendsWithoutPicture', '3', 'server/src/account/rules.ts'),
    ),
    battery('accounts', 'accounts-sends'),
  ),
  row(
    'A',
    'A-03 who has an account here',
    account(
      'account',
      'says that a number has an account only after a right code, which is used up',
      edit(
        'server/src/account/register.ts',
        "refuseButKeep(registerCall, 'alreadyRegistered')",
        "refuseButKeep(registerCall, 'codeWrong')",
      ),
    ),
    account('login/logon', 'login answers an unknown number, an account without a password and a wrong password alike'),
    account('login/alike', 'answers a stranger alike for a number with a history and for one without'),
    account('password/password', 'answers known and unknown numbers alike until the code is right; then its holder learns it'),
    account('passkey/passkey', 'challenges depend on nobody’s number, have rate limits for a device and an address, and are deleted'),
    http(
      'router',
      'who asks about numbers and codes is answered after 250 ms, whatever the answer; others at once',
      breakConstant('answerFloorMs', '50', 'server/src/account/rules.ts'),
    ),
    battery('accounts', 'accounts-floor'),
  ),
  row(
    'A',
    'A-04 stolen passwords',
    account('login/logon', 'login by password is tried at most 10 times an hour from strange devices, which does not shut the owner out'),
    account(
      'login/new-device',
      'a right password on a new device asks for a code and opens nothing; with the code it opens, and the device is known from then on',
      edit('server/src/account/login/logon.ts', 'if (isNewDevice) await proveNewDevice(', 'if (!isNewDevice) await proveNewDevice('),
    ),
    account(
      'login/strangers',
      'wrong passwords are counted for every network, whatever the number, which does not shut out an owner on a device they used before',
    ),
    account(
      'login/strangers',
      'strangers use up what may be tried for a number; its owner gets codes in session and on a known device, and in on a new phone',
    ),
    full('battery/src/tests/strangers/lockout.ts', 'lockout'),
    battery('accounts', 'accounts-logins'),
  ),
  row(
    'A',
    'A-05 taking an account over by a reset',
    account('password/password', 'takes no code of another purpose, number or challenge, none twice, and compares at most five'),
    account(
      'password/password',
      'sets the password, ends every session and notifies the borrower',
      edit('server/src/account/password/reset-password.ts', 'await endAllSessions(tx, account.id, ctx.wall);', 'void endAllSessions;'),
    ),
    account(
      'login/new-device',
      'a login that was begun before the password was replaced opens nothing after it',
      edit(
        'server/src/account/login/logon.ts',
        'if (!(await lockWithPassword(tx, who, compared)))',
        'if (!(await lockWithPassword(tx, who, compared)) && false)',
      ),
    ),
  ),
  row(
    'A',
    'A-06 tokens before and after a login',
    http('attacks', 'a token is only ever given, never taken over from a client, and none but the whole of it opens anything'),
    http('router', 'after logout the token is dead'),
    account(
      'login/devices',
      'logging the others out ends their sessions, makes their devices new ones again, and leaves this one as it is',
    ),
    account('passkey/passkey', 'a session alone begins no passkey, however fresh its login is: only the password does, where there is one'),
    http('ended-session', 'the request that found its session ended is made after another login, under its own id'),
    test(
      'server/src/payout-accounts/fresh-proof.test.ts',
      'fifteen minutes after the last proof a wallet needs the password, at most ten wrong ones an hour, and that is a proof again',
      breakConstant('proofFreshMs', '60 * 60 * 1000', 'server/src/account/rules.ts'),
    ),
    test(
      'server/src/payout-accounts/fresh-proof.test.ts',
      'every new account is notified to the borrower’s own number, at night as well, and one that was refused is not',
    ),
    test(
      'server/src/loan/apply/fresh-proof.test.ts',
      'fifteen minutes after the last proof a loan needs the password, at most ten wrong ones an hour, and nothing is held before',
    ),
  ),
  row(
    'A',
    'A-07 an envelope sent again, elsewhere, later, to another server',
    http('servers', 'the same envelope to two servers at once, and to a third that has just started, has one effect'),
    http(
      'servers',
      'a replay is refused for as long as its time would be taken, and after that because of its time',
      breakConstant('clockWindowMs', '1_200_000', 'server/src/http/router.ts'),
    ),
    http('envelope', 'opens what another library seals, and refuses any other circumstance'),
    battery('wire', 'accounts-replays'),
  ),
  row(
    'A',
    'A-08 no encryption, an old key, another suite',
    http(
      'call-headers',
      'the flag of encryption switches nothing: whatever it says, a plain body is refused and a sealed one is opened',
      edit(
        'server/src/http/router.ts',
        '(options.context.config.isPlainAllowed && !(json',
        "((options.context.config.isPlainAllowed || c.req.header('x-encrypted') === '0') && !(json",
      ),
    ),
    http(
      'router',
      'what cannot be opened gets one of three plain answers of one length',
      edit('server/src/http/sealed-body.ts', 'const zEnvelope = v.strictObject(', 'const zEnvelope = v.object('),
    ),
  ),
  row(
    'A',
    'A-09 a change of number by a guessed ID number, twice, or by two at once',
    test(
      'server/src/payout-accounts/change-phone.test.ts',
      'of many guesses at the ID number five in 14 days are compared, and then not even the right one helps',
      edit('server/src/account/rules.ts', 'limit: 5, windowMs: phoneChangeDays * dayMs', 'limit: 6, windowMs: phoneChangeDays * dayMs'),
    ),
    test('server/src/payout-accounts/changed-phone.test.ts', 'of two at once one wins, also by the two ways'),
    test(
      'server/src/loan/payout/held-account.test.ts',
      'an account that was added within 24 hours before the number changed waits 24 hours, also where a price was given before',
    ),
    test('server/src/payout-accounts/changed-phone.test.ts', 'is kept by the database itself, whatever the program asks of it'),
  ),
  row(
    'A',
    'A-10 other people’s ids',
    http(
      'attacks',
      'another person’s ids answer as ids that nobody has, and nothing of theirs is revealed or changed',
      edit('server/src/loan/store.ts', "if (borrowerId) query = query.where('borrower_id', '=', borrowerId);", ''),
    ),
  ),
  row(
    'A',
    'A-11 addresses of pictures',
    test(
      'server/src/credit/manual/photo.test.ts',
      'a picture has no address: whatever is guessed, no listener serves it',
      edit(
        'server/src/staff/listener.ts',
        "  app.post('/ops/*', async (c) => {",
        "  app.get('/pictures/*', async (c) => c.body(new Uint8Array(await app.files.get(c.req.path.slice(1)))));\n  app.post('/ops/*', async (c) => {",
      ),
    ),
    test(
      'server/src/credit/manual/photo.test.ts',
      'a picture is shown to its holder alone, with name, application and time burnt into all of it, and each look is kept',
      edit(
        'server/src/credit/manual/lease.ts',
        'if (!isTaken(found, wall) || found.takenBy !== who)\n    throw',
        'if (!isTaken(found, wall))\n    throw',
      ),
    ),
  ),
  row(
    'A',
    'A-12 deleting somebody’s account, or that of a live payout',
    test(
      'server/src/payout-accounts/remove.test.ts',
      'an account that is somebody else’s, gone, or of the other kind is not deleted',
      edit(
        'server/src/payout-accounts/store.ts',
        "    .where('id', '=', accountId)\n    .where('borrower_id', '=', borrowerId)\n",
        "    .where('id', '=', accountId)\n",
      ),
    ),
    test(
      'server/src/loan/payout/removed-account.test.ts',
      'no account goes while a loan is on its way there, and the loan arrives',
      edit(
        'server/src/payout-accounts/remove.ts',
        "  if (await ctx.app.ports.payoutAccounts.isMoneyComingTo(tx, who.borrowerId, accountId)) refuse(bankcardDelete, 'payoutAccountAwaited');\n",
        '',
      ),
    ),
    test(
      'server/src/loan/payout/removed-account.test.ts',
      'the database itself lets neither go without the other',
      edit(
        'server/src/db/migrations/06-loan.sql',
        "l.account_id = new.id and l.state in ('submitting', 'approving', 'paying', 'bankProcessing'))",
        "l.account_id = new.id and l.state = 'bankProcessing')",
      ),
    ),
  ),
  row(
    'A',
    'A-13 paying or extending for somebody else',
    http('attacks', 'another person’s ids answer as ids that nobody has, and nothing of theirs is revealed or changed', billsOfAnybody),
    test('server/src/repayment/extension/extension.test.ts', 'each refusal changes nothing', billsOfAnybody),
  ),
  row(
    'A',
    'A-14 inner paths from outside',
    test(
      'server/src/staff/doors.test.ts',
      'with %s and a right key, the listener of borrowers has nothing of staff or gateways',
      edit('server/src/http/static.ts', '(galaxy|hooks|ops|sandbox|livez|readyz|metrics)', '(galaxy|hooks|ops|sandbox|livez|metrics)'),
    ),
    test('server/src/staff/doors.test.ts', 'the listeners of gateways and of staff have nothing of each other, nor of borrowers'),
  ),
];

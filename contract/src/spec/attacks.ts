// The attack list: what somebody would try who means harm, and the test that gives the right answer to it.
import { begun, later, type Row, shown, source, test } from './row.ts';

const account = (name: string, title: string) => test(`server/src/account/${name}.test.ts`, title);
const http = (name: string, title: string) => test(`server/src/http/${name}.test.ts`, title);
const battery = (file: string, name: string) => test(`battery/src/tests/${file}.ts`, name);

const people: readonly Row[] = [
  shown(
    'A',
    'A-01 guessed codes, many at once, over new codes and purposes',
    account('code', 'a code is compared at most 5 times, also by 50 at once, and is dead then'),
    account('code', 'a code asked for anew takes over the tries of the one before, which ends'),
    account('code', 'a code is worth nothing for another purpose, number or challenge, after five minutes, or twice'),
    account(
      'new-device',
      'of many guesses at the code at once five are compared, over two codes too, and the owner gets in on a device they used before',
    ),
    battery('accounts', 'guesses'),
  ),
  shown(
    'A',
    'A-02 floods of codes from many addresses to neighbouring numbers',
    account('code', 'a code is sent at most 5 times an hour and 10 times a day to a number'),
    account(
      'door',
      'codes are sent at most 60 times an hour and 300 times a day for an address, and 200 times an hour to 10,000 numbers of a block',
    ),
    account('door', 'the third code within an hour from an address needs a picture, whatever numbers and devices, also of many at once'),
    battery('accounts', 'sends'),
  ),
  shown(
    'A',
    'A-03 who has an account here',
    account('account', 'says that a number has an account only after a right code, which is used up'),
    account('logon', 'login answers an unknown number, an account without a password and a wrong password alike'),
    account('password', 'answers known and unknown numbers alike until the code is right; then its holder is told'),
    account('passkey', 'challenges are told by nobody’s number, have budgets for a device and an address, and are forgotten'),
    http('router', 'who asks about numbers and codes is answered after 250 ms, whatever the answer; others at once'),
    battery('accounts', 'floor'),
  ),
  shown(
    'A',
    'A-04 stolen passwords',
    account('logon', 'login by password is tried at most 10 times an hour from strange devices, which does not shut the owner out'),
    account(
      'new-device',
      'a right password on a new device asks for a code and opens nothing; with the code it opens, and the device is known from then on',
    ),
    account(
      'door',
      'passwords from an address are wrong at most 300 times an hour, which does not shut out an owner on a device they used before',
    ),
    battery('accounts', 'logins'),
  ),
  shown(
    'A',
    'A-05 taking an account over by a reset',
    account('password', 'takes no code of another purpose, number or challenge, none twice, and compares at most five'),
    account('password', 'sets the password, ends every session and tells the borrower'),
    account('new-device', 'a login that was begun before the password was replaced opens nothing after it'),
  ),
  shown(
    'A',
    'A-06 tokens before and after a login',
    http('attacks', 'a token is only ever given, never taken over from a client, and none but the whole of it opens anything'),
    http('router', 'after logout the token is dead'),
    account('devices', 'logging the others out ends their sessions, makes their devices new ones again, and leaves this one as it is'),
    account('passkey', 'a session alone begins no passkey, however fresh its login is: only the password does, where there is one'),
    http('ended-session', 'the request that found its session ended is made after another login, under its own id'),
    test(
      'server/src/payee/fresh-proof.test.ts',
      'fifteen minutes after the last proof a wallet needs the password, at most ten wrong ones an hour, and that is a proof again',
    ),
    test(
      'server/src/payee/fresh-proof.test.ts',
      'every new account is told to the borrower’s own number, at night as well, and one that was refused is not',
    ),
    test(
      'server/src/loan/fresh-proof.test.ts',
      'fifteen minutes after the last proof a loan needs the password, at most ten wrong ones an hour, and nothing is held before',
    ),
  ),
  shown(
    'A',
    'A-07 an envelope sent again, elsewhere, later, to another server',
    http('servers', 'the same envelope to two servers at once, and to a third that has just started, has one effect'),
    http('servers', 'a replay is refused for as long as its time would be taken, and after that because of its time'),
    http('envelope', 'opens what another library seals, and refuses any other circumstance'),
    battery('wire', 'replays'),
  ),
  shown(
    'A',
    'A-08 no encryption, an old key, another suite',
    http('call-headers', 'the flag of encryption switches nothing: whatever it says, a plain body is refused and a sealed one is opened'),
    http('router', 'what cannot be opened gets one of three plain answers of one length'),
  ),
  shown(
    'A',
    'A-09 a change of number by a guessed ID number, twice, or by two at once',
    test(
      'server/src/payee/change-phone.test.ts',
      'of many guesses at the ID number five in 14 days are compared, and then not even the right one helps',
    ),
    test('server/src/payee/changed-phone.test.ts', 'of two at once one wins, also by the two ways'),
    test(
      'server/src/loan/held-account.test.ts',
      'an account that was added within 24 hours before the number changed waits 24 hours, also where a price was given before',
    ),
    test('server/src/payee/changed-phone.test.ts', 'is kept by the database itself, whatever the program asks of it'),
  ),
  begun(
    'A',
    'A-10 other people’s ids',
    6,
    http('attacks', 'another person’s ids answer as ids that nobody has, and nothing of theirs is told or changed'),
  ),
  shown(
    'A',
    'A-11 addresses of pictures',
    test('server/src/credit/manual/photo.test.ts', 'a picture has no address: whatever is guessed, no listener hands it out'),
    test(
      'server/src/credit/manual/photo.test.ts',
      'a picture is shown to its holder alone, with name, application and time burnt into all of it, and each look is kept',
    ),
  ),
  later('A', 'A-12 deleting somebody’s account, or that of a live payout', 7),
  later('A', 'A-13 paying or extending for somebody else', 7),
  shown(
    'A',
    'A-14 inner paths from outside',
    test('server/src/ops/doors.test.ts', 'the listeners of gateways and of staff have nothing of each other, nor of borrowers'),
  ),
];

const money: readonly Row[] = [
  begun('A', 'A-15 forged hooks', 7, http('attacks', 'a forged hook is turned away and kept nowhere')),
  shown(
    'A',
    'A-16 borrowing past the line by many at once',
    test('server/src/loan/loan.test.ts', 'twelve different quotes at once never pass the line'),
  ),
  shown(
    'A',
    'A-17 one coupon twice',
    test('server/src/voucher/voucher.test.ts', 'eight signatures at once on two loans’ worth of line take the coupon once'),
    test('server/src/voucher/voucher.test.ts', 'the database refuses what must never be'),
  ),
  shown(
    'A',
    'A-18 amounts that are none',
    http('attacks', 'a value of the wrong kind in any field is refused by a code, and never breaks a call'),
  ),
  shown(
    'A',
    'A-19 another price than the quoted one',
    test('server/src/loan/loan.test.ts', 'a quote is its borrower’s own, is used once, and ends after ten minutes'),
  ),
  shown('A', 'A-20 fields that nobody asked for', http('attacks', 'no call takes a field it does not know, at any depth')),
  later('A', 'A-43 steps in the wrong order', 7),
  shown(
    'A',
    'A-44 another name on the account',
    test('server/src/payee/rules.test.ts', '%s is somebody else'),
    test('server/src/payee/rules.test.ts', 'order, case and accents never matter; a word too few or too many always does'),
    test('server/src/payee/payee.test.ts', 'each refusal of a bank account'),
    test('server/src/payee/payee.test.ts', 'each refusal of a wallet'),
  ),
  begun(
    'A',
    'A-47 a hostile gateway',
    7,
    test('server/src/adapters/bank/sandbox.test.ts', 'a report about something else is not believed'),
  ),
];

const wire: readonly Row[] = [
  begun(
    'A',
    'A-21 more in an answer than was asked',
    5,
    http('attacks', 'another person’s ids answer as ids that nobody has, and nothing of theirs is told or changed'),
  ),
  begun(
    'A',
    'A-22 scripts, links and terminal escapes in texts',
    5,
    test('server/src/kit/setting-rules.test.ts', '%s may not be %j'),
    test('ops/src/run.test.ts', 'nothing a terminal would act on is printed'),
  ),
  begun('A', 'A-23 injection', 5, http('attacks', 'a value of the wrong kind in any field is refused by a code, and never breaks a call')),
  shown(
    'A',
    'A-24 calls from another site’s page',
    http('call-headers', 'a call with %j is answered %i'),
    http('call-headers', 'a preflight is not answered with leave'),
  ),
  shown(
    'A',
    'A-25 frames and redirects',
    http('static', 'a page has its own policy and every security header'),
    test('server/src/kit/setting-rules.test.ts', '%s may not be %j'),
  ),
  shown(
    'A',
    'A-26 odd and forged headers',
    http('call-headers', 'a call with %j is answered %i'),
    http('call-headers', 'without a proxy of ours, nobody’s X-Forwarded-Proto is believed'),
  ),
  shown(
    'A',
    'A-27 texts that make a pattern slow',
    test('contract/src/slow.test.ts', 'a text of 100,000 characters in any field is judged within 50 ms'),
  ),
  shown(
    'A',
    'A-28 prototypes',
    http('router', 'what cannot be opened gets one of three plain answers of one length'),
    http('attacks', 'no call takes a field it does not know, at any depth'),
  ),
  shown(
    'A',
    'A-29 tricks with JSON',
    http('router', 'one key in two objects, and one text as key and value, are no key twice'),
    http('router', 'a body of nothing but commas and brackets is refused at once'),
    http('router', 'lengths and paths are checked before anything else'),
  ),
  shown(
    'A',
    'A-30 pictures that burst',
    test('server/src/kit/picture.test.ts', 'sizes are judged by the header, before decoding'),
    test('server/src/kit/picture.test.ts', 'so is the memory that decoding may take: what comes in passes is held as a whole'),
    battery('uploads', 'uploads'),
  ),
  shown(
    'A',
    'A-31 pictures that are something else',
    test('server/src/kit/picture.test.ts', 'what hides behind a picture does not come along'),
    test('server/src/kit/picture.test.ts', 'what two formats would each take for its own is one picture afterwards, or none'),
    test('server/src/credit/pictures.test.ts', 'of every bad picture nothing is kept but what is left of it when it is drawn anew'),
  ),
  shown(
    'A',
    'A-32 where a picture was taken',
    test('server/src/credit/pictures.test.ts', 'a picture is kept as a sealed JPEG of our own, without where it was taken'),
    test('server/src/kit/picture.test.ts', 'place, camera and colour profile are gone, and the picture stands upright'),
  ),
  shown(
    'A',
    'A-33 names that lead elsewhere: an upload carries none',
    http('attacks', 'no call takes a field it does not know, at any depth'),
  ),
  shown(
    'A',
    'A-34 pictures without end',
    test('server/src/credit/pictures.test.ts', 'twenty a day, also at once; what is refused at first sight does not count'),
  ),
  shown(
    'A',
    'A-35 what the time of an answer tells',
    account('logon', 'login works as hard for an unknown number as for a wrong password'),
    account('password', 'works as hard for an unknown number as for a known one'),
  ),
  later('A', 'A-36 numbers that can be guessed', 7),
  shown(
    'A',
    'A-38 bent envelopes',
    http('router', 'what cannot be opened gets one of three plain answers of one length'),
    battery('wire', 'mutations'),
  ),
  later('A', 'A-39 the parts we are made of', 7),
  shown('A', 'A-40 around the content policy', http('static', 'the policy allows our own files and nothing else')),
  shown(
    'A',
    'A-41 the log',
    http('attacks', 'nothing that identifies a person was written to the log by all of this'),
    http('attacks', 'the log of an error holds its message, and not what a database error carries beside it'),
  ),
  begun(
    'A',
    'A-42 machines that sign up',
    5,
    account('door', 'the third code within an hour from an address needs a picture, whatever numbers and devices, also of many at once'),
  ),
  shown(
    'A',
    'A-45 whoever has the database',
    http('attacks', 'nothing that identifies a person lies in the database in clear, the sandbox’s own outbox apart'),
    test('server/src/ops/seal.test.ts', 'a change in %s is noted in the trail and shown on /readyz, which stays ready'),
    test('server/src/ops/seal.test.ts', 'a chain that was made anew from a changed row on is found by a head that was kept elsewhere'),
  ),
  shown(
    'A',
    'A-46 making the server fetch something',
    source('server/src/tidy/words.ts', 'the server asks other machines by its adapters only'),
    test('server/src/tidy.test.ts', 'holds everywhere'),
    test('server/src/kit/setting-rules.test.ts', '%s may not be %j'),
  ),
  shown('A', 'A-48 a forged version', http('call-headers', 'a version that is forged opens nothing: the rules hold for any')),
  shown(
    'A',
    'A-49 what stays after a logout',
    http('router', 'every answer carries the security headers'),
    test('e2e/tests/messages.spec.ts', '1003 ends the session, says so, and the login leads back to the page'),
    test(
      'e2e/tests/offline.spec.ts',
      'what was seen is shown where the server cannot be reached, and goes with the session, however that ends',
    ),
  ),
  shown(
    'A',
    'A-50 work for nothing',
    account('door', 'a flood of passwords for a number compares no more than ten, so that it never fills the queue'),
    http('router', 'lengths and paths are checked before anything else'),
  ),
];

/** A-37 (JSON web tokens) has no row: there are none. */
export const attacks: readonly Row[] = [...people, ...money, ...wire];

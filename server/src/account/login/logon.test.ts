import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { setPassword } from '@sandali/contract/newPassword.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { register } from '@sandali/contract/signUp.ts';
import { beforeEach, expect, test } from 'vitest';
import { recipientOf } from '#/account/account.ts';
import { accountTestContext, byCode, byPassword, password } from '#/account/testing.ts';
import { newId } from '#/platform/random.ts';
import { dataOf, device } from '#/testing/context.ts';
import { effortMs } from '#/testing/effort.ts';

const { app, clocks, ask, newNumber, codeFor, registered, withoutPassword, logIn, outbox } =
  await accountTestContext({
    passwordCost: 'full',
  });
const { db } = app;

// Each test begins in a new hour, so that tests do not share rate limits.
beforeEach(() => clocks.addMs(hourMs));

test('a login with a password opens a new session and remembers the language', async () => {
  const { phone, userGid, token } = await registered();
  const entered = dataOf(await logIn(phone, password, device('fil')));
  expect(entered).toEqual({
    userGid,
    needsPassword: false,
    token: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(entered.token).not.toBe(token);
  expect((await recipientOf(app, db, userGid)).locale).toBe('fil');
});

test('refuses an unknown version of the agreements before any other check', async () => {
  const { phone, userGid } = await registered();
  const versionOf = async (id: string) =>
    (
      await db
        .selectFrom('borrowers')
        .select('agreement_version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).agreement_version;
  expect(await versionOf(userGid)).toBe(agreementVersion);
  const never = { agreementVersion: '1999-01' };
  for (const secret of [password, 'ibang salita']) {
    expect(
      (await ask(device(), logonRegister, { ...byPassword(phone, secret), ...never })).name,
    ).toBe('agreementUnknown');
  }
  expect(await versionOf(userGid)).toBe(agreementVersion);

  const [other, on] = [newNumber(), device()];
  const sms = await codeFor(on, other, 'login');
  expect((await ask(on, logonRegister, { ...byCode(other, sms), ...never })).name).toBe(
    'agreementUnknown',
  );
  // The refusal did not use up the code: with the current agreements, the code opens the account.
  const entered = dataOf(await ask(on, logonRegister, byCode(other, sms)));
  expect(await versionOf(entered.userGid)).toBe(agreementVersion);

  const third = newNumber();
  const form = { phone: third, ...(await codeFor(on, third, 'register')), password };
  expect((await ask(on, register, { ...form, ...never })).name).toBe('agreementUnknown');
  expect((await ask(on, register, { ...form, agreementVersion })).name).toBe('success');
});

test('unknown numbers, passwordless accounts and wrong passwords fail the same way', async () => {
  const known = await registered();
  const { phone: bare } = await withoutPassword();
  const answers = [];
  for (const phone of [newNumber(), bare, known.phone])
    answers.push(await ask(device(), logonRegister, byPassword(phone, 'ibang salita')));
  expect(answers).toEqual(Array.from({ length: 3 }, () => ({ name: 'loginWrong', values: {} })));
  clocks.addMs(60_000);
  const sent = [];
  for (const phone of [newNumber(), bare, known.phone])
    sent.push(dataOf(await ask(device(), codeSms, { phone, purpose: 'login' })));
  expect(
    new Set(sent.map((data) => JSON.stringify({ ...data, challengeId: data.challengeId.length })))
      .size,
  ).toBe(1);
});

test('a login takes as much work for an unknown number as for a wrong password', async () => {
  const { phone } = await registered();
  const once = (number: MobileNumber) =>
    effortMs(() => ask(device(), logonRegister, byPassword(number, 'ibang salita')));
  // Compares the fastest of several alternating attempts, because other work on the machine only
  // adds time.
  const least = { unknown: Number.POSITIVE_INFINITY, known: Number.POSITIVE_INFINITY };
  for (let n = 0; n < 9; n += 1) {
    least.unknown = Math.min(least.unknown, await once(newNumber()));
    least.known = Math.min(least.known, await once(phone));
  }
  // Without the comparison with a dummy hash, an unknown number would be much faster.
  expect(least.unknown / least.known).toBeGreaterThan(0.5);
  expect(least.unknown / least.known).toBeLessThan(2);
});

test('limits password guesses from unknown devices without locking out the owner', async () => {
  const { phone, on } = await registered();
  const guess = (secret: string) => ask(device(), logonRegister, byPassword(phone, secret));
  const many = await Promise.all(Array.from({ length: 14 }, () => guess('ibang salita')));
  expect(many.filter(({ name }) => name === 'loginWrong')).toHaveLength(14);
  expect((await guess(password)).name).toBe('loginWrong');
  const guesser = device();
  const own = [];
  for (let n = 0; n < 11; n += 1)
    own.push((await ask(guesser, logonRegister, byPassword(phone, 'ibang salita'))).name);
  expect(own.at(-1)).toBe('tooManyRequests');
  expect((await ask({ ...on, token: '' }, logonRegister, byPassword(phone))).name).toBe('success');
  clocks.addMs(60 * 60_000);
  // A correct password does not use up an attempt, and an unknown device also needs a code.
  for (let n = 0; n < 11; n += 1) expect((await guess(password)).name).toBe('newDeviceCodeNeeded');
});

test('a login with a code opens a passwordless account if the number has no account', async () => {
  const known = await registered();
  clocks.addMs(60_000);
  const otherDevice = device();
  const entered = dataOf(
    await ask(
      otherDevice,
      logonRegister,
      byCode(known.phone, await codeFor(otherDevice, known.phone, 'login')),
    ),
  );
  expect(entered).toMatchObject({ userGid: known.userGid, needsPassword: false });
  const opened = await withoutPassword();
  expect(opened.needsPassword).toBe(true);
  const { on: mine, phone } = opened;
  expect((await ask(mine, setPassword, { password: '12345678' })).name).toBe('passwordTooCommon');
  const id = newId(clocks.wall());
  const twice = await Promise.all([0, 1].map(() => ask(mine, setPassword, { password }, id)));
  expect(twice.map(({ name }) => name)).toEqual(['success', 'success']);
  expect((await ask(mine, setPassword, { password })).name).toBe('passwordAlreadySet');
  expect(dataOf(await logIn(phone))).toMatchObject({
    userGid: opened.userGid,
    needsPassword: false,
  });
});

test('setting a first password requires a login within the last fifteen minutes', async () => {
  const { phone, on } = await withoutPassword();
  clocks.addMs(15 * 60_000);
  expect((await ask(on, setPassword, { password })).name).toBe('proofTooOld');
  clocks.addMs(hourMs);
  const again = dataOf(
    await ask(
      { ...on, token: '' },
      logonRegister,
      byCode(phone, await codeFor(on, phone, 'login')),
    ),
  );
  expect((await ask({ ...on, token: again.token }, setPassword, { password })).name).toBe(
    'success',
  );
  expect((await outbox(phone)).at(-1)).toMatch(/password/);
});

test('only one of two concurrent first passwords is set', async () => {
  const [phone, on] = [newNumber(), device()];
  const { token } = dataOf(
    await ask(on, logonRegister, byCode(phone, await codeFor(on, phone, 'login'))),
  );
  const both = await Promise.all(
    ['unang salita', 'ikalawang salita'].map((secret) =>
      ask({ ...on, token }, setPassword, { password: secret }),
    ),
  );
  expect(both.map(({ name }) => name).sort()).toEqual(['passwordAlreadySet', 'success']);
});

// Logins with a password and a passkey on a device that the borrower has never used.
import { logonRegister } from '@sandali/contract/account.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { changePassword, resetPassword } from '@sandali/contract/newPassword.ts';
import { passkeyChallenge, passkeyRemove } from '@sandali/contract/passkey.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeEach, expect, test } from 'vitest';
import { byCode, byPassword, password } from '#/account/testing.ts';
import type { Wrong } from '#/testing/authenticator.ts';
import { dataOf, device } from '#/testing/context.ts';
import { forgeries, passkeyTestContext } from './testing.ts';

const {
  app,
  clocks,
  logged,
  ask,
  outbox,
  codeFor,
  entered,
  begin,
  listOf,
  challenge,
  holder,
  logIn,
  stateOf,
  auditOf,
  newKey,
} = await passkeyTestContext();
const { db } = app;
const minute = 60_000;

// Each test begins in a new hour, so that tests do not share rate limits.
beforeEach(() => clocks.addMs(hourMs));

test('logs in on a new device with a password and a passkey, once per response', async () => {
  const { phone, key, userGid } = await holder();
  const on = device();
  const request = await challenge(on);
  expect(request.options).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [],
  });
  const answer = key.answer(request);
  // A wrong password does not use up the passkey response.
  expect(await logIn(on, phone, answer, 'ibang salita')).toBe('loginWrong');
  expect(await logIn(on, phone, answer)).toBe('success');
  expect((await ask(on, logonRegister, byPassword(phone))).name).toBe('success');
  expect(await logIn(device(), phone, answer)).toBe('passkeyWrong');
  expect((await stateOf(userGid)).passkeys[0]?.last_used_at).toEqual(clocks.wall());
  expect((await outbox(phone)).at(-1)).toContain('a new phone logged in');
});

slow.each([
  ...forgeries,
  ['an answer of the other kind', { type: 'webauthn.create' }] as [string, Wrong],
])('refuses a login on a new device with %s', async (_what, wrong) => {
  const { phone, key, userGid } = await holder();
  const on = device();
  const request = await challenge(on);
  const before = await stateOf(userGid);
  expect(await logIn(on, phone, key.answer(request, wrong))).toBe('passkeyWrong');
  // Each challenge allows one response.
  expect(await logIn(on, phone, key.answer(request))).toBe('passkeyWrong');
  expect(await stateOf(userGid)).toEqual(before);
  expect(await logIn(on, phone, key.answer(await challenge(on)))).toBe('success');
});

test('refuses an unknown, removed or foreign passkey, and a changed signature', async () => {
  const [anna, ben] = [await holder(), await holder()];
  const on = device();
  const before = await stateOf(anna.userGid);
  const answer = anna.key.answer(await challenge(on));
  const changed = `${answer.signature.slice(0, -8)}${answer.signature.slice(-8).split('').reverse().join('')}`;
  expect(await logIn(on, anna.phone, { ...answer, signature: changed })).toBe('passkeyWrong');
  expect(await logIn(on, anna.phone, ben.key.answer(await challenge(on)))).toBe('passkeyWrong');
  const bens = ben.key.answer(await challenge(on));
  expect(await logIn(on, anna.phone, { ...bens, credentialId: anna.key.credentialId })).toBe(
    'passkeyWrong',
  );
  expect(await logIn(on, anna.phone, newKey().answer(await challenge(on)))).toBe('passkeyWrong');
  const mine = anna.key.answer(await challenge(on));
  expect(await logIn(on, anna.phone, { ...mine, userHandle: bens.userHandle })).toBe(
    'passkeyWrong',
  );
  expect(await stateOf(anna.userGid)).toEqual(before);
  const late = await challenge(on);
  const [passkey] = await listOf(anna.on);
  if (passkey) dataOf(await ask(anna.on, passkeyRemove, { passkeyId: passkey.passkeyId }));
  expect(await logIn(on, anna.phone, anna.key.answer(late))).toBe('passkeyWrong');
  expect((await stateOf(ben.userGid)).passkeys[0]?.last_used_at).toBeNull();
});

test('refuses a passkey challenge for another device or purpose, or an expired one', async () => {
  const { phone, key, on: known, userGid } = await holder();
  const on = device();
  const before = await stateOf(userGid);
  expect(await logIn(on, phone, key.answer(await challenge(device())))).toBe('passkeyWrong');
  const begun = await begin(known);
  const request = { ...(await challenge(on)), challengeId: begun.challengeId };
  request.options = { ...request.options, challenge: begun.options.challenge };
  expect(await logIn(on, phone, key.answer(request))).toBe('passkeyWrong');
  const bank = dataOf(
    await ask(known, passkeyChallenge, { purpose: 'bankAccount', accountNumber: '001234567890' }),
  );
  // The device is known, so no proof is required.
  expect(await logIn({ ...on, id: known.id }, phone, key.answer(bank))).toBe('success');
  expect(await logIn(on, phone, key.answer(bank))).toBe('passkeyWrong');
  const late = await challenge(on);
  clocks.addMs(5 * minute - 1);
  expect((await ask(on, logonRegister, byPassword(phone))).name).toBe('newDeviceCodeNeeded');
  clocks.addMs(1);
  expect(await logIn(on, phone, key.answer(late))).toBe('passkeyWrong');
  expect((await stateOf(userGid)).devices).toBe(before.devices);
});

test('concurrent logins with the same passkey response succeed on only one device', async () => {
  const { phone, key, userGid } = await holder();
  const on = device();
  const answer = key.answer(await challenge(on));
  const devices = (await stateOf(userGid)).devices;
  const both = await Promise.all([
    logIn(on, phone, answer),
    logIn({ ...on, id: device().id }, phone, answer),
    logIn(on, phone, answer),
  ]);
  // The first login makes its device known, so a second login there needs only the password.
  const entered = [[both[0], both[2]], [both[1]]].filter((names) => names.includes('success'));
  expect([entered.length, new Set(both).has('passkeyWrong')]).toEqual([1, true]);
  expect((await stateOf(userGid)).devices).toBe(devices + 1);
});

test('refuses and reports a passkey whose use counter does not advance', async () => {
  const { phone, key, userGid } = await holder(newKey(5));
  const [first, on] = [device(), device()];
  expect(await logIn(first, phone, key.answer(await challenge(first)))).toBe('success');
  for (const counter of [6, 5, 0]) {
    expect(await logIn(on, phone, key.answer(await challenge(on), { counter }))).toBe(
      'passkeyWrong',
    );
  }
  expect((await stateOf(userGid)).passkeys[0]?.counter).toBe(6n);
  expect(logged.filter((line) => line.includes('counter ran back'))).toHaveLength(3);
  expect(logged.join()).not.toContain(phone);
  expect((await outbox(phone)).at(-1)).toContain('a copy of your passkey');
  expect(await auditOf(userGid)).toEqual([
    'passkeyAdded',
    'passkeyCountedBack',
    'passkeyCountedBack',
    'passkeyCountedBack',
  ]);
  expect(await logIn(on, phone, key.answer(await challenge(on), { counter: 7 }))).toBe('success');
  await expect(
    db.updateTable('passkeys').set({ counter: 3n }).where('borrower_id', '=', userGid).execute(),
  ).rejects.toThrow('never decreases');
});

test('a password change and a reset remove all passkeys', async () => {
  for (const replace of ['change', 'reset'] as const) {
    const { phone, key, on } = await holder();
    clocks.addMs(minute);
    const next = 'ulan sa bubong';
    if (replace === 'change')
      dataOf(await ask(on, changePassword, { oldPassword: password, password: next }));
    else
      dataOf(
        await ask(on, resetPassword, {
          phone,
          ...(await codeFor(on, phone, 'reset')),
          password: next,
        }),
      );
    const fresh = device();
    expect(await logIn(fresh, phone, key.answer(await challenge(fresh)), next)).toBe(
      'passkeyWrong',
    );
    clocks.addMs(minute);
    expect(await listOf(await entered(phone, device(), next))).toEqual([]);
    clocks.addMs(60 * minute);
  }
});

test('does not require an ID number or passkey from an account without an ID number', async () => {
  const { phone, key } = await holder();
  clocks.addMs(minute);
  const unknownDevice = device();
  const sms = await codeFor(unknownDevice, phone, 'login');
  const passkey = key.answer(await challenge(unknownDevice), { isChecked: false });
  expect((await ask(unknownDevice, logonRegister, { ...byCode(phone, sms), passkey })).name).toBe(
    'success',
  ); // an ID number was not required
  clocks.addMs(minute);
  const reset = await codeFor(unknownDevice, phone, 'reset');
  expect(
    (await ask(device(), resetPassword, { phone, ...reset, password: 'bagong salita 7' })).name,
  ).toBe('success');
});

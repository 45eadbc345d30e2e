import { logonRegister, logout, userInfo } from '@sandali/contract/account.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { deviceList, logoutOthers } from '@sandali/contract/device.ts';
import { changePassword, resetPassword } from '@sandali/contract/newPassword.ts';
import { beforeEach, expect, test } from 'vitest';
import { accountTestContext, byCode, byPassword, password } from '#/account/testing.ts';
import { newId } from '#/platform/random.ts';
import { type Device, dataOf, device } from '#/testing/context.ts';

const { clocks, ask, codeFor, registered, withoutPassword, entered } = await accountTestContext();
const minute = 60_000;
const agents = {
  phone:
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
};

// Each test begins in a new hour, so that tests do not share rate limits.
beforeEach(() => clocks.addMs(hourMs));

const checkSession = async (on: Device) => (await ask(on, userInfo, {})).name === 'success';
const listOf = async (on: Device) => dataOf(await ask(on, deviceList, {})).devices;
const needsCode = async (on: Device, phone: Parameters<typeof byPassword>[0], secret = password) =>
  (await ask({ ...on, token: '' }, logonRegister, byPassword(phone, secret))).name ===
  'newDeviceCodeNeeded';
const out = async (on: Device, secret?: string, id?: string) =>
  await ask(on, logoutOthers, secret === undefined ? {} : { password: secret }, id);

test('lists this device first, then other logged-in devices by last-seen time', async () => {
  const { phone, on } = await registered({ ...device(), userAgent: agents.phone });
  await registered();
  const opened = clocks.wall();
  const mac = await entered(phone, { ...device(), userAgent: agents.mac });
  const soon = clocks.wall();
  const loggedOut = await entered(phone);
  expect((await ask(loggedOut, logout, {})).name).toBe('success');
  clocks.addMs(minute);
  const onMac = await entered(phone, { ...device(), userAgent: agents.mac });
  const later = clocks.wall();
  clocks.addMs(6 * minute);
  const own = await listOf(on);
  expect(own).toEqual([
    {
      browser: 'chrome',
      system: 'android',
      openedAt: wire(opened),
      lastSeenAt: wire(clocks.wall()),
      isThis: true,
    },
    {
      browser: 'safari',
      system: 'mac',
      openedAt: wire(later),
      lastSeenAt: wire(later),
      isThis: false,
    },
    {
      browser: 'safari',
      system: 'mac',
      openedAt: wire(soon),
      lastSeenAt: wire(soon),
      isThis: false,
    },
  ]);
  expect((await ask(onMac, logout, {})).name).toBe('success');
  expect((await listOf(mac)).map(({ browser, isThis }) => [browser, isThis])).toEqual([
    ['safari', true],
    ['chrome', false],
  ]);
});

const wire = (at: Temporal.Instant) => at.toString({ smallestUnit: 'millisecond' });

test('a session’s token is valid only on its own device', async () => {
  const { on } = await registered();
  expect([await checkSession({ ...device(), token: on.token }), await checkSession(on)]).toEqual([
    false,
    true,
  ]);
});

test('a login ends the previous session on the same device, but no other session', async () => {
  const { phone, on } = await registered();
  const second = await entered(phone, { ...on, token: '' });
  expect([await checkSession(on), await checkSession(second)]).toEqual([false, true]);
  const elsewhere = await entered(phone);
  expect([await checkSession(second), await checkSession(elsewhere)]).toEqual([true, true]);
  expect(await listOf(second)).toHaveLength(2);
});

test('a repeated login with an ended session’s token opens a new session', async () => {
  const { phone, on } = await registered();
  const id = newId(clocks.wall());
  clocks.addMs(minute);
  // The first call uses up the code, and ends the session whose token it carried.
  const input = byCode(phone, await codeFor(on, phone, 'login'));
  const first = dataOf(await ask(on, logonRegister, input, id));
  const again = dataOf(await ask(on, logonRegister, input, id));
  expect([
    await checkSession({ ...on, token: first.token }),
    await checkSession({ ...on, token: again.token }),
  ]).toEqual([false, true]);
});

test('logging out other devices ends their sessions and forgets the devices', async () => {
  const { phone, on } = await registered();
  const [second, loggedOut] = [await entered(phone), await entered(phone)];
  expect((await ask(loggedOut, logout, {})).name).toBe('success');
  expect(dataOf(await out(on))).toEqual({ endedCount: 1 });
  expect([await checkSession(on), await checkSession(second)]).toEqual([true, false]);
  expect((await ask(second, userInfo, {})).name).toBe('sessionInvalid');
  expect([
    await needsCode(on, phone),
    await needsCode(second, phone),
    await needsCode(loggedOut, phone),
  ]).toEqual([false, true, true]);
});

test('refuses to log out other devices with a token sent from the wrong device', async () => {
  const { phone, on } = await registered();
  const onOther = await entered(phone);
  expect((await out({ ...on, id: onOther.id })).name).toBe('sessionInvalid');
  expect([await needsCode(on, phone), await needsCode(onOther, phone)]).toEqual([false, false]);
});

test('logging out other devices needs the password 15 minutes after the last proof', async () => {
  const { phone, on } = await registered();
  clocks.addMs(15 * minute - 1);
  expect((await out(on)).name).toBe('success');
  clocks.addMs(1);
  const onOther = await entered(phone);
  expect((await out(on)).name).toBe('passwordNeeded');
  const wrongs = await Promise.all(Array.from({ length: 9 }, () => out(on, 'ibang salita')));
  expect(new Set(wrongs.map(({ name }) => name))).toEqual(new Set(['passwordWrong']));
  expect(await checkSession(onOther)).toBe(true);
  expect(dataOf(await out(on, password))).toEqual({ endedCount: 1 });
  expect(await checkSession(onOther)).toBe(false);
  expect((await out(on)).name).toBe('success');
  clocks.addMs(15 * minute);
  expect((await out(on)).name).toBe('passwordNeeded');
  for (let n = 0; n < 10; n += 1) await out(on, 'ibang salita');
  expect((await out(on, password)).name).toBe('passwordWrong');
});

test('logging out other devices does not require a password if the account has none', async () => {
  const { on } = await withoutPassword();
  clocks.addMs(15 * minute);
  expect((await out(on)).name).toBe('success');
});

test('a repeated logoutOthers request returns the count of the first request', async () => {
  const { phone, on } = await registered();
  await entered(phone);
  const id = newId(clocks.wall());
  expect([dataOf(await out(on, undefined, id)), dataOf(await out(on, undefined, id))]).toEqual([
    { endedCount: 1 },
    { endedCount: 1 },
  ]);
});

test('if two devices log each other out, one of them stays logged in', async () => {
  const { phone, on } = await registered();
  const onOther = await entered(phone);
  const fresh = await entered(phone, { ...on, token: '' });
  const both = await Promise.all([fresh, onOther].map((each) => out(each)));
  expect(both.map(({ name }) => name).sort()).toEqual(['sessionInvalid', 'success']);
  expect([await checkSession(fresh), await checkSession(onOther)].filter(Boolean)).toHaveLength(1);
});

test('a password reset and a password change forget all other devices', async () => {
  const { phone, on } = await registered();
  const onOther = await entered(phone);
  clocks.addMs(minute);
  const sms = await codeFor({ ...onOther, token: '' }, phone, 'reset');
  const next = 'ulan sa bubong';
  expect(
    (await ask({ ...onOther, token: '' }, resetPassword, { phone, ...sms, password: next })).name,
  ).toBe('success');
  expect([await needsCode(on, phone, next), await needsCode(onOther, phone, next)]).toEqual([
    true,
    false,
  ]);
  const otherDevice = await entered(phone, { ...onOther, token: '' }, next);
  const third = await entered(phone, device(), next);
  expect((await ask(otherDevice, changePassword, { oldPassword: next, password })).name).toBe(
    'success',
  );
  expect([await checkSession(otherDevice), await checkSession(third)]).toEqual([true, false]);
  expect([await needsCode(otherDevice, phone), await needsCode(third, phone)]).toEqual([
    false,
    true,
  ]);
});

test('shows a session’s true age even if the sandbox clock has jumped ahead', async () => {
  const { on } = await registered();
  clocks.addMs(5 * minute);
  clocks.addDays(9);
  const fiveMinutesAgo = wire(clocks.now().subtract({ minutes: 5 }));
  expect(await listOf(on)).toMatchObject([{ openedAt: fiveMinutesAgo }]);
});

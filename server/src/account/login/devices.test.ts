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

// Each test begins in a new hour, so that it does not share rate limits with the others.
beforeEach(() => clocks.addMs(hourMs));

const isIn = async (on: Device) => (await ask(on, userInfo, {})).name === 'success';
const listOf = async (on: Device) => dataOf(await ask(on, deviceList, {})).devices;
const isNew = async (on: Device, phone: Parameters<typeof byPassword>[0], secret = password) =>
  (await ask({ ...on, token: '' }, logonRegister, byPassword(phone, secret))).name ===
  'newDeviceCodeNeeded';
const out = async (on: Device, secret?: string, id?: string) =>
  await ask(on, logoutOthers, secret === undefined ? {} : { password: secret }, id);

test('my devices: this one first, then the last seen, each by its kind; not the ones that were logged out, nor anybody else\u2019s', async () => {
  const { phone, on } = await registered({ ...device(), userAgent: agents.phone });
  await registered();
  const opened = clocks.wall();
  const mac = await entered(phone, { ...device(), userAgent: agents.mac });
  const soon = clocks.wall();
  const gone = await entered(phone);
  expect((await ask(gone, logout, {})).name).toBe('success');
  clocks.addMs(minute);
  const other = await entered(phone, { ...device(), userAgent: agents.mac });
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
  expect((await ask(other, logout, {})).name).toBe('success');
  expect((await listOf(mac)).map(({ browser, isThis }) => [browser, isThis])).toEqual([
    ['safari', true],
    ['chrome', false],
  ]);
});

const wire = (at: Temporal.Instant) => at.toString({ smallestUnit: 'millisecond' });

test('a session is of the device that it was opened on: its token opens nothing elsewhere, and goes on here', async () => {
  const { on } = await registered();
  expect([await isIn({ ...device(), token: on.token }), await isIn(on)]).toEqual([false, true]);
});

test('a login on the same device ends the session before it, and one elsewhere does not', async () => {
  const { phone, on } = await registered();
  const second = await entered(phone, { ...on, token: '' });
  expect([await isIn(on), await isIn(second)]).toEqual([false, true]);
  const elsewhere = await entered(phone);
  expect([await isIn(second), await isIn(elsewhere)]).toEqual([true, true]);
  expect(await listOf(second)).toHaveLength(2);
});

test('a repeated login that carried an older token is still one login', async () => {
  const { phone, on } = await registered();
  const id = newId(clocks.wall());
  clocks.addMs(minute);
  // The code is used up by the first, which also ends the session whose token came with it.
  const input = byCode(phone, await codeFor(on, phone, 'login'));
  const first = dataOf(await ask(on, logonRegister, input, id));
  const again = dataOf(await ask(on, logonRegister, input, id));
  expect([
    await isIn({ ...on, token: first.token }),
    await isIn({ ...on, token: again.token }),
  ]).toEqual([false, true]);
});

test('logging the others out ends their sessions, makes their devices new ones again, and leaves this one as it is', async () => {
  const { phone, on } = await registered();
  const [one, other] = [await entered(phone), await entered(phone)];
  expect((await ask(other, logout, {})).name).toBe('success');
  expect(dataOf(await out(on))).toEqual({ endedCount: 1 });
  expect([await isIn(on), await isIn(one)]).toEqual([true, false]);
  expect((await ask(one, userInfo, {})).name).toBe('sessionInvalid');
  expect([await isNew(on, phone), await isNew(one, phone), await isNew(other, phone)]).toEqual([
    false,
    true,
    true,
  ]);
});

test('a stolen token logs nobody out from a device of the thief’s own, which says to be another of the owner’s', async () => {
  const { phone, on } = await registered();
  const other = await entered(phone);
  expect((await out({ ...on, id: other.id })).name).toBe('sessionInvalid');
  expect([await isNew(on, phone), await isNew(other, phone)]).toEqual([false, false]);
});

test('fifteen minutes after the last proof it asks for the password, at most ten wrong ones an hour, and that is a proof again', async () => {
  const { phone, on } = await registered();
  clocks.addMs(15 * minute - 1);
  expect((await out(on)).name).toBe('success');
  clocks.addMs(1);
  const other = await entered(phone);
  expect((await out(on)).name).toBe('passwordNeeded');
  const wrongs = await Promise.all(Array.from({ length: 9 }, () => out(on, 'ibang salita')));
  expect(new Set(wrongs.map(({ name }) => name))).toEqual(new Set(['passwordWrong']));
  expect(await isIn(other)).toBe(true);
  expect(dataOf(await out(on, password))).toEqual({ endedCount: 1 });
  expect(await isIn(other)).toBe(false);
  expect((await out(on)).name).toBe('success');
  clocks.addMs(15 * minute);
  expect((await out(on)).name).toBe('passwordNeeded');
  for (let n = 0; n < 10; n += 1) await out(on, 'ibang salita');
  expect((await out(on, password)).name).toBe('passwordWrong');
});

test('an account without a password has nothing to be asked for', async () => {
  const { on } = await withoutPassword();
  clocks.addMs(15 * minute);
  expect((await out(on)).name).toBe('success');
});

test('the same request is one logging out; of two devices that log each other out at once one is left', async () => {
  const { phone, on } = await registered();
  await entered(phone);
  const id = newId(clocks.wall());
  expect([dataOf(await out(on, undefined, id)), dataOf(await out(on, undefined, id))]).toEqual([
    { endedCount: 1 },
    { endedCount: 1 },
  ]);
  const other = await entered(phone);
  const fresh = await entered(phone, { ...on, token: '' });
  const both = await Promise.all([fresh, other].map((each) => out(each)));
  expect(both.map(({ name }) => name).sort()).toEqual(['sessionInvalid', 'success']);
  expect([await isIn(fresh), await isIn(other)].filter(Boolean)).toHaveLength(1);
});

test('a reset makes every device a new one but the one that it was made on; so does a change of password', async () => {
  const { phone, on } = await registered();
  const other = await entered(phone);
  clocks.addMs(minute);
  const given = await codeFor({ ...other, token: '' }, phone, 'reset');
  const next = 'ulan sa bubong';
  expect(
    (await ask({ ...other, token: '' }, resetPassword, { phone, ...given, password: next })).name,
  ).toBe('success');
  expect([await isNew(on, phone, next), await isNew(other, phone, next)]).toEqual([true, false]);
  const there = await entered(phone, { ...other, token: '' }, next);
  const third = await entered(phone, device(), next);
  expect((await ask(there, changePassword, { oldPassword: next, password })).name).toBe('success');
  expect([await isIn(there), await isIn(third)]).toEqual([true, false]);
  expect([await isNew(there, phone), await isNew(third, phone)]).toEqual([false, true]);
});

test('where the sandbox has turned its clock, the times of sessions are shown by it, as far from now as they are', async () => {
  const { on } = await registered();
  clocks.addMs(5 * minute);
  clocks.addDays(9);
  const fiveMinutesAgo = wire(clocks.now().subtract({ minutes: 5 }));
  expect(await listOf(on)).toMatchObject([{ openedAt: fiveMinutesAgo }]);
});

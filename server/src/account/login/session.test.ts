import { logout, userInfo } from '@sandali/contract/account.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { beforeEach, expect, test } from 'vitest';
import { exportPersonalData } from '#/account/account.ts';
import { accountTestContext } from '#/account/testing.ts';
import type { Device } from '#/testing/context.ts';

const { app, clocks, ask, registered, entered } = await accountTestContext();
const { db } = app;

// Each test begins in a new hour, so that tests do not share rate limits.
beforeEach(() => clocks.addMs(hourMs));

const checkSession = async (on: Device) => (await ask(on, userInfo, {})).name === 'success';
const minute = 60_000;
const day = 24 * 60 * minute;

test('logout ends its own session and no other', async () => {
  const { phone, on } = await registered();
  const onOther = await entered(phone);
  const { token } = onOther;
  expect((await ask(on, logout, {})).name).toBe('success');
  expect(await checkSession(on)).toBe(false);
  expect(await checkSession({ ...onOther, token })).toBe(true);
  expect(
    await checkSession({
      ...onOther,
      token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    }),
  ).toBe(false);
});

test('a session expires after 7 days without a call', async () => {
  const { on } = await registered();
  clocks.addMs(7 * day - 1);
  expect(await checkSession(on)).toBe(true);
  clocks.addMs(7 * day);
  expect(await checkSession(on)).toBe(false);
});

test('a session expires after 30 days, however active', async () => {
  const { on } = await registered();
  for (let n = 0; n < 29; n += 1) {
    clocks.addMs(day);
    expect(await checkSession(on)).toBe(true);
  }
  clocks.addMs(day);
  expect(await checkSession(on)).toBe(false);
});

test('updates a session’s last-seen time at most once every five minutes', async () => {
  const { on, userGid } = await registered();
  const lastSeen = async () =>
    (await exportPersonalData(db, app.sealer, userGid)).sessions[0]?.lastSeenAt;
  const opened = clocks.wall();
  clocks.addMs(5 * minute - 1);
  await checkSession(on);
  expect(await lastSeen()).toEqual(opened);
  clocks.addMs(1);
  await checkSession(on);
  expect(await lastSeen()).toEqual(clocks.wall());
});

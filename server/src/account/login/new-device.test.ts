// Logins on devices that the borrower has never used: required proof, notice, known devices.
import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { resetPassword, setPassword } from '@sandali/contract/newPassword.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { beforeEach, expect, test } from 'vitest';
import { lockBorrower } from '#/account/person.ts';
import { forLoginPart, setPasswordHash } from '#/account/store.ts';
import {
  accountTestContext,
  byCode,
  byPassword,
  password,
  withCode,
  wrong,
} from '#/account/testing.ts';
import { inTx } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import { newId } from '#/platform/random.ts';
import { dataOf, device } from '#/testing/context.ts';
import { beforeLogon, logon, prepareLogon } from './logon.ts';
import { endAllSessions } from './session.ts';

const {
  fresh,
  app,
  clocks,
  set,
  ask,
  ctxOf,
  outbox,
  newNumber,
  codeFor,
  registered,
  withoutPassword,
  logIn,
  entered,
} = await accountTestContext();
const { db } = app;
const minute = 60_000;

// Each test begins in a new hour, so that tests do not share rate limits.
beforeEach(() => clocks.addMs(hourMs));

const openSessions = async (borrowerId: string) => {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.length;
};

/** Returns how many connections to the test's database wait for a lock. */
async function lockWaiters(): Promise<number> {
  const { rows } = await fresh.owner.pool.query<{ waiters: number }>(
    `select count(*)::int as waiters from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiters ?? 0;
}

/** Requests a new-device code a minute later, when another code may be sent to the number. */
async function deviceCode(on: ReturnType<typeof device>, phone: MobileNumber) {
  clocks.addMs(minute);
  return await codeFor(on, phone, 'newDevice');
}

test('a new device needs a code in addition to the correct password, but only once', async () => {
  const { phone, userGid } = await registered();
  const on = device();
  expect((await ask(on, logonRegister, byPassword(phone))).name).toBe('newDeviceCodeNeeded');
  expect(await openSessions(userGid)).toBe(1);
  const sms = await deviceCode(on, phone);
  expect((await outbox(phone)).at(-1)).toContain('is your code to log in on a new phone');
  expect(
    (await ask(on, logonRegister, withCode(phone, { ...sms, code: wrong(sms.code) }))).name,
  ).toBe('codeWrong');
  expect(dataOf(await ask(on, logonRegister, withCode(phone, sms)))).toMatchObject({
    userGid,
    needsPassword: false,
  });
  expect(await openSessions(userGid)).toBe(2);
  // The device is known, so the code is not compared.
  expect((await ask(on, logonRegister, withCode(phone, sms))).name).toBe('success');
  expect((await ask(on, logonRegister, byPassword(phone))).name).toBe('success');
  expect((await ask(device(), logonRegister, withCode(phone, sms))).name).toBe('codeWrong');
});

test('a wrong password fails in the same way for any number, with or without a code', async () => {
  const { phone } = await registered();
  const on = device();
  const sms = await deviceCode(on, phone);
  const answers = [];
  for (const number of [phone, newNumber()]) {
    answers.push(await ask(device(), logonRegister, byPassword(number, 'ibang salita')));
    answers.push(await ask(device(), logonRegister, withCode(number, sms, 'ibang salita')));
  }
  expect(answers).toEqual(Array.from({ length: 4 }, () => ({ name: 'loginWrong', values: {} })));
  expect((await ask(on, logonRegister, withCode(phone, sms))).name).toBe('success');
  const { phone: known } = await registered();
  const sent = [];
  clocks.addMs(minute);
  for (const number of [known, newNumber()]) {
    sent.push(
      Object.keys(dataOf(await ask(device(), codeSms, { phone: number, purpose: 'newDevice' }))),
    );
  }
  expect(sent[0]).toEqual(sent[1]);
});

test('compares five guesses at a code per device, without locking out the owner', async () => {
  const { phone, on, userGid } = await registered();
  const strangers = [device(), device()] as const;
  const first = await deviceCode(strangers[0], phone);
  const second = await deviceCode(strangers[1], phone);
  const guess = (sms: typeof first) =>
    ask(device(), logonRegister, withCode(phone, { ...sms, code: wrong(sms.code) }));
  for (let round = 0; round < 5; round += 1) {
    const many = await Promise.all(
      Array.from({ length: 10 }, (_, n) => guess(n % 2 ? first : second)),
    );
    expect(many.every(({ name }) => name === 'codeWrong' || name === 'tooManyRequests')).toBe(true);
  }
  const tries = await db
    .selectFrom('code_attempts')
    .select(['tries', 'device_id'])
    .where('purpose', '=', 'newDevice')
    .orderBy('ends_at', 'desc')
    .execute();
  const named = strangers.map(({ id }) => ({ tries: 5, device_id: `stranger:${id}` }));
  expect(tries.slice(0, 2)).toEqual(expect.arrayContaining(named));
  for (const sms of [first, second])
    expect((await ask(device(), logonRegister, withCode(phone, sms))).name).toBe('codeWrong');
  expect(await openSessions(userGid)).toBe(1);
  expect((await ask({ ...on, token: '' }, logonRegister, byPassword(phone))).name).toBe('success');
});

test('accepts a new-device code only for its own purpose, number and challenge', async () => {
  const { phone } = await registered();
  const { phone: others } = await registered();
  const on = device();
  const sms = await deviceCode(on, phone);
  expect((await ask(on, logonRegister, byCode(phone, sms))).name).toBe('codeWrong');
  expect((await ask(on, resetPassword, { phone, ...sms, password: 'ulan sa bubong' })).name).toBe(
    'codeWrong',
  );
  expect((await ask(on, logonRegister, withCode(others, sms))).name).toBe('codeWrong');
  clocks.addMs(minute);
  const forLogin = await codeFor(on, phone, 'login');
  expect((await ask(on, logonRegister, withCode(phone, forLogin))).name).toBe('codeWrong');
});

test('sends a new-device code while smsSwitch is off', async () => {
  const { phone } = await registered();
  await set('smsSwitch', false);
  const login = await logIn(phone);
  await set('smsSwitch', true);
  expect(login.name).toBe('success');
});

test('a repeated login on a new device opens one session and sends one notice', async () => {
  const { phone, userGid } = await registered();
  const on = device();
  const id = newId(clocks.wall());
  const sms = await deviceCode(on, phone);
  const again = async () => dataOf(await ask(on, logonRegister, withCode(phone, sms), id)).token;
  expect(await again()).not.toBe(await again());
  expect(await openSessions(userGid)).toBe(2);
  expect(
    (await outbox(phone)).filter((text) => text.includes('a new phone logged in')),
  ).toHaveLength(1);
});

test('logs in only one of two devices that send the same code', async () => {
  const { phone } = await registered();
  const [first, second] = [device(), device()];
  const more = await deviceCode(first, phone);
  const both = await Promise.all(
    [first, second].map((each) => ask(each, logonRegister, withCode(phone, more))),
  );
  expect(both.map(({ name }) => name).sort()).toEqual(['codeWrong', 'success']);
});

test('notifies the borrower of a new device at any hour, in their last language', async () => {
  clocks.setNow('2026-06-01T15:30:00Z'); // 23:30 in Manila
  const { phone, on } = await registered(device('fil'));
  await entered(phone, device('en'));
  const notices = async () =>
    (await outbox(phone)).filter((text) => text.includes('bagong phone na nag-log in'));
  expect(await notices()).toEqual([expect.stringContaining('(02) 5550 0100')]);
  expect((await ask({ ...on, token: '' }, logonRegister, byPassword(phone))).name).toBe('success');
  clocks.addMs(minute);
  expect(await notices()).toHaveLength(1);
  const filipinoDevice = device('fil');
  expect(
    (
      await ask(
        filipinoDevice,
        logonRegister,
        byCode(phone, await codeFor(filipinoDevice, phone, 'login')),
      )
    ).name,
  ).toBe('success');
  expect(await notices()).toHaveLength(2);
});

test('a login needs a code if the borrower has no known device', async () => {
  const { phone, on, userGid } = await registered();
  expect((await ask({ ...on, token: '' }, logonRegister, byPassword(phone))).name).toBe('success');
  await db.deleteFrom('trusted_devices').where('borrower_id', '=', userGid).execute();
  expect((await ask({ ...on, token: '' }, logonRegister, byPassword(phone))).name).toBe(
    'newDeviceCodeNeeded',
  );
});

test('the device that opened an account does not need a code at the next login', async () => {
  const bare = await withoutPassword();
  expect((await ask(bare.on, setPassword, { password })).name).toBe('success');
  expect((await ask({ ...bare.on, token: '' }, logonRegister, byPassword(bare.phone))).name).toBe(
    'success',
  );
});

/** Prepares a login, and returns a function that runs its transaction. */
async function begunLogin(on: ReturnType<typeof device>, phone: MobileNumber) {
  const input = byPassword(phone);
  const ctx = await ctxOf({ ...on, token: '' }, newId(clocks.wall()));
  const account = await readPart(db, forLoginPart, beforeLogon.params(ctx, input));
  const prepared = await prepareLogon(ctx, db, input, { account });
  return () =>
    inTx(db, async (tx) => {
      const { writes } = await logon(ctx, tx, input, prepared);
      await Promise.all((writes?.(tx) ?? []).map((statement) => tx.executeQuery(statement)));
    });
}

test('does not open a session if the password was replaced after it was compared', async () => {
  const { phone, on, userGid } = await registered();
  const goOn = await begunLogin(on, phone);
  clocks.addMs(minute);
  const sms = await codeFor({ ...on, token: '' }, phone, 'reset');
  expect(
    (
      await ask({ ...on, token: '' }, resetPassword, {
        phone,
        ...sms,
        password: 'ulan sa bubong',
      })
    ).name,
  ).toBe('success');
  await expect(goOn()).rejects.toMatchObject({ refusal: 'loginWrong' });
  expect(await openSessions(userGid)).toBe(0);
});

test('does not open a session if another device has meanwhile logged out this one', async () => {
  const { phone, on, userGid } = await registered();
  const goOn = await begunLogin(on, phone);
  await inTx(db, (tx) => endAllSessions(tx, userGid, clocks.wall()));
  await expect(goOn()).rejects.toMatchObject({ refusal: 'systemBusy' });
  expect((await ask({ ...on, token: '' }, logonRegister, byPassword(phone))).name).toBe(
    'newDeviceCodeNeeded',
  );
  expect(await openSessions(userGid)).toBe(0);
});

test('refuses a login that waited while the password was replaced', async () => {
  const { phone, on, userGid } = await registered();
  let login: Promise<{ name: string }> | undefined;
  await inTx(db, async (tx) => {
    await lockBorrower(tx, userGid);
    login = ask({ ...on, token: '' }, logonRegister, byPassword(phone));
    await expect.poll(lockWaiters).toBe(1);
    await setPasswordHash(tx, userGid, '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$bm9ib2R5cw');
    await endAllSessions(tx, userGid, clocks.wall());
  });
  expect((await login)?.name).toBe('loginWrong');
  expect(await openSessions(userGid)).toBe(0);
});

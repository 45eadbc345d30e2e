import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { RefusalName } from '@sandali/contract/codes.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { zChallengeId } from '@sandali/contract/id.ts';
import { register } from '@sandali/contract/signUp.ts';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { codesAnHour, codesOfStrangersAnHour } from '#/account/login/limits.ts';
import { accountTestContext, byCode, password, wrong } from '#/account/testing.ts';
import type { Sms } from '#/adapters/sms/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { sendNotice } from '#/notifications/jobs.ts';
import { newId } from '#/platform/random.ts';
import { type Device, dataOf, device } from '#/testing/context.ts';
import { sayRefusal } from '#/texts/say.ts';
import { checkCode } from './code.ts';

const {
  app,
  clocks,
  jobs,
  set,
  ask,
  deliver,
  outbox,
  newNumber,
  codeFor,
  pictureFor,
  registered,
  borrowerCtx,
} = await accountTestContext();
const { db } = app;
const attemptsOf = async (id: string) => {
  const challenges = db.selectFrom('sms_challenges').where('id', '=', id);
  const { phone_hash, purpose, counted_on } = await challenges
    .selectAll()
    .executeTakeFirstOrThrow();
  const counts = db
    .selectFrom('code_attempts')
    .where('phone_hash', '=', phone_hash)
    .where('purpose', '=', purpose);
  return (
    await counts.where('device_id', '=', counted_on).select('tries').executeTakeFirstOrThrow()
  ).tries;
};

// Each test begins in a new hour, so that tests do not share rate limits.
beforeEach(() => clocks.addMs(hourMs));

test('sends a code by SMS in the caller’s language', async () => {
  const phone = newNumber();
  const data = dataOf(await ask(device('fil'), codeSms, { phone, purpose: 'register' }));
  expect(data.resendAfterSeconds).toBe(60);
  expect(data.endsAt).toBe(
    clocks.wall().add({ minutes: 5 }).toString({ smallestUnit: 'millisecond' }),
  );
  expect(await outbox(phone)).toEqual([expect.stringMatching(/^Sandali: .*\d{6}/)]);
  expect((await outbox(phone))[0]).not.toContain('is your code');
});

test('sends a caller only one code per number in 60 seconds, whatever its purpose', async () => {
  const [phone, on] = [newNumber(), device()];
  await codeFor(on, phone, 'register');
  clocks.addMs(59_000);
  expect(await ask(on, codeSms, { phone, purpose: 'login' })).toEqual({
    name: 'codeTooSoon',
    values: { seconds: 1 },
  });
  clocks.addMs(1_000);
  expect((await ask(on, codeSms, { phone, purpose: 'login' })).name).toBe('success');
  expect(await outbox(phone)).toHaveLength(2);
});

test('repeated or concurrent requests for one number send only one code', async () => {
  const [first, second, on] = [newNumber(), newNumber(), device()];
  const id = newId(clocks.wall());
  const twice = await Promise.all(
    [0, 1].map(() => ask(on, codeSms, { phone: first, purpose: 'register' }, id)),
  );
  expect(new Set(twice.map((answer) => JSON.stringify(dataOf(answer)))).size).toBe(1);
  expect(await outbox(first)).toHaveLength(1);
  const many = await Promise.all(
    Array.from({ length: 20 }, () => ask(on, codeSms, { phone: second, purpose: 'login' })),
  );
  expect(many.filter(({ name }) => name === 'success')).toHaveLength(1);
  expect(many.filter(({ name }) => name === 'codeTooSoon')).toHaveLength(19);
  expect(await outbox(second)).toHaveLength(1);
});

test('limits a device to 5 codes per hour and 10 per day for one number', async () => {
  clocks.addMs(
    24 * 60 * 60 * 1000 -
      ((clocks.wall().epochMilliseconds + 8 * 60 * 60 * 1000) % (24 * 60 * 60 * 1000)),
  ); // Manila's midnight
  const [phone, on] = [newNumber(), device()];
  const names: string[] = [];
  for (let hour = 0; hour < 3; hour += 1) {
    for (let n = 0; n < 6; n += 1) {
      names.push(
        (await ask(on, codeSms, { phone, purpose: 'register', pictureCode: await pictureFor(on) }))
          .name,
      );
      await deliver();
      clocks.addMs(5 * 60_000 + 1);
    }
    clocks.addMs(30 * 60_000 - 6);
  }
  const spent = 'codeBudgetSpent';
  const five = Array.from({ length: 5 }, () => 'success');
  expect(names).toEqual([
    ...five,
    spent,
    ...five,
    spent,
    ...Array.from({ length: 6 }, () => spent),
  ]);
  expect(await outbox(phone)).toHaveLength(10);
});

test('limits codes per device, for all strangers together and for all callers', async () => {
  const [{ phone, on: owner }, on] = [await registered(), device()];
  for (let n = 0; n < 20; n += 1)
    expect((await ask(on, codeSms, { phone: newNumber(), purpose: 'register' })).name).toBe(
      'success',
    );
  expect((await ask(on, codeSms, { phone: newNumber(), purpose: 'register' })).name).toBe(
    'codeBudgetSpent',
  );
  const leaveCodes = async (name: string, remaining: number) => {
    await db.deleteFrom('rate_limits').where('name', '=', name).execute();
    const used = (name === 'sms:all' ? codesAnHour : codesOfStrangersAnHour) - remaining;
    const [window_start, ends_at] = [
      clocks.wall().subtract({ minutes: 30 }),
      clocks.wall().add({ minutes: 30 }),
    ];
    await db.insertInto('rate_limits').values({ name, window_start, ends_at, used }).execute();
  };
  const askAsStranger = async () => {
    const on = device();
    return (
      await ask(on, codeSms, {
        phone: newNumber(),
        purpose: 'login',
        pictureCode: await pictureFor(on),
      })
    ).name;
  };
  await leaveCodes('sms:strangers', 1);
  const many = await Promise.all(Array.from({ length: 10 }, askAsStranger));
  expect(many.sort()).toEqual([...Array.from({ length: 9 }, () => 'codeBudgetSpent'), 'success']);
  expect((await ask(owner, codeSms, { phone, purpose: 'bankAccount' })).name).toBe('success');
  expect((await ask({ ...owner, token: '' }, codeSms, { phone, purpose: 'reset' })).name).toBe(
    'success',
  );
  await leaveCodes('sms:all', 0);
  clocks.addMs(60_000);
  expect((await ask(owner, codeSms, { phone, purpose: 'bankAccount' })).name).toBe(
    'codeBudgetSpent',
  );
});

test('smsSwitch stops codes for login and bank accounts, and smsOn stops all codes', async () => {
  const { phone, on } = await registered();
  clocks.addMs(60_000);
  await set('smsSwitch', false);
  expect((await ask(device(), codeSms, { phone, purpose: 'login' })).name).toBe('smsLoginOff');
  expect((await ask(on, codeSms, { phone, purpose: 'bankAccount' })).name).toBe('smsLoginOff');
  expect((await ask(device(), codeSms, { phone: newNumber(), purpose: 'register' })).name).toBe(
    'success',
  );
  const sms = { challengeId: v.parse(zChallengeId, newId(clocks.wall())), code: '123456' };
  expect((await ask(device(), logonRegister, byCode(phone, sms))).name).toBe('smsLoginOff');
  await set('smsSwitch', true);
  await set('smsOn', false);
  expect((await ask(device(), codeSms, { phone, purpose: 'login' })).name).toBe(
    'codeSendingFailed',
  );
  await set('smsOn', true);
  expect((await ask(device(), codeSms, { phone, purpose: 'login' })).name).toBe('success');
});

test('refuses another code for a number while every gateway rejects the last one', async () => {
  const [phone, on] = [newNumber(), device()];
  const refusing: Sms = {
    name: 'fake',
    deduplicates: false,
    send: async () => ({ outcome: 'refused', reason: 'status 429' }),
    delivery: async () => 'unknown',
  };
  await ask(on, codeSms, { phone, purpose: 'login' });
  const job = jobs.pop() ?? { messageId: '' };
  await expect(
    sendNotice({ ...workCtx(app), app: { ...app, sms: [refusing] } }, job),
  ).rejects.toThrow('No SMS gateway accepted');
  clocks.addMs(60_000);
  const { name } = await ask(on, codeSms, { phone, purpose: 'login' });
  expect(sayRefusal('en', name as RefusalName)).toBe(
    'Verification code sending failed. Please try again in a few minutes.',
  );
  expect((await ask(device(), codeSms, { phone: newNumber(), purpose: 'login' })).name).toBe(
    'success',
  );
  await sendNotice(workCtx(app), job);
  expect((await ask(device(), codeSms, { phone, purpose: 'login' })).name).toBe('success');
});

test('compares a code at most 5 times, even in 50 concurrent calls', async () => {
  const [phone, on] = [newNumber(), device()];
  const sms = await codeFor(on, phone, 'login');
  const guess = () => ask(on, logonRegister, byCode(phone, { ...sms, code: wrong(sms.code) }));
  const many = await Promise.all(Array.from({ length: 50 }, guess));
  expect(new Set(many.map(({ name }) => name))).toEqual(new Set(['codeWrong']));
  expect(await attemptsOf(sms.challengeId)).toBe(5);
  expect((await ask(on, logonRegister, byCode(phone, sms))).name).toBe('codeWrong');
});

test('a new code replaces the previous code and inherits its counted attempts', async () => {
  const [phone, on] = [newNumber(), device()];
  const first = await codeFor(on, phone, 'login');
  for (let n = 0; n < 3; n += 1)
    await ask(on, logonRegister, byCode(phone, { ...first, code: wrong(first.code) }));
  clocks.addMs(60_000);
  const second = await codeFor(on, phone, 'login');
  expect(await attemptsOf(second.challengeId)).toBe(3);
  expect((await ask(on, logonRegister, byCode(phone, first))).name).toBe('codeWrong');
  for (let n = 0; n < 2; n += 1)
    await ask(on, logonRegister, byCode(phone, { ...second, code: wrong(second.code) }));
  expect((await ask(on, logonRegister, byCode(phone, second))).name).toBe('codeWrong');
  clocks.addMs(60_000);
  expect(await ask(on, codeSms, { phone, purpose: 'login' })).toEqual({
    name: 'codeTooSoon',
    values: { seconds: 240 },
  });
  clocks.addMs(240_000);
  expect(
    (await ask(on, logonRegister, byCode(phone, await codeFor(on, phone, 'login')))).name,
  ).toBe('success');
});

test('accepts a code once within five minutes for its purpose, number and challenge', async () => {
  const [phone, otherPhone, on] = [newNumber(), newNumber(), device()];
  const sms = await codeFor(on, phone, 'register');
  const otherSms = await codeFor(on, otherPhone, 'register');
  expect((await ask(on, logonRegister, byCode(phone, sms))).name).toBe('codeWrong');
  expect(
    (await ask(on, register, { phone: otherPhone, ...sms, password, agreementVersion })).name,
  ).toBe('codeWrong');
  expect(
    (
      await ask(on, register, {
        phone,
        challengeId: otherSms.challengeId,
        code: sms.code,
        password,
        agreementVersion,
      })
    ).name,
  ).toBe('codeWrong');
  expect((await ask(on, register, { phone, ...sms, password, agreementVersion })).name).toBe(
    'success',
  );
  expect((await ask(on, register, { phone, ...sms, password, agreementVersion })).name).toBe(
    'codeWrong',
  );
  clocks.addMs(5 * 60_000);
  expect(
    (await ask(on, register, { phone: otherPhone, ...otherSms, password, agreementVersion })).name,
  ).toBe('codeWrong');
});

test('accepts a bank account code only from the borrower who requested it', async () => {
  const [anna, ben] = [await registered(), await registered()];
  clocks.addMs(60_000);
  expect((await ask(device(), codeSms, { phone: anna.phone, purpose: 'bankAccount' })).name).toBe(
    'sessionInvalid',
  );
  const elsewhere = newNumber();
  dataOf(await ask(anna.on, codeSms, { phone: elsewhere, purpose: 'bankAccount' }));
  expect(await outbox(elsewhere)).toEqual([]);
  clocks.addMs(60_000);
  const sms = await codeFor(anna.on, anna.phone, 'bankAccount');
  const check = async (on: Device, code: string) => {
    const ctx = await borrowerCtx(on);
    return await inTx(db, (tx) => checkCode(ctx, tx, 'bankAccount', { ...sms, code }));
  };
  expect(await check(ben.on, sms.code)).toBe(false);
  expect(await check(anna.on, wrong(sms.code))).toBe(false);
  expect(await check(anna.on, sms.code)).toBe(true);
  expect(await check(anna.on, sms.code)).toBe(false);
});

import { codeSms, userInfo } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { zChallengeId } from '@sandali/contract/id.ts';
import { changePassword, resetPassword } from '@sandali/contract/newPassword.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { register } from '@sandali/contract/signUp.ts';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountTestContext, type Given, password, wrong } from '#/account/testing.ts';
import { newId } from '#/platform/random.ts';
import { type Device, dataOf, device } from '#/testing/context.ts';
import { effortMs } from '#/testing/effort.ts';

const {
  app,
  clocks,
  set,
  ask,
  outbox,
  newNumber,
  codeFor,
  pictureFor,
  registered,
  withoutPassword,
  logIn,
} = await accountTestContext({
  passwordCost: 'full',
});
const { db } = app;
const next = 'ulan sa bubong';

// Each test begins in a new hour, so that it does not share rate limits with the others.
beforeEach(() => clocks.addMs(hourMs));

const isIn = async (on: Device) => (await ask(on, userInfo, {})).name === 'success';
const reset = async (on: Device, phone: MobileNumber, given: Given, secret = next) =>
  await ask(on, resetPassword, { phone, ...given, password: secret });

/** A code to reset, asked for from a device that has no session. */
async function resetCode(phone: MobileNumber, on: Device): Promise<Given> {
  clocks.addMs(60_000);
  return await codeFor({ ...on, token: '' }, phone, 'reset');
}

describe('a reset', () => {
  test('sets the password, ends every session and notifies the borrower', async () => {
    const { phone, on } = await registered(device('fil'));
    const other = device('fil');
    const there = { ...other, token: dataOf(await logIn(phone, password, other)).token };
    const given = await resetCode(phone, other);
    expect((await reset(other, phone, given)).name).toBe('success');
    expect([await isIn(on), await isIn(there)]).toEqual([false, false]);
    expect((await logIn(phone, password)).name).toBe('loginWrong');
    expect((await outbox(phone)).at(-1)).toMatch(
      /^Sandali: napalitan ang password mo\. .*\(02\) 5550 0100/,
    );
    expect((await reset(other, phone, given, 'ibang salita')).name).toBe('codeWrong');
    expect((await logIn(phone, next)).name).toBe('success');
  });

  test('by the code of another number sets nobody’s password, and leaves that code good', async () => {
    const [anna, ben] = [await registered(), await registered()];
    const [annas, bens] = [
      await resetCode(anna.phone, anna.on),
      await resetCode(ben.phone, ben.on),
    ];
    const mixed = { challengeId: annas.challengeId, code: bens.code };
    for (const given of [bens, mixed])
      expect((await reset(ben.on, anna.phone, given)).name).toBe('codeWrong');
    expect([await isIn(anna.on), (await logIn(anna.phone, password, anna.on)).name]).toEqual([
      true,
      'success',
    ]);
    expect((await reset(ben.on, ben.phone, bens)).name).toBe('success');
  });

  test('by a repeated request is one reset; of two at once with one code one wins', async () => {
    const { phone, on } = await registered();
    const given = await resetCode(phone, on);
    const id = newId(clocks.wall());
    const again = () =>
      ask({ ...on, token: '' }, resetPassword, { phone, ...given, password: next }, id);
    expect([(await again()).name, (await again()).name]).toEqual(['success', 'success']);
    expect(
      (await outbox(phone)).filter((text) => text.includes('password was changed')),
    ).toHaveLength(1);
    const more = await resetCode(phone, on);
    const both = await Promise.all(
      ['unang salita', 'ikalawang salita'].map((one) => reset(on, phone, more, one)),
    );
    expect(both.map(({ name }) => name).sort()).toEqual(['codeWrong', 'success']);
  });

  test('gives an account that a code has opened its first password', async () => {
    const { phone, on } = await withoutPassword();
    expect((await reset(on, phone, await resetCode(phone, on))).name).toBe('success');
    expect((await logIn(phone, next)).name).toBe('success');
  });

  test('answers known and unknown numbers alike until the code is right; then its holder learns it', async () => {
    const { phone: known } = await registered();
    const unknown = newNumber();
    const sent = [];
    const answers = [];
    for (const phone of [known, unknown]) {
      clocks.addMs(60_000);
      const on = device();
      sent.push(Object.keys(dataOf(await ask(on, codeSms, { phone, purpose: 'reset' }))).join());
      clocks.addMs(60_000);
      const given = await codeFor(on, phone, 'reset');
      const made = { challengeId: v.parse(zChallengeId, newId(clocks.wall())), code: '123456' };
      answers.push([
        await reset(on, phone, made),
        await reset(on, phone, { ...given, code: wrong(given.code) }),
      ]);
      answers.push([await reset(on, phone, given, 'Password123')]);
      if (phone === unknown) {
        expect((await reset(on, phone, given)).name).toBe('accountUnknown');
        expect((await reset(on, phone, given)).name).toBe('codeWrong');
      }
    }
    expect(sent[0]).toBe(sent[1]);
    expect(answers.slice(0, 2)).toEqual(answers.slice(2));
    expect(answers.flat().map(({ name }) => name)).toEqual([
      ...['codeWrong', 'codeWrong', 'passwordTooCommon'],
      ...['codeWrong', 'codeWrong', 'passwordTooCommon'],
    ]);
  });

  test('works as hard for an unknown number as for a known one', async () => {
    const tries = {
      known: { phone: (await registered()).phone, ms: [] as number[] },
      unknown: { phone: newNumber(), ms: [] as number[] },
    };
    for (let round = 0; round < 3; round += 1) {
      clocks.addMs(6 * 60_000); // the tries of the codes before are over
      const on = device();
      const codes = {
        known: await codeFor(on, tries.known.phone, 'reset'),
        unknown: await codeFor(on, tries.unknown.phone, 'reset'),
      };
      for (const who of [
        'known',
        'unknown',
        'known',
        'unknown',
        'known',
        'unknown',
        'known',
        'unknown',
      ] as const) {
        const once = () =>
          reset(on, tries[who].phone, { ...codes[who], code: wrong(codes[who].code) });
        tries[who].ms.push(
          await effortMs(async () => expect((await once()).name).toBe('codeWrong')),
        );
      }
    }
    // The least of several, in turns: what else this process does can only add to a try.
    const ratio = Math.min(...tries.known.ms) / Math.min(...tries.unknown.ms);
    // Without the comparison with nobody's hash the first would be about twice the second.
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.67);
  });

  test('takes no code of another purpose, number or challenge, none twice, and compares at most five', async () => {
    const { phone, on } = await registered();
    const { phone: others } = await registered();
    clocks.addMs(60_000);
    const forLogin = await codeFor({ ...on, token: '' }, phone, 'login');
    expect((await reset(on, phone, forLogin)).name).toBe('codeWrong');
    const given = await resetCode(phone, on);
    expect((await reset(on, others, given)).name).toBe('codeWrong');
    const input = { phone, ...given, password: next, agreementVersion };
    expect((await ask(on, register, input)).name).toBe('codeWrong');
    const many = await Promise.all(
      Array.from({ length: 20 }, () => reset(on, phone, { ...given, code: wrong(given.code) })),
    );
    expect(new Set(many.map(({ name }) => name))).toEqual(new Set(['codeWrong']));
    const counted = await db
      .selectFrom('code_attempts')
      .select('tries')
      .where('purpose', '=', 'reset')
      .execute();
    expect(Math.max(...counted.map(({ tries }) => tries))).toBe(5);
    expect((await reset(on, phone, given)).name).toBe('codeWrong');
    expect((await logIn(phone, password)).name).toBe('success');
  });

  test('refuses a common password, and the present one, with which the code stays good within its tries', async () => {
    const { phone, on } = await registered();
    const given = await resetCode(phone, on);
    expect((await reset(on, phone, given, 'mahalkita123')).name).toBe('passwordTooCommon');
    for (let n = 0; n < 4; n += 1)
      expect((await reset(on, phone, given, password)).name).toBe('passwordSame');
    expect((await reset(on, phone, given)).name).toBe('success');
    clocks.addMs(6 * 60_000); // the tries of the code before are forgotten with it
    const again = await resetCode(phone, on);
    for (let n = 0; n < 5; n += 1)
      expect((await reset(on, phone, again, next)).name).toBe('passwordSame');
    expect((await reset(on, phone, again, password)).name).toBe('codeWrong');
  });

  test('is possible while smsSwitch is off, and not while no message can be sent', async () => {
    const { phone, on } = await registered();
    await set('smsSwitch', false);
    expect((await reset(on, phone, await resetCode(phone, on))).name).toBe('success');
    await set('smsSwitch', true);
    await set('smsOn', false);
    clocks.addMs(60_000);
    const other = device();
    const { name } = await ask(other, codeSms, {
      phone,
      purpose: 'reset',
      pictureCode: await pictureFor(other),
    });
    await set('smsOn', true);
    expect(name).toBe('codeSendingFailed');
  });
});

describe('a changed password', () => {
  const change = async (on: Device, oldPassword: string, secret = next) =>
    await ask(on, changePassword, { oldPassword, password: secret });

  test('ends every other session, keeps this one, and notifies the borrower', async () => {
    const { phone, on } = await registered();
    const other = device();
    const there = { ...other, token: dataOf(await logIn(phone, password, other)).token };
    expect((await change(on, password)).name).toBe('success');
    expect([await isIn(on), await isIn(there)]).toEqual([true, false]);
    expect((await ask(there, userInfo, {})).name).toBe('sessionInvalid');
    expect((await logIn(phone, password)).name).toBe('loginWrong');
    expect((await outbox(phone)).at(-1)).toBe(
      'Sandali: your password was changed. If this was not you, call us at once: (02) 5550 0100',
    );
    expect((await logIn(phone, next)).name).toBe('success');
    const { password_hash } = await db
      .selectFrom('borrowers')
      .select('password_hash')
      .where('phone_hash', '=', app.sealer.hash('phone', phone))
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('needs the present one, at most ten wrong ones an hour; a common one and the same again are refused', async () => {
    const { phone, on } = await registered();
    expect((await change(on, password, '12345678')).name).toBe('passwordTooCommon');
    expect((await change(on, password, phone)).name).toBe('passwordTooCommon');
    expect((await change(on, password, password)).name).toBe('passwordSame');
    const wrongs = await Promise.all(Array.from({ length: 12 }, () => change(on, 'ibang salita')));
    expect(new Set(wrongs.map(({ name }) => name))).toEqual(new Set(['passwordWrong']));
    expect((await change(on, password)).name).toBe('passwordWrong');
    expect((await change(on, password, password)).name).toBe('passwordWrong');
    clocks.addMs(hourMs);
    expect((await change(on, password)).name).toBe('success');
  });

  test('is refused where the account has none yet', async () => {
    const { on } = await withoutPassword();
    expect((await change(on, password)).name).toBe('passwordWrong');
  });

  test('of two at once one wins', async () => {
    const { on } = await registered();
    const both = await Promise.all(
      ['unang salita', 'ikalawang salita'].map((one) => change(on, password, one)),
    );
    expect(both.map(({ name }) => name).sort()).toEqual(['passwordWrong', 'success']);
  });
});

test('sixty wrong passwords of one session at once hold up no login of others, and ten an hour are compared', async () => {
  const { on, userGid } = await registered();
  const others: Awaited<ReturnType<typeof registered>>[] = [];
  for (let n = 0; n < 10; n += 1) others.push(await registered());
  const wrongs = Array.from({ length: 60 }, (_, n) =>
    ask(on, changePassword, { oldPassword: `ibang salita ${n}`, password: next }),
  );
  const logins = await Promise.all(
    others.map(({ phone, on: theirs }) => logIn(phone, password, theirs)),
  );
  expect(logins.map(({ name }) => name)).toEqual(others.map(() => 'success'));
  const names = (await Promise.all(wrongs)).map(({ name }) => name);
  expect(names.every((name) => name === 'passwordWrong' || name === 'systemBusy')).toBe(true);
  const { used } = await db
    .selectFrom('rate_limits')
    .select('used')
    .where('name', '=', `password:${userGid}`)
    .executeTakeFirstOrThrow();
  expect(used).toBe(10);
});

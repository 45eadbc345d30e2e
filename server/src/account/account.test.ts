import { logonRegister, logout, userInfo } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { codeCheck, register } from '@sandali/contract/signUp.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { dataOf, device } from '#/testing/context.ts';
import { knownNameOf, lockBorrower, phoneOf, recipientOf, setKnownName } from './account.ts';
import { checkPassword } from './password/fresh-proof.ts';
import { accountTestContext, byPassword, password, wrong } from './testing.ts';

const { fresh, app, clocks, ask, newNumber, codeFor, registered, borrowerCtx } =
  await accountTestContext({ passwordCost: 'full' });
const { db } = app;

// Each test begins in a new hour, so that tests do not share rate limits.
beforeEach(() => clocks.addMs(hourMs));

describe('register', () => {
  test('register opens an account and stores secrets only in sealed or hashed form', async () => {
    const { phone, userGid, needsPassword, token, on } = await registered(device('fil'));
    expect(needsPassword).toBe(false);
    expect(dataOf(await ask(on, userInfo, {}))).toEqual({
      userGid,
      phoneMasked: `0917 ••• ${phone.slice(-4)}`,
      name: null,
      firstName: null,
      hasPassword: true,
      hasPasskey: false,
      payoutAccounts: [],
      registeredAt: clocks.now().toString({ smallestUnit: 'millisecond' }),
    });
    expect(await phoneOf(db, app.sealer, userGid)).toBe(phone);
    expect((await recipientOf(app, db, userGid)).locale).toBe('fil');
    const rows = JSON.stringify([
      await db.selectFrom('borrowers').selectAll().where('id', '=', userGid).execute(),
      await db.selectFrom('sessions').selectAll().where('borrower_id', '=', userGid).execute(),
      await db.selectFrom('messages').selectAll().execute(),
      await db.selectFrom('idempotency_keys').selectAll().execute(),
    ]);
    for (const secret of [phone, phone.slice(3), password, token])
      expect(rows).not.toContain(secret);
    expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test('register reveals that a number has an account only after a correct code', async () => {
    const { phone } = await registered();
    clocks.addMs(60_000);
    const on = device();
    const sms = await codeFor(on, phone, 'register');
    const again = (code: string) =>
      ask(on, register, {
        phone,
        challengeId: sms.challengeId,
        code,
        password,
        agreementVersion,
      });
    expect((await again(wrong(sms.code))).name).toBe('codeWrong');
    expect((await again(sms.code)).name).toBe('alreadyRegistered');
    expect((await again(sms.code)).name).toBe('codeWrong');
  });

  test('register accepts a verified code once, for the same device and number', async () => {
    const [phone, on] = [newNumber(), device()];
    const { challengeId, code } = await codeFor(on, phone, 'register');
    const check = async (typed: string, who = on) =>
      (await ask(who, codeCheck, { phone, challengeId, code: typed })).name;
    const open = async (who = on) =>
      (await ask(who, register, { phone, challengeId, password, agreementVersion })).name;
    expect(await open()).toBe('codeWrong');
    expect([await check(wrong(code)), await check(code), await check(code)]).toEqual([
      'codeWrong',
      'success',
      'codeWrong',
    ]);
    expect(await open(device())).toBe('codeWrong');
    expect(
      (await ask(on, register, { phone: newNumber(), challengeId, password, agreementVersion }))
        .name,
    ).toBe('codeWrong');
    // A refused password leaves the verified code valid.
    expect(
      (await ask(on, register, { phone, challengeId, password: 'Password123', agreementVersion }))
        .name,
    ).toBe('passwordTooCommon');
    expect([await open(), await open()]).toEqual(['success', 'codeWrong']);
  });

  test('a verified sign-up code expires after 15 minutes', async () => {
    const [phone, on] = [newNumber(), device()];
    const { challengeId, code } = await codeFor(on, phone, 'register');
    expect((await ask(on, codeCheck, { phone, challengeId, code })).name).toBe('success');
    clocks.addMs(15 * 60_000);
    expect((await ask(on, register, { phone, challengeId, password, agreementVersion })).name).toBe(
      'codeWrong',
    );
  });

  test('codeCheck and register share the five attempts at a code', async () => {
    const [phone, on] = [newNumber(), device()];
    const next = await codeFor(on, phone, 'register');
    const guess = (typed: string) => ({ phone, challengeId: next.challengeId, code: typed });
    for (let n = 0; n < 3; n += 1)
      expect((await ask(on, codeCheck, guess(wrong(next.code)))).name).toBe('codeWrong');
    for (let n = 0; n < 2; n += 1) {
      expect(
        (await ask(on, register, { ...guess(wrong(next.code)), password, agreementVersion })).name,
      ).toBe('codeWrong');
    }
    expect((await ask(on, codeCheck, guess(next.code))).name).toBe('codeWrong');
  });

  test('codeCheck reveals that a number has an account only after a correct code', async () => {
    const { phone } = await registered();
    clocks.addMs(60_000);
    const on = device();
    const { challengeId, code } = await codeFor(on, phone, 'register');
    const check = async (typed: string) =>
      (await ask(on, codeCheck, { phone, challengeId, code: typed })).name;
    expect([await check(wrong(code)), await check(code), await check(code)]).toEqual([
      'codeWrong',
      'alreadyRegistered',
      'codeWrong',
    ]);
    expect((await ask(on, register, { phone, challengeId, password, agreementVersion })).name).toBe(
      'codeWrong',
    );
  });

  test('a code stays valid when register refuses an easy password', async () => {
    const [phone, on] = [newNumber(), device()];
    const sms = await codeFor(on, phone, 'register');
    expect(
      (await ask(on, register, { phone, ...sms, password: 'Password123', agreementVersion })).name,
    ).toBe('passwordTooCommon');
    expect((await ask(on, register, { phone, ...sms, password, agreementVersion })).name).toBe(
      'success',
    );
  });

  test('a repeated register request returns the same account and a new token', async () => {
    const [phone, on] = [newNumber(), device()];
    const sms = await codeFor(on, phone, 'register');
    const id = newId(clocks.wall());
    const send = async () =>
      dataOf(await ask(on, register, { phone, ...sms, password, agreementVersion }, id));
    const [first, second] = await Promise.all([send(), send()]);
    const third = await send();
    expect(new Set([first.userGid, second.userGid, third.userGid]).size).toBe(1);
    expect(new Set([first.token, second.token, third.token]).size).toBe(3);
    const names = [];
    for (const { token } of [first, second, third])
      names.push((await ask({ ...on, token }, userInfo, {})).name);
    expect(names).toEqual(['sessionInvalid', 'sessionInvalid', 'success']);
  });

  test('a repeated request opens no session after logout or after 15 minutes', async () => {
    const [phone, on] = [newNumber(), device()];
    const sms = await codeFor(on, phone, 'register');
    const id = newId(clocks.wall());
    const send = () => ask(on, register, { phone, ...sms, password, agreementVersion }, id);
    const { token } = dataOf(await send());
    dataOf(await ask({ ...on, token }, logout, {}));
    expect((await send()).name).toBe('sessionInvalid');
    const late = newId(clocks.wall());
    const login = () => ask(on, logonRegister, byPassword(phone), late);
    dataOf(await login());
    clocks.addMs(15 * 60_000);
    expect((await login()).name).toBe('sessionInvalid');
  });

  test('concurrent register calls with the same code open only one account', async () => {
    const [phone, on] = [newNumber(), device()];
    const sms = await codeFor(on, phone, 'register');
    const many = await Promise.all(
      Array.from({ length: 4 }, () =>
        ask(on, register, { phone, ...sms, password, agreementVersion }),
      ),
    );
    expect(many.map(({ name }) => name).sort()).toEqual([
      'codeWrong',
      'codeWrong',
      'codeWrong',
      'success',
    ]);
  });

  slow('a repeated login is fully checked if the first was refused as systemBusy', async () => {
    const on = device();
    const attempts = Array.from({ length: 120 }, () => ({
      phone: newNumber(),
      id: newId(clocks.wall()),
    }));
    const login = ({ phone, id }: (typeof attempts)[number]) =>
      ask(on, logonRegister, byPassword(phone), id);
    const many = await Promise.all(attempts.map(login));
    const refused = attempts.find((_, at) => many[at]?.name === 'systemBusy');
    expect(refused).toBeDefined();
    expect(many.filter(({ name }) => name === 'loginWrong').length).toBeGreaterThanOrEqual(52);
    if (refused) expect((await login(refused)).name).toBe('loginWrong');
  });
});

describe('account entry point', () => {
  test('setKnownName stores a borrower’s name, which knownNameOf and userInfo return', async () => {
    const { userGid, phone, on } = await registered();
    expect(await knownNameOf(db, app.sealer, userGid)).toBeNull();
    await inTx(db, (tx) =>
      setKnownName(tx, app.sealer, userGid, { name: 'Ana Ñuñez Cruz', firstName: 'Ana' }),
    );
    expect(await knownNameOf(db, app.sealer, userGid)).toEqual({
      name: 'Ana Ñuñez Cruz',
      firstName: 'Ana',
    });
    expect(await recipientOf(app, db, userGid)).toEqual({
      borrowerId: userGid,
      phone,
      locale: 'en',
    });
    expect(dataOf(await ask(on, userInfo, {}))).toMatchObject({
      name: 'Ana Ñuñez Cruz',
      firstName: 'Ana',
    });
  });

  slow('checkPassword refuses every password after ten wrong ones in an hour', async () => {
    const { on } = await registered();
    const proves = async (secret: string) => await checkPassword(await borrowerCtx(on), db, secret);
    expect(await proves(password)).toBe(true);
    for (let n = 0; n < 10; n += 1) expect(await proves('ibang salita')).toBe(false);
    expect(await proves(password)).toBe(false);
    clocks.addMs(60 * 60_000);
    expect(await proves(password)).toBe(true);
  });

  test('lockBorrower locks the borrower’s row and refuses an unknown id', async () => {
    const { userGid } = await registered();
    const locked = inTx(db, async (tx) => {
      await lockBorrower(tx, userGid);
      const others = fresh.owner.db
        .selectFrom('borrowers')
        .select('id')
        .where('id', '=', userGid)
        .forUpdate()
        .skipLocked()
        .execute();
      expect(await others).toEqual([]);
    });
    await locked;
    await expect(inTx(db, (tx) => lockBorrower(tx, newId(clocks.wall())))).rejects.toThrow(
      'sessionInvalid',
    );
  });
});

// The proofs and waiting times for a reset or a login by code on an unknown device, because the
// number may now belong to another person.
import { logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { resetPassword } from '@sandali/contract/newPassword.ts';
import { bankcardAdd, walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { creditTestContext, type Person } from '#/credit/testing.ts';
import { dataOf, device } from '#/testing/context.ts';
import { payoutAccountCalls } from './calls.ts';

const { ask, person, codeFor, submitted, clocks, app, outbox } =
  await creditTestContext(payoutAccountCalls);
const idNumber = '12345678AB90';
const password = 'ulan sa bubong';
const atFirst = { by: 'password', password: 'kapeng barako 1', agreementVersion } as const;
const wallet = {
  walletId: 'gcash',
  accountName: 'Ligaya S. Dela Cruz',
  phone: '+639171234567',
} as const;
const card = {
  ownerName: 'LIGAYA DELA CRUZ',
  bankId: 'bdo',
  accountNumber: '001234567890',
  phone: '+639189990000',
} as const;

// Each test begins on a new day, so it does not share rate limits with the previous test.
beforeEach(() => clocks.addMs(24 * hourMs));

/** Returns a person who has sent an application with an ID number that ends with AB90. */
async function applicant(): Promise<Person> {
  const who = await person();
  await submitted(who, { identity: { idNumber: `${who.phone.slice(-7)}${idNumber}` } });
  return who;
}

/** Returns a person who now holds the same number, on an unknown device. */
const stranger = ({ phone, borrowerId }: Person): Person => ({
  phone,
  borrowerId,
  device: device(),
});

type SentCode = { challengeId: string; code: string };
const reset = async (who: Person, sms: SentCode, idLast4?: string, secret = password) =>
  (
    await ask(who, resetPassword, {
      phone: who.phone,
      ...sms,
      password: secret,
      ...(idLast4 && { idLast4 }),
    })
  ).name;
const logIn = async (who: Person): Promise<Person> => {
  const input = { by: 'password', phone: who.phone, password, agreementVersion } as const;
  const { token } = dataOf(await ask(who, logonRegister, input));
  return { ...who, device: { ...who.device, token } };
};

const byCode = async (who: Person, sms: SentCode, idLast4?: string) => {
  const input = {
    by: 'code',
    phone: who.phone,
    ...sms,
    agreementVersion,
    ...(idLast4 && { idLast4 }),
  } as const;
  return await ask(who, logonRegister, input);
};

slow('requires the ID number for a reset on an unknown device after a correct code', async () => {
  const who = stranger(await applicant());
  const sms = await codeFor(who, 'reset');
  expect(await reset(who, { ...sms, code: sms.code === '000000' ? '111111' : '000000' })).toBe(
    'codeWrong',
  );
  expect(await reset(who, sms)).toBe('idDigitsNeeded');
  expect(await reset(who, sms, '8AB9')).toBe('idDigitsWrong');
  expect(await reset(who, sms, 'AB9')).toBe('inputInvalid');
  expect(await reset(who, sms, 'ab90')).toBe('success');
  expect(await reset(who, sms, 'AB90')).toBe('codeWrong');
});

slow('allows at most five guesses a day at the ID number, across all codes', async () => {
  const who = stranger(await applicant());
  const first = await codeFor(who, 'reset');
  for (let n = 0; n < 3; n += 1) expect(await reset(who, first, '0000')).toBe('idDigitsWrong');
  const other = stranger(who);
  const second = await codeFor(other, 'reset');
  const many = await Promise.all(
    Array.from({ length: 12 }, (_, n) => reset(other, second, `000${n % 10}`)),
  );
  expect(many.filter((name) => name === 'idDigitsWrong')).toHaveLength(2);
  expect(new Set(many)).toEqual(new Set(['idDigitsWrong', 'idDigitsSpent']));
  expect(await reset(other, second, 'AB90')).toBe('idDigitsSpent');
  clocks.addMs(6 * 60_000);
  expect(await reset(other, await codeFor(other, 'reset'), 'AB90')).toBe('idDigitsSpent');
  clocks.addMs(24 * hourMs);
  expect(await reset(other, await codeFor(other, 'reset'), 'AB90')).toBe('success');
});

slow('requires no ID number for a reset on a known device or if no ID is stored', async () => {
  const anna = await applicant();
  expect(await reset(anna, await codeFor(anna, 'reset'))).toBe('success');
  dataOf(await ask(await logIn(anna), walletAdd, wallet));
  const ben = await person();
  const strange = stranger(ben);
  expect(await reset(strange, await codeFor(strange, 'reset'))).toBe('success');
  expect((await ask(await logIn(strange), walletAdd, wallet)).name).toBe('nameNotKnownYet');
});

test('holds new payout accounts for 24 hours after a reset on an unknown device', async () => {
  const who = stranger(await applicant());
  expect(await reset(who, await codeFor(who, 'reset'), 'AB90')).toBe('success');
  expect((await outbox(who.phone)).at(-1)).toContain('your password was changed');
  const inside = await logIn(who);
  const byCode = {
    by: 'code',
    challengeId: '01970000-0000-7000-8000-000000000000',
    code: '000000',
  } as const;
  const addCard = () => ask(inside, bankcardAdd, { ...card, proof: byCode });
  expect(await addCard()).toEqual({ name: 'newAccountsHeld', values: { hours: 24 } });
  expect(await ask(inside, walletAdd, wallet)).toEqual({
    name: 'newAccountsHeld',
    values: { hours: 24 },
  });
  clocks.addMs(24 * hourMs - 1);
  expect(await ask(inside, walletAdd, wallet)).toEqual({
    name: 'newAccountsHeld',
    values: { hours: 1 },
  });
  clocks.addMs(1);
  expect((await ask(inside, walletAdd, { ...wallet, password })).name).toBe('success');
  expect((await addCard()).name).toBe('codeWrong');
});

test('reveals that a new password equals the old one only after a correct ID number', async () => {
  const who = stranger(await applicant());
  const sms = await codeFor(who, 'reset');
  expect(await reset(who, sms, undefined, 'kapeng barako 1')).toBe('idDigitsNeeded');
  expect(await reset(who, sms, '0000', 'kapeng barako 1')).toBe('idDigitsWrong');
  expect(await reset(who, sms, 'AB90', 'kapeng barako 1')).toBe('passwordSame');
  expect(await reset(who, sms, 'AB90')).toBe('success');
  expect(await app.ports.account.idNumberOf(app, app.db, who.borrowerId)).toBe(
    `${who.phone.slice(-7)}${idNumber}`,
  );
});

describe('a login by code on an unknown device', () => {
  test('requires the ID number for a login by code and holds new payout accounts', async () => {
    const who = stranger(await applicant());
    const sms = await codeFor(who, 'login');
    expect(
      (await byCode(who, { ...sms, code: sms.code === '000000' ? '111111' : '000000' })).name,
    ).toBe('codeWrong');
    expect((await byCode(who, sms)).name).toBe('idDigitsNeeded');
    expect((await byCode(who, sms, '8AB9')).name).toBe('idDigitsWrong');
    const entered = await byCode(who, sms, 'ab90');
    const inside = { ...who, device: { ...who.device, token: dataOf(entered).token } };
    expect(await ask(inside, walletAdd, wallet)).toEqual({
      name: 'newAccountsHeld',
      values: { hours: 24 },
    });
    expect((await outbox(who.phone)).at(-1)).toContain('a new phone logged in to your account');
    // From now on the device is known, and the hold does not start again.
    clocks.addMs(24 * hourMs);
    expect((await byCode(who, await codeFor(who, 'login'))).name).toBe('success');
    expect(
      (
        await ask({ ...who, device: { ...who.device, token: '' } }, logonRegister, {
          ...atFirst,
          phone: who.phone,
        })
      ).name,
    ).toBe('success');
  });

  slow('allows five guesses a day at the ID number for login and reset together', async () => {
    const who = stranger(await applicant());
    const forReset = await codeFor(who, 'reset');
    for (let n = 0; n < 3; n += 1) expect(await reset(who, forReset, '0000')).toBe('idDigitsWrong');
    const sms = await codeFor(who, 'login');
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, n) => byCode(who, sms, `000${n}`)),
    );
    expect(many.filter(({ name }) => name === 'idDigitsWrong')).toHaveLength(2);
    clocks.addMs(6 * 60_000);
    expect((await byCode(who, await codeFor(who, 'login'), 'AB90')).name).toBe('idDigitsSpent');
  });

  slow('requires no ID number for a login by password or by a borrower without an ID', async () => {
    const ben = stranger(await person());
    expect((await byCode(ben, await codeFor(ben, 'login'))).name).toBe('success');
    const anna = stranger(await applicant());
    const input = { ...atFirst, phone: anna.phone };
    expect((await ask(anna, logonRegister, input)).name).toBe('newDeviceCodeNeeded');
    const proof = { by: 'code', ...(await codeFor(anna, 'newDevice')) } as const;
    const { token } = dataOf(await ask(anna, logonRegister, { ...input, proof }));
    expect(
      (await ask({ ...anna, device: { ...anna.device, token } }, walletAdd, wallet)).name,
    ).toBe('success');
  });
});

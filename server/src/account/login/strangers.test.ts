// Network limits for strangers with many addresses and for carriers with one address, and the
// attempts that remain for a number's owner.
import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { zChallengeId } from '@sandali/contract/id.ts';
import { zMobile } from '@sandali/contract/mobile.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { codePic } from '@sandali/contract/pictureCode.ts';
import { register } from '@sandali/contract/signUp.ts';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { alarmForCodes, unusedCodes } from '#/account/code/code.ts';
import {
  accountTestContext,
  byCode,
  byPassword,
  password,
  withCode,
  wrong,
} from '#/account/testing.ts';
import { netsOf } from '#/platform/nets.ts';
import { newId } from '#/platform/random.ts';
import { type Device, dataOf, device } from '#/testing/context.ts';
import { isAtLength } from '#/testing/effort.ts';
import { solveWork } from '#/testing/solve-work.ts';
import { codesOfStrangersAnHour } from './limits.ts';

const { app, clocks, logged, ask, outbox, newNumber, codeFor, pictureFor, registered } =
  await accountTestContext();
const { db } = app;
const at = (address: string): Device => ({ ...device(), address });
/** Returns the nth /64 of a /48, in the format of addressOf. */
const home = (site: string, nth: number) => at(`2001:db8:${site}:${nth.toString(16)}::/64`);
/** Returns the nth number. Each is in a different block of 10,000. */
const spread = (nth: number) => v.parse(zMobile, `+639${String(200_000_000 + nth * 10_007)}`);
const counts = (all: readonly string[], name: string) =>
  all.filter((entry) => entry === name).length;

beforeEach(async () => void (await db.deleteFrom('rate_limits').execute()));

async function send(
  on: Device,
  phone: MobileNumber,
  purpose: 'register' | 'login' | 'reset' | 'newDevice' = 'login',
) {
  return (await ask(on, codeSms, { phone, purpose, pictureCode: await pictureFor(on) })).name;
}

test('lists the networks of an address, narrowest first', () => {
  expect(netsOf('2001:db8:a:bcd::/64').map(({ net }) => net)).toEqual([
    '2001:db8:a:bcd::/64',
    '2001:db8:a:b00::/56',
    '2001:db8:a::/48',
    '2001:db8::/32',
  ]);
  expect(netsOf('2001:db8:a:0::/64')[1]?.net).toBe('2001:db8:a:0::/56');
  expect(netsOf('203.0.113.9').map(({ net }) => net)).toEqual([
    '203.0.113.9',
    '203.0.113.0/24',
    '203.0.0.0/16',
  ]);
  expect(netsOf('unknown').map(({ net }) => net)).toEqual(['unknown']);
});

test('a /48 network gets 100 codes per hour, the first 10 without a picture code', async () => {
  const bare = [];
  for (let n = 0; n < 20; n += 1)
    bare.push(
      (await ask(home('1', n * 256), codeSms, { phone: spread(n), purpose: 'login' })).name,
    );
  expect([counts(bare, 'success'), counts(bare, 'pictureCodeNeeded')]).toEqual([10, 10]);
  const sent = [];
  for (let n = 20; n < 130; n += 1) sent.push(await send(home('1', n * 256), spread(n)));
  expect([counts(sent, 'success'), counts(sent, 'codeBudgetSpent')]).toEqual([90, 20]);
  expect(await send(home('2', 0), spread(200))).toBe('success');
  // A sent code is counted for an hour after it is sent, not until the end of the clock hour.
  clocks.addMs(hourMs + 5 * 60_000);
  expect(await send(home('1', 0), spread(201))).toBe('success');
});

test('limits strangers, but not owners, to 200 codes per hour per block of numbers', async () => {
  const { phone, on } = await registered();
  await db
    .updateTable('rate_limits')
    .set({ used: 200 })
    .where('name', 'like', 'sms:block:%')
    .execute();
  clocks.addMs(60_000);
  const newcomer = newNumber();
  expect(await send(device(), newcomer)).toBe('success');
  expect(await outbox(newcomer)).toEqual([]);
  expect(await send({ ...on, token: '' }, phone, 'reset')).toBe('success');
});

test('a stranger’s code costs more work as strangers request more codes', async () => {
  const strangers = async (used: number, leastKeys: number) => {
    await db.deleteFrom('rate_limits').execute();
    const [window_start, ends_at] = [clocks.wall(), clocks.wall().add({ hours: 1 })];
    await db
      .insertInto('rate_limits')
      .values({ name: 'sms:strangers', window_start, ends_at, used })
      .execute();
    const bare = await ask(device(), codeSms, { phone: newNumber(), purpose: 'register' });
    const { keys } = await solveWork(
      dataOf(await ask(device(), codePic, { as: 'work' })),
      leastKeys,
    );
    return [bare.name, Math.floor(Math.log2(keys / 1500))];
  };
  expect(await strangers(0, 1500)).toEqual(['success', 0]);
  expect(await strangers(codesOfStrangersAnHour / 4, 3000)).toEqual(['pictureCodeNeeded', 1]);
  if (isAtLength)
    expect(await strangers(codesOfStrangersAnHour - 1, 12_000)).toEqual(['pictureCodeNeeded', 3]);
});

test('strangers who use up a number’s limits do not lock out its owner', async () => {
  const { phone, on } = await registered();
  clocks.addMs(60_000);
  const thief = home('66', 1);
  const codes = [];
  for (let n = 0; n < 6; n += 1) {
    codes.push(await send(home('66', n), phone, n % 2 ? 'reset' : 'newDevice'));
    clocks.addMs(60_000);
  }
  expect(counts(codes, 'success')).toBe(6);
  const names = [];
  for (let n = 0; n < 11; n += 1)
    names.push(
      (await ask(home('66', n), logonRegister, byPassword(phone, `mali po ito ${n}`))).name,
    );
  expect(new Set(names)).toEqual(new Set(['loginWrong']));
  // Passwords are no longer compared, so the correct one is refused like a wrong one.
  expect((await ask(thief, logonRegister, byPassword(phone))).name).toBe('loginWrong');

  expect((await ask(on, codeSms, { phone, purpose: 'bankAccount' })).name).toBe('success');
  expect((await ask({ ...on, token: '' }, codeSms, { phone, purpose: 'reset' })).name).toBe(
    'success',
  );
  const own = home('77', 1);
  expect((await ask(own, logonRegister, byPassword(phone))).name).toBe('newDeviceCodeNeeded');
  const { challengeId } = dataOf(await ask(own, codeSms, { phone, purpose: 'newDevice' }));
  const code = /\d{6}/.exec((await outbox(phone)).at(-1) ?? '')?.[0] ?? '';
  expect((await ask(own, logonRegister, withCode(phone, { challengeId, code }))).name).toBe(
    'success',
  );
});

test('limits wrong passwords per network, but not on a known device', async () => {
  const { phone, on } = await registered(at('203.0.113.4'));
  const guess = async (address: string) =>
    (await ask(at(address), logonRegister, byPassword(newNumber(), 'ibang salita'))).name;
  expect(await guess('203.0.113.4')).toBe('loginWrong');
  for (const [net, limit, from] of [
    ['203.0.113.4', 1500, '203.0.113.4'],
    ['203.0.113.0/24', 2000, '203.0.113.5'],
    ['203.0.0.0/16', 3000, '203.0.114.4'],
  ] as const) {
    const name = `login:net:${app.sealer.hash('address', net).toString('hex')}`;
    await db
      .updateTable('rate_limits')
      .set({ used: limit - 1 })
      .where('name', '=', name)
      .execute();
    expect([await guess(from), await guess(from)], net).toEqual(['loginWrong', 'tooManyRequests']);
    await db.updateTable('rate_limits').set({ used: 1 }).where('name', '=', name).execute();
  }
  expect((await ask({ ...on, token: '' }, logonRegister, byPassword(phone))).name).toBe('success');
  expect((await ask(at('198.51.100.5'), logonRegister, byPassword(phone))).name).toBe(
    'newDeviceCodeNeeded',
  );
});

test('others’ wrong codes for a new number do not use up a borrower’s attempts', async () => {
  const [ben, anna] = [await registered(), await registered()];
  const to = newNumber();
  const sentTo = async (on: Device) =>
    (await ask(on, codeSms, { phone: to, purpose: 'newPhone' })).name;
  clocks.addMs(60_000);
  expect(await sentTo(ben.on)).toBe('success');
  await db
    .updateTable('code_attempts')
    .set({ tries: 5 })
    .where('purpose', '=', 'newPhone')
    .execute();
  clocks.addMs(60_000);
  expect([await sentTo(ben.on), await sentTo(anna.on)]).toEqual(['codeTooSoon', 'success']);
});

const phones = isAtLength ? 500 : 60;

test('every phone behind a carrier’s address can register and log in within an hour', {
  timeout: 120_000,
}, async () => {
  const names = [];
  for (let n = 0; n < phones; n += 1) {
    const on = at('203.0.113.77');
    const phone = spread(10_000 + n);
    expect((await ask(on, codePic, { as: 'work' })).name).toBe('success');
    names.push(
      (await ask(on, logonRegister, byCode(phone, await codeFor(on, phone, 'login')))).name,
    );
  }
  expect(counts(names, 'success')).toBe(phones);
});

test('a refused call does not store a row unless it counted a wrong code', async () => {
  const rows = async () => {
    const tables = [
      'idempotency_keys',
      'code_attempts',
      'sms_challenges',
      'rate_limits',
      'password_proofs',
    ] as const;
    return await Promise.all(
      tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
    );
  };
  const phone = newNumber();
  const on = device();
  const before = await rows();
  const challengeId = v.parse(zChallengeId, newId(clocks.wall()));
  const invented = { challengeId, code: '123456' };
  const id = newId(clocks.wall());
  for (let n = 0; n < 2; n += 1)
    expect(
      (await ask(on, register, { phone, ...invented, password, agreementVersion }, id)).name,
    ).toBe('codeWrong');
  expect(
    (await ask(on, register, { phone, ...invented, password: 'password', agreementVersion })).name,
  ).toBe('passwordTooCommon');
  expect((await ask(on, logonRegister, byCode(phone, invented))).name).toBe('codeWrong');
  expect((await ask(on, codeSms, { phone, purpose: 'bankAccount' })).name).toBe('sessionInvalid');
  expect(await rows()).toEqual(before);
  const sms = await codeFor(on, phone, 'login');
  const [rowsBefore] = await rows();
  const guess = newId(clocks.wall());
  for (let n = 0; n < 2; n += 1)
    expect(
      (await ask(on, logonRegister, byCode(phone, { ...sms, code: wrong(sms.code) }), guess)).name,
    ).toBe('codeWrong');
  expect((await rows())[0]).toBe((rowsBefore ?? 0) + 1);
  const { tries } = await db
    .selectFrom('code_attempts')
    .select('tries')
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(tries).toBe(1);
});

test('unused codes raise an alarm, which is logged once an hour', async () => {
  clocks.addMs(2 * hourMs);
  expect(await unusedCodes(db, clocks.wall())).toBeNull();
  for (let n = 0; n < 60; n += 1) await send(home(n.toString(16), n), spread(20_000 + n));
  expect(await unusedCodes(db, clocks.wall())).toBeNull(); // they can still be used
  clocks.addMs(5 * 60_000);
  expect(await unusedCodes(db, clocks.wall())).toEqual({ sent: 60, used: 0 });
  for (let n = 0; n < 2; n += 1)
    await alarmForCodes({ app, now: clocks.now(), wall: clocks.wall() });
  expect(logged.filter((line) => line.includes('codes not used'))).toHaveLength(1);
  await db
    .updateTable('sms_challenges')
    .set({ used_at: clocks.wall() })
    .where('made_at', '>', clocks.wall().subtract({ hours: 1 }))
    .execute();
  expect(await unusedCodes(db, clocks.wall())).toBeNull();
});

// Limits for strangers without a session, which must not lock out a number's owner.
import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { codePic } from '@sandali/contract/pictureCode.ts';
import { register } from '@sandali/contract/signUp.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeEach, expect, test } from 'vitest';
import { deleteExpiredCodes } from '#/account/code/challenge.store.ts';
import { workCounters } from '#/account/rules.ts';
import { accountTestContext, byCode, byPassword, password, wrong } from '#/account/testing.ts';
import { newId } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';
import { dataOf, device } from '#/testing/context.ts';

const { app, clocks, ask, newNumber, codeFor, pictureFor, registered } = await accountTestContext();
const { db } = app;
const from = (address: string) => ({ ...device(), address });
const counts = (all: { name: string }[], name: string) =>
  all.filter((answer) => answer.name === name).length;

// Each test begins in a new hour, so that tests do not share rate limits.
beforeEach(() => clocks.addMs(hourMs));

slow('allows each device five wrong codes for a number without locking out the owner', async () => {
  const { phone, on } = await registered();
  clocks.addMs(60_000);
  const strangers = [device(), device()] as const;
  const first = await codeFor(strangers[0], phone, 'login');
  clocks.addMs(60_000);
  const second = await codeFor(strangers[1], phone, 'login');
  const guess = (sms: typeof first) =>
    ask(device(), logonRegister, byCode(phone, { ...sms, code: wrong(sms.code) }));
  await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n % 2 ? first : second)));
  const tries = await db
    .selectFrom('code_attempts')
    .select(['tries', 'device_id'])
    .where('purpose', '=', 'login')
    .execute();
  const named = strangers.map(({ id }) => ({ tries: 5, device_id: `stranger:${id}` }));
  expect(tries).toEqual(expect.arrayContaining(named));
  expect(tries).toHaveLength(2);
  for (const sms of [first, second])
    expect((await ask(device(), logonRegister, byCode(phone, sms))).name).toBe('codeWrong');
  clocks.addMs(60_000);
  const third = { phone, purpose: 'login', pictureCode: await pictureFor(strangers[0]) } as const;
  expect(await ask(strangers[0], codeSms, third)).toEqual({
    name: 'codeTooSoon',
    values: { seconds: 180 },
  });
  const own = { ...on, token: '' };
  expect(
    (await ask(own, logonRegister, byCode(phone, await codeFor(own, phone, 'login')))).name,
  ).toBe('success');
});

test('requires a picture code for the third SMS code sent to a number within an hour', async () => {
  const [phone, on] = [newNumber(), device()];
  const send = async (pictureCode?: Awaited<ReturnType<typeof pictureFor>>) => {
    clocks.addMs(60_000);
    return (await ask(on, codeSms, { phone, purpose: 'register', pictureCode })).name;
  };
  const picture = await pictureFor(on);
  expect([await send(), await send(), await send()]).toEqual([
    'success',
    'success',
    'pictureCodeNeeded',
  ]);
  expect(await send({ ...picture, digits: '00000' })).toBe('pictureCodeWrong');
  expect(await send(picture)).toBe('pictureCodeWrong');
  expect(await send(await pictureFor(device()))).toBe('pictureCodeWrong');
  const late = await pictureFor(on);
  clocks.addMs(4 * 60_000);
  expect(await send(late)).toBe('pictureCodeWrong');
  const right = await pictureFor(on);
  expect([await send(right), await send(right)]).toEqual(['success', 'pictureCodeWrong']);
  clocks.addMs(hourMs);
  expect(await send()).toBe('success');
});

test('requires a picture code for the third SMS code from an address within an hour', async () => {
  const many = await Promise.all(
    Array.from({ length: 10 }, () =>
      ask(from('203.0.113.1'), codeSms, { phone: newNumber(), purpose: 'login' }),
    ),
  );
  expect([counts(many, 'success'), counts(many, 'pictureCodeNeeded')]).toEqual([2, 8]);
  expect(
    (await ask(from('203.0.113.2'), codeSms, { phone: newNumber(), purpose: 'login' })).name,
  ).toBe('success');
});

slow('draws at most 30 PNG pictures of digits per hour for a device', async () => {
  const on = device();
  const id = newId(clocks.wall());
  const first = dataOf(await ask(on, codePic, {}, id));
  const png = Buffer.from(first.png ?? '', 'base64');
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    'PNG',
    440,
    160,
  ]);
  expect(first.endsAt).toBe(
    clocks.wall().add({ minutes: 5 }).toString({ smallestUnit: 'millisecond' }),
  );
  const again = dataOf(await ask(on, codePic, {}, id));
  expect([again.pictureCodeId, again.png === first.png]).toEqual([first.pictureCodeId, false]);
  for (let n = 0; n < 29; n += 1)
    expect((await ask(on, codePic, { as: 'work' })).name).toBe('success');
  expect((await ask(on, codePic, {})).name).toBe('tooManyRequests');
  clocks.addMs(5 * 60_000);
  expect((await ask(on, codePic, {}, id)).name).toBe('requestIdReused');
});

slow('accepts a proof of work only once in place of a picture', async () => {
  const [phone, on] = [newNumber(), device()];
  const sumOf = async (id?: string) => {
    const { pictureCodeId, work, png } = dataOf(await ask(on, codePic, { as: 'work' }, id));
    invariant(work && png === null, 'the call asked for a proof of work');
    return { pictureCodeId, work };
  };
  const solved = async ({ pictureCodeId, work }: Awaited<ReturnType<typeof sumOf>>) => {
    const solution = await solveChallenge({
      challenge: { parameters: work },
      deriveKey,
      counterStart: workCounters.least,
    });
    invariant(solution, 'the proof of work has no solution');
    expect(solution.counter).toBeLessThan(workCounters.end);
    return { pictureCodeId, derivedKey: solution.derivedKey };
  };
  const send = async (pictureCode?: Awaited<ReturnType<typeof solved>>) => {
    clocks.addMs(60_000);
    return (await ask(on, codeSms, { phone, purpose: 'register', pictureCode })).name;
  };
  expect([await send(), await send(), await send()]).toEqual([
    'success',
    'success',
    'pictureCodeNeeded',
  ]);
  const first = await sumOf();
  expect(
    await send({
      pictureCodeId: first.pictureCodeId,
      derivedKey: first.work.keyPrefix.padEnd(64, '0'),
    }),
  ).toBe('pictureCodeWrong');
  const right = await solved(await sumOf());
  expect([await send(right), await send(right)]).toEqual(['success', 'pictureCodeWrong']);
  const id = newId(clocks.wall());
  const [lost, again] = [await sumOf(id), await sumOf(id)];
  expect([again.pictureCodeId, again.work.nonce === lost.work.nonce]).toEqual([
    lost.pictureCodeId,
    false,
  ]);
  expect(
    await send({ ...(await solved(again)), derivedKey: (await solved(lost)).derivedKey }),
  ).toBe('pictureCodeWrong');
});

test('compares at most ten wrong passwords for a number, even in a flood of logins', async () => {
  const { phone } = await registered();
  const many = await Promise.all(
    Array.from({ length: 200 }, () =>
      ask(device(), logonRegister, byPassword(phone, 'ibang salita')),
    ),
  );
  expect(counts(many, 'loginWrong')).toBe(200);
  const number = app.sealer.hash('phone', phone).toString('hex');
  const used = await db
    .selectFrom('rate_limits')
    .select('used')
    .where('name', '=', `login:${number}:here`)
    .execute();
  expect(used.reduce((sum, limit) => sum + limit.used, 0)).toBe(10);
});

slow('compares a known device’s password before those of strangers in the queue', async () => {
  const { phone, on } = await registered();
  const flood = Array.from({ length: 60 }, (_, nth) => from(`203.0.11${nth % 5}.7`));
  let answered = 0;
  const strangers = flood.map(async (stranger) => {
    const { name } = await ask(stranger, logonRegister, byPassword(newNumber(), 'ibang salita'));
    answered += 1;
    return name;
  });
  const owner = { ...on, token: '', address: '203.0.110.7' };
  expect((await ask(owner, logonRegister, byPassword(phone))).name).toBe('success');
  expect(answered).toBeLessThan(20);
  expect(new Set(await Promise.all(strangers))).toEqual(new Set(['loginWrong']));
});

test('deletes codes, counts and pictures after two days', async () => {
  await db.deleteFrom('code_attempts').execute();
  const [phone, on] = [newNumber(), device()];
  const id = newId(clocks.wall());
  const { challengeId } = dataOf(await ask(on, codeSms, { phone, purpose: 'register' }, id));
  await pictureFor(on);
  const remaining = async () => {
    await deleteExpiredCodes(db, clocks.wall());
    const rows = await Promise.all(
      (['sms_challenges', 'code_attempts', 'captchas'] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    );
    return rows.map(({ length }) => length);
  };
  clocks.addMs(48 * hourMs + 5 * 60_000);
  expect((await remaining()).slice(1)).toEqual([1, 1]);
  clocks.addMs(1);
  expect(await remaining()).toEqual([0, 0, 0]);
  expect((await ask(on, codeSms, { phone, purpose: 'register' }, id)).name).toBe('requestIdReused');
  expect(
    (await ask(on, register, { phone, challengeId, code: '123456', password, agreementVersion }))
      .name,
  ).toBe('codeWrong');
});

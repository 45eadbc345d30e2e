// Responses to strangers do not reveal a number's history. The tests make every sessionless call
// for numbers with and without a history, and compare the responses.
import {
  type CodePurpose,
  codePurposes,
  codeSms,
  logonRegister,
} from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { dayMs, hourMs } from '@sandali/contract/day.ts';
import { zChallengeId } from '@sandali/contract/id.ts';
import { resetPassword } from '@sandali/contract/newPassword.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { recoveryBegin, recoveryStop } from '@sandali/contract/recovery.ts';
import { codeCheck, register } from '@sandali/contract/signUp.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import {
  accountTestContext,
  byCode,
  byPassword,
  password,
  withCode,
  wrong,
} from '#/account/testing.ts';
import { networkOf } from '#/platform/nets.ts';
import { newId } from '#/platform/random.ts';
import { whilePasswordsWait } from '#/testing/busy.ts';
import { type Device, dataOf, device } from '#/testing/context.ts';
import { isAtLength } from '#/testing/effort.ts';

const { app, clocks, jobs, ask, outbox, newNumber, codeFor, pictureFor, registered } =
  await accountTestContext();
let networks = 0;
/** Returns a device in its own network. */
const stranger = () => {
  networks += 1;
  return { ...device(), address: `2001:${(0x1000 + networks).toString(16)}:0:0::/64` };
};
/** Code purposes that do not require a session. */
const purposes = codePurposes.filter(
  (purpose) => !['bankAccount', 'oldPhone', 'newPhone'].includes(purpose),
);

// Each test begins on a new day, so that the limit shared by strangers is unused.
beforeEach(() => clocks.addMs(dayMs + hourMs));

const hashOf = (phone: MobileNumber) => app.sealer.hash('phone', phone);
const sends = async (on: Device, phone: MobileNumber, purpose: CodePurpose) =>
  await ask(on, codeSms, { phone, purpose, pictureCode: await pictureFor(on) });

/** Uses up all limits on strangers for a number: codes, wrong codes, passwords, recoveries. */
async function giveHistory(phone: MobileNumber): Promise<void> {
  await failToSend(phone);
  const guesser = stranger();
  const sms = await codeFor(guesser, phone, 'login');
  const wrongCode = byCode(phone, { ...sms, code: wrong(sms.code) });
  for (let n = 0; n < 6; n += 1) await ask(guesser, logonRegister, wrongCode);
  const rounds = isAtLength
    ? { codes: 13, passwords: 61, recoveries: 6 }
    : { codes: 1, passwords: 1, recoveries: 1 };
  for (let n = 0; n < rounds.codes; n += 1)
    for (const purpose of purposes.slice(0, 2)) await sends(stranger(), phone, purpose);
  for (let n = 0; n < rounds.passwords; n += 1)
    await ask(stranger(), logonRegister, byPassword(phone, 'ibang salita'));
  for (let n = 0; n < rounds.recoveries; n += 1) await beginRecoveryOf(phone, stranger());
  if (!isAtLength) await spendLimitsOf(phone);
}

/** Requests a code for the number, and makes every gateway refuse to send it. */
async function failToSend(phone: MobileNumber): Promise<void> {
  await sends(stranger(), phone, 'login');
  const refused = { state: 'failed', failure: 'status 429' };
  const toNumber = app.db.updateTable('messages').where('to_hash', '=', hashOf(phone));
  await toNumber.where('state', '=', 'waiting').set(refused).execute();
  jobs.length = 0;
}

/** Uses up all limits whose names contain the number, without making the calls. */
async function spendLimitsOf(phone: MobileNumber, leastLimits = 6): Promise<void> {
  const ofNumber = app.db
    .updateTable('rate_limits')
    .where('name', 'like', `%${hashOf(phone).toString('hex')}%`);
  const { numUpdatedRows } = await ofNumber.set({ used: 1000 }).executeTakeFirstOrThrow();
  expect(Number(numUpdatedRows)).toBeGreaterThanOrEqual(leastLimits);
}

async function beginRecoveryOf(phone: MobileNumber, on: Device) {
  const newPhone = newNumber();
  const sms = await codeFor(on, newPhone, 'recovery');
  return await ask(on, recoveryBegin, { phone, newPhone, idNumber: 'PSN123456789', ...sms });
}

/** Makes every sessionless call that contains a number, from new devices and networks. */
async function answersFor(phone: MobileNumber): Promise<unknown[]> {
  const on = stranger();
  const answers: unknown[] = [];
  const keep = (name: string, answer: { name: string; values?: unknown; data?: unknown }) =>
    answers.push([name, answer.name, answer.values ?? null, withoutIds(answer.data)]);
  const invented = { challengeId: v.parse(zChallengeId, newId(clocks.wall())), code: '123456' };
  for (const purpose of purposes) {
    const asker = stranger();
    for (let n = 0; n < 2; n += 1)
      keep(`code ${purpose}`, await ask(asker, codeSms, { phone, purpose }));
    const sent = await sends(stranger(), phone, purpose);
    const guess = { ...invented, challengeId: dataOf(sent).challengeId };
    if (purpose === 'register') {
      keep('check', await ask(asker, codeCheck, { phone, ...guess }));
      keep('register', await ask(asker, register, { phone, ...guess, password, agreementVersion }));
    }
    if (purpose === 'login') keep('login', await ask(asker, logonRegister, byCode(phone, guess)));
    if (purpose === 'reset')
      keep(
        'reset',
        await ask(asker, resetPassword, { phone, ...guess, password: 'bagong salita ito' }),
      );
    if (purpose === 'stopRecovery')
      keep('stop', await ask(asker, recoveryStop, { by: 'code', phone, ...guess }));
  }
  for (let n = 0; n < 2; n += 1)
    keep('password', await ask(on, logonRegister, byPassword(phone, 'ibang salita')));
  keep(
    'password and code',
    await ask(on, logonRegister, withCode(phone, invented, 'ibang salita')),
  );
  keep('invented code', await ask(on, logonRegister, byCode(phone, invented)));
  keep('recovery', await beginRecoveryOf(phone, on));
  return answers;
}

/** Replaces ids, which differ in every response. */
function withoutIds(data: unknown): unknown {
  return (
    data &&
    Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, /Id$/.test(key) ? 'an id' : value]),
    )
  );
}

test('strangers get the same responses for numbers with and without a history', {
  timeout: 60_000,
}, async () => {
  const known = (await registered()).phone;
  const bare = newNumber();
  const [unknown, knownBare] = isAtLength ? [newNumber(), (await registered()).phone] : [];
  clocks.addMs(dayMs);
  const expected = await answersFor(bare);
  for (const phone of [known, unknown]) if (phone) await giveHistory(phone);
  const others = [known, unknown, knownBare].filter((phone) => phone !== undefined);
  for (const phone of others) expect(await answersFor(phone)).toEqual(expected);
});

test('a number gets at most twelve codes per hour; later responses look the same', async () => {
  const phone = newNumber();
  const names = [];
  for (let n = 0; n < 20; n += 1) names.push((await sends(stranger(), phone, 'login')).name);
  expect(new Set(names)).toEqual(new Set(['success']));
  expect(await outbox(phone)).toHaveLength(12);
  const ofNumber = app.db.selectFrom('sms_challenges').where('phone_hash', '=', hashOf(phone));
  expect(await ofNumber.select('id').where('is_sent', '=', false).execute()).toHaveLength(8);
});

slow('refuses a login with systemBusy while passwords from its network are queued', async () => {
  const [on, spent, fresh] = [stranger(), newNumber(), newNumber()];
  await ask(on, logonRegister, byPassword(spent, 'ibang salita'));
  await spendLimitsOf(spent, 2);
  const turn = { lane: 'stranger', key: networkOf(on.address) } as const;
  const asker = { ...device(), address: on.address };
  for (const phone of [fresh, spent]) {
    const login = () => ask(asker, logonRegister, byPassword(phone));
    expect((await whilePasswordsWait(turn, login)).name).toBe('systemBusy');
  }
  // Neither attempt is counted, because the passwords were not compared.
  const ofAsker = app.db
    .selectFrom('rate_limits')
    .where('name', 'like', `login:%:stranger:${asker.id}`);
  expect(await ofAsker.select('used').execute()).toEqual([{ used: 0 }, { used: 0 }]);
});

test('the owner’s device can log in after strangers use up the number’s limits', async () => {
  const { phone, on } = await registered();
  clocks.addMs(dayMs);
  await giveHistory(phone);
  clocks.addMs(hourMs); // the failed message no longer counts
  const own = { ...on, token: '' };
  expect((await ask(own, logonRegister, byPassword(phone))).name).toBe('success');
  expect(
    (await ask(own, logonRegister, byCode(phone, await codeFor(own, phone, 'login')))).name,
  ).toBe('success');
});

test('codeSms hides other people’s requests for the same new number from a borrower', async () => {
  const [anna, ...others] = [
    await registered(),
    await registered(),
    await registered(),
    await registered(),
  ];
  const [busy, quiet] = [newNumber(), newNumber()];
  clocks.addMs(dayMs);
  for (const { on } of others)
    for (let n = 0; n < 5; n += 1) {
      await ask(on, codeSms, {
        phone: busy,
        purpose: 'newPhone',
        pictureCode: await pictureFor(on),
      });
      await outbox(busy);
      clocks.addMs(61_000);
    }
  const sent = [];
  for (const phone of [busy, quiet]) {
    sent.push(withoutIds(dataOf(await ask(anna.on, codeSms, { phone, purpose: 'newPhone' }))));
    clocks.addMs(61_000);
  }
  expect(Object.keys(sent[0] as object)).toEqual(Object.keys(sent[1] as object));
  expect(await outbox(busy)).toHaveLength(12);
});

// Support resets a borrower's attempts and ends their sessions.
import { codeSms, logonRegister, userInfo } from '@sandali/contract/account.ts';
import { changePassword } from '@sandali/contract/newPassword.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { accountTestContext, byCode, byPassword, password, wrong } from '#/account/testing.ts';
import { testOps } from '#/staff/testing.ts';
import { device } from '#/testing/context.ts';

const { app, clocks, ask, registered, codeFor, newNumber } = await accountTestContext();
const ops = testOps(app);
const [sofia, rosa] = [await ops.person('support'), await ops.person('reviewer')];
const ticket = { reason: 'ticket 812: attempts used up' };

slow('`person unlock` resets the attempts counted for one account', async () => {
  const [anna, ben] = [await registered(), await registered()];
  const until = async (name: string, once: () => Promise<{ name: string }>) => {
    for (let n = 0; n < 40; n += 1) if ((await once()).name === name) return;
    throw new Error(`no call was refused with ${name}`);
  };
  const lockOut = async ({ phone, on }: typeof anna) => {
    await until('tooManyRequests', () => ask(on, logonRegister, byPassword(phone, 'ibang salita')));
    const unknownDevice = device();
    await until('tooManyRequests', () =>
      ask(unknownDevice, logonRegister, byPassword(phone, 'ibang salita')),
    );
    await ask(on, changePassword, { oldPassword: 'ibang salita', password: 'bago na naman' });
  };
  await lockOut(anna);
  await lockOut(ben);
  expect((await ask(anna.on, logonRegister, byPassword(anna.phone))).name).toBe('tooManyRequests');
  expect((await rosa.ask('person unlock', { person: anna.phone }, ticket)).status).toBe(403);
  expect((await sofia.ask('person unlock', { person: anna.phone })).wrong).toBe(
    'A change needs a reason.',
  );
  expect((await sofia.ask('person unlock', { person: newNumber() }, ticket)).wrong).toMatch(
    /^Nobody has this number/,
  );
  const { data } = await sofia.ask('person unlock', { person: anna.phone }, ticket);
  expect(Number(data.lifted)).toBeGreaterThanOrEqual(3);
  expect(await ops.lastRow()).toMatchObject({
    act: 'ops person unlock',
    who: sofia.name,
    subject: anna.userGid,
    reason: ticket.reason,
  });
  const counted = (name: string) =>
    app.db.selectFrom('rate_limits').select('name').where('name', '=', name).execute();
  expect([
    (await counted(`password:${anna.userGid}`)).length,
    (await counted(`password:${ben.userGid}`)).length,
  ]).toEqual([0, 1]);
  expect((await ask(anna.on, logonRegister, byPassword(anna.phone))).name).toBe('success');
  expect((await ask(ben.on, logonRegister, byPassword(ben.phone))).name).toBe('tooManyRequests');
  expect((await sofia.ask('person unlock', { person: anna.phone }, ticket)).status).toBe(200);
});

test('`person unlock` allows codes again after too many wrong ones', async () => {
  const { phone } = await registered();
  const on = device();
  clocks.addMs(61_000); // a code was just sent to this number
  const sms = await codeFor(on, phone, 'login');
  const bad = { ...sms, code: wrong(sms.code) };
  for (let n = 0; n < 5; n += 1)
    expect((await ask(on, logonRegister, byCode(phone, bad))).name).toBe('codeWrong');
  expect((await ask(on, logonRegister, byCode(phone, sms))).name).toBe('codeWrong');
  clocks.addMs(61_000);
  expect((await ask(on, codeSms, { phone, purpose: 'login' })).name).toBe('codeTooSoon');
  expect((await sofia.ask('person unlock', { person: phone }, ticket)).status).toBe(200);
  expect(
    (await ask(on, logonRegister, byCode(phone, await codeFor(on, phone, 'login')))).name,
  ).toBe('success');
});

test('`sessions end` ends all sessions, and forgets devices and push subscriptions', async () => {
  const anna = await registered();
  const at = app.clocks.now();
  const [session] = await app.db
    .selectFrom('sessions')
    .select('device_id')
    .where('borrower_id', '=', anna.userGid)
    .execute();
  const row = {
    borrower_id: anna.userGid as string,
    device_id: session?.device_id ?? '',
    slot: 1,
    subscription_sealed: Buffer.from('sealed'),
    endpoint_hash: Buffer.alloc(32, 5),
    added_at: at,
  };
  await app.db.insertInto('push_subscriptions').values(row).execute();
  expect((await sofia.ask('sessions end', { person: anna.phone }, ticket)).data).toMatchObject({
    ended: 1,
  });
  expect((await ask(anna.on, userInfo, {})).name).toBe('sessionInvalid');
  for (const table of ['push_subscriptions', 'trusted_devices'] as const)
    expect(
      await app.db
        .selectFrom(table)
        .select('borrower_id')
        .where('borrower_id', '=', anna.userGid)
        .execute(),
    ).toEqual([]);
  expect((await ask(anna.on, logonRegister, byPassword(anna.phone, password))).name).toBe(
    'newDeviceCodeNeeded',
  );
});

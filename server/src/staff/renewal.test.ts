// Tests that a staff key expires, and that its holder can replace it without being locked out.
import { keyEndsHeader } from '@sandali/contract/commands.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asOwnerOf } from '#/db/testing.ts';
import { newToken } from '#/platform/random.ts';
import { testContext } from '#/testing/context.ts';
import { hashOfKey } from './key.ts';
import { testOps } from './testing.ts';

const { app, clocks, fresh } = await testContext();
const { listener, machine, person, add, withKey, lastRow } = testOps(app);
const dayMs = 24 * 3600_000;
const reason = { reason: 'expires soon' };

/** Sends `staff renew` with a new key, and returns the new key's client and text. */
async function renew(ask: Awaited<ReturnType<typeof person>>['ask']) {
  const key = newToken();
  const hash = hashOfKey(key).toString('hex');
  clocks.addMs(1000);
  return { key, hash, ask: withKey(key), answer: await ask('staff renew', { hash }, reason) };
}

async function warningFor(key: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${key}` };
  return (await listener.request('/ops', { headers })).headers.get(keyEndsHeader);
}

test('a renewed key works beside the old one until its first use', async () => {
  const ana = { name: 'ana', ...(await add([machine], 'ana', 'support')) };
  const lost = await renew(ana.ask);
  const next = await renew(ana.ask);
  expect(next.answer.data).toEqual({ name: ana.name, endsAt: '2026-09-28T02:00:02.000Z' });
  expect(await lastRow()).toMatchObject({
    who: ana.name,
    act: 'ops staff renew',
    detail: { name: ana.name, hash: next.hash },
  });
  expect((await ana.ask('staff renew', { hash: next.hash }, reason)).wrong).toContain(
    'This key was used before.',
  );
  expect((await lost.ask('audit head')).wrong).toContain('was replaced by a newer one');
  expect((await ana.ask('config get', { name: 'smsOn' })).status).toBe(200);
  expect((await next.ask('config get', { name: 'smsOn' })).status).toBe(200);
  expect(await lastRow()).toMatchObject({ who: ana.name, act: 'ops config get' });
  expect(await ana.ask('config get', { name: 'smsOn' })).toMatchObject({
    status: 401,
    code: 'replaced',
    wrong: expect.stringContaining(`staff suspend ${ana.name}`),
  });
  expect((await renew(next.ask)).answer.status).toBe(200);
  expect((await machine('audit verify')).data).toMatchObject({ strangeKeys: [] });
  await asOwnerOf(app.db, (db) =>
    sql`insert into staff_key_renewals select sha256('mine'), id, now() from staff_keys`.execute(
      db,
    ),
  );
  expect((await machine('audit verify')).data).toMatchObject({ strangeKeys: ['ana'] });
});

test('responses warn a holder from 14 days before a key expires', async () => {
  const [first, other, eva] = await Promise.all([
    person('engineer'),
    person('engineer'),
    person('finance'),
  ]);
  clocks.addMs(166 * dayMs);
  expect(await warningFor(eva.key)).toBeNull();
  clocks.addMs(1);
  expect(await warningFor(eva.key)).toMatch(/^2026-09-2\dT/);
  const next = await Promise.all([first, other].map(({ ask }) => renew(ask)));
  const [renewed, second] = await Promise.all(
    next.map(async ({ ask }) => {
      await ask('staff list');
      return ask;
    }),
  );
  if (!renewed || !second) throw new Error('two keys are renewed');
  clocks.addMs(14 * dayMs);
  const refused = await eva.ask('audit head');
  expect(refused).toMatchObject({ status: 401, code: 'expired' });
  expect(refused.wrong).toMatch(
    new RegExp(`^The key of ${eva.name} expired on 2026-09-2\\d\\. .*staff add ${eva.name}`),
  );
  expect(await lastRow()).toMatchObject({ who: eva.name, detail: { outcome: 'expired' } });
  expect((await renew(eva.ask)).answer).toMatchObject({ status: 401, code: 'expired' });
  const anew = await add([renewed, second], eva.name, 'finance');
  expect(anew.last.data).toMatchObject({ outcome: 'added' });
  expect((await anew.ask('audit head')).status).toBe(200);
  expect(await eva.ask('audit head')).toMatchObject({ status: 401, code: 'ended' });
});

test('if the first engineers let their keys expire, the machine’s key adds two others', async () => {
  const otherContext = await testContext();
  const production = testOps(otherContext.app, { isSandbox: false });
  const first = (name: string) => production.add([production.machine], name, 'engineer');
  for (const name of ['ana', 'ben']) expect((await first(name)).last.status).toBe(200);
  expect((await first('carl')).last.status).toBe(403);
  otherContext.clocks.addMs(180 * dayMs);
  for (const name of ['dan', 'ana'])
    expect((await first(name)).last.data).toMatchObject({ name, outcome: 'added' });
  expect((await first('ben')).last.status).toBe(403);
});

test('the database renews a key only if it gets the key, and ends none early', async () => {
  const dina = await person('support');
  const { pool } = fresh.app;
  const forge = (token: string) =>
    pool.query('select renew_staff_key($1, $2, $3)', [token, hashOfKey('x'), '2026-04-02']);
  await expect(forge(hashOfKey(dina.key).toString('hex'))).rejects.toThrow(
    'renewing a key needs that key',
  );
  await expect(
    pool.query(`insert into staff_key_renewals
      select sha256('mine'), id, now(), null from staff_keys where name = '${dina.name}'`),
  ).rejects.toThrow('permission denied');
  const renewed = await renew(dina.ask);
  await renewed.ask('audit head');
  await expect(
    pool.query('update staff_key_renewals set used_at = now() where token_hash = $1', [
      Buffer.from(renewed.hash, 'hex'),
    ]),
  ).rejects.toThrow('a key has one first use');
  // A server could pass a later time.
  await asOwnerOf(app.db, (db) =>
    sql`update staff_keys set made_at = now() where ended_at is null`.execute(db),
  );
  for (const at of ['now()', 'staff_key_ends_at(id)'])
    await expect(
      pool.query(`update staff_keys set ended_at = ${at}, ended_by = 'its expiry'
        where name = '${dina.name}'`),
      at,
    ).rejects.toThrow('ending a key needs two people');
  await expect(
    pool.query(`select add_key_of_installation(gen_random_uuid(), 'mallory', '{engineer}',
      sha256('m'), '2100-01-01', 'local:root', now())`),
  ).rejects.toThrow('at most two first keys');
});

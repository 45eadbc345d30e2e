// Attacks on the door of the desk by the serving role, past the server's own checks.
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { passkeyOf } from '#/staff/fingerprint.ts';
import { keyNamed, keysOutsideTrail } from '#/staff/keys.store.ts';
import { testContext } from '#/testing/context.ts';
import { testDesk } from './testing.ts';

const { app, fresh } = await testContext();
const desk = testDesk(app, { isSandbox: false });
const { browser, person, newKey, proposesInDatabase, confirmsInDatabase } = desk;
const [ana, ben] = [await person('engineer'), await person('engineer')];
const reason = 'joins the team';
const run = async (query: string) => await fresh.app.pool.query(query);
const idOf = async (name: string) => {
  const key = await keyNamed(app.db, name);
  if (!key) throw new Error('the person has a key');
  return key.id;
};
const hashOf = async (fingerprint: string) =>
  `'\\x${(await passkeyOf(app.db, fingerprint)).tokenHash.toString('hex')}'::bytea`;

/** Makes a passkey. @returns its hash as SQL */
async function made(name: string): Promise<string> {
  return await hashOf((await browser().makePasskey(name, newKey())).data.fingerprint);
}

/** Adds a person with a passkey, who then signs in. */
async function member(name: string) {
  const [own, key] = [browser(), newKey()];
  const { fingerprint } = (await own.makePasskey(name, key)).data;
  const input = { name, roles: ['support'], hash: fingerprint };
  for (const { ask } of [ana, ben]) await ask('staff add', input, { reason });
  expect((await own.signIn(key)).status).toBe(200);
  return { own, key, id: await idOf(name), hash: await hashOf(fingerprint) };
}

const add = (approval: string, wall = 'now()', now = 'now()') =>
  run(`select add_approved_passkey('${approval}', ${wall}, ${now})`);
const propose = (approval: string, keyId: string, hash: string) =>
  run(`insert into staff_passkey_proposals values ('${approval}', '${keyId}', ${hash})`);

slow('a passkey is added only by a confirmed proposal of its own', async () => {
  const { id } = await member('zoe');
  const hash = await made('zoe');
  await expect(
    run(`insert into staff_key_passkeys values (${hash}, '${id}', now(), now(), '${id}')`),
  ).rejects.toThrow('permission denied');

  const open = await proposesInDatabase('staffKey', ana.name);
  await propose(open, id, hash);
  await expect(add(open)).rejects.toThrow('adding a passkey needs two people');

  const ofBreak = await proposesInDatabase('break', ana.name);
  await expect(propose(ofBreak, id, hash)).rejects.toThrow('an open proposal of its own');
  const key = `'mallory', '{engineer}', sha256('m')`;
  const another = (approval: string) =>
    run(`insert into staff_key_proposals values ('${approval}', ${key})`);
  await expect(another(ofBreak)).rejects.toThrow('an open proposal of its own');
  await expect(another(open)).rejects.toThrow('an open proposal of its own');

  const ofOther = await proposesInDatabase('staffKey', ben.name);
  await propose(ofOther, id, hash);
  await confirmsInDatabase(ofOther, ana.name);
  await expect(add(ofOther)).rejects.toThrow('adding a passkey needs two people');

  const confirmed = await proposesInDatabase('staffKey', ana.name);
  await confirmsInDatabase(confirmed, ben.name);
  await expect(propose(confirmed, id, hash)).rejects.toThrow('an open proposal of its own');

  await confirmsInDatabase(open, ben.name);
  await expect(add(open, 'now()', `'2026-03-31'`)).rejects.toThrow('needs two people');
  await add(open, `'2099-01-01'`);
  const { rows } = await run(
    `select ends_at <= now() + staff_key_life() as is_bounded from staff_key_hashes
     where token_hash = ${hash}`,
  );
  expect(rows).toEqual([{ is_bounded: true }]);
  await expect(add(open)).rejects.toThrow('each added once');
  expect(await keysOutsideTrail(app.db)).toContain('zoe');

  const third = await proposesInDatabase('staffKey', ana.name);
  await propose(third, id, await made('zoe'));
  await confirmsInDatabase(third, ben.name);
  await expect(add(third, `'2026-04-02'`)).rejects.toThrow('at most two passkeys');
});

test('a passkey keeps its public key, its counter and its row', async () => {
  const { hash } = await member('uma');
  const change = (set: string) =>
    run(`update staff_passkeys set ${set} where token_hash = ${hash}`);
  await expect(change(`public_key = '\\x00'`)).rejects.toThrow('permission denied');
  await change('sign_count = 7');
  await expect(change('sign_count = 6')).rejects.toThrow('never decreases');
  await expect(run(`delete from staff_passkeys where token_hash = ${hash}`)).rejects.toThrow(
    'only a passkey that nobody proposed',
  );
  await expect(
    run(`insert into staff_passkeys select sha256('m'), sha256('c'), public_key, user_handle, 0,
      name, made_at from staff_passkeys where token_hash = ${hash}`),
  ).rejects.toThrow('staff_passkeys_check');
});

test('a session begins with an active key of its holder, and is neither prolonged nor reopened', async () => {
  const [uri, vic] = [await member('uri'), await member('vic')];
  const insert = (keyId: string, hash: string) =>
    run(`insert into desk_sessions values (gen_random_uuid(), sha256(random()::text::bytea),
      '${keyId}', ${hash}, true, '2026-04-01T03:00Z', '2026-04-01T03:00Z')`);
  const refused = 'a session begins with an active key';
  await expect(insert(uri.id, vic.hash)).rejects.toThrow(refused);
  await expect(insert(uri.id, await made('uri'))).rejects.toThrow(refused);
  const hashOfKey = `(select token_hash from staff_keys where name = '${ana.name}')`;
  await expect(insert(await idOf(ana.name), hashOfKey)).rejects.toThrow(refused);
  await insert(uri.id, uri.hash);
  for (const { ask } of [ana, ben]) await ask('staff end', { name: 'uri' }, { reason });
  await expect(insert(uri.id, uri.hash)).rejects.toThrow(refused);

  const change = (set: string) => run(`update desk_sessions set ${set} where key_id = '${vic.id}'`);
  await expect(change('opened_at = now()')).rejects.toThrow('permission denied');
  await expect(change(`last_used_at = opened_at + interval '481 minutes'`)).rejects.toThrow(
    'desk_sessions_check',
  );
  await vic.own.signOut(true);
  await expect(change('ended_at = null')).rejects.toThrow('can end only once');
});

test('a challenge is neither prolonged nor used again', async () => {
  const { own, key } = await member('wes');
  const { challengeId } = (await own.challengeToSignIn()) as { challengeId: string };
  const change = (set: string) =>
    run(`update desk_challenges set ${set} where id = '${challengeId}'`);
  await expect(change('ends_at = now()')).rejects.toThrow('permission denied');
  await change('used_at = now()');
  await expect(change('used_at = null')).rejects.toThrow('used only once');
  expect((await own.signIn(key)).status).toBe(200);
});

import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { staffRoles } from '#/commands/command.ts';
import { testContext } from '#/testing/context.ts';
import { pendingApprovals, proposalAbout, testOps } from './testing.ts';

const { app, fresh } = await testContext();
const { machine, person, add, lastRow } = testOps(app);
const reason = { reason: 'joins the team' };
let two: ReturnType<typeof twoEngineers> | null = null;
const twoEngineers = () => Promise.all([person('engineer'), person('engineer')]);
/** Returns two engineers; the first call adds them. */
const engineers = () => {
  two ??= twoEngineers();
  return two;
};
/** Revokes a key as two engineers. */
async function endKey(name: string) {
  for (const { ask } of await engineers()) await ask('staff end', { name }, { reason: 'has left' });
}

test('a staff key is stored as a hash and identifies its holder', async () => {
  const ana = await add([machine], 'ana', 'support', 'finance', 'support');
  expect(ana.last).toMatchObject({
    status: 200,
    data: { name: 'ana', roles: ['support', 'finance'], outcome: 'added' },
  });
  expect(await lastRow()).toMatchObject({
    ...{ who: 'local:root', role: 'engineer', act: 'ops staff add', reason: 'joins the team' },
    detail: { name: 'ana', roles: ['support', 'finance'], hash: ana.hash, outcome: 'added' },
  });
  expect((await ana.ask('config get', { name: 'smsOn' })).status).toBe(200);
  expect(await lastRow()).toMatchObject({ who: 'ana', role: 'support', act: 'ops config get' });
  const listed = await machine('staff list');
  expect(listed.data.staff).toMatchObject([
    { name: 'ana', roles: ['support', 'finance'], madeBy: 'local:root', endedAt: null },
  ]);
});

test('a call with a revoked key gets 401 immediately', async () => {
  const ben = await person('support');
  expect((await ben.ask('audit head')).status).toBe(200);
  const [first, other] = await engineers();
  await endKey(ben.name);
  expect(await ben.ask('audit head')).toMatchObject({
    status: 401,
    wrong: `The key of ${ben.name} has ended.`,
  });
  expect(await lastRow()).toMatchObject({
    who: ben.name,
    role: null,
    act: 'ops audit head',
    detail: { outcome: 'ended' },
  });
  expect(await first.ask('staff end', { name: ben.name }, { reason: 'again' })).toMatchObject({
    status: 422,
    wrong: `${ben.name} has no open key.`,
  });
  const anew = await add([first.ask, other.ask], ben.name, 'support');
  expect(anew.last.data).toMatchObject({ outcome: 'added' });
  expect([(await ben.ask('audit head')).status, (await anew.ask('audit head')).status]).toEqual([
    401, 200,
  ]);
});

test('a person gets only one key, even if several are confirmed concurrently', async () => {
  const [first, other] = await engineers();
  const { hash } = await add([first.ask], 'eva', 'finance');
  expect(await pendingApprovals(other)).toEqual([`staff add: eva as finance, by ${first.name}`]);
  expect(await proposalAbout(other, 'eva')).toEqual({
    facts: ['name | – | eva', 'roles | – | finance'],
    about: ['staff', 'eva'],
    line: 'staff add eva --role finance --hash <hash> --reason "…"',
  });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      other.ask('staff add', { name: 'eva', roles: ['finance'], hash }, reason),
    ),
  );
  expect(answers.filter(({ data }) => data.outcome === 'added')).toHaveLength(1);
  expect(answers.find(({ status }) => status === 422)?.wrong).toBe(
    'eva has a key. End it first: staff end eva',
  );
  const ends = (who: typeof first) =>
    Array.from({ length: 8 }, () => who.ask('staff end', { name: 'eva' }, { reason: 'leaves' }));
  const ended = await Promise.all([...ends(first), ...ends(other)]);
  expect(ended.filter(({ data }) => data.outcome === 'ended')).toHaveLength(1);
});

test.each([
  [{ name: 'local', roles: ['engineer'] }, 'local is the key of the machine itself'],
  [{ name: 'Ana B', roles: ['engineer'] }, 'lowercase letters'],
  [{ name: 'ana2', roles: [] }, 'roles'],
  [{ name: 'ana2', roles: ['owner'] }, 'roles'],
  [{ name: 'ana2', roles: ['auditor', 'finance'] }, 'an auditor has no other role'],
  [{ name: 'ana2', roles: ['support'], hash: 'the key itself' }, 'staff key <file> prints it'],
])('staff add refuses %j', async (input, words) => {
  const { ask } = await person('engineer');
  const answer = await ask('staff add', { hash: 'a0'.repeat(32), ...input }, reason);
  expect([answer.status, answer.wrong]).toEqual([422, expect.stringContaining(words)]);
});

test('an auditor may run each look but pictures, and changes only their own key', () => {
  for (const { kind, name, roles, shows } of allCommands)
    expect(roles.includes('auditor'), name).toBe(
      (kind === 'look' && shows.declared.as !== 'picture') || name === 'staff renew',
    );
});

slow.each(staffRoles)('a %s may run only the commands that declare this role', async (role) => {
  const { ask, name } = await person(role);
  for (const { name: command, roles } of allCommands) {
    const answer = await ask(command, { what: 'fits nothing' });
    if (roles.includes(role)) expect([200, 422], command).toContain(answer.status);
    else {
      expect(answer, command).toMatchObject({
        status: 403,
        wrong: expect.stringMatching(new RegExp(`^${command} is for .*; your role is ${role}\\.$`)),
      });
      expect(await lastRow()).toMatchObject({
        who: name,
        role: null,
        act: `ops ${command}`,
        detail: { outcome: 'denied', roles: [role] },
      });
    }
  }
});

test('in production, the machine’s key can add only the first two engineers', async () => {
  const otherContext = await testContext();
  const production = testOps(otherContext.app, { isSandbox: false });
  for (const command of ['config list', 'audit verify', 'person show', 'staff end'])
    expect(await production.machine(command, {}, reason), command).toMatchObject({
      status: 403,
      wrong: expect.stringContaining('OPS_KEY_FILE'),
    });
  expect((await production.machine('staff list')).status).toBe(200);
  const install = async (name: string, role: string) => ({
    name,
    ...(await production.add([production.machine], name, role)),
  });
  expect((await install('ana', 'support')).last.status).toBe(422);
  const race = await Promise.all(
    ['ana', 'rosa', 'lito', 'eva'].map((name) => install(name, 'engineer')),
  );
  const [engineer, second, ...more] = race.filter(({ last }) => last.status === 200);
  expect(more).toEqual([]);
  if (!engineer || !second) throw new Error('nobody was added');
  const support = await production.person('support');
  expect((await install('mallory', 'engineer')).last.status).toBe(403);
  expect((await production.machine('staff list')).status).toBe(403);
  expect((await production.add([support.ask], 'mallory', 'engineer')).last.status).toBe(403);
  expect(
    (await production.add([engineer.ask, second.ask], 'ben', 'finance')).last.data,
  ).toMatchObject({ outcome: 'added' });
  await engineer.ask('staff suspend', { name: second.name }, reason);
  await support.ask('staff suspend', { name: support.name }, reason);
  expect((await production.machine('staff list')).status).toBe(200);
});

test('the database allows only one change to a staff key: revoking it, and only once', async () => {
  await person('finance');
  for (const change of [`roles = '{engineer}'`, `name = 'x.x'`, `made_by = 'x'`])
    await expect(fresh.app.pool.query(`update staff_keys set ${change}`), change).rejects.toThrow(
      'permission denied',
    );
  await expect(
    fresh.app.pool.query('update staff_keys set ended_at = null, ended_by = null'),
  ).rejects.toThrow('a key can end only once');
  await expect(
    fresh.owner.pool.query(
      `insert into staff_key_proposals (approval_id, name, roles, token_hash)
        values (gen_random_uuid(), 'ana2', '{auditor,finance}', sha256(''))`,
    ),
  ).rejects.toThrow('staff_roles_auditor_alone');
  await expect(fresh.app.pool.query('delete from staff_keys')).rejects.toThrow('permission denied');
});

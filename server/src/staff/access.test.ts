// Tests that one person can suspend a staff key immediately, but that revoking or resuming a key
// takes two people.
import { expect, test } from 'vitest';
import { testContext } from '#/testing/context.ts';
import { type Asks, pendingApprovals, proposalAbout, testOps } from './testing.ts';

const { app, clocks, fresh } = await testContext();
const { machine, person, add, lastRow, proposesInDatabase, confirmsInDatabase } = testOps(app);
const withReason = { reason: 'ticket 812' };
const [eva, ivan, carla] = [
  await person('engineer'),
  await person('engineer'),
  await person('engineer'),
];
const ends = async ({ ask }: { ask: Asks }, name: string) =>
  await ask('staff end', { name }, withReason);
const resumes = async ({ ask }: { ask: Asks }, name: string) =>
  await ask('staff resume', { name }, withReason);
const suspends = async ({ ask }: { ask: Asks }, name: string) =>
  await ask('staff suspend', { name }, withReason);
const acceptsKey = async ({ ask }: { ask: Asks }) => (await ask('audit head')).status === 200;

test('two engineers together can revoke a staff key', async () => {
  const ben = await person('finance');
  expect((await ends(eva, ben.name)).data).toEqual({
    name: ben.name,
    kind: 'end',
    outcome: 'proposed',
  });
  expect((await ends(eva, ben.name)).wrong).toContain('Ask another person to confirm it');
  expect([await acceptsKey(ben), await pendingApprovals(ivan)]).toEqual([
    true,
    [`staff end: the key of ${ben.name}, by ${eva.name}`],
  ]);
  expect(await proposalAbout(ivan, ben.name)).toEqual({
    facts: ['key | open | ended', 'roles | finance | –'],
    about: ['staff', ben.name],
    line: `staff end ${ben.name} --reason "…"`,
  });
  expect((await ends(ivan, ben.name)).data).toMatchObject({ outcome: 'ended' });
  expect(await lastRow()).toMatchObject({
    who: ivan.name,
    act: 'ops staff end',
    detail: { name: ben.name, outcome: 'ended' },
  });
  expect(await acceptsKey(ben)).toBe(false);
});

test('two keys added by the same person count as one person', async () => {
  const fresh = await testContext();
  const ops = testOps(fresh.app);
  const [ana, rosa] = [
    await ops.add([ops.machine], 'ana', 'engineer'),
    await ops.add([ops.machine], 'rosa', 'engineer'),
  ];
  const helper = await ops.add([ana.ask, rosa.ask], 'helper', 'engineer');
  fresh.clocks.addDays(2);
  expect((await ends(ana, 'rosa')).data).toMatchObject({ outcome: 'proposed' });
  expect((await ends(helper, 'rosa')).wrong).toContain('descend from the same first key');
  expect(await acceptsKey(rosa)).toBe(true);
});

test('any staff member can suspend a key, which puts the key’s proposals on hold', async () => {
  const [mallory, sam] = [await person('finance', 'engineer'), await person('support')];
  const set = await mallory.ask(
    'config set',
    { name: 'telephone', text: '(02) 5550 9999' },
    withReason,
  );
  await machine('config change', { id: set.data.id });
  const approval = await proposesInDatabase('break', mallory.name);
  expect((await suspends(sam, mallory.name)).status).toBe(200);
  expect(await mallory.ask('switch on', { name: 'payouts' }, withReason)).toMatchObject({
    status: 401,
    wrong: `The key of ${mallory.name} is suspended until two engineers end or resume it.`,
  });
  expect(await lastRow()).toMatchObject({ who: mallory.name, detail: { outcome: 'suspended' } });
  await eva.ask('config change', { id: set.data.id });
  expect((await eva.ask('config confirm', { id: set.data.id }, withReason)).wrong).toContain(
    `The key of ${mallory.name} is suspended`,
  );
  await expect(confirmsInDatabase(approval, eva.name)).rejects.toThrow(
    'a suspended key cannot be confirmed',
  );
  await expect(proposesInDatabase('break', mallory.name)).rejects.toThrow(
    'proposing needs an active key',
  );
  const listed = async () => (await eva.ask('staff list')).data.staff;
  const row = { name: mallory.name, suspendedBy: sam.name };
  expect(await listed()).toContainEqual(expect.objectContaining({ ...row, proposed: null }));

  expect((await resumes(eva, mallory.name)).data).toMatchObject({ outcome: 'proposed' });
  expect(await listed()).toContainEqual(expect.objectContaining({ ...row, proposed: 'resume' }));
  expect((await resumes(eva, mallory.name)).wrong).toContain('Ask another person to confirm it');
  expect(await acceptsKey(mallory)).toBe(false);
  expect((await resumes(ivan, mallory.name)).data).toMatchObject({ outcome: 'resumed' });
  expect(await acceptsKey(mallory)).toBe(true);
  expect((await eva.ask('config confirm', { id: set.data.id }, withReason)).status).toBe(200);
  expect((await resumes(eva, mallory.name)).wrong).toBe(
    `The key of ${mallory.name} is not suspended.`,
  );
});

test('a person can suspend only one key at a time', async () => {
  const [mallory, ben, dina] = [
    await person('engineer'),
    await person('finance'),
    await person('finance'),
  ];
  expect((await suspends(mallory, ben.name)).status).toBe(200);
  expect((await suspends(mallory, dina.name)).wrong).toContain(
    `You have already suspended the key of ${ben.name}.`,
  );
  expect((await suspends(dina, ben.name)).wrong).toBe(
    `The key of ${ben.name} is suspended already.`,
  );
  expect((await ends(mallory, eva.name)).data).toMatchObject({ outcome: 'proposed' });
  expect((await suspends(eva, mallory.name)).status).toBe(200);
  // A new proposal replaces the one made with the suspended key.
  expect((await ends(ivan, eva.name)).data).toMatchObject({ outcome: 'proposed' });
  for (const name of [mallory.name, ben.name])
    for (const by of [eva, ivan]) await resumes(by, name);
  expect([await acceptsKey(mallory), await acceptsKey(ben)]).toEqual([true, true]);
});

test('two people can revoke a suspended key, and its owner can get another', async () => {
  const ben = await person('finance');
  await suspends(eva, ben.name);
  expect((await ends(eva, ben.name)).data).toMatchObject({ outcome: 'proposed' });
  expect((await ends(carla, ben.name)).data).toMatchObject({ outcome: 'ended' });
  expect(await ben.ask('audit head')).toMatchObject({
    status: 401,
    wrong: `The key of ${ben.name} has ended.`,
  });
  expect((await add([eva.ask, ivan.ask], ben.name, 'finance')).last.data).toMatchObject({
    outcome: 'added',
  });
  expect((await suspends(eva, ben.name)).status).toBe(200);
});

test('a proposal to revoke a staff key expires after seven days', async () => {
  const ben = await person('finance');
  await ends(eva, ben.name);
  clocks.addDays(7);
  expect((await ends(ivan, ben.name)).data).toMatchObject({ outcome: 'proposed' });
  expect((await ends(eva, ben.name)).data).toMatchObject({ outcome: 'ended' });
});

test('the serving role cannot revoke a key or lift a suspension without two people', async () => {
  const ben = await person('finance');
  await suspends(ivan, ben.name);
  const { pool } = fresh.app;
  const { rows } = await pool.query<{ id: string }>('select id from staff_keys where name = $1', [
    ben.name,
  ]);
  const key = rows[0]?.id;
  await expect(
    pool.query('update staff_keys set ended_at = now(), ended_by = $2 where id = $1', [key, 'eva']),
  ).rejects.toThrow('ending a key needs two people');
  const decision = await proposesInDatabase('staffAccess', eva.name);
  await pool.query(`insert into staff_access_decisions (id, key_id, kind) values ($1, $2, 'end')`, [
    decision,
    key,
  ]);
  await expect(
    pool.query('update staff_keys set ended_at = now(), ended_by = $2 where id = $1', [key, 'eva']),
  ).rejects.toThrow('ending a key needs two people');
  await expect(
    pool.query('update staff_suspensions set decision_id = $2 where key_id = $1', [key, decision]),
  ).rejects.toThrow('lifting a suspension needs two people');
  await expect(pool.query('delete from staff_suspensions')).rejects.toThrow('permission denied');
  await expect(confirmsInDatabase(decision, eva.name)).rejects.toThrow();
  await confirmsInDatabase(decision, ivan.name);
  await pool.query('update staff_keys set ended_at = now(), ended_by = $2 where id = $1', [
    key,
    'eva',
  ]);
});

test('the database refuses to revoke a key under a decision to resume it', async () => {
  const ben = await person('finance');
  await suspends(ivan, ben.name);
  const { pool } = fresh.app;
  const { rows } = await pool.query<{ id: string }>('select id from staff_keys where name = $1', [
    ben.name,
  ]);
  const key = rows[0]?.id;
  const decision = await proposesInDatabase('staffAccess', eva.name);
  await pool.query(
    `insert into staff_access_decisions (id, key_id, kind) values ($1, $2, 'resume')`,
    [decision, key],
  );
  await confirmsInDatabase(decision, ivan.name);
  const end = pool.query(`update staff_keys set ended_at = now(), ended_by = 'eva' where id = $1`, [
    key,
  ]);
  await expect(end).rejects.toThrow('ending a key needs two people');
});

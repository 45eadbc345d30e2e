// Tests which keys count as two people, because a person who adds keys could hold several.
import { expect, test } from 'vitest';
import { id, word } from '#/commands/arguments.ts';
import { command } from '#/commands/command.ts';
import { testContext } from '#/testing/context.ts';
import { type Asks, testOps } from './testing.ts';

const { app, clocks, fresh } = await testContext();
/** A command that only confirms an approval. */
const confirm = command({
  name: 'test confirm',
  menu: 'System',
  label: 'Confirm',
  about: 'Confirms.',
  examples: [],
  kind: 'change',
  seenFirst: { notNeeded: 'it decides nothing' },
  roles: ['finance', 'engineer'],
  twoPeople: { act: 'break', waiting: async () => [] },
  arguments: { id: word(id, 'the approval') },
  run: async (ctx, tx, { id }) => {
    await ctx.approvals.confirm(tx, id);
    return { data: {} };
  },
  shows: ({ lines }) => lines(() => 'confirmed'),
});
const { machine, add, proposesInDatabase } = testOps(app, { commands: [confirm] });
const withReason = { reason: 'joins the team' };
const added = async (by: Asks[], name: string, ...roles: string[]) =>
  (await add(by, name, ...roles)).ask;
const [eva, ivan] = [
  await added([machine], 'eva', 'engineer'),
  await added([machine], 'ivan', 'engineer'),
];
const [ana, ben] = [
  await added([eva, ivan], 'ana', 'finance'),
  await added([eva, ivan], 'ben', 'finance'),
];
const helper = await added([eva, ivan], 'helper', 'engineer');
const carl = await added([helper, ivan], 'carl', 'finance');
const dina = await added([ivan, eva], 'dina', 'finance');
const confirms = async (who: Asks, first: string) =>
  (await who('test confirm', { id: await proposesInDatabase('break', first) }, withReason)).wrong ||
  'confirmed';

test('the machine’s key can add only two staff keys', async () => {
  expect((await add([machine], 'mallory', 'finance')).last.wrong).toContain(
    'has added the first two engineers',
  );
});

test('one engineer who holds several keys cannot add a key alone', async () => {
  const alone = await add([eva, eva], 'mallory', 'finance');
  expect(alone.last.wrong).toContain('Ask another person to confirm it');
  const byHand = await add([eva, helper], 'mallory', 'finance');
  expect(byHand.last.wrong).toContain('descend from the same first key');
  for (const { ask } of [alone, byHand]) expect((await ask('staff list')).status).toBe(401);
});

test('a proposal with another hash or other roles does not confirm the open one', async () => {
  const [first, other] = [
    await add([eva], 'rosa', 'support'),
    await add([ivan], 'rosa', 'support'),
  ];
  expect(other.last.data).toMatchObject({ outcome: 'proposed' });
  expect(
    (await eva('staff add', { name: 'rosa', roles: ['finance'], hash: other.hash }, withReason))
      .data,
  ).toMatchObject({ outcome: 'proposed' });
  const row = { name: 'rosa', roles: ['finance'], proposedBy: 'eva' };
  expect((await eva('staff list')).data.waiting).toMatchObject([
    { name: 'mallory' },
    { ...row, hash: other.hash },
  ]);
  // Whoever confirms types the hash as the newcomer reads it.
  const forIvan = await ivan('staff list');
  expect(forIvan.data.waiting).toMatchObject([
    { name: 'mallory' },
    { ...row, hash: null, fingerprint: null },
  ]);
  expect(JSON.stringify(forIvan)).not.toContain(other.hash);
  expect(
    (await ivan('staff add', { name: 'rosa', roles: ['finance'], hash: other.hash }, withReason))
      .data,
  ).toMatchObject({ outcome: 'added' });
  expect((await first.ask('staff list')).status).toBe(401);
  expect((await add([eva], 'lito', 'support')).hash).not.toBe(other.hash);
  expect(
    (await ivan('staff add', { name: 'lito', roles: ['support'], hash: other.hash }, withReason))
      .wrong,
  ).toContain('was used before');
});

test('the first two engineers can confirm each other’s proposals without waiting', async () => {
  expect(await confirms(eva, 'ivan')).toBe('confirmed');
  expect(await confirms(ivan, 'eva')).toBe('confirmed');
});

test('a staff key can confirm proposals only after 24 hours of business time', async () => {
  expect(await confirms(dina, 'ana')).toMatch(
    /^Your key is less than 24 hours old\. Confirm from /,
  );
  clocks.addMs(24 * 3_600_000 - 1);
  expect(await confirms(dina, 'ana')).toMatch(/^Your key is less than/);
  clocks.addMs(1);
  expect(await confirms(dina, 'ana')).toBe('confirmed');
});

test('keys that descend from the same first key count as one person', async () => {
  clocks.addDays(10);
  for (const [who, first] of [
    [ana, 'ben'],
    [ben, 'ana'],
    [eva, 'ana'],
    [ana, 'eva'],
    [carl, 'ana'],
    [carl, 'eva'],
    [helper, 'carl'],
  ] as const)
    expect(await confirms(who, first), first).toContain('descend from the same first key');
  expect(await confirms(carl, 'dina')).toBe('confirmed');
});

test('the machine’s key counts as one person, whatever name it is used with', async () => {
  expect(await confirms(machine, 'local:somebody')).toContain('Ask another person to confirm');
  expect(await confirms(ana, 'ana')).toContain('Ask another person to confirm');
  await expect(confirms(ana, 'nobody')).rejects.toThrow('proposing needs an active key');
});

test('a proposed key expires after seven days', async () => {
  const late = await add([eva], 'late', 'support');
  clocks.addDays(7);
  expect(
    (await ivan('staff add', { name: 'late', roles: ['support'], hash: late.hash }, withReason))
      .data,
  ).toMatchObject({ outcome: 'proposed' });
  expect(
    (await eva('staff add', { name: 'late', roles: ['support'], hash: late.hash }, withReason))
      .data,
  ).toMatchObject({ outcome: 'added' });
});

test('the serving role can add only keys that two people have approved', async () => {
  const [app, owner] = [fresh.app.pool, fresh.owner.pool];
  const idOf = async (name: string) =>
    (await owner.query<{ id: string }>('select id from staff_keys where name = $1', [name])).rows[0]
      ?.id;
  const { hash } = await add([eva], 'forged', 'finance');
  const { rows } = await owner.query<{ id: string }>(
    `select approval_id as id from staff_key_proposals where token_hash = decode($1, 'hex')`,
    [hash],
  );
  const approval = rows[0]?.id;
  await expect(app.query(`insert into staff_keys (id) values (gen_random_uuid())`)).rejects.toThrow(
    'permission denied',
  );
  await expect(
    app.query('select add_approved_key(gen_random_uuid(), $1, now(), now())', [approval]),
  ).rejects.toThrow('adding a key needs two people');
  const third = `select add_key_of_installation(
    gen_random_uuid(), 'mallory', '{finance}', sha256('m'), '2026-04-02', 'local:root', now())`;
  await expect(app.query(third)).rejects.toThrow('at most two first keys');
  const confirmBy = (name: string, keyId: string | undefined) =>
    app.query(
      `update approvals set confirmed_by = $2, confirmed_key_id = $3, confirmed_at = proposed_at
       where id = $1`,
      [approval, name, keyId],
    );
  await expect(confirmBy('eva', await idOf('eva'))).rejects.toThrow('different first keys');
  await expect(confirmBy('helper', await idOf('helper'))).rejects.toThrow('different first keys');
  await expect(confirmBy('ivan', await idOf('helper'))).rejects.toThrow(
    'an active key that is at least a day old',
  );
  await expect(confirmBy('late', await idOf('late'))).rejects.toThrow(
    'an active key that is at least a day old',
  );
  await expect(
    app.query('update approvals set proposed_by = $2 where id = $1', [approval, 'ivan']),
  ).rejects.toThrow('permission denied');
  await confirmBy('ivan', await idOf('ivan'));
  await expect(
    app.query(`update approvals set dropped_at = now(), dropped_as = 'replaced' where id = $1`, [
      approval,
    ]),
  ).rejects.toThrow('a closed proposal never changes');
  await app.query('select add_approved_key(gen_random_uuid(), $1, now(), now())', [approval]);
  await expect(
    app.query('select add_approved_key(gen_random_uuid(), $1, now(), now())', [approval]),
  ).rejects.toThrow('duplicate key');
});

test('audit verify names staff keys that have no matching row in the trail', async () => {
  // The previous test added this key directly in the database.
  expect((await machine('audit verify')).data.strangeKeys).toEqual(['forged']);
  // A trail row without the key's hash does not account for the key.
  await fresh.app.pool.query(
    `insert into audit_log (at, who, act, subject, detail)
     select made_at, 'ivan', 'ops staff add', id::text,
       jsonb_build_object('name', name, 'roles', roles, 'outcome', 'added')
     from staff_keys where name = 'forged'`,
  );
  expect((await machine('audit verify')).data.strangeKeys).toEqual(['forged']);
  await fresh.owner.pool.query(
    `update staff_keys set roles = '{engineer}' where name = 'carl';
     update staff_keys set token_hash = sha256('mine') where name = 'dina'`,
  );
  expect((await machine('audit verify')).data.strangeKeys).toEqual(['carl', 'dina', 'forged']);
});

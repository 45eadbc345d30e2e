// Whoever makes keys could hold two of them: which keys are two people, and when.
import { expect, test } from 'vitest';
import { testHouse } from '#/testing/house.ts';
import { type StaffCommand, staffCommand, zPerson } from './command.ts';
import { type Asks, testOps } from './testing.ts';

const { house, clocks, fresh } = await testHouse();
/** Confirms what somebody has proposed, and nothing else. */
const confirm: StaffCommand = staffCommand({
  name: 'test confirm',
  kind: 'change',
  roles: ['finance', 'engineer'],
  request: zPerson,
  run: async (ctx, tx, first) => {
    await ctx.mustBeSecond(tx, first);
    return { data: {} };
  },
});
const { machine, withKey } = testOps(house, { commands: [confirm] });
const why = { reason: 'joins the team' };
const added = async (by: Asks, name: string, ...roles: string[]) => withKey(String((await by('staff add', { name, roles }, why)).data.key));
const [eva, ivan] = [await added(machine, 'eva', 'engineer'), await added(machine, 'ivan', 'engineer')];
const [ana, ben] = [await added(eva, 'ana', 'finance'), await added(eva, 'ben', 'finance')];
const helper = await added(eva, 'helper', 'engineer');
const carl = await added(helper, 'carl', 'finance');
const dina = await added(ivan, 'dina', 'finance');
const confirms = async (who: Asks, first: string) => (await who('test confirm', first, why)).wrong || 'confirmed';

test('the machine makes two keys, and one of their holders the next', async () => {
  expect((await machine('staff add', { name: 'mallory', roles: ['finance'] }, why)).wrong).toContain('has made two people');
});

test('the two of the installation confirm each other at once', async () => {
  expect(await confirms(eva, 'ivan')).toBe('confirmed');
  expect(await confirms(ivan, 'eva')).toBe('confirmed');
});

test('a key confirms from the moment on when it is 24 hours old in business time', async () => {
  expect(await confirms(dina, 'ana')).toMatch(/^Your key is younger than 24 hours\. It confirms from /);
  clocks.addMs(24 * 3_600_000 - 1);
  expect(await confirms(dina, 'ana')).toMatch(/^Your key is younger/);
  clocks.addMs(1);
  expect(await confirms(dina, 'ana')).toBe('confirmed');
});

test('keys of one maker are one person, however old and by however many hands; so is a maker with their key', async () => {
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
    expect(await confirms(who, first), first).toContain('go back to one maker');
  expect(await confirms(carl, 'dina')).toBe('confirmed');
});

test('the machine’s own key is one person under whatever name, and who has no key is nobody', async () => {
  expect(await confirms(machine, 'local:somebody')).toContain('Another person confirms');
  expect(await confirms(ana, 'ana')).toContain('Another person confirms');
  expect(await confirms(ana, 'nobody')).toBe('Nobody here has a key as nobody.');
});

test('the database takes no key without its maker, nor another maker', async () => {
  const insert = (maker: string, by: string) =>
    fresh.app.pool.query(`insert into ops_keys (id, name, roles, token_hash, made_at, made_by, added_at, maker_id)
      values (gen_random_uuid(), 'mallory', '{finance}', sha256('mallory'), now(), '${by}', now(), ${maker})`);
  await expect(insert('null', 'eva')).rejects.toThrow('the key of a maker is missing');
  await expect(insert(`(select id from ops_keys where name = 'ivan')`, 'eva')).rejects.toThrow('with an open one of its maker');
});

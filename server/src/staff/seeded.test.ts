import { expect, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { approvalsOf } from '#/commands/approvals.ts';
import { staffRoles } from '#/commands/command.ts';
import { inTx } from '#/db/database.ts';
import { testContext } from '#/testing/context.ts';
import { keyNamed, keysOutsideTrail } from './keys.store.ts';
import { inventedStaff } from './seeded.ts';
import { testOps } from './testing.ts';

test('invented staff fill each role, decide in pairs, and exist only in the sandbox', async () => {
  const { app, clocks, fresh } = await testContext();
  const passTo = async (at: Temporal.Instant) => clocks.setNow(at.toString());
  const production = { ...app, config: { ...app.config, isSandbox: false } };
  const outside = inventedStaff(production, allCommands);
  await expect(outside.seed(passTo)).rejects.toThrow('only the sandbox');
  expect(await fresh.owner.db.selectFrom('staff_keys').select('name').execute()).toEqual([]);

  const { seed, list, actAs } = inventedStaff(app, allCommands);
  await seed(passTo);
  await seed(passTo);
  expect(await keysOutsideTrail(app.db)).toEqual([]);
  await expect(outside.actAs('mina.manager')).rejects.toThrow('only the sandbox');
  const staff = await list();
  const countOf = (role: string) => staff.filter(({ roles }) => roles.includes(role)).length;
  const pairs = ['engineer', 'reviewer', 'finance', 'compliance', 'manager'];
  expect(Object.fromEntries(staffRoles.map((role) => [role, countOf(role)]))).toEqual(
    Object.fromEntries(staffRoles.map((role) => [role, pairs.includes(role) ? 2 : 1])),
  );

  clocks.addDays(1);
  for (const role of pairs) {
    const pair = staff.filter(({ roles }) => roles.includes(role)).map(({ name }) => name);
    for (const [first = '', second = ''] of [pair, pair.toReversed()]) {
      const approvals = async (who: string) => {
        const keyId = (await keyNamed(app.db, who))?.id ?? null;
        return approvalsOf({ who, keyId, at: app.clocks.now() }, 'two decide', 'files');
      };
      const [proposer, confirmer] = [await approvals(first), await approvals(second)];
      const id = await inTx(app.db, (tx) => proposer.propose(tx, 'files'));
      expect(await inTx(app.db, (tx) => confirmer.confirm(tx, id))).toBe(first);
    }
  }

  const [mina, marco] = [await actAs('mina.manager'), await actAs('marco.manager')];
  const reason = 'a new number';
  const wish = { name: 'telephone', text: '0285550199' };
  const { id } = (await mina('config set', { input: wish, reason })) as { id: string };
  await expect(mina('config confirm', { input: { id }, reason })).rejects.toThrow('yourself');
  await marco('config change', { input: { id } });
  await marco('config confirm', { input: { id }, reason });
  expect((await app.settings.all()).telephone).toBe('0285550199');

  const { machine, add } = testOps(app);
  expect((await add([machine], 'dev', 'manager')).last.data).toMatchObject({ outcome: 'added' });
});

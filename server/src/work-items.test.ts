// Tests worker steps that process items one by one. A failing item is recorded and does not delay
// the other items.
import { loanDetail } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { recoveryTestContext } from '#/account/recovery/testing.ts';
import { workCtx } from '#/context/ctx.ts';
import { manila } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { takeLoan } from '#/sandbox/life.ts';
import { gidOf } from '#/testing/app.ts';

const { app, ops, nextPerson, submitted, approved } = await recoveryTestContext(4);
const stepNamed = (name: string) => {
  const step = app.app.steps.find((candidate) => candidate.name === name);
  if (!step) throw new Error(`There is no step ${name}.`);
  return step;
};

/** Makes each update of one row fail until the current test ends. */
async function refuseUpdates(table: string, column: string, id: string): Promise<void> {
  await app.owner.pool.query(`
    create function planted() returns trigger language plpgsql
      as $$ begin raise exception 'planted'; end $$;
    create trigger planted before update on ${table} for each row
      when (new.${column} = '${id}') execute function planted()`);
}
afterEach(
  async () => void (await app.owner.pool.query('drop function if exists planted() cascade')),
);
const failing = async () =>
  await app.db.selectFrom('failing_items').select(['kind', 'item']).execute();

async function twoRecoveries() {
  const ids: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    const { recovery } = await submitted(await nextPerson());
    await approved(recovery);
    ids.push(recovery);
  }
  const rows = app.db
    .selectFrom('account_recoveries')
    .select('effective_from')
    .where('id', 'in', ids);
  const last = (await rows.execute()).map((row) => row.effective_from?.toString() ?? '').toSorted();
  app.clocks.setNow(last.at(-1) ?? '');
  return ids;
}

async function twoPickups() {
  const here = app.clocks.now().toZonedDateTimeISO(manila);
  const morning =
    here.hour < 10 ? here.withPlainTime('10:00') : here.add({ days: 1 }).withPlainTime('10:00');
  app.clocks.setNow(morning.toInstant().toString());
  const ids: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    const anna = await app.person({ withCredit: true });
    anna.life.idOf = () => newId(app.clocks.wall());
    const { loanId } = await takeLoan(anna.life, null, { channel: 'cashPickup', termDays: 8 });
    const findReady = async () =>
      (await anna.client.must(loanDetail, { loanId })).withdrawalCode !== null;
    await app.until('the money to be ready', findReady);
    const payout = app.db.selectFrom('payouts').select('id').where('subject_id', '=', loanId);
    ids.push((await payout.executeTakeFirstOrThrow()).id);
  }
  app.clocks.setNow(morning.add({ days: 6 }).toInstant().toString());
  return ids;
}

async function twoNamed() {
  const people = [await app.person({ withCredit: true }), await app.person({ withCredit: true })];
  await app.work();
  const head = { list: 'blocklist', source: 'Invented', date: '2026-11-20' };
  const text = [head, ...people.map(({ life }) => ({ phone: life.phone }))]
    .map((line) => JSON.stringify(line))
    .join('\n');
  const engineer = await ops.person('engineer');
  expect(
    (await engineer.ask('screening import', { list: 'blocklist', text }, { reason: 'ticket 91' }))
      .status,
  ).toBe(200);
  return await Promise.all(people.map(gidOf));
}

slow.each([
  ['recoveries', twoRecoveries, ['account_recoveries', 'id', 'ended_at'], 'recovery'],
  [
    'last days of pickups',
    twoPickups,
    ['payouts', 'id', 'last_day_notified_at'],
    'last day of a pickup',
  ],
  ['screening', twoNamed, ['line_holds', 'borrower_id', 'placed_at'], 'line that a list names'],
] as const)(
  '%s: a failing item is recorded and does not delay the other items',
  async (name, prepare, [table, column, doneAt], kind) => {
    const [broken = '', sound = ''] = await prepare();
    await refuseUpdates(table === 'line_holds' ? 'line_screenings' : table, column, broken);
    const count = await stepNamed(name).run(workCtx(app.context));
    expect(count).toBeGreaterThanOrEqual(1);
    const checkDone = async (id: string) => {
      const { rows } = await app.owner.pool.query(
        `select from ${table} where ${column} = $1 and ${doneAt} is not null`,
        [id],
      );
      return rows.length > 0;
    };
    expect([await checkDone(broken), await checkDone(sound)]).toEqual([false, true]);
    expect(await failing()).toEqual([{ kind, item: broken }]);
    await app.owner.pool.query('drop function planted() cascade');
    await stepNamed(name).run(workCtx(app.context));
    expect([await checkDone(broken), await failing()]).toEqual([true, []]);
  },
);

test('a credit line that cannot be unsealed does not delay the screening of others', async () => {
  const [broken = '', sound = ''] = await twoNamed();
  const { sealer } = app.context;
  const open: typeof sealer.open = (purpose, id, bytes) => {
    if (id === broken) throw new Error('planted');
    return sealer.open(purpose, id, bytes);
  };
  const step = stepNamed('screening');
  await step.run(workCtx({ ...app.context, sealer: { ...sealer, open } }));
  const heldLines = async () => {
    const rows = app.db
      .selectFrom('line_holds')
      .select('borrower_id')
      .where('borrower_id', 'in', [broken, sound]);
    return (await rows.execute()).map((row) => row.borrower_id);
  };
  expect([await heldLines(), await failing()]).toEqual([
    [sound],
    [{ kind: 'line to open', item: broken }],
  ]);
  await step.run(workCtx(app.context));
  expect([(await heldLines()).toSorted(), await failing()]).toEqual([
    [broken, sound].toSorted(),
    [],
  ]);
});

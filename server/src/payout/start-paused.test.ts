// A start after a restore pauses payouts, and loans whose payout may have been sent cannot be
// cancelled.
import { billCancel } from '@sandali/contract/cancel.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { type Fresh, freshDatabase } from '#/db/testing.ts';
import { approveDue } from '#/loan/payout/approve.ts';
import { newId } from '#/platform/random.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';
import { refuseDrillOnRealDatabase, startPaused } from './payout.ts';
import { payoutSteps } from './testing.ts';

const app = await testApp();
const { context } = app;
const { bankAccount, signed, payoutOf, loanState, until } = payoutSteps(app);

const paused = async () => !(await context.settings.all()).payoutsOn;
const rows = async () => {
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['who', 'reason'])
    .where('act', '=', 'payoutsPaused')
    .orderBy('id')
    .execute();
  return rows.map(({ who, reason }) => `${who}: ${reason}`);
};

slow('pauses payouts at the start if the configuration says so or after a restore', async () => {
  await startPaused(context);
  await startPaused(context);
  expect([await paused(), await rows()]).toEqual([false, []]);
  await startPaused({ ...context, config: { ...context.config, startPaused: true } });
  expect([await paused(), await rows()]).toEqual([true, ['the start: PAYOUTS_START_PAUSED']]);
  await store('payoutsOn', true);
  await startPaused(context);
  expect(await paused()).toBe(false);
  // A point-in-time restore would restore this row too, but it starts a new timeline.
  await app.db.updateTable('database_cluster').set({ name: '7123456789012345678 1' }).execute();
  await startPaused(context);
  expect([await paused(), (await rows()).at(-1)]).toEqual([
    true,
    'the start: the database was restored',
  ]);
  await store('payoutsOn', true);
  await startPaused(context);
  expect(await paused()).toBe(false);
});

/**
 * Starts the server on another database that contains this database's row about the last start.
 * @returns whether payouts are on
 */
async function startedOn(other: Fresh): Promise<boolean> {
  const { name } = await app.db
    .selectFrom('database_cluster')
    .select('name')
    .executeTakeFirstOrThrow();
  await other.app.db
    .insertInto('database_cluster')
    .values({ name, seen_at: app.clocks.now() })
    .execute();
  await startPaused({ ...context, db: other.app.db });
  const on = await other.app.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'payoutsOn')
    .executeTakeFirst();
  return on?.value !== false;
}

test('pauses payouts when started on a copy of the database in the same cluster', async () => {
  await startPaused(context);
  await store('payoutsOn', true);
  expect(await startedOn(await freshDatabase())).toBe(false);
});

test('pauses payouts when started after a dump was restored over the database', async () => {
  await startPaused(context);
  await store('payoutsOn', true);
  await app.owner.pool.query(`begin; alter table database_cluster rename to dumped;
    create table database_cluster (like dumped including all); insert into database_cluster select * from dumped;
    grant select, insert, update on database_cluster to sandali_app; drop table dumped; commit`);
  await startPaused(context);
  expect([await paused(), (await rows()).at(-1)]).toEqual([
    true,
    'the start: the database was restored',
  ]);
  await store('payoutsOn', true);
  await startPaused(context);
  expect(await paused()).toBe(false);
});

test('refuses a drill on the database that servers serve, but not on a copy', async () => {
  const drill = { ...context, config: { ...context.config, isDrill: true } };
  await startPaused(context);
  await expect(refuseDrillOnRealDatabase(app.db)).rejects.toThrow(
    /^DRILL=1 is for a copy, and servers without it serve this database\. Remove DRILL=1, or/,
  );
  await app.db.updateTable('database_cluster').set({ name: 'copy' }).execute();
  await refuseDrillOnRealDatabase(app.db);
  await startPaused(drill);
  await refuseDrillOnRealDatabase(app.db); // the second start of the drill
  await startPaused(drill);
  // A start without DRILL=1 makes the copy the real database.
  await startPaused(context);
  await expect(refuseDrillOnRealDatabase(app.db)).rejects.toThrow(/^DRILL=1 is for a copy/);
  await store('payoutsOn', true);
});

test('a drill may start on a database without tables', async () => {
  const { owner } = await freshDatabase();
  await owner.pool.query('drop table database_cluster cascade');
  await refuseDrillOnRealDatabase(owner.db);
});

async function store(name: string, value: unknown): Promise<void> {
  await app.db
    .transaction()
    .execute((tx) => storeSetting(tx, name, value, 'test', app.clocks.wall()));
  context.settings.forget();
}
const cancel = async ({ client }: Person, loanId: string) =>
  (await client.ask(billCancel, { loanId })).name;
const mayCancel = async ({ client }: Person, loanId: string) =>
  (await client.must(loanDetail, { loanId })).canCancel;

slow('refuses to cancel a loan whose payout may have been sent before a restore', async () => {
  await store('payoutsOn', false);
  const ordered = await signed('7721');
  const ben = await app.person({ withCredit: true });
  ben.life.idOf = () => newId(app.clocks.wall());
  const { loanId: forgotten } = await takeLoan(ben.life, await addWallet(ben.life), {
    termDays: 8,
  });
  const cora = await app.person({ withCredit: true });
  const accountId = await bankAccount(cora, '1000007723');
  // The bank will pay one loan's unsent order; the other loan has no order.
  await store('gatewaysOff', ['payout.wallet']);
  await store('payoutsOn', true);
  await approveDue(workCtx(context));
  const { id, state, amount_centavos } = await payoutOf(ordered.loanId);
  const none = await app.db
    .selectFrom('payouts')
    .select('id')
    .where('subject_id', '=', forgotten)
    .execute();
  expect([state, none]).toEqual(['ready', []]);
  await app.bank.order(id, '1000007721', { amountCentavos: Number(amount_centavos) });
  await app.db.updateTable('database_cluster').set({ name: '7123456789012345678 2' }).execute();
  await startPaused(context);
  for (const [person, loanId] of [
    [ordered.anna, ordered.loanId] as const,
    [ben, forgotten] as const,
  ])
    expect([await mayCancel(person, loanId), await cancel(person, loanId)]).toEqual([
      false,
      'cancelTooLate',
    ]);
  app.clocks.addMs(1);
  cora.life.idOf = () => newId(app.clocks.wall());
  const { loanId: after } = await takeLoan(cora.life, accountId, {
    channel: 'bankCard',
    termDays: 8,
  });
  expect([await mayCancel(cora, after), await cancel(cora, after)]).toEqual([true, 'success']);

  // Staff have compared the reports and switched payouts on. An older order is looked up before it
  // is sent.
  await store('payoutsOn', true);
  expect([await mayCancel(ben, forgotten), await cancel(ben, forgotten)]).toEqual([
    true,
    'success',
  ]);
  expect([
    await mayCancel(ordered.anna, ordered.loanId),
    await cancel(ordered.anna, ordered.loanId),
  ]).toEqual([false, 'cancelTooLate']);
  await until(ordered.loanId, 'paid');
  expect([(await loanState(ordered.loanId)).state, app.bank.settlementLinesOf(id).length]).toEqual([
    'success',
    1,
  ]);
});

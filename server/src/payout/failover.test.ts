// Tests that the worker holds payouts after a failover until the gateways have reported.
import { billCancel } from '@sandali/contract/cancel.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeEach, expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { newId } from '#/platform/random.ts';
import { testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';
import { failoverWatch, startPaused } from './payout.ts';
import { currentCluster } from './store.ts';
import { payoutSteps } from './testing.ts';

const app = await testApp();
const { signed, payoutOf, until } = payoutSteps(app);
const { context } = app;
const watch = failoverWatch();

/** Lets the worker look at the database, this many seconds later. */
async function lookAfter(seconds: number): Promise<void> {
  app.clocks.addMs(seconds * 1000);
  await watch(workCtx(context));
}

async function runStep(name: string): Promise<void> {
  const step = app.app.steps.find((each) => each.name === name);
  if (!step) throw new Error(`the worker has no step ${name}`);
  await step.run(workCtx(context));
}

/** Pretends that the database was on this timeline when a server last saw it. */
async function moveFrom(timeline: number): Promise<void> {
  const [system = '', , ...oids] = (await currentCluster(app.db)).split(' ');
  const name = [system, timeline, ...oids].join(' ');
  await app.db.updateTable('database_cluster').set({ name }).execute();
}

const state = async () => {
  const row = await app.db.selectFrom('database_cluster').selectAll().executeTakeFirstOrThrow();
  const { payoutsOn } = await context.settings.all();
  return [row.held_at ? 'held' : 'free', payoutsOn ? 'on' : 'off'];
};
const lastReason = async () =>
  await app.db
    .selectFrom('audit_log')
    .select(['act', 'reason'])
    .where('act', 'in', ['payoutsHeld', 'payoutsPaused', 'payoutsResumed'])
    .orderBy('id', 'desc')
    .executeTakeFirst();

beforeEach(async () => {
  await startPaused(context);
  await app.db
    .updateTable('database_cluster')
    .set({ held_at: null, lost_from_at: null, seen_at: app.clocks.wall() })
    .execute();
  await app.db
    .transaction()
    .execute((tx) => storeSetting(tx, 'payoutsOn', true, 'test', app.clocks.wall()));
  context.settings.forget();
});

slow('holds payouts after a failover and resumes them once the gateway has reported', async () => {
  const { anna, loanId } = await signed('7741');
  await lookAfter(3);
  expect(await state()).toEqual(['free', 'on']);
  await runStep('approve');
  await moveFrom(40);
  // No order leaves even before the worker notices the failover.
  await runStep('payouts');
  expect((await payoutOf(loanId)).state).toBe('ready');
  await lookAfter(3);
  expect([await state(), await lastReason()]).toEqual([
    ['held', 'on'],
    { act: 'payoutsHeld', reason: 'the database failed over' },
  ]);
  expect((await anna.client.ask(billCancel, { loanId })).name).toBe('cancelTooLate');
  await lookAfter(40);
  expect((await payoutOf(loanId)).state).toBe('ready');
  await lookAfter(30);
  expect([await state(), (await lastReason())?.act]).toEqual([['free', 'on'], 'payoutsResumed']);
  await until(loanId, 'paid');
});

test('pauses payouts if the gateway shows a payout that the database lacks', async () => {
  await moveFrom(41);
  await lookAfter(3);
  expect(await state()).toEqual(['held', 'on']);
  await app.bank.order(newId(app.clocks.wall()), '1000007742', { amountCentavos: 100_00 });
  app.clocks.addMs(5000);
  await app.bank.settle();
  await lookAfter(70);
  expect([await state(), await lastReason()]).toEqual([
    ['free', 'off'],
    {
      act: 'payoutsPaused',
      reason: 'the database failed over and lacks 1 payouts that were sent',
    },
  ]);
});

test('treats a failover an hour after the last look as a restore', async () => {
  await moveFrom(42);
  await lookAfter(3600);
  expect([await state(), await lastReason()]).toEqual([
    ['free', 'off'],
    { act: 'payoutsPaused', reason: 'the database was restored' },
  ]);
});

test('stores every ten seconds that it still sees the same database', async () => {
  const seenAt = async () =>
    (await app.db.selectFrom('database_cluster').select('seen_at').executeTakeFirstOrThrow())
      .seen_at;
  const first = await seenAt();
  await lookAfter(9);
  expect(await seenAt()).toEqual(first);
  await lookAfter(3);
  expect(await seenAt()).toEqual(app.clocks.wall());
});

import { expect, test } from 'vitest';
import { testApp } from '#/testing/app.ts';
import { startPaused } from './payout.ts';

const app = await testApp();
const { context } = app;

async function set(on: boolean): Promise<void> {
  await app.owner.db
    .updateTable('settings')
    .set({ value: JSON.stringify(on) })
    .where('name', '=', 'payoutsOn')
    .execute();
  context.settings.forget();
}
const paused = async () => !(await context.settings.all()).payoutsOn;
const rows = async () => {
  const found = await app.db.selectFrom('audit_log').select(['who', 'reason']).where('act', '=', 'payoutsPaused').orderBy('id').execute();
  return found.map(({ who, reason }) => `${who}: ${reason}`);
};

test('payouts start paused where the configuration says so, and where the database was restored; else as they were', async () => {
  await startPaused(context);
  await startPaused(context);
  expect([await paused(), await rows()]).toEqual([false, []]);
  await startPaused({ ...context, config: { ...context.config, startPaused: true } });
  expect([await paused(), await rows()]).toEqual([true, ['the start: PAYOUTS_START_PAUSED']]);
  await set(true);
  await startPaused(context);
  expect(await paused()).toBe(false);
  // A point-in-time restore begins another timeline; the row was restored with the rest.
  await app.db.updateTable('database_cluster').set({ name: '7123456789012345678 1' }).execute();
  await startPaused(context);
  expect([await paused(), (await rows()).at(-1)]).toEqual([true, 'the start: the database was restored']);
  await set(true);
  await startPaused(context);
  expect(await paused()).toBe(false);
});

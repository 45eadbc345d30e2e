// A real PostgreSQL standby takes over from its primary while a worker watches.
import { expect, onTestFinished, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { connect } from '#/db/database.ts';
import { postgresOfDebian, startCluster, startStandby } from '#/db/debian-postgres.testing.ts';
import { migrate } from '#/db/migrate.ts';
import { testApp } from '#/testing/app.ts';
import { failoverWatch, startPaused } from './payout.ts';
import { currentCluster } from './store.ts';

const bin = postgresOfDebian();
const app = await testApp({ isEmpty: true });

test('the worker notices a promoted standby before its first checkpoint', async ({ skip }) => {
  if (!bin) return skip('PostgreSQL is not installed on this machine (Debian package postgresql)');
  const primary = await startCluster(bin);
  onTestFinished(() => primary.stop());
  const owner = { host: primary.socket, user: 'postgres', database: 'postgres' };
  await migrate({ owner, servingUser: 'app' });
  const standby = await startStandby(bin, primary);
  onTestFinished(() => standby.stop());
  const first = connect({ ...owner, user: 'app' }, { max: 2 });
  await startPaused({ ...app.context, db: first.db });
  const before = await currentCluster(first.db);
  await standby.catchUp(primary);
  await first.pool.end();
  await primary.stop();
  await standby.promote();

  const second = connect({ host: standby.socket, user: 'app', database: 'postgres' }, { max: 2 });
  onTestFinished(() => second.pool.end());
  const after = await currentCluster(second.db);
  // The control file still has timeline 1 here, and changes with the first checkpoint.
  expect([before.split(' ')[1], after.split(' ')[1]]).toEqual(['1', '2']);
  const watch = failoverWatch();
  const context = { ...app.context, db: second.db };
  await watch(workCtx(context));
  const row = await second.db.selectFrom('database_cluster').selectAll().executeTakeFirstOrThrow();
  expect([row.name, row.held_at !== null]).toEqual([after, true]);
  app.clocks.addMs(70_000);
  await watch(workCtx(context));
  const { held_at } = await second.db
    .selectFrom('database_cluster')
    .select('held_at')
    .executeTakeFirstOrThrow();
  expect(held_at).toBeNull();
});

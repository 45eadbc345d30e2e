import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { alarmForUntaken } from './lease.ts';
import { waitingPerson } from './testing.ts';

const app = await testApp({ isCrowded: true });
const ops = testOps(app.context, { log: app.context.log });
const rosa = await ops.person('reviewer');
const look = async () => await alarmForUntaken(workCtx(app.context));
const minutes = (count: number) => app.clocks.addMs(count * 60_000);
const alarms = async () =>
  ((await (await ops.listener.request('/alarms')).json()) as { alarms: object }).alarms;
const lateFlags = async () =>
  ((await rosa.ask('review list')).data.applications as { isLate: boolean }[]).map(
    (row) => row.isLate,
  );
const logLinesOf = (event: string) =>
  app.logLines.map((line) => JSON.parse(line)).filter((line) => line.event === event);

/**
 * Runs three checks while the application's row is locked, so that all three read the row before
 * any of them raises the alarm.
 */
async function threeAtOnce(application: string): Promise<number[]> {
  const { db } = app.owner;
  const waiting = async () => {
    const { rows } = await sql<{
      count: number;
    }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.count;
  };
  const looks = await db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('manual_reviews')
      .select('alarm_step')
      .where('application_id', '=', application)
      .forUpdate()
      .execute();
    const three = [look(), look(), look()];
    await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBe(3);
    return { three };
  });
  return (await Promise.all(looks.three)).sort();
}

slow('repeats the alarm while nobody takes a waiting application in staffed hours', async () => {
  const { application } = await waitingPerson(app);
  expect(await look()).toBe(0);
  minutes(29);
  expect(await look()).toBe(0);
  minutes(1);
  expect(await threeAtOnce(application)).toEqual([0, 0, 1]);
  expect(await look()).toBe(0);
  expect(logLinesOf('review alarm')).toMatchObject([
    { level: 40, applicationId: application, attempt: 1, ms: 30 * 60_000 },
  ]);
  expect(await alarms()).toMatchObject({ reviewsNotTaken: 1 });
  expect(await lateFlags()).toEqual([true]);
  minutes(29);
  expect(await look()).toBe(0);
  minutes(1);
  expect(await look()).toBe(1);

  expect((await rosa.ask('review take', { application })).status).toBe(200);
  expect(logLinesOf('review alarm ended')).toMatchObject([{ applicationId: application }]);
  expect(await alarms()).toMatchObject({ reviewsNotTaken: 0 });
  minutes(29);
  expect(await look()).toBe(0); // taken
  minutes(2);
  expect(await look()).toBe(1); // lease expired
  expect(logLinesOf('review alarm').at(-1)).toMatchObject({ attempt: 2 });

  app.clocks.setNow('2026-11-20T12:00:00Z'); // 20:00 on Friday
  expect(await look()).toBe(0);
  app.clocks.setNow('2026-11-22T02:00:00Z'); // Sunday
  expect(await look()).toBe(0);
  app.clocks.setNow('2026-11-23T00:00:00Z');
  expect(await look()).toBe(1);

  expect((await rosa.ask('review take', { application })).status).toBe(200);
  const call = { application, result: 'callBack', callBackAt: '2026-11-23T03:00:00.000Z' };
  expect((await rosa.ask('review call-log', call, { reason: 'first call' })).status).toBe(200);
  minutes(60);
  expect(await look()).toBe(0); // callback agreed
  app.clocks.setNow('2026-11-23T03:30:00Z');
  expect(await look()).toBe(1);
  expect(logLinesOf('review alarm').at(-1)).toMatchObject({ attempt: 1 });
  expect((await rosa.ask('review take', { application })).status).toBe(200);
  expect(
    (await rosa.ask('review reject', { application, group: 'other' }, { reason: 'nobody there' }))
      .status,
  ).toBe(200);
  expect(await alarms()).toMatchObject({ reviewsNotTaken: 0 });
});

test('reads the maximum wait before an alarm from a setting', async () => {
  const engineer = await ops.person('engineer');
  const set = (text: string) =>
    engineer.ask('config set', { name: 'reviewAlarmMinutes', text }, { reason: 'short-handed' });
  expect((await set('4')).status).toBe(422);
  expect((await set('90')).status).toBe(200);
  app.clocks.setNow('2026-11-24T02:00:00Z');
  await waitingPerson(app);
  minutes(89);
  expect(await look()).toBe(0);
  minutes(1);
  expect(await look()).toBe(1);
});

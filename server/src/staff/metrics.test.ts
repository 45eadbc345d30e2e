// What /metrics shows of a server with borrowers, gateways and a worker.
import { userInfo } from '@sandali/contract/account.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { createLog } from '#/platform/log.ts';
import { testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';
import type { StepState } from '#/worker.ts';
import { opsListener } from './listener.ts';
import { patient } from './testing.ts';

const app = await testApp();
const { signed, until, later } = payoutSteps(app);
type Backlog = { backlog(): Promise<{ name: string; count: number }[]> };
const steps: StepState[] = [
  { name: 'payouts', hasFailed: false, lastSuccessMs: 1_700_000_000_000 },
];
const backlog = async () => [{ name: 'code.send', count: 3 }];
const listenerOf = (context = app.context, more: Partial<{ alarmMs: number } & Backlog> = {}) =>
  opsListener({
    context,
    key: { name: 'local', text: 'the key of this test' },
    worker: { lastLookMs: () => 0, steps: () => steps },
    patience: { ...patient, alarmMs: more.alarmMs ?? patient.alarmMs },
    signals: {
      build: { version: '0.9.0', installation: 'this-test', role: 'all' },
      backlog: more.backlog ?? backlog,
      keysEndAt: () => Temporal.Instant.from('2027-01-01T00:00:00Z'),
      certificateEndsAt: () => null,
      disk: async () => ({ freeBytes: 3, sizeBytes: 9 }),
    },
    commands: allCommands,
  });

/** Returns the samples of /metrics: the name with its labels, and the value. */
async function samples(listener = listenerOf()): Promise<Map<string, number>> {
  const text = await (await listener.request('/metrics')).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

async function setPayouts(isOn: boolean): Promise<void> {
  await storeSetting(app.db, 'payoutsOn', isOn, 'test', app.clocks.wall());
  app.context.settings.forget();
}

test('counts calls by outcome, and measures their seconds', async () => {
  const { client } = await app.person();
  const before = await samples();
  await client.must(userInfo, {});
  client.token = 'no-session';
  await client.ask(userInfo, {});
  const after = await samples();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(grown('sandali_calls_total{call="/user/info",outcome="ok"}')).toBe(1);
  expect(grown('sandali_calls_total{call="/user/info",outcome="sessionInvalid"}')).toBe(1);
  expect(grown('sandali_call_seconds_count{call="/user/info"}')).toBe(2);
});

test('counts jobs by outcome', async () => {
  await app.app.jobs['payouts.alarm']({});
  await expect(app.app.jobs['notice.send']({ messageId: 'not an id' })).rejects.toThrow();
  const shown = await samples();
  const outcomes = ['payouts.alarm",outcome="done', 'notice.send",outcome="failed'];
  expect(outcomes.map((of) => shown.get(`sandali_jobs_total{queue="${of}"}`))).toEqual([1, 1]);
});

test('shows the release, steps, keys, queues, connections and clock', async () => {
  const shown = await samples();
  expect(shown.get('sandali_build_info{version="0.9.0",installation="this-test",role="all"}')).toBe(
    1,
  );
  expect(shown.get('sandali_worker_step_success_timestamp_seconds{step="payouts"}')).toBe(
    1_700_000_000,
  );
  expect(shown.get('sandali_worker_step_failed{step="payouts"}')).toBe(0);
  expect(shown.get('sandali_ready{check="write"}')).toBe(1);
  expect(shown.get('sandali_ready{check="worker"}')).toBe(0);
  expect(shown.get('sandali_disk_bytes{space="free"}')).toBe(3);
  expect(shown.get('sandali_files_reachable')).toBe(0); // the files are not this-test's
  expect(shown.get('sandali_sms_answers_total{gateway="sandbox",outcome="unknown"}')).toBe(0);
  expect(shown.get('sandali_envelope_keys_end_timestamp_seconds')).toBe(1_798_761_600);
  expect(shown.get('sandali_queue_backlog{queue="code.send"}')).toBe(3);
  expect(shown.get('sandali_db_connections{state="open"}')).toBeGreaterThan(0);
  // The test's clock is not the database's.
  expect(Math.abs(shown.get('sandali_clock_offset_seconds') ?? 0)).toBeGreaterThan(60);
  expect(shown.get('sandali_alarm{alarm="trail"}')).toBe(0);
  expect([...shown.keys()].filter((name) => name.startsWith('sandali_unreadable'))).toEqual([]);
});

slow('shows how long borrowers have waited for money, by reason, until it arrives', async () => {
  await setPayouts(false);
  const { loanId } = await signed('7701');
  await later(3_600_000);
  const off = await samples();
  const waited = 'sandali_payout_wait_seconds{reason="switchedOff"}';
  const withoutOrder = 'sandali_payout_wait_seconds{reason="noOrder"}';
  expect(off.get('sandali_payouts_on')).toBe(0);
  expect((off.get(waited) ?? 0) + (off.get(withoutOrder) ?? 0)).toBeGreaterThanOrEqual(3600);
  await setPayouts(true);
  await later(0);
  await until(loanId, 'paid');
  const paid = await samples();
  expect([paid.get('sandali_payouts_on'), paid.get(waited), paid.get(withoutOrder)]).toEqual([
    1, 0, 0,
  ]);
  expect(
    paid.get(
      'sandali_gateway_answers_total{gateway="sandbox",operation="sendPayout",outcome="clear"}',
    ),
  ).toBeGreaterThan(0);
  expect(paid.get('sandali_gateway_silent_seconds{gateway="sandbox"}')).toBeLessThan(120);
  expect(paid.get('sandali_gateway_balance_centavos{gateway="sandbox"}')).toBeGreaterThan(0);
});

test('names a metric that cannot be read, and still shows the others', async () => {
  const listener = listenerOf({ ...app.context, log: createLog('silent') });
  await app.owner.pool.query('alter table loans rename to loans_away');
  const shown = await samples(listener);
  await app.owner.pool.query('alter table loans_away rename to loans');
  expect(shown.get('sandali_unreadable{metric="sandali_payout_wait_seconds"}')).toBe(1);
  expect(shown.get('sandali_payouts_on')).toBe(1);
});

test('names a metric that takes too long, and does not wait for it', async () => {
  const backlog = () => new Promise<never>(() => {});
  const shown = await samples(listenerOf(app.context, { alarmMs: 300, backlog }));
  expect(shown.get('sandali_unreadable{metric="sandali_queue_backlog"}')).toBe(1);
  expect(shown.get('sandali_payouts_on')).toBe(1);
});

test('shows nothing that identifies a borrower', async () => {
  const { client, life } = await app.person();
  const { userGid } = await client.must(userInfo, {});
  const text = await (await listenerOf().request('/metrics')).text();
  for (const secret of [userGid, life.phone, life.firstName, life.lastName, client.token])
    expect(text).not.toContain(secret);
});

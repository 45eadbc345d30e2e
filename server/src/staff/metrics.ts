// GET /metrics of the internal listener: what this process counted, and what the database shows.
import { Gauge, Registry } from 'prom-client';
import type { AppContext } from '#/context/app-context.ts';
import { databaseClock } from '#/db/database-clock.ts';
import { payoutWaits, waitReasons } from '#/payout/payout.ts';
import { readAlarms } from './alarms.ts';
import type { Patience, WorkerState } from './health.ts';

/** What /metrics shows of this process beyond its context. */
export type Signals = {
  /** The release, the installation's id, and the role of this process. */
  build: { version: string; installation: string; role: string };
  /** Returns how many jobs of each queue wait to run now. */
  backlog(): Promise<{ name: string; count: number }[]>;
  /** When the last envelope key expires. */
  keysEndAt(): Temporal.Instant;
  /** When our own TLS certificate expires; null if a proxy terminates TLS. */
  certificateEndsAt(): Temporal.Instant | null;
};

type Values = readonly (readonly [labels: Record<string, string>, value: number])[];

/**
 * Returns all metrics as Prometheus' text. Values that cannot be read in time are missing, and
 * `sandali_unreadable` names them.
 */
export async function metricsText(
  app: AppContext,
  worker: WorkerState | null,
  signals: Signals,
  { alarmMs }: Pick<Patience, 'alarmMs'>,
): Promise<string> {
  const registry = new Registry();
  const unreadable: string[] = [];
  const add = (name: string, help: string, values: Values) => {
    if (values.length === 0) return;
    const labelNames = [...new Set(values.flatMap(([labels]) => Object.keys(labels)))];
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const [labels, value] of values) gauge.set(labels, value);
  };
  const addFromDatabase = async (name: string, help: string, read: () => Promise<Values>) => {
    const values = await read().catch((error) => {
      app.log.error('could not read a metric', error, { event: name });
      return null;
    });
    if (values) add(name, help, values);
    else unreadable.push(name);
  };
  addOwn(app, worker, signals, add);
  await Promise.all([
    addFromDatabase(
      'sandali_alarm',
      'Work that waits for people, and faults of the books and the trail (docs/operators/alarms.md).',
      async () => await alarmValues(app, alarmMs, unreadable),
    ),
    addFromDatabase('sandali_payouts_on', 'Whether payouts are switched on.', async () => {
      const { payoutsOn } = await app.settings.all();
      return [[{}, Number(payoutsOn)]];
    }),
    addFromDatabase(
      'sandali_payout_wait_seconds',
      'Age of the oldest loan or refund that has not arrived, by reason; 0 if there is none.',
      async () => await waitValues(app),
    ),
    addFromDatabase('sandali_queue_backlog', 'Jobs that wait to run now.', async () =>
      (await signals.backlog()).map(({ name, count }) => [{ queue: name }, count] as const),
    ),
    addFromDatabase(
      'sandali_clock_offset_seconds',
      'This server’s clock less the database’s.',
      async () => {
        const before = app.clocks.wall().epochMilliseconds;
        const database = (await databaseClock(app.db)).epochMilliseconds;
        const after = app.clocks.wall().epochMilliseconds;
        return [[{}, ((before + after) / 2 - database) / 1000]];
      },
    ),
  ]);
  add(
    'sandali_unreadable',
    'Metrics and alarms that could not be read in time.',
    unreadable.map((name) => [{ metric: name }, 1] as const),
  );
  return `${await app.metrics.registry.metrics()}\n${await registry.metrics()}`;
}

type Add = (name: string, help: string, values: Values) => void;

/** Adds what the process knows without asking the database. */
function addOwn(app: AppContext, worker: WorkerState | null, signals: Signals, add: Add): void {
  add('sandali_build_info', 'The release, installation and role of this process.', [
    [signals.build, 1],
  ]);
  const { pool } = app.db;
  add('sandali_db_connections', 'Connections to the database, and statements that wait for one.', [
    [{ state: 'open' }, pool.totalCount],
    [{ state: 'idle' }, pool.idleCount],
    [{ state: 'waiting' }, pool.waitingCount],
  ]);
  add(
    'sandali_worker_step_success_timestamp_seconds',
    'When each step of the worker last succeeded.',
    (worker?.steps() ?? []).map(({ name, lastSuccessMs }) => [
      { step: name },
      lastSuccessMs / 1000,
    ]),
  );
  add('sandali_envelope_keys_end_timestamp_seconds', 'When the last envelope key expires.', [
    [{}, signals.keysEndAt().epochMilliseconds / 1000],
  ]);
  const certificateEndsAt = signals.certificateEndsAt();
  if (certificateEndsAt)
    add('sandali_certificate_end_timestamp_seconds', 'When our TLS certificate expires.', [
      [{}, certificateEndsAt.epochMilliseconds / 1000],
    ]);
}

/** Returns each alarm's count; a sentence counts 0 if it is `ok`, otherwise 1. */
async function alarmValues(
  app: AppContext,
  alarmMs: number,
  unreadable: string[],
): Promise<Values> {
  const { sentences, counts } = await readAlarms(app, alarmMs);
  return Object.entries({ ...sentences, ...counts }).flatMap(([alarm, value]) => {
    if (value === null) unreadable.push(alarm);
    if (value === null) return [];
    return [[{ alarm }, typeof value === 'number' ? value : Number(value !== 'ok')] as const];
  });
}

async function waitValues(app: AppContext): Promise<Values> {
  const waits = await payoutWaits(app);
  const nowMs = app.clocks.now().epochMilliseconds;
  return waitReasons.map((reason) => {
    const wait = waits.find((row) => row.reason === reason);
    return [{ reason }, wait ? (nowMs - wait.oldestAt.epochMilliseconds) / 1000 : 0];
  });
}

// GET /metrics of the internal listener: what this process counted, and what the database shows.
import { setTimeout as wait } from 'node:timers/promises';
import { Gauge, Registry } from 'prom-client';
import type { AppContext } from '#/context/app-context.ts';
import { databaseClock } from '#/db/database-clock.ts';
import { oldestJobs } from '#/db/queue.ts';
import { payoutsHeldMs, payoutWaits, waitReasons } from '#/payout/payout.ts';
import { readAlarms } from './alarms.ts';
import type { Health, WorkerState } from './health.ts';

/** What /metrics shows of this process beyond its context. */
export type Signals = {
  /** The release, the installation's id, and the role of this process. */
  build: { version: string; installation: string; role: string };
  /** Returns how many jobs of each queue wait to run now. */
  backlog(): Promise<{ name: string; count: number }[]>;
  /** When the last envelope key expires; null if the server mints its own. */
  keysEndAt(): Temporal.Instant | null;
  /** When our own TLS certificate expires; null if a proxy terminates TLS. */
  certificateEndsAt(): Temporal.Instant | null;
  /** The space on the disk of DATA_DIR: what this server may still use, and the whole. */
  disk(): Promise<{ freeBytes: number; sizeBytes: number }>;
};

type Values = readonly (readonly [labels: Record<string, string>, value: number])[];

/**
 * Returns all metrics as Prometheus' text. Values that cannot be read in time are missing, and
 * `sandali_unreadable` names them.
 */
export async function metricsText(
  app: AppContext,
  {
    worker,
    ready,
    alarmMs,
  }: { worker: WorkerState | null; ready(): Promise<Health>; alarmMs: number },
  signals: Signals,
): Promise<string> {
  const registry = new Registry();
  const unreadable: string[] = [];
  const add = (name: string, help: string, values: Values) => {
    if (values.length === 0) return;
    const labelNames = [...new Set(values.flatMap(([labels]) => Object.keys(labels)))];
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const [labels, value] of values) gauge.set(labels, value);
  };
  const stop = new AbortController();
  const late = () => wait(alarmMs, null, { signal: stop.signal }).catch(() => null);
  // Alarms have a time limit of their own.
  const addOnce = async (
    name: string,
    help: string,
    read: () => Promise<Values>,
    isLimited = true,
  ) => {
    const values = await Promise.race([
      read().catch((error) => {
        app.log.error('could not read a metric', error, { event: name });
        return null;
      }),
      ...(isLimited ? [late()] : []),
    ]);
    if (values) add(name, help, values);
    else unreadable.push(name);
  };
  addOwn(app, worker, signals, add);
  await Promise.all([
    addOnce(
      'sandali_alarm',
      'Work that waits for people, and faults of the books and the trail (docs/operators/alarms.md).',
      async () => await alarmValues(app, alarmMs, unreadable),
      false,
    ),
    addOnce(
      'sandali_ready',
      'Whether a check of /readyz passes.',
      async () => {
        const { checks } = await ready();
        return Object.entries(checks).map(([check, word]) => [{ check }, Number(word === 'ok')]);
      },
      false,
    ),
    addOnce(
      'sandali_disk_bytes',
      'Space on the disk of DATA_DIR: what this server may still use, and the whole.',
      async () => {
        const { freeBytes, sizeBytes } = await signals.disk();
        return [
          [{ space: 'free' }, freeBytes],
          [{ space: 'whole' }, sizeBytes],
        ];
      },
    ),
    addOnce(
      'sandali_files_reachable',
      'Whether the file store responds and has the mark of this installation.',
      async () => [[{}, Number(await ownsFiles(app, signals.build))]],
    ),
    addOnce(
      'sandali_queue_oldest_seconds',
      'How long the oldest job has waited that is due to run.',
      async () => {
        const oldest = await oldestJobs(app.db, await databaseClock(app.db));
        return oldest.map(({ name, seconds }) => [{ queue: name }, seconds]);
      },
    ),
    addOnce(
      'sandali_standby_behind_bytes',
      'WAL of the primary that the standby has not replayed; +Inf on another timeline.',
      async () => (app.standby ? [[{}, Math.max(0, await app.standby.bytesBehind())]] : []),
    ),
    addOnce('sandali_payouts_on', 'Whether payouts are switched on.', async () => {
      const { payoutsOn } = await app.settings.all();
      return [[{}, Number(payoutsOn)]];
    }),
    addOnce(
      'sandali_payouts_held_seconds',
      'How long payouts have been held after a failover; 0 if they are not held.',
      async () => [[{}, (await payoutsHeldMs(app)) / 1000]],
    ),
    addOnce(
      'sandali_payout_wait_seconds',
      'Age of the oldest loan or refund that has not arrived, by reason; 0 if there is none.',
      async () => await waitValues(app),
    ),
    addOnce('sandali_queue_backlog', 'Jobs that wait to run now.', async () =>
      (await signals.backlog()).map(({ name, count }) => [{ queue: name }, count] as const),
    ),
    addOnce(
      'sandali_clock_offset_seconds',
      'This server’s clock less the database’s.',
      async () => [[{}, await clockOffsetSeconds(app)]],
    ),
  ]);
  stop.abort();
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
  add('sandali_drill', 'Whether this server runs a drill and sends nothing.', [
    [{}, Number(app.config.isDrill)],
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
  add(
    'sandali_worker_step_failed',
    'Whether the last run of a step failed.',
    (worker?.steps() ?? []).map(({ name, hasFailed }) => [{ step: name }, Number(hasFailed)]),
  );
  const keysEndAt = signals.keysEndAt();
  if (keysEndAt)
    add('sandali_envelope_keys_end_timestamp_seconds', 'When the last envelope key expires.', [
      [{}, keysEndAt.epochMilliseconds / 1000],
    ]);
  const certificateEndsAt = signals.certificateEndsAt();
  if (certificateEndsAt)
    add('sandali_certificate_end_timestamp_seconds', 'When our TLS certificate expires.', [
      [{}, certificateEndsAt.epochMilliseconds / 1000],
    ]);
}

async function clockOffsetSeconds({ clocks, db }: AppContext): Promise<number> {
  const before = clocks.wall().epochMilliseconds;
  const database = (await databaseClock(db)).epochMilliseconds;
  const after = clocks.wall().epochMilliseconds;
  return ((before + after) / 2 - database) / 1000;
}

/** Reads the mark of the file store. A missing folder has none. */
async function ownsFiles({ files, log }: AppContext, { installation }: Signals['build']) {
  try {
    const { from, to } = files.transfer ?? { from: files, to: files };
    const owners = await Promise.all([from.owner(), to.owner()]);
    return owners.every((owner) => owner === installation);
  } catch (error) {
    log.error('the file store does not respond', error);
    return false;
  }
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

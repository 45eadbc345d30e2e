// Jobs for messages, files and schedules, delivered by pg-boss. They never move money. A job is
// enqueued in the caller's transaction, so a rollback leaves no job.
import { sql } from 'kysely';
import { type Clock, fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import { realPace, withMinimumDuration } from '#/platform/clock.ts';
import type { QueueLimits } from '#/platform/config.ts';
import { type Log, reasonFor } from '#/platform/log.ts';
import type { Place, Read, Tx } from './database.ts';

/** The payload of every kind of job: ids, never personal data. */
export type JobPayloads = {
  /**
   * Sends one message. There are three queues, so that codes do not wait for notices or reminders.
   */
  'code.send': { messageId: string };
  'notice.send': { messageId: string };
  'reminder.send': { messageId: string };
  /** Queries the gateways for the delivery states of messages; scheduled. */
  'notice.deliveries': Record<never, never>;
  /** Sends the reminders that are due; scheduled. */
  'reminder.look': Record<never, never>;
  /** Raises alarms about payouts that need staff; scheduled. */
  'payouts.alarm': Record<never, never>;
  /** Reads the settlement reports of the gateways; scheduled. */
  'payouts.settlementReport': Record<never, never>;
  /** Deletes the files of deleted pictures. */
  'pictures.remove': { names: string[] };
  /** Copies the files of a subfolder from the previous place to the new one. */
  'files.copy': { part: string };
  /** Raises alarms about applications without a reviewer; scheduled. */
  'review.alarm': Record<never, never>;
  /** Deletes data past its retention, and raises alarms about late responses; scheduled daily. */
  daily: Record<never, never>;
  /** Deletes expired rows; scheduled. */
  cleanup: Record<never, never>;
};
export type JobName = keyof JobPayloads;

export type Queue = {
  /** Enqueues a job. Within a queue, jobs with a higher `priority` (default 0) run first. */
  enqueue<N extends JobName>(
    tx: Tx,
    name: N,
    payload: JobPayloads[N],
    priority?: number,
  ): Promise<void>;
  /** Enqueues many jobs in one statement. */
  enqueueAll<N extends JobName>(
    tx: Tx,
    name: N,
    payloads: readonly JobPayloads[N][],
  ): Promise<void>;
};

export type Handlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

export type RunningQueue = Queue & {
  /** Starts delivering jobs to these handlers. */
  work(handlers: Handlers): Promise<void>;
  /** Returns how many jobs of each queue wait to run now, as counted in the last ten seconds. */
  backlog(): Promise<{ name: string; count: number }[]>;
  /** Takes no more jobs, and returns once the running ones have ended. Jobs can still be added. */
  finish(): Promise<void>;
  stop(): Promise<void>;
};

/** Cron schedules, in Manila time. */
const schedules = {
  'notice.deliveries': '* * * * *',
  'reminder.look': '* * * * *',
  'payouts.alarm': '* * * * *',
  'payouts.settlementReport': '*/10 * * * *',
  'review.alarm': '* * * * *',
  daily: '30 3 * * *',
  cleanup: '*/10 * * * *',
} as const satisfies Partial<Record<JobName, string>>;

/**
 * How often a worker reports, in seconds. If it does not report for twice this time, its job is
 * retried.
 */
const heartbeatSeconds = 10;
/** How often the queue looks for dead workers. */
const superviseSeconds = 10;
/** The maximum run time of a job, after which it counts as hung. */
const mostSeconds = 6 * 3600;
/** A message's row stores the result, so the job is deleted soon after. */
const messageKeptSeconds = 3600;

const usual = {
  notify: true,
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: mostSeconds,
  heartbeatSeconds: 2 * heartbeatSeconds,
};
/**
 * A code expires before its eighth attempt. Other messages are retried for most of a day, in case
 * all gateways fail or staff switch messages off.
 */
const ofMessages = { ...usual, deleteAfterSeconds: messageKeptSeconds };
const ofLastingMessages = { ...ofMessages, retryLimit: 100, retryDelayMax: 600 };

const queues: Readonly<Record<JobName, typeof usual>> = {
  'code.send': ofMessages,
  'notice.send': ofLastingMessages,
  'reminder.send': ofLastingMessages,
  'notice.deliveries': usual,
  'reminder.look': usual,
  'payouts.alarm': usual,
  'payouts.settlementReport': usual,
  'pictures.remove': usual,
  'files.copy': usual,
  'review.alarm': usual,
  daily: usual,
  cleanup: usual,
};
const names = Object.keys(queues) as JobName[];

/** The limits of the serving role are for calls; the queue deletes old jobs in long statements. */
const queueOptions = '-c statement_timeout=0 -c lock_timeout=0';

/** `hasWorker`: whether this server also runs jobs. Only tests pass a `clock`. */
type QueueOptions = { clock?: Clock; connections?: number; hasWorker?: boolean };

/** Opens the queue on a migrated database, past any pooler. */
export async function openQueue(
  place: Place,
  log: Log,
  limits: QueueLimits,
  { clock, connections = 4, hasWorker = true }: QueueOptions = {},
): Promise<RunningQueue> {
  const boss = new PgBoss({
    ...place,
    options: queueOptions,
    migrate: false,
    reindex: false,
    useListenNotify: hasWorker,
    supervise: hasWorker,
    schedule: hasWorker,
    max: connections,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: messageKeptSeconds / 6,
    ...(clock && { clock }),
  });
  boss.on('error', (error) => log.error('the job queue reports an error', error));
  await boss.start();
  for (const name of names) {
    await boss.createQueue(name, queues[name]);
    await boss.updateQueue(name, queues[name]); // an earlier build may have created it
  }
  return {
    enqueue: async (tx, name, payload, priority = 0) => {
      await boss.send(name, payload, { db: fromKysely(tx), priority });
    },
    enqueueAll: async (tx, name, payloads) => {
      if (payloads.length === 0) return;
      await boss.insert(
        name,
        payloads.map((data) => ({ data })),
        { db: fromKysely(tx) },
      );
    },
    async backlog() {
      const queues = await boss.getQueues(names);
      return queues.map(({ name, readyCount }) => ({ name, count: readyCount }));
    },
    async work(handlers) {
      const take = <N extends JobName>(name: N) =>
        workOn(boss, name, logged(log, name, handlers[name]), limitOf(name, limits));
      for (const name of names) await take(name);
      for (const [name, cron] of Object.entries(schedules))
        await boss.schedule(name, cron, {}, { tz: 'Asia/Manila' });
    },
    async finish() {
      await Promise.all(names.map((name) => boss.offWork(name)));
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

/**
 * Returns how long the oldest due job of each queue has waited, in seconds; 0 if none waits. `at`
 * comes from the database, because the queue uses its clock.
 */
export async function oldestJobs(
  read: Read,
  at: Temporal.Instant,
): Promise<{ name: string; seconds: number }[]> {
  const { rows } = await sql<{ name: string; seconds: number }>`
    select q.name, coalesce((
      select extract(epoch from ${at}::timestamptz - min(j.start_after)) from pgboss.job j
      where j.name = q.name and j.state < 'active' and j.start_after <= ${at}), 0)::float8 as seconds
    from pgboss.queue q where q.name = any(${names}::text[])`.execute(read);
  return rows;
}

type Limit = { atOnce: number; aMinute?: number; lookSeconds: number };

/**
 * Returns this server's limits for a queue: concurrent jobs, jobs per minute, and how often it
 * polls for jobs without a notification, such as retries.
 */
function limitOf(name: JobName, limits: QueueLimits): Limit {
  switch (name) {
    case 'code.send':
      return { atOnce: limits.codesAtOnce, lookSeconds: 1 };
    case 'notice.send':
      return { atOnce: limits.noticesAtOnce, lookSeconds: 2 };
    case 'reminder.send':
      return { atOnce: limits.remindersAtOnce, aMinute: limits.remindersAMinute, lookSeconds: 2 };
    case 'files.copy':
      // Two jobs at once, because a worker that fetches single jobs pauses after each of the 769.
      return { atOnce: 2, lookSeconds: 5 };
    default:
      return { atOnce: 1, lookSeconds: 5 };
  }
}

/**
 * Fetches jobs in pairs: a worker fetches again immediately after a full batch, but pauses after a
 * partial one. A slow gateway then delays at most one other job.
 */
async function workOn<N extends JobName>(
  boss: PgBoss,
  name: N,
  handle: (payload: JobPayloads[N]) => Promise<void>,
  { atOnce, aMinute, lookSeconds }: Limit,
): Promise<void> {
  const pace = realPace();
  const floorMs = aMinute === undefined ? 0 : (60_000 * atOnce) / aMinute;
  const endOf = (job: Job<JobPayloads[N]>) =>
    withMinimumDuration(pace, floorMs, () => ended(job, handle));
  const take = async (batchSize: number, localConcurrency: number) => {
    if (localConcurrency === 0) return;
    const polling = {
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: lookSeconds,
      heartbeatRefreshSeconds: heartbeatSeconds,
    };
    const options = {
      ...polling,
      batchSize,
      localConcurrency,
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const;
    await boss.work<JobPayloads[N]>(name, options, (jobs) => Promise.all(jobs.map(endOf)));
  };
  await take(2, Math.floor(atOnce / 2));
  await take(1, atOnce % 2);
}

/** Logs why a job failed, because the queue retries without logging. */
function logged<Payload>(
  log: Log,
  job: JobName,
  handle: (payload: Payload) => Promise<void>,
): (payload: Payload) => Promise<void> {
  return async (payload) => {
    try {
      await handle(payload);
    } catch (error) {
      log.warn('a job failed and will be retried', { job, reason: reasonFor(error) });
      throw error;
    }
  };
}

async function ended<Payload>(
  { id, data }: Job<Payload>,
  handle: (payload: Payload) => Promise<void>,
): Promise<JobResult> {
  try {
    await handle(data);
    return { id, status: 'completed' };
  } catch (error) {
    return { id, status: 'failed', output: error };
  }
}

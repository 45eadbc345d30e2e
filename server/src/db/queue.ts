// Jobs that are not money: messages, documents, schedules. They are enqueued inside the caller's
// transaction, so that a rolled back verb leaves no job and a committed one leaves exactly its own.
// pg-boss keeps and delivers them.
import { type Clock, fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import { realPace, withMinimumDuration } from '#/platform/clock.ts';
import type { QueueLimits } from '#/platform/config.ts';
import { type Log, reasonFor } from '#/platform/log.ts';
import type { Place, Tx } from './database.ts';

/** Every kind of job and what it carries: ids only, never personal data. */
export type JobPayloads = {
  /**
   * One message, in one of three queues, so that none waits for the others: one-time codes;
   * notices, those about the safety of an account first; reminders of bills.
   */
  'code.send': { messageId: string };
  'notice.send': { messageId: string };
  'reminder.send': { messageId: string };
  /** The question to the gateways what became of messages; comes by the schedule. */
  'notice.deliveries': Record<never, never>;
  /** The look for reminders that are due; comes by the schedule. */
  'reminder.look': Record<never, never>;
  /**
   * The look at what of payouts needs people, and the reading of the gateway's settlement report;
   * both come by the schedule.
   */
  'payouts.alarm': Record<never, never>;
  'payouts.settlementReport': Record<never, never>;
  /** Files whose pictures were deleted, by the names we made for them. */
  'pictures.remove': { names: string[] };
  /** The look for applications that nobody has taken; comes by the schedule. */
  'review.alarm': Record<never, never>;
  /**
   * The deleting of what is kept no longer, and the look at answers that are late; comes by the
   * schedule, once a day.
   */
  daily: Record<never, never>;
  /** The clearing away of what has ended; comes by the schedule. */
  cleanup: Record<never, never>;
};
export type JobName = keyof JobPayloads;

export type Queue = {
  /**
   * Of the jobs of a queue those with the higher priority are taken first; it is 0 unless given.
   */
  enqueue<N extends JobName>(
    tx: Tx,
    name: N,
    payload: JobPayloads[N],
    priority?: number,
  ): Promise<void>;
  /** Many at once, by one statement. */
  enqueueAll<N extends JobName>(
    tx: Tx,
    name: N,
    payloads: readonly JobPayloads[N][],
  ): Promise<void>;
};

export type Handlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

export type RunningQueue = Queue & {
  /** Begins to deliver. */
  work(handlers: Handlers): Promise<void>;
  stop(): Promise<void>;
};

/** The jobs that come by the clock of Manila. */
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
 * A worker says so often that it still works on a job; one that has not said so for twice as long
 * is taken for dead, and the job is tried again.
 */
const heartbeatSeconds = 10;
/** How often dead workers are looked for. */
const superviseSeconds = 10;
/** A job that still works is not cut off before this: it ends what hangs for ever. */
const mostSeconds = 6 * 3600;
/** What became of a message is kept with the message, so its job goes soon. */
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
 * A code ends before its eighth try; what stays true is tried for most of a day, while no gateway
 * takes it or messages are switched off.
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
  'review.alarm': usual,
  daily: usual,
  cleanup: usual,
};
const names = Object.keys(queues) as JobName[];

/**
 * Opens the queue on a database whose owner has installed it (db/migrate.ts). `clock` is the
 * machine's, but in tests.
 */
export async function openQueue(
  place: Place,
  log: Log,
  limits: QueueLimits,
  clock?: Clock,
): Promise<RunningQueue> {
  const boss = new PgBoss({
    ...place,
    migrate: false,
    reindex: false,
    useListenNotify: true,
    max: 4,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: messageKeptSeconds / 6,
    ...(clock && { clock }),
  });
  boss.on('error', (error) => log.error('the job queue reports an error', error));
  await boss.start();
  for (const name of names) {
    await boss.createQueue(name, queues[name]);
    await boss.updateQueue(name, queues[name]); // what an earlier build has made
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
    async work(handlers) {
      const take = <N extends JobName>(name: N) =>
        workOn(boss, name, logged(log, name, handlers[name]), limitOf(name, limits));
      for (const name of names) await take(name);
      for (const [name, cron] of Object.entries(schedules))
        await boss.schedule(name, cron, {}, { tz: 'Asia/Manila' });
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

type Limit = { atOnce: number; aMinute?: number; lookSeconds: number };

/**
 * How many jobs of a queue this server does side by side, how many a minute at most, and how often
 * it looks for those that nobody has announced, such as retries.
 */
function limitOf(name: JobName, limits: QueueLimits): Limit {
  switch (name) {
    case 'code.send':
      return { atOnce: limits.codesAtOnce, lookSeconds: 1 };
    case 'notice.send':
      return { atOnce: limits.noticesAtOnce, lookSeconds: 2 };
    case 'reminder.send':
      return { atOnce: limits.remindersAtOnce, aMinute: limits.remindersAMinute, lookSeconds: 2 };
    default:
      return { atOnce: 1, lookSeconds: 5 };
  }
}

/**
 * Jobs are taken when they are announced, and the next ones at once while there are as many as were
 * asked for. They are taken in pairs, which end separately and of which each has its worker: who
 * waits for a slow gateway holds back one other hand at most, and a single hand would rest after
 * every job.
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

/** Says in the log why a job failed. The queue tries it again, and keeps the reason to itself. */
function logged<Payload>(
  log: Log,
  job: JobName,
  handle: (payload: Payload) => Promise<void>,
): (payload: Payload) => Promise<void> {
  return async (payload) => {
    try {
      await handle(payload);
    } catch (error) {
      log.warn('a job failed and is tried again', { job, why: reasonFor(error) });
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

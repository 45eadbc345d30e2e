// Jobs that are not money: messages, documents, schedules. They are enqueued inside the caller's transaction, so that a rolled back
// verb leaves no job and a committed one leaves exactly its own. pg-boss keeps and delivers them.
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Log } from '#/platform/log.ts';
import type { Place, Tx } from './database.ts';

/** Every kind of job and what it carries: ids only, never personal data. */
export type JobPayloads = {
  'notice.send': { messageId: string };
  /** The question to the gateways what became of messages; comes by the schedule. */
  'notice.deliveries': Record<never, never>;
  /** The look for reminders that are due; comes by the schedule. */
  'reminder.look': Record<never, never>;
  /** The look at what of payouts needs people, and the reading of the gateway's settlement report; both come by the schedule. */
  'payouts.alarm': Record<never, never>;
  'payouts.settlementReport': Record<never, never>;
  /** Files whose pictures were deleted, by the names we made for them. */
  'pictures.remove': { names: string[] };
  /** The look for applications that nobody has taken; comes by the schedule. */
  'review.alarm': Record<never, never>;
  /** The deleting of what is kept no longer, and the look at answers that are late; comes by the schedule, once a day. */
  daily: Record<never, never>;
  /** The clearing away of what has ended; comes by the schedule. */
  cleanup: Record<never, never>;
};
export type JobName = keyof JobPayloads;

export type Queue = {
  enqueue<N extends JobName>(tx: Tx, name: N, payload: JobPayloads[N]): Promise<void>;
};

export type Handlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

export type RunningQueue = Queue & {
  /** Begins to deliver. */
  work(handlers: Handlers): Promise<void>;
  stop(): Promise<void>;
};

const names: readonly JobName[] = [
  'notice.send',
  'notice.deliveries',
  'reminder.look',
  'payouts.alarm',
  'payouts.settlementReport',
  'pictures.remove',
  'review.alarm',
  'daily',
  'cleanup',
];
/** Messages that are sent side by side, so that a code does not wait behind those of others, of which each may wait for a slow gateway. */
const messagesAtOnce = 10;
/** A killed worker's job returns after this long. */
const expireSeconds = 60;

/** Opens the queue on a database whose owner has installed it (db/migrate.ts). */
export async function openQueue(place: Place, log: Log): Promise<RunningQueue> {
  const boss = new PgBoss({ ...place, migrate: false, reindex: false, useListenNotify: true, max: 4 });
  boss.on('error', (error) => log.error('the job queue reports an error', error));
  await boss.start();
  for (const name of names) {
    await boss.createQueue(name, { notify: true, retryLimit: 8, retryDelay: 2, retryBackoff: true, expireInSeconds: expireSeconds });
  }
  return {
    enqueue: async (tx, name, payload) => {
      await boss.send(name, payload, { db: fromKysely(tx) });
    },
    async work(handlers) {
      await workOn(boss, 'notice.send', handlers['notice.send'], messagesAtOnce);
      await workOn(boss, 'notice.deliveries', handlers['notice.deliveries']);
      await workOn(boss, 'reminder.look', handlers['reminder.look']);
      await workOn(boss, 'payouts.alarm', handlers['payouts.alarm']);
      await workOn(boss, 'payouts.settlementReport', handlers['payouts.settlementReport']);
      await workOn(boss, 'pictures.remove', handlers['pictures.remove']);
      await workOn(boss, 'review.alarm', handlers['review.alarm']);
      await workOn(boss, 'daily', handlers.daily);
      await workOn(boss, 'cleanup', handlers.cleanup);
      await boss.schedule('notice.deliveries', '* * * * *', {}, { tz: 'Asia/Manila' });
      await boss.schedule('reminder.look', '* * * * *', {}, { tz: 'Asia/Manila' });
      await boss.schedule('payouts.alarm', '* * * * *', {}, { tz: 'Asia/Manila' });
      await boss.schedule('payouts.settlementReport', '*/10 * * * *', {}, { tz: 'Asia/Manila' });
      await boss.schedule('review.alarm', '* * * * *', {}, { tz: 'Asia/Manila' });
      await boss.schedule('daily', '30 3 * * *', {}, { tz: 'Asia/Manila' });
      await boss.schedule('cleanup', '*/10 * * * *', {}, { tz: 'Asia/Manila' });
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

/**
 * Jobs are taken when they are notified, `atOnce` of them in parallel, and the next ones at once while there are as many; retries and jobs without a
 * notification are found by polling each second. Jobs that are taken together end separately.
 */
async function workOn<N extends JobName>(
  boss: PgBoss,
  name: N,
  handle: (payload: JobPayloads[N]) => Promise<void>,
  atOnce = 1,
): Promise<void> {
  const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 };
  const options = { ...polling, batchSize: atOnce, burstWhenBatchFull: true, perJobResults: true } as const;
  await boss.work<JobPayloads[N]>(name, options, (jobs) => Promise.all(jobs.map((job) => ended(job, handle))));
}

async function ended<Payload>({ id, data }: Job<Payload>, handle: (payload: Payload) => Promise<void>): Promise<JobResult> {
  try {
    await handle(data);
    return { id, status: 'completed' };
  } catch (error) {
    return { id, status: 'failed', output: error };
  }
}

// Records in the database which parts of regular jobs fail, because any server may run a job.
import type { Read } from '#/db/database.ts';
import { reasonFor } from '#/platform/log.ts';
import type { AppContext } from './app-context.ts';

/**
 * Runs the parts in order. A failure is logged, stays recorded until the next success, and does not
 * stop the next part.
 */
export async function runParts(
  app: AppContext,
  parts: Record<string, () => Promise<unknown>>,
): Promise<void> {
  for (const [name, run] of Object.entries(parts)) {
    try {
      await run();
      await app.db.deleteFrom('failing_jobs').where('name', '=', name).execute();
    } catch (error) {
      app.log.error('a part of a regular job failed', error, { job: name });
      await noteFailure(app, name, reasonFor(error));
    }
  }
}

async function noteFailure(
  { db, clocks, log }: AppContext,
  name: string,
  reason: string,
): Promise<void> {
  const shortReason = reason.slice(0, 500);
  const note = db
    .insertInto('failing_jobs')
    .values({ name, since: clocks.wall(), reason: shortReason })
    .onConflict((clash) => clash.column('name').doUpdateSet({ reason: shortReason }));
  // If the database is down, nothing can be recorded, but readiness reports that anyway.
  await note
    .execute()
    .catch((error) => log.error('a failed job could not be recorded', error, { job: name }));
}

/** Returns the number of job parts that failed in their last run, for the alarms. */
export async function countFailingJobs(read: Read): Promise<number> {
  const row = await read
    .selectFrom('failing_jobs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

// Which parts of regular jobs fail. Jobs run on whichever server takes them, so the database knows
// and not a process.
import type { Read } from '#/db/database.ts';
import { reasonFor } from '#/platform/log.ts';
import type { AppContext } from './app-context.ts';

/**
 * Does one after the other. A failure is logged and noted until the next success, and does not hold
 * up the next part.
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
  const why = reason.slice(0, 500);
  const note = db
    .insertInto('failing_jobs')
    .values({ name, since: clocks.wall(), why })
    .onConflict((clash) => clash.column('name').doUpdateSet({ why }));
  // Without a database nothing can be noted; then readiness says that.
  await note
    .execute()
    .catch((error) => log.error('a failed job could not be noted', error, { job: name }));
}

/** How many parts of regular jobs failed when they last ran, for readiness. */
export async function countFailingJobs(read: Read): Promise<number> {
  const row = await read
    .selectFrom('failing_jobs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

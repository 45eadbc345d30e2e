// Records in the database which items of worker steps fail, because any server may retry an item. A
// failed item does not delay the others, so only this record makes the failure visible.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { type LogFields, reasonFor } from '#/platform/log.ts';
import type { AppContext } from './app-context.ts';
import type { WorkCtx } from './ctx.ts';

/**
 * If an item fails for a minute, an alarm is raised. The same happens if all items of a step fail
 * and the step has at least this many. A single failure may only mean that a gateway was briefly
 * unreachable.
 */
const severalItems = 3;
/** An item is retried or no longer due within this time, so an older failure is ignored. */
const usuallyAgainMs = 30 * 60_000;

export type Items<T, R> = {
  /** The singular name in alarms: 'payout'. */
  kind: string;
  items: readonly T[];
  idOf(item: T): string;
  /** The log message of a failure. */
  failure: string;
  fieldsOf?(item: T): LogFields;
  run(item: T): Promise<R>;
  /** Whether to run all items concurrently. */
  areSideBySide?: boolean;
  /** The maximum time before a failed item is retried. */
  againWithinMs?: number;
};

/**
 * Runs each item. A failure is logged, and stays recorded until the item succeeds.
 * @returns the results of the items that succeeded
 */
export async function eachItem<T, R>(ctx: WorkCtx, of: Items<T, R>): Promise<R[]> {
  const { app } = ctx;
  if (of.items.length === 0) return [];
  const succeeded: { id: string; result: R }[] = [];
  const failed: Failure[] = [];
  const runItem = async (item: T) => {
    const id = of.idOf(item);
    try {
      succeeded.push({ id, result: await of.run(item) });
    } catch (error) {
      app.log.error(of.failure, error, of.fieldsOf?.(item));
      failed.push({ id, reason: reasonFor(error).slice(0, 500) });
    }
  };
  if (of.areSideBySide) await Promise.all(of.items.map(runItem));
  else for (const item of of.items) await runItem(item);
  await recordOutcomes(app, of, failed, succeeded).catch((error) =>
    app.log.error('failed items could not be recorded', error, { job: of.kind }),
  );
  return succeeded.map(({ result }) => result);
}

type Failure = { id: string; reason: string };

async function recordOutcomes(
  { db, clocks }: AppContext,
  { kind, againWithinMs = usuallyAgainMs }: Pick<Items<never, never>, 'kind' | 'againWithinMs'>,
  failed: readonly Failure[],
  succeeded: readonly { id: string }[],
): Promise<void> {
  if (succeeded.length > 0)
    await db
      .deleteFrom('failing_items')
      .where('kind', '=', kind)
      .where('item', '=', sql<string>`any(${succeeded.map(({ id }) => id)}::text[])`)
      .execute();
  if (failed.length === 0) return;
  const wall = clocks.wall();
  const counts_until = wall.add({ milliseconds: againWithinMs });
  const is_whole_look = succeeded.length === 0 && failed.length >= severalItems;
  await db
    .insertInto('failing_items')
    .values(
      failed.map(({ id, reason }) => ({
        kind,
        item: id,
        since: wall,
        failed_at: wall,
        counts_until,
        is_whole_look,
        reason,
      })),
    )
    .onConflict((clash) =>
      clash.columns(['kind', 'item']).doUpdateSet((row) => ({
        failed_at: row.ref('excluded.failed_at'),
        counts_until: row.ref('excluded.counts_until'),
        is_whole_look: row.ref('excluded.is_whole_look'),
        reason: row.ref('excluded.reason'),
      })),
    )
    .execute();
}

/** Counts failing items by kind for the alarms: 'payout: 2', or 'ok' if nothing fails. */
export async function alarmOfItems(read: Read, wall: Temporal.Instant): Promise<string> {
  const rows = await read
    .selectFrom('failing_items')
    .select(({ fn }) => ['kind', fn.countAll<string>().as('count')])
    .where('counts_until', '>', wall)
    .where((row) =>
      row.or([
        row('is_whole_look', '=', true),
        row('failed_at', '>=', sql<Temporal.Instant>`since + interval '1 minute'`),
      ]),
    )
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, count }) => `${kind}: ${count}`).join(', ') || 'ok';
}

/**
 * Deletes expired failures: their items have succeeded in another way or no longer exist.
 * @returns the number of failures deleted
 */
export async function forgetFailingItems(db: Read, wall: Temporal.Instant): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('failing_items')
    .where('counts_until', '<=', wall)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

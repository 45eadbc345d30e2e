// Reads how many sessions people of staff have at the desk.
import { hourMs, minuteMs } from '@sandali/contract/day.ts';
import type { Read } from '#/db/database.ts';

/** How long a session of the desk may be idle, and how long it lasts at most, in wall time. */
export const deskIdleMs = 15 * minuteMs;
export const deskLongestMs = 8 * hourMs;

/** Returns the number of open sessions by key; a key without sessions is missing. */
export async function openDeskSessions(
  read: Read,
  wall: Temporal.Instant,
): Promise<ReadonlyMap<string, number>> {
  const rows = await read
    .selectFrom('desk_sessions')
    .select(['key_id as keyId', (row) => row.fn.countAll<string>().as('count')])
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', wall.subtract({ milliseconds: deskIdleMs }))
    .where('opened_at', '>', wall.subtract({ milliseconds: deskLongestMs }))
    .groupBy('key_id')
    .execute();
  return new Map(rows.map(({ keyId, count }) => [keyId, Number(count)]));
}

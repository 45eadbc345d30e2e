// What this slice holds about a person. The reminders themselves are among the messages.
import type { Read } from '#/db/database.ts';
import { findSettings } from './store.ts';

export type ReminderHeld = { channel: string; hour: number; language: string; chosenAt: Temporal.Instant } | null;

/** What they have chosen of reminders; null where it was nothing. */
export async function whatWeHold(read: Read, borrowerId: string): Promise<ReminderHeld> {
  const row = await findSettings(read, borrowerId);
  return row ? { channel: row.channel, hour: row.hour, language: row.locale, chosenAt: row.chosen_at } : null;
}

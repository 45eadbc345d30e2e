// What this slice holds about a person. The reminders themselves are among the messages.
import type { Read } from '#/db/database.ts';
import { browsersOf } from '#/notifications/notifications.ts';
import { entriesOf } from './calendar.store.ts';
import { findSettings } from './store.ts';

export type ReminderHeld = {
  /** Null where nothing was chosen. */
  chosen: { channel: string; hour: number; language: string; chosenAt: Temporal.Instant } | null;
  /** Browsers that show them notifications, and since when. */
  browsers: { addedAt: Temporal.Instant }[];
  /** What became of due dates at their own calendar. */
  calendar: { loanId: string; dueOn: Temporal.PlainDate; outcome: string; toldAt: Temporal.Instant }[];
};

/** What they have chosen of reminders, and where notifications go. */
export async function exportReminders(read: Read, borrowerId: string): Promise<ReminderHeld> {
  const [row, browsers, entries] = await Promise.all([
    findSettings(read, borrowerId),
    browsersOf(read, borrowerId),
    entriesOf(read, borrowerId),
  ]);
  return {
    chosen: row ? { channel: row.channel, hour: row.hour, language: row.locale, chosenAt: row.chosen_at } : null,
    browsers: browsers.map(({ addedAt }) => ({ addedAt })),
    calendar: entries.map((one) => ({ loanId: one.loan_id, dueOn: one.due_on, outcome: one.outcome, toldAt: one.reported_at })),
  };
}

// The reminder slice's calls.
import { calendarCallback, calendarQuery } from '@sandali/contract/calendar.ts';
import { reminderQuery, reminderSave } from '@sandali/contract/reminder.ts';
import { type Served, serveRead, serveSnapshot, serveWrite } from '#/context/serve.ts';
import { dueDatesOf, recordCalendarOutcome } from './calendar.ts';
import { reminderParts, reminderSettingsOf, saveReminders } from './settings.ts';

export const reminderCalls: Served[] = [
  serveSnapshot(reminderQuery, { parts: reminderParts, given: () => ({}), answer: reminderSettingsOf }),
  serveWrite(reminderSave, { run: saveReminders, show: async () => ({}) }),
  serveRead(calendarQuery, dueDatesOf),
  serveWrite(calendarCallback, { run: recordCalendarOutcome, show: async () => ({}) }),
];

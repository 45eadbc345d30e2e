// The reminder slice's calls.
import { calendarCallback, calendarQuery } from '@sandali/contract/calendar.ts';
import { reminderQuery, reminderSave } from '@sandali/contract/reminder.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { dueDatesOf, recordCalendarOutcome } from './calendar.ts';
import { reminderSettingsOf, saveReminders } from './settings.ts';

export const reminderCalls: Served[] = [
  serveRead(reminderQuery, reminderSettingsOf),
  serveWrite(reminderSave, { run: saveReminders, show: async () => ({}) }),
  serveRead(calendarQuery, dueDatesOf),
  serveWrite(calendarCallback, { run: recordCalendarOutcome, show: async () => ({}) }),
];

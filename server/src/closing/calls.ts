import { calendarCallback, calendarQuery } from '@sandali/contract/calendar.ts';
import { reminderQuery, reminderSave } from '@sandali/contract/reminder.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { dueDatesOf, dueDatesParts, recordCalendarOutcome } from './reminders/calendar.ts';
import { reminderParts, reminderSettingsOf, saveReminders } from './reminders/settings.ts';

export const reminderCalls: Served[] = [
  serveRead(reminderQuery, {
    parts: reminderParts,
    params: () => ({}),
    answer: reminderSettingsOf,
  }),
  serveWrite(reminderSave, { run: saveReminders, show: async () => ({}) }),
  serveRead(calendarQuery, { parts: dueDatesParts, params: () => ({}), answer: dueDatesOf }),
  serveWrite(calendarCallback, { run: recordCalendarOutcome, show: async () => ({}) }),
];

import { calendarCallback, calendarQuery } from '@sandali/contract/calendar.ts';
import { reminderQuery, reminderSave } from '@sandali/contract/reminder.ts';
import { type Served, serveSnapshot, serveWrite } from '#/context/serve.ts';
import { dueDatesOf, dueDatesParts, recordCalendarOutcome } from './calendar.ts';
import { reminderParts, reminderSettingsOf, saveReminders } from './settings.ts';

export const reminderCalls: Served[] = [
  serveSnapshot(reminderQuery, {
    parts: reminderParts,
    given: () => ({}),
    answer: reminderSettingsOf,
  }),
  serveWrite(reminderSave, { run: saveReminders, show: async () => ({}) }),
  serveSnapshot(calendarQuery, { parts: dueDatesParts, given: () => ({}), answer: dueDatesOf }),
  serveWrite(calendarCallback, { run: recordCalendarOutcome, show: async () => ({}) }),
];

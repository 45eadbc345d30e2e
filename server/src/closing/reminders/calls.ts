// The reminder slice's calls.
import { calendarCallback, calendarQuery } from '@sandali/contract/calendar.ts';
import { reminderQuery, reminderSave } from '@sandali/contract/reminder.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { calendarOf, hearOfCalendar } from './calendar.ts';
import { choose, chosenOf } from './settings.ts';

export const reminderCalls: Served[] = [
  serveRead(reminderQuery, chosenOf),
  serveWrite(reminderSave, { run: choose, show: async () => ({}) }),
  serveRead(calendarQuery, calendarOf),
  serveWrite(calendarCallback, { run: hearOfCalendar, show: async () => ({}) }),
];

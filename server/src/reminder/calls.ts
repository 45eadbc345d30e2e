// The reminder slice's calls.
import { reminderQuery, reminderSave } from '@sandali/contract/reminder.ts';
import { type Served, serveRead, serveWrite } from '#/kit/serve.ts';
import { choose, chosenOf } from './choose.ts';

export const reminderCalls: Served[] = [
  serveRead(reminderQuery, chosenOf),
  serveWrite(reminderSave, { run: choose, show: async () => ({}) }),
];

// Reminders of a bill: in which way and at which hour the borrower wants them. On which days they come is the server's (server/src/reminder/rules.ts).
import * as v from 'valibot';
import { call } from './call.ts';
import { locales } from './locale.ts';

/** By SMS to the borrower's own number, or not at all. */
export const reminderChannels = ['sms', 'none'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/** Hours of the Manila day at which reminders may come: nobody is written to from 22:00 to 06:00 (SEC MC 18 s.2019). */
export const firstReminderHour = 6;
export const lastReminderHour = 21;
/** What holds for whoever has chosen nothing. */
export const usualReminders = { channel: 'sms', hour: 9 } as const;

const zHour = v.pipe(v.number(), v.integer(), v.minValue(firstReminderHour), v.maxValue(lastReminderHour));

/** What I have chosen, or what is usual; and the language in which reminders come. */
export const reminderQuery = call({
  path: '/user/reminder/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    channel: v.picklist(reminderChannels),
    hour: zHour,
    locale: v.picklist(locales),
    /** Where an SMS goes. */
    phoneMasked: v.string(),
  }),
  refusals: [],
});

/** Chooses the way and the hour. From then on reminders come in the language in which this is asked. */
export const reminderSave = call({
  path: '/user/reminder/save',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ channel: v.picklist(reminderChannels), hour: zHour }),
  data: v.object({}),
  refusals: [],
});

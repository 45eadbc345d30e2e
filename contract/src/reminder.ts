// Reminders of a bill: in which way and at which hour the borrower wants them. On which days they
// come is the server's (server/src/closing/reminders/rules.ts).
import * as v from 'valibot';
import { call } from './call.ts';
import { locales } from './locale.ts';
import { zPushSubscription } from './push.ts';

/**
 * By SMS to the borrower's own number; as a notification of the browsers that they named, and by
 * SMS where none takes it; or not at all.
 */
export const reminderChannels = ['sms', 'push', 'none'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/**
 * Hours of the Manila day at which reminders may come: nobody is written to from 22:00 to 06:00
 * (SEC MC 18 s.2019).
 */
export const firstReminderHour = 6;
export const lastReminderHour = 21;
/** The default where nothing was chosen. */
export const usualReminders = { channel: 'sms', hour: 9 } as const;

const zHour = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(firstReminderHour),
  v.maxValue(lastReminderHour),
);

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
    /**
     * The key to which a browser binds its notifications (P-256, base64url); null if none are
     * offered.
     */
    pushKey: v.nullable(v.string()),
    /** Whether the browser of this device receives notifications. */
    isToldHere: v.boolean(),
  }),
  refusals: [],
});

/**
 * Chooses the way and the hour of reminders. They are sent in the language of this call. With
 * `push` this device's browser is added, of at most five; any other way removes them all.
 */
export const reminderSave = call({
  path: '/user/reminder/save',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    channel: v.picklist(reminderChannels),
    hour: zHour,
    browser: v.optional(zPushSubscription),
  }),
  data: v.object({}),
  refusals: ['pushServiceUnknown', 'pushMissing'],
});

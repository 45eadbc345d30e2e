// Bill reminders: the channel and hour that the borrower chose. The server chooses the days
// (server/src/closing/reminders/rules.ts).
import * as v from 'valibot';
import { call } from './call.ts';
import { locales } from './locale.ts';
import { zPushSubscription } from './push.ts';

/**
 * How reminders are sent: by SMS to the borrower's own number; by push to the browsers that the
 * borrower added, with SMS as the fallback; or not at all.
 */
export const reminderChannels = ['sms', 'push', 'none'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/**
 * The first and last hour of the Manila day in which reminders may be sent; none are sent from
 * 22:00 to 06:00 (SEC MC 18 s.2019).
 */
export const firstReminderHour = 6;
export const lastReminderHour = 21;
export const usualReminders = { channel: 'sms', hour: 9 } as const;

const zHour = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(firstReminderHour),
  v.maxValue(lastReminderHour),
);

/** The borrower's settings or the default, and the language of reminders. */
export const reminderQuery = call({
  path: '/user/reminder/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    channel: v.picklist(reminderChannels),
    hour: zHour,
    locale: v.picklist(locales),
    /** The number that receives reminders by SMS. */
    phoneMasked: v.string(),
    /** The public key for a push subscription (P-256, base64url); null if push is not available. */
    pushKey: v.nullable(v.string()),
    /** Whether this device's browser receives notifications. */
    isToldHere: v.boolean(),
  }),
  refusals: [],
});

/**
 * Sets the channel and hour of reminders. Reminders use the language of this call. `push` adds this
 * device's browser, up to five; any other channel removes all browsers.
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

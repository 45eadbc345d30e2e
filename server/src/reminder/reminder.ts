// The door of the reminder slice: reminders of bills.
export { reminderCalls } from './calls.ts';
export { type ReminderHeld, whatWeHold } from './held.ts';
export { isStillTrue } from './judge.ts';
export { remind } from './remind.ts';
export { remindersOn } from './store.ts';

// The door of the day's close.
export { dayCloseAlarm, logDayCloseAlarm } from './alarm.ts';
export { closeDays } from './close-days.ts';
export { reminderCalls } from './reminders/calls.ts';
export { isReminderStillDue, remind } from './reminders/remind.ts';
export { exportReminders, type ReminderHeld } from './reminders/settings.ts';
export { remindersOn } from './reminders/store.ts';
export { lastClosedDay } from './store.ts';

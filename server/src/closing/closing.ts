// The door of the day's close.
export { alarmOfDays, watchDays } from './alarm.ts';
export { closeDays } from './close-days.ts';
export { reminderCalls } from './reminders/calls.ts';
export { exportReminders, type ReminderHeld } from './reminders/held.ts';
export { isStillTrue } from './reminders/judge.ts';
export { remind } from './reminders/remind.ts';
export { remindersOn } from './reminders/store.ts';
export { lastClosedDay } from './store.ts';

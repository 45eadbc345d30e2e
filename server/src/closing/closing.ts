export { dayCloseAlarm, daysToClose, logDayCloseAlarm } from './alarm.ts';
export { chainClosedDays, closeDays } from './close-days.ts';
export { checkReminderStillDue, remind } from './reminders/remind.ts';
export { exportReminders, type ReminderPersonalData } from './reminders/settings.ts';

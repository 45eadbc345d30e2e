// The door of the day's close.
export { alarmOfDays, watchDays } from './alarm.ts';
export { closeDays } from './close-days.ts';
export { lastClosedDay } from './store.ts';

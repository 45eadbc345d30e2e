// The door of reconciliation: the gateway's statements against the books.
export { alarmOfStatements, watchStatements } from './alarm.ts';
export { reconcileDays } from './reconcile-days.ts';

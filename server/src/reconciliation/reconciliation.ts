// The door of reconciliation: the gateway's statements against the books.
export { logStatementAlarm, statementAlarm } from './alarm.ts';
export { reconcileDays } from './reconcile-days.ts';

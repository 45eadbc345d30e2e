// The entry point of reconciliation: the gateway's settlement reports against the books.
export { logSettlementReportAlarm, settlementReportAlarm } from './alarm.ts';
export { reconcileDays } from './reconcile-days.ts';

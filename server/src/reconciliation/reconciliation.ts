// The entry point of reconciliation, which compares gateways' settlement reports with the books.
export { logSettlementReportAlarm, settlementReportAlarm } from './alarm.ts';
export { reconcileDays } from './reconcile-days.ts';

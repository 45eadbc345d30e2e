import { useEffect } from 'react';
import type { OfflineBill, StoredRecord } from '#/client/offlineStore.ts';
import { useText } from '#/i18n/text.ts';
import type { Bill, BillList, Status } from '#/screens/repayment/answers.ts';
import { readSavedBill, savedFromBill, savedFromCode, savedFromOrders } from './savedBill.ts';

/** Keeps the bill on the screen for a time without a network, or forgets what was kept once it is settled. */
export function useSaveBill(bill: Bill | undefined): void {
  useSaveRecord(bill, savedFromBill);
}

/** Keeps the code on the screen, or forgets it once it is not to be paid any more. */
export function useSaveCode(status: Status | undefined): void {
  const text = useText();
  const name = status && text(`repayment.channel.${status.channel}`);
  useEffect(() => {
    if (status && name !== undefined) saveLater(() => savedFromCode(status, name));
  }, [status, name]);
}

/** Keeps the bill that is to be paid next, or forgets what was kept where nothing is owed. */
export function useSaveOrders(orders: BillList | undefined): void {
  useSaveRecord(orders, savedFromOrders);
}

function useSaveRecord<T>(seen: T | undefined, rule: (seen: T, before: OfflineBill | null) => OfflineBill | null) {
  useEffect(() => {
    if (seen) saveLater((before) => rule(seen, readSavedBill(before)));
  }, [seen, rule]);
}

/** What keeps it comes once there is something to keep; where it cannot be loaded, nothing is kept. */
function saveLater(make: (before: StoredRecord | null) => OfflineBill | null) {
  void import('#/client/offlineStore.ts').then(({ saveOffline }) => saveOffline(make)).catch(() => {});
}

import { useEffect } from 'react';
import type { Found, KeptBill } from '#/client/offlineStore.ts';
import { useText } from '#/i18n/text.ts';
import type { Bill, Orders, Status } from '#/screens/repayment/answers.ts';
import { keptOfBill, keptOfCode, keptOfOrders, readKept } from './kept.ts';

/** Keeps the bill on the screen for a time without a network, or forgets what was kept once it is settled. */
export function useKeepBill(bill: Bill | undefined): void {
  useKeep(bill, keptOfBill);
}

/** Keeps the code on the screen, or forgets it once it is not to be paid any more. */
export function useKeepCode(status: Status | undefined): void {
  const text = useText();
  const name = status && text(`repayment.channel.${status.channel}`);
  useEffect(() => {
    if (status && name !== undefined) keepLater(() => keptOfCode(status, name));
  }, [status, name]);
}

/** Keeps the bill that is to be paid next, or forgets what was kept where nothing is owed. */
export function useKeepOrders(orders: Orders | undefined): void {
  useKeep(orders, keptOfOrders);
}

function useKeep<T>(seen: T | undefined, rule: (seen: T, before: KeptBill | null) => KeptBill | null) {
  useEffect(() => {
    if (seen) keepLater((before) => rule(seen, readKept(before)));
  }, [seen, rule]);
}

/** What keeps it comes once there is something to keep; where it cannot be loaded, nothing is kept. */
function keepLater(make: (before: Found | null) => KeptBill | null) {
  void import('#/client/offlineStore.ts').then(({ keepOffline }) => keepOffline(make)).catch(() => {});
}

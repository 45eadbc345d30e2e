import { useEffect } from 'react';
import type { OfflineBill } from '#/client/offlineStore.ts';
import { useText } from '#/i18n/text.ts';
import type { Bill, BillList, Status } from '#/screens/repayment/answers.ts';

type Rules = typeof import('./savedBill.ts');
type Rule<T> = (rules: Rules, seen: T, before: OfflineBill | null) => OfflineBill | null;

const ofBill: Rule<Bill> = (rules, bill, before) => rules.savedFromBill(bill, before);
const ofOrders: Rule<BillList> = (rules, orders, before) => rules.savedFromOrders(orders, before);

/** An answer, and when it came by the phone's clock. */
type Seen<T> = { data: T | undefined; answeredAtMs: number };

/** Keeps the bill on the screen for a time without a network, or forgets what was kept once it is settled. */
export function useSaveBill(seen: Seen<Bill>): void {
  useSaveRecord(seen, ofBill);
}

/** Keeps the code on the screen, or forgets it once it is not to be paid any more. */
export function useSaveCode({ data: status, answeredAtMs }: Seen<Status>): void {
  const text = useText();
  const name = status && text(`repayment.channel.${status.channel}`);
  useEffect(() => {
    if (status && name !== undefined) saveLater(status, answeredAtMs, ({ savedFromCode }, before) => savedFromCode(status, name, before));
  }, [status, answeredAtMs, name]);
}

/** Keeps the bill that is to be paid next, or forgets what was kept where nothing is owed. */
export function useSaveOrders(seen: Seen<BillList>): void {
  useSaveRecord(seen, ofOrders);
}

function useSaveRecord<T extends object>({ data, answeredAtMs }: Seen<T>, rule: Rule<T>) {
  useEffect(() => {
    if (data) saveLater(data, answeredAtMs, (rules, before) => rule(rules, data, before));
  }, [data, answeredAtMs, rule]);
}

/** What keeps it comes once there is something to keep; where it cannot be loaded, nothing is kept. */
function saveLater(answer: object, answeredAtMs: number, make: (rules: Rules, before: OfflineBill | null) => OfflineBill | null) {
  void Promise.all([import('#/client/offlineStore.ts'), import('./savedBill.ts')])
    .then(([{ saveOffline }, rules]) => saveOffline(answer, answeredAtMs, (before) => make(rules, rules.readSavedBill(before))))
    .catch(() => {});
}

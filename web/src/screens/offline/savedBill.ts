// What is kept of which answer, and how what is found is read. All of it is pure.
import { type AccrualFacts, zAccrualFacts } from '@sandali/contract/accrualFacts.ts';
import { type AmountDue, zAmountDue } from '@sandali/contract/bill.ts';
import { zRepaymentChannel } from '@sandali/contract/channel.ts';
import { type Instant, instantMs, manilaDay, zInstant } from '@sandali/contract/day.ts';
import { zCentavos } from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';
import * as v from 'valibot';
import type { OfflineBill, StoredRecord } from '#/client/offlineStore.ts';
import type { Bill, BillList, Status } from '#/screens/repayment/answers.ts';
import { paysByLink } from '#/screens/repayment/channels.ts';
import { codeScene } from '#/screens/repayment/codeScene.ts';
import { nextToPay } from '#/screens/repayment/orderGroups.ts';
import { isSettled } from '#/screens/repayment/settled.ts';

const zSavedBill = v.strictObject({
  /** What is to be paid next: on the due date, or of an overdue bill on the day on which this was kept. */
  due: v.strictObject(zAmountDue.entries),
  code: v.nullable(
    v.strictObject({
      text: v.string(),
      payload: v.nullable(v.string()),
      channel: v.nullable(zRepaymentChannel),
      /** The name of the channel, which cannot be loaded without a network. */
      name: v.optional(v.string()),
      amountCentavos: v.nullable(zCentavos),
      endsAt: v.nullable(zInstant),
    }),
  ),
  /** Absent in what an earlier release kept. */
  accrual: v.optional(v.nullable(zAccrualFacts), null),
});

export type SavedBill = OfflineBill & {
  /** When the server last said so, in business time by the phone’s clock. */
  keptAt: Instant;
};

/** Reads what was found on the phone; null for nothing, and for anything that this release did not write. */
export function readSavedBill(found: StoredRecord | null): SavedBill | null {
  const record = v.safeParse(zSavedBill, found?.record);
  const keptAt = v.safeParse(zInstant, found?.keptAt);
  return record.success && keptAt.success ? { ...record.output, keptAt: keptAt.output } : null;
}

/** What to keep of a bill: nothing once it is settled. A bill does not name its code's channel, so that is taken from what was kept of the same code. */
export function savedFromBill(
  { bill, openCode, accrual }: Pick<Bill, 'bill' | 'openCode' | 'accrual'>,
  before: OfflineBill | null,
): OfflineBill | null {
  if (isSettled(bill.state)) return null;
  const due = bill.nextDue ?? bill.currentDue;
  if (!openCode || paysByLink(openCode.channel) || bill.state === 'repaymentInProgress') return { due, code: null, accrual };
  const same = before?.code?.text === openCode.code ? before.code : null;
  const code = {
    text: openCode.code,
    payload: same?.payload ?? null,
    channel: same?.channel ?? null,
    ...(same?.name !== undefined && { name: same.name }),
    amountCentavos: openCode.amountCentavos,
    endsAt: openCode.endsAt,
  };
  return { due, code, accrual };
}

/** What to keep of a code: itself while it is to be paid. One that is on its way, was paid, has ended or was refused must not be paid again. */
export function savedFromCode(status: Status, name: string, before: OfflineBill | null): OfflineBill | null {
  const { bill, code, payload, channel, amountCentavos, endsAt } = status;
  if (isSettled(bill.state)) return null;
  const isReady = codeScene(status) === 'ready' && code !== null && status.link === null;
  const due = bill.nextDue ?? bill.currentDue;
  return {
    due,
    accrual: stillTrue(before, due),
    code: isReady ? { text: code, payload, channel, name, amountCentavos, endsAt } : null,
  };
}

/** What to keep of the orders: the bill to pay next. Its code stays while the bill is unchanged, as the orders do not contain codes. */
export function savedFromOrders({ open }: Pick<BillList, 'open'>, before: OfflineBill | null): OfflineBill | null {
  const next = nextToPay(open)?.bill;
  if (!next) return null;
  const due = next.nextDue ?? next.currentDue;
  const isSame = before?.due.owedCentavos === due.owedCentavos && before.due.on === due.on;
  return { due, code: isSame ? before.code : null, accrual: stillTrue(before, due) };
}

/** What was kept of the days to come, while it gives the amount that the server says now: a payment or an extension since then would give another. */
function stillTrue(before: OfflineBill | null, due: AmountDue): AccrualFacts | null {
  return before?.accrual && owed(before.accrual, due.on).totalCentavos === due.owedCentavos ? before.accrual : null;
}

/** What the phone's clock, which may be wrong, makes of it: whether the code has ended, and the due day has passed. */
export function byPhoneClock({ due, code }: OfflineBill, phoneMs: number): { mayHaveEnded: boolean; isPastDue: boolean } {
  const endsAt = code?.endsAt ?? null;
  return { mayHaveEnded: endsAt !== null && instantMs(endsAt) < phoneMs, isPastDue: manilaDay(phoneMs) > due.on };
}

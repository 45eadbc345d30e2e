// Pure functions that derive what to save from each response, and parse saved records.
import { type AccrualFacts, zAccrualFacts } from '@sandali/contract/accrualFacts.ts';
import {
  type AmountDue,
  type BillRow,
  nextPayment,
  zAmountDue,
  zPlanParts,
} from '@sandali/contract/bill.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { zRepaymentChannel } from '@sandali/contract/channel.ts';
import { type Instant, instantMs, manilaDay, zInstant } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { type Centavos, zCentavos, zeroCentavos } from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';
import * as v from 'valibot';
import type { OfflineBill, OfflineCode, StoredRecord } from '#/client/offlineStore.ts';
import type { HomeFacts } from '#/screens/home/facts.ts';
import type { Bill, BillList, Status } from '#/screens/repayment/answers.ts';
import { codeScene } from '#/screens/repayment/codeScene.ts';
import { paysByLink } from '#/screens/repayment/link.ts';
import { isSettled } from '#/screens/repayment/settled.ts';

const zSavedBill = v.strictObject({
  principalCentavos: v.nullable(zCentavos),
  due: v.strictObject(zAmountDue.entries),
  isInPayment: v.boolean(),
  plan: v.nullable(zPlanParts),
  code: v.nullable(
    v.strictObject({
      text: v.string(),
      payload: v.nullable(v.string()),
      channel: v.nullable(zRepaymentChannel),
      /** The channel's name, stored because its text cannot be loaded offline. */
      name: v.optional(v.string()),
      amountCentavos: v.nullable(zCentavos),
      endsAt: v.nullable(zInstant),
    }),
  ),
  accrual: v.nullable(zAccrualFacts),
});

export type SavedBill = OfflineBill & {
  loanId: string;
  /** When the server last confirmed the bill: the phone's time, converted to business time. */
  keptAt: Instant;
};

/**
 * Parses the saved bills. The bill to pay next is first, and bills with payments in transit are
 * last. Skips records from other releases.
 */
export function readSavedBills(
  records: readonly (readonly [loanId: string, StoredRecord])[],
): SavedBill[] {
  const bills = records.flatMap(([loanId, { record, keptAt }]) => {
    const [bill, at] = [v.safeParse(zSavedBill, record), v.safeParse(zInstant, keptAt)];
    return bill.success && at.success ? [{ ...bill.output, loanId, keptAt: at.output }] : [];
  });
  const rank = ({ isInPayment, due }: SavedBill) => `${isInPayment ? 1 : 0} ${due.on}`;
  return bills.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

type Make = (before: OfflineBill | null) => OfflineBill | null;

/**
 * Returns what to save for each bill in a response. `open` lists all open bills, or is null if the
 * response does not contain all of them.
 */
export function billsIn(
  path: unknown,
  data: unknown,
): { bills: [loanId: string, Make][]; open: string[] | null } {
  switch (path) {
    case billDetail.path: {
      const detail = data as Bill;
      return {
        bills: [[detail.bill.loanId, (before) => savedFromBill(detail, before)]],
        open: null,
      };
    }
    case billList.path: {
      const { open } = data as BillList;
      return {
        bills: open.map((row) => [row.loanId, (before) => savedFromRow(row, before)]),
        open: open.map((row) => row.loanId),
      };
    }
    case userMulti.path:
      return billsOfHome(data as HomeFacts);
    default:
      return { bills: [], open: null };
  }
}

/**
 * Returns what to save from the home screen's response, which contains the next bill to pay and the
 * number of open bills.
 */
function billsOfHome({ nearestBill: bill, counts }: HomeFacts): ReturnType<typeof billsIn> {
  if (!bill) return { bills: [], open: [] };
  const row = { ...bill, principalCentavos: null };
  return {
    bills: [[bill.loanId, (before) => savedFromRow(row, before)]],
    open: counts.openBills === 1 ? [bill.loanId] : null,
  };
}

/**
 * Returns what to save for a bill; null if it is settled. The bill's response lacks the QR payload
 * of its code, so the payload is copied from the earlier record of the same code.
 */
export function savedFromBill(
  { bill, openCode, accrual, granted }: Bill,
  before: OfflineBill | null,
): OfflineBill | null {
  if (isSettled(bill.state)) return null;
  const row = savedFromRow(bill, before);
  return {
    ...row,
    plan: row.plan && (granted.promise?.parts ?? row.plan),
    code: row.isInPayment ? null : codeOf(openCode, before?.code ?? null),
    accrual,
  };
}

/**
 * Returns a bill's open code. Without one, returns the saved code if it is reusable, because the
 * bill's response does not contain reusable codes.
 */
function codeOf(open: Bill['openCode'], before: OfflineCode | null): OfflineCode | null {
  if (!open) return lasting(before);
  if (paysByLink(open.channel)) return null;
  const same = before?.text === open.code ? before : null;
  return {
    text: open.code,
    payload: same?.payload ?? null,
    channel: same?.channel ?? null,
    ...(same?.name !== undefined && { name: same.name }),
    amountCentavos: open.amountCentavos,
    endsAt: open.endsAt,
  };
}

const lasting = (code: OfflineCode | null | undefined) => (code?.endsAt === null ? code : null);

/**
 * Returns what to save for a code's bill. Includes the code only while it may be paid, to prevent a
 * second payment. The plan comes from the earlier record.
 */
export function savedFromCode(
  status: Status,
  name: string,
  before: OfflineBill | null,
): OfflineBill | null {
  const { bill, code, payload, channel, amountCentavos, endsAt } = status;
  if (isSettled(bill.state)) return null;
  const isReady = codeScene(status) === 'ready' && code !== null && status.link === null;
  const promised = before?.plan
    ? { on: before.due.on, amountCentavos: before.due.owedCentavos }
    : null;
  return {
    ...savedFromRow({ ...bill, promised, principalCentavos: null }, before),
    code: isReady ? { text: code, payload, channel, name, amountCentavos, endsAt } : null,
  };
}

type Row = Pick<BillRow, 'state' | 'currentDue' | 'nextDue' | 'promised'> & {
  principalCentavos: Centavos | null;
};

/**
 * Returns what to save for a bill in a list. Keeps the code and the plan while the bill's amount
 * and date are unchanged.
 */
export function savedFromRow(row: Row, before: OfflineBill | null): OfflineBill {
  const due = nextPayment(row);
  const isInPayment = row.state === 'repaymentInProgress';
  const isSame = before?.due.owedCentavos === due.owedCentavos && before.due.on === due.on;
  const part = { on: due.on, amountCentavos: due.owedCentavos, paidCentavos: zeroCentavos };
  return {
    principalCentavos: row.principalCentavos ?? before?.principalCentavos ?? null,
    due,
    isInPayment,
    plan: row.promised && ((isSame && before.plan) || [part]),
    code: isInPayment ? null : isSame ? before.code : lasting(before?.code),
    accrual: stillTrue(before, row.currentDue),
  };
}

/**
 * Returns the saved accrual facts if they still yield the server's amount. A payment or an
 * extension changes that amount.
 */
function stillTrue(before: OfflineBill | null, due: AmountDue): AccrualFacts | null {
  return before?.accrual && owed(before.accrual, due.on).totalCentavos === due.owedCentavos
    ? before.accrual
    : null;
}

/** Parses a saved record. Returns null if it is missing or from another release. */
export function readRecord(stored: StoredRecord | null): OfflineBill | null {
  const record = v.safeParse(zSavedBill, stored?.record);
  return record.success ? record.output : null;
}

/**
 * Returns whether the code may have expired and whether the due date has passed, by the phone's
 * clock, which may be wrong.
 */
export function byPhoneClock(
  { due, code }: Pick<OfflineBill, 'due' | 'code'>,
  phoneMs: number,
): { mayHaveEnded: boolean; isPastDue: boolean } {
  const endsAt = code?.endsAt ?? null;
  return {
    mayHaveEnded: endsAt !== null && instantMs(endsAt) < phoneMs,
    isPastDue: manilaDay(phoneMs) > due.on,
  };
}

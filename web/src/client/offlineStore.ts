// Facts of each open bill for use without a network, stored as an encrypted record with the
// business time at which they were true. No function here rejects.
import type { AccrualFacts } from '@sandali/contract/accrualFacts.ts';
import type { AmountDue, PlanParts } from '@sandali/contract/bill.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { type Instant, instantOf } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { businessAheadMs, businessLeadMs, setBusinessAhead } from './clock.ts';
import { whenConfigured } from './config.ts';
import { readEncrypted, savedNames, updateEncrypted } from './encryptedStore.ts';
import { userGid } from './session.ts';

/** A payment code with the facts that a payer needs. */
export type OfflineCode = {
  text: string;
  /** The content of the code's QR code if it differs from the code's text; otherwise null. */
  payload: string | null;
  /** Null if only the bill was opened, because a bill does not name the channel. */
  channel: RepaymentChannel | null;
  /** The channel's name; absent if the code itself was never opened. */
  name?: string | undefined;
  /** Null if the code accepts any amount. */
  amountCentavos: Centavos | null;
  /** Null for a code that does not expire. */
  endsAt: Instant | null;
};
export type OfflineBill = {
  /** Null if only the home screen or the code was opened. */
  principalCentavos: Centavos | null;
  /**
   * The next amount due: the next part of a plan that is on track, or else the amount on the due
   * date. If the bill is overdue, the amount on the day of the record.
   */
  due: AmountDue;
  isInPayment: boolean;
  /** The parts of a plan that is on track; null without such a plan. */
  plan: PlanParts | null;
  code: OfflineCode | null;
  /** The facts for computing the amounts of later days; null unless the full bill was opened. */
  accrual: AccrualFacts | null;
};
/** A stored record that is not validated yet, and the time at which it was stored. */
export type StoredRecord = { record: unknown; keptAt: unknown; aheadMs?: unknown };

/**
 * Responses restored from the phone. They are never stored again, because storing them would lose
 * their age and detail.
 */
export const restoredAnswers = new WeakSet<object>();

/**
 * Replaces a bill's record with the result of `make`, dated by the response's arrival
 * (`answeredAtMs`, the phone's clock); null deletes it. `make` receives the stored record, not
 * validated. Ignores restored responses and ended sessions.
 */
export async function saveOffline(
  loanId: string,
  answer: object,
  answeredAtMs: number,
  make: (before: StoredRecord | null) => OfflineBill | null,
): Promise<void> {
  if (restoredAnswers.has(answer)) return;
  const owner = userGid();
  await whenConfigured();
  await updateEncrypted(`bill ${loanId}`, (before) => {
    if (owner !== userGid()) return before;
    const record = make(toStoredRecord(before));
    return (
      record && {
        record,
        keptAt: instantOf(answeredAtMs + businessLeadMs()),
        aheadMs: businessAheadMs(),
      }
    );
  });
}

export async function readOffline(): Promise<[loanId: string, StoredRecord][]> {
  const names = await savedNames('bill');
  const records = await Promise.all(
    names.map(
      async (name) =>
        [name.slice('bill '.length), toStoredRecord(await readEncrypted(name))] as const,
    ),
  );
  return records.flatMap(([loanId, record]) => {
    // A visit that began offline does not yet know how far business time is ahead.
    if (typeof record?.aheadMs === 'number') setBusinessAhead(record.aheadMs, true);
    return record ? [[loanId, record]] : [];
  });
}

function toStoredRecord(record: unknown): StoredRecord | null {
  return typeof record === 'object' && record !== null && 'record' in record && 'keptAt' in record
    ? record
    : null;
}

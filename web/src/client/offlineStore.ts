// Facts of each open bill for use without a network: an encrypted record with the business time at
// which it was true. Nothing here rejects.
import type { AccrualFacts } from '@sandali/contract/accrualFacts.ts';
import type { AmountDue, PlanParts } from '@sandali/contract/bill.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { type Instant, instantOf } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { aheadOfPhoneMs, businessAheadMs, setBusinessAhead } from './clock.ts';
import { whenConfigured } from './config.ts';
import { readEncrypted, savedNames, updateEncrypted } from './encryptedStore.ts';
import { userGid } from './session.ts';

/** A payment code, with the facts that a payer needs. */
export type OfflineCode = {
  text: string;
  /** The content of its QR code if it differs from the text; otherwise null. */
  payload: string | null;
  /** Null if only the bill was seen, which does not name the channel. */
  channel: RepaymentChannel | null;
  /** The channel's name; absent if the code itself was never seen. */
  name?: string | undefined;
  /** Null if any amount counts. */
  amountCentavos: Centavos | null;
  /** Null for a code that does not expire. */
  endsAt: Instant | null;
};
/** The record of an open bill. */
export type OfflineBill = {
  /** Null if only home or the code was seen. */
  principalCentavos: Centavos | null;
  /**
   * The next amount due: a kept plan's part, else the amount on the due date, or on the day of the
   * record if the bill is overdue.
   */
  due: AmountDue;
  /** A payment is on its way. */
  isInPayment: boolean;
  /** The parts of a kept plan; null without one. */
  plan: PlanParts | null;
  code: OfflineCode | null;
  /** The facts for computing later days; null unless the bill was seen in full. */
  accrual: AccrualFacts | null;
};
/** A stored record, not validated, and the time at which it was stored. */
export type StoredRecord = { record: unknown; keptAt: unknown; aheadMs?: unknown };

/** Answers restored from the phone. They are never stored again: that would lose age and detail. */
export const restoredAnswers = new WeakSet<object>();

/**
 * Replaces a bill's record by the result of `make`, dated by the answer's arrival (`answeredAtMs`,
 * the phone's clock); null deletes it. `make` gets the stored record, not validated. Ignores
 * restored answers and ended sessions.
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
        keptAt: instantOf(answeredAtMs + aheadOfPhoneMs()),
        aheadMs: businessAheadMs(),
      }
    );
  });
}

/** The stored records by loan id. */
export async function readOffline(): Promise<[loanId: string, StoredRecord][]> {
  const names = await savedNames('bill');
  const records = await Promise.all(
    names.map(
      async (name) =>
        [name.slice('bill '.length), toStoredRecord(await readEncrypted(name))] as const,
    ),
  );
  return records.flatMap(([loanId, record]) => {
    // A visit that began offline does not know the lead of business time yet.
    if (typeof record?.aheadMs === 'number') setBusinessAhead(record.aheadMs, true);
    return record ? [[loanId, record]] : [];
  });
}

function toStoredRecord(record: unknown): StoredRecord | null {
  return typeof record === 'object' && record !== null && 'record' in record && 'keptAt' in record
    ? record
    : null;
}

// What stays on the phone of each open bill for a time without a network: a sealed record with the
// instant at which it was true, by business time. Nothing here rejects.
import type { AccrualFacts } from '@sandali/contract/accrualFacts.ts';
import type { AmountDue, PlanParts } from '@sandali/contract/bill.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { type Instant, instantOf } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { aheadOfPhoneMs, businessAheadMs, setBusinessAhead } from './clock.ts';
import { whenConfigured } from './config.ts';
import { readEncrypted, savedNames, updateEncrypted } from './encryptedStore.ts';
import { userGid } from './session.ts';

/** A payment code, with what one must know to pay by it. */
export type OfflineCode = {
  text: string;
  /** What its QR code says where that is another text; null where the code itself is drawn. */
  payload: string | null;
  /** Null where only the bill was seen, which does not name it. */
  channel: RepaymentChannel | null;
  /** How it is called; absent where its code was never seen. */
  name?: string | undefined;
  /** Null where any amount counts. */
  amountCentavos: Centavos | null;
  /** Null for a code that does not end. */
  endsAt: Instant | null;
};
/** The record of a bill that is open. */
export type OfflineBill = {
  /** Null where only home or its code was seen. */
  principalCentavos: Centavos | null;
  /**
   * What is to be paid next: the part of a plan that is kept, else on the due date, or of an
   * overdue bill on the day on which this was kept.
   */
  due: AmountDue;
  /** A payment is on its way. */
  isInPayment: boolean;
  /** Of a plan that is kept; null without one. */
  plan: PlanParts | null;
  code: OfflineCode | null;
  /** What the days to come follow from; null where the bill was not seen in full. */
  accrual: AccrualFacts | null;
};
/** The record as it was found, not yet checked, and when it was kept. */
export type StoredRecord = { record: unknown; keptAt: unknown; aheadMs?: unknown };

/**
 * Answers that were put back from the phone: what is kept is not made of them again, or it would be
 * as old and less than before.
 */
export const restoredAnswers = new WeakSet<object>();

/**
 * Puts what `make` gives in the place of what is kept of a bill, as of an answer that came at
 * `answeredAtMs` by the phone's clock; null leaves nothing. `make` is given what was found, which
 * may be of any shape. Nothing is kept of an answer that was put back, nor once the session has
 * ended.
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

/** What is kept, by the ids of the loans. */
export async function readOffline(): Promise<[loanId: string, StoredRecord][]> {
  const names = await savedNames('bill');
  const found = await Promise.all(
    names.map(
      async (name) =>
        [name.slice('bill '.length), toStoredRecord(await readEncrypted(name))] as const,
    ),
  );
  return found.flatMap(([loanId, record]) => {
    // What an hour here means is not known in a visit that began without a network.
    if (typeof record?.aheadMs === 'number') setBusinessAhead(record.aheadMs, true);
    return record ? [[loanId, record]] : [];
  });
}

function toStoredRecord(record: unknown): StoredRecord | null {
  return typeof record === 'object' && record !== null && 'record' in record && 'keptAt' in record
    ? record
    : null;
}

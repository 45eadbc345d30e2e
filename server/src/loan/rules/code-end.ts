// How long quotes and payment codes are valid, in business time: milliseconds since 1970.
import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import { endOfDayMs, manilaDay, minuteMs } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { nextDue } from '@sandali/contract/owed.ts';
import type { BillFacts } from './bill.ts';

const quoteMinutes = 10;
const shortLivedMinutes = 15;

/**
 * Generated: 7-Eleven, pawnshop, remittance. Short-lived: e-wallet redirect, QR. Permanent:
 * lifelong kiosk code, bank-transfer account.
 */
export type CodeKind = 'generated' | 'shortLived' | 'permanent';

type CodeWish = {
  readonly kind: CodeKind;
  readonly amountCentavos: Centavos;
};

/**
 * The last valid millisecond of a code made now; null if it never expires. A code for the whole
 * debt of the due date is valid through the last free day, others until Manila midnight, when the
 * amount changes. A gateway's earlier end applies (make-codes.ts).
 */
export function codeEndsAtMs(wish: CodeWish, facts: BillFacts, nowMs: number): number | null {
  if (wish.kind === 'permanent') return null;
  const today = manilaDay(nowMs);
  const next = nextDue(facts, today);
  const lastMs = endOfDayMs(
    next && wish.amountCentavos >= next.owedCentavos ? dueInForce(facts, today).lastFreeOn : today,
  );
  return codeEndsByMs(wish.kind, lastMs, nowMs);
}

/** The last valid millisecond of a code made now whose amount stays correct until `lastMs`. */
export function codeEndsByMs(
  kind: Exclude<CodeKind, 'permanent'>,
  lastMs: number,
  nowMs: number,
): number {
  return kind === 'shortLived' ? Math.min(lastMs, nowMs + shortLivedMinutes * minuteMs) : lastMs;
}

/**
 * A quote is valid for 10 minutes, at most until Manila midnight or the end of its arrival promise.
 */
export function quoteEndsAtMs(nowMs: number, arrivalHoldsUntilMs: number): number {
  return Math.min(
    nowMs + quoteMinutes * minuteMs,
    endOfDayMs(manilaDay(nowMs)),
    arrivalHoldsUntilMs,
  );
}

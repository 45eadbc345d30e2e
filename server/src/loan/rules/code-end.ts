// How long a quote and a payment code are valid. Business time: milliseconds since 1970.
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
 * The last millisecond at which a code made now for a bill is valid; null if it never expires. A
 * code for all that will be owed on the due date is valid to the end of the last free day; an
 * overdue, early or partial one to Manila midnight, since its amount changes then; a short-lived
 * one for its minutes, where they end before that. If the gateway answers with an earlier end, that
 * one applies (make-codes.ts).
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

/** The last millisecond at which a code made now is valid whose amount is right until `lastMs`. */
export function codeEndsByMs(
  kind: Exclude<CodeKind, 'permanent'>,
  lastMs: number,
  nowMs: number,
): number {
  return kind === 'shortLived' ? Math.min(lastMs, nowMs + shortLivedMinutes * minuteMs) : lastMs;
}

/**
 * A quote is good for 10 minutes, but not beyond Manila midnight, nor for longer than what it says
 * of the arrival is true.
 */
export function quoteEndsAtMs(nowMs: number, arrivalHoldsUntilMs: number): number {
  return Math.min(
    nowMs + quoteMinutes * minuteMs,
    endOfDayMs(manilaDay(nowMs)),
    arrivalHoldsUntilMs,
  );
}

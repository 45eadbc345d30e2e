// Computes when quotes and payment codes expire, in business time (milliseconds since 1970).
import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import { endOfDayMs, manilaDay, minuteMs } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { nextDue } from '@sandali/contract/owed.ts';
import type { BillFacts } from './bill.ts';

const quoteMinutes = 10;
const shortLivedMinutes = 15;

/**
 * Generated codes are for 7-Eleven, pawnshops and remittance; short-lived codes for e-wallet
 * redirects and QR; permanent codes are kiosk codes without expiry and bank-transfer accounts.
 */
export type CodeKind = 'generated' | 'shortLived' | 'permanent';

type CodeWish = {
  readonly kind: CodeKind;
  readonly amountCentavos: Centavos;
};

/**
 * Returns the last valid millisecond of a code made now; null if it never expires. A code for the
 * whole debt on the due date is valid through the last free day; other codes until Manila midnight,
 * when the debt changes. A gateway may set an earlier expiry (make-codes.ts).
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

/** Returns the last valid millisecond of a code made now whose amount is correct until `lastMs`. */
export function codeEndsByMs(
  kind: Exclude<CodeKind, 'permanent'>,
  lastMs: number,
  nowMs: number,
): number {
  return kind === 'shortLived' ? Math.min(lastMs, nowMs + shortLivedMinutes * minuteMs) : lastMs;
}

/**
 * Returns the last valid millisecond of a quote: after 10 minutes, or earlier at Manila midnight or
 * at the end of its arrival promise.
 */
export function quoteEndsAtMs(nowMs: number, arrivalHoldsUntilMs: number): number {
  return Math.min(
    nowMs + quoteMinutes * minuteMs,
    endOfDayMs(manilaDay(nowMs)),
    arrivalHoldsUntilMs,
  );
}

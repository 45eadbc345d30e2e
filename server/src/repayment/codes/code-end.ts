// Computes when payment codes expire, in business time (ms since 1970).
import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import { endOfDayMs, manilaDay, minuteMs } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { nextDue } from '@sandali/contract/owed.ts';
import type { BillView } from '#/loan/loan.ts';
import type { CodeKind } from '#/repayment/rules.ts';

const shortLivedMinutes = 15;

type CodeWish = {
  readonly kind: CodeKind;
  readonly amountCentavos: Centavos;
};

/**
 * Returns the last millisecond at which a code created now is valid; null if it never expires. A
 * code for the whole debt on the due date is valid through the last free day. Other codes expire at
 * Manila midnight, when the debt changes. A gateway may set an earlier expiry (make-codes.ts).
 */
export function codeEndsAtMs(
  wish: CodeWish,
  facts: BillView['facts'],
  nowMs: number,
): number | null {
  if (wish.kind === 'permanent') return null;
  const today = manilaDay(nowMs);
  const next = nextDue(facts, today);
  const lastMs = endOfDayMs(
    next && wish.amountCentavos >= next.owedCentavos ? dueInForce(facts, today).lastFreeOn : today,
  );
  return codeEndsByMs(wish.kind, lastMs, nowMs);
}

/**
 * Returns the last millisecond at which a code created now is valid, if its amount is correct until
 * `lastMs`.
 */
export function codeEndsByMs(
  kind: Exclude<CodeKind, 'permanent'>,
  lastMs: number,
  nowMs: number,
): number {
  return kind === 'shortLived' ? Math.min(lastMs, nowMs + shortLivedMinutes * minuteMs) : lastMs;
}

// What to do with a payout next, from what is known of it: pure, so that every case can be read in one place.
import type { PayoutAnswer, PayoutFinding } from '#/adapters/bank/port.ts';

/** What the bank's answer makes of a payout. `again` is when to look next, in milliseconds from now; null when it is settled. */
export type Next =
  | { to: 'accepted'; gatewayId: string | null }
  | { to: 'failed'; failure: string; gatewayId: string | null }
  | { to: 'paid'; paidAt: Temporal.Instant; gatewayId: string; withdrawalCode: string | null }
  | { to: 'reversed'; paidAt: Temporal.Instant | null; gatewayId: string; failure: string | null }
  | { to: 'unknown'; why: string }
  | { to: 'resend' };

/** What a first answer to an order means. Only an explicit refusal is a failure; silence is not. */
export function afterSending(answer: PayoutAnswer): Next {
  if (answer.outcome === 'accepted') return { to: 'accepted', gatewayId: answer.gatewayId };
  if (answer.outcome === 'refused') return { to: 'failed', failure: answer.reason, gatewayId: null };
  return { to: 'unknown', why: answer.why };
}

/**
 * What a question about a payout means. A gateway that shows none may have paid all the same: the order is sent again only where the gateway
 * pays a reference once, however often it is sent; else it stays unknown until webhook or statement settle it.
 */
export function afterAsking(finding: PayoutFinding, deduplicates: boolean): Next {
  if (finding.found === 'unknown') return { to: 'unknown', why: finding.why };
  if (!finding.found) return deduplicates ? { to: 'resend' } : { to: 'unknown', why: 'the gateway shows no such payout' };
  const { report } = finding;
  if (report.state === 'failed') return { to: 'failed', failure: report.failure ?? 'refused', gatewayId: report.gatewayId };
  if (report.state === 'reversed') return { to: 'reversed', paidAt: report.paidAt, gatewayId: report.gatewayId, failure: report.failure };
  if (report.state === 'paid' && report.paidAt) {
    return { to: 'paid', paidAt: report.paidAt, gatewayId: report.gatewayId, withdrawalCode: report.withdrawalCode };
  }
  return { to: 'accepted', gatewayId: report.gatewayId };
}

const secondMs = 1000;

/** How long to wait before looking again, in ms: soon at first, then less and less often, never rarer than every ten minutes. */
export function lookAgainMs(attempts: number): number {
  return Math.min(2 * secondMs * 2 ** Math.min(attempts, 9), 600 * secondMs);
}

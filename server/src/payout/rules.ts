// What to do with a payout next, from what is known of it: pure, so that every case can be read in
// one place.
import type { Centavos } from '@sandali/contract/money.ts';
import type { PayoutAnswer, PayoutFinding, SettlementLine } from '#/adapters/bank/port.ts';

/** What the bank's answer makes of a payout. */
export type PayoutStep =
  /** A pickup is at the counter. */
  | { to: 'ready'; readyAt: Temporal.Instant; gatewayId: string; withdrawalCode: string }
  | { to: 'accepted'; gatewayId: string | null }
  | { to: 'failed'; failure: string; gatewayId: string | null }
  | { to: 'paid'; paidAt: Temporal.Instant; gatewayId: string; withdrawalCode: string | null }
  | { to: 'reversed'; paidAt: Temporal.Instant | null; gatewayId: string; failure: string | null }
  | { to: 'unknown'; why: string }
  /** The gateway did nothing, and takes the same reference later. */
  | { to: 'notTaken'; why: string }
  /** The gateway shows the reference with another amount than was ordered. */
  | {
      to: 'otherAmount';
      amountCentavos: Centavos;
      gatewayId: string;
      paidAt: Temporal.Instant | null;
    }
  /** Two people wrote off what went out after the payout had ended. */
  | { to: 'writtenOff' }
  | { to: 'resend' };

/** What an answer to an order means. Only an explicit refusal is a failure; silence is not. */
export function afterSending(answer: PayoutAnswer): PayoutStep {
  if (answer.outcome === 'accepted') return { to: 'accepted', gatewayId: answer.gatewayId };
  if (answer.outcome === 'refused')
    return { to: 'failed', failure: answer.reason, gatewayId: null };
  if (answer.outcome === 'notTaken') return { to: 'notTaken', why: answer.reason };
  return { to: 'unknown', why: answer.why };
}

/** What is known of a payout whose status is queried. */
export type AskedOf = {
  amountCentavos: Centavos;
  /**
   * Whether the gateway still pays the reference once, however often it is sent (`isDeduplicated`).
   */
  deduplicates: boolean;
  /** Whether the gateway's last word on it was that it did not take the order. */
  wasNotTaken: boolean;
  /**
   * Whether the gateway has shown it, or said that it has it: then it has, whatever it shows now.
   */
  wasTaken: boolean;
  /**
   * Whether the gateway has shown it lying ready: then it is there, whatever else the gateway shows
   * now.
   */
  wasReady: boolean;
};

/**
 * Whether a gateway still promises to pay once what left first at `promisedFrom` (real time), taken
 * or not. An order takes a while on its way, so that the promise counts as over some time before it
 * is; and another account keeps no promise of this one, be it at the same gateway.
 */
export function isDeduplicated(
  sent: { promisedFrom: Temporal.Instant | null; sentAs: string | null },
  by: { account: string; deduplicatesForMs: number; wall: Temporal.Instant },
): boolean {
  if (!sent.promisedFrom || sent.sentAs !== by.account) return false;
  return (
    by.wall.epochMilliseconds - sent.promisedFrom.epochMilliseconds <
    by.deduplicatesForMs - onItsWayMs
  );
}

/**
 * What a question about a payout means. A gateway that shows none may have paid all the same: the
 * order is sent again only where the gateway still pays a reference once, or has said itself that
 * it did not take the order; else it stays unknown until webhook or settlement report settle it.
 */
export function afterAsking(
  finding: PayoutFinding,
  { amountCentavos, deduplicates, wasNotTaken, wasTaken, wasReady }: AskedOf,
): PayoutStep {
  if (finding.found === 'unknown') return { to: 'unknown', why: finding.why };
  const mayResend = !wasReady && !wasTaken && (deduplicates || wasNotTaken);
  if (!finding.found)
    return mayResend
      ? { to: 'resend' }
      : { to: 'unknown', why: 'the gateway shows no such payout' };
  const { report } = finding;
  const { gatewayId, paidAt } = report;
  if (report.amountCentavos !== amountCentavos)
    return { to: 'otherAmount', amountCentavos: report.amountCentavos, gatewayId, paidAt };
  if (report.state === 'failed')
    return { to: 'failed', failure: report.failure ?? 'refused', gatewayId };
  if (report.state === 'reversed')
    return { to: 'reversed', paidAt, gatewayId, failure: report.failure };
  if (report.state === 'paid' && paidAt)
    return { to: 'paid', paidAt, gatewayId, withdrawalCode: report.withdrawalCode };
  if (report.state === 'ready' && report.readyAt && report.withdrawalCode) {
    return {
      to: 'ready',
      readyAt: report.readyAt,
      gatewayId,
      withdrawalCode: report.withdrawalCode,
    };
  }
  return { to: 'accepted', gatewayId };
}

/**
 * What an answer to an order that is sent again means. Its refusal may be of the second order
 * alone, by the gateway or by our own adapter before anything is sent: unless the gateway has said
 * that it did not take the first, that one may be paid all the same.
 */
export function afterResending(
  answer: PayoutAnswer,
  { wasNotTaken }: Pick<AskedOf, 'wasNotTaken'>,
): PayoutStep {
  const step = afterSending(answer);
  return step.to === 'failed' && !wasNotTaken
    ? { to: 'unknown', why: `refused when it was sent again: ${step.failure}` }
    : step;
}

/** What the lines of a gateway's settlement report say of a payout; null where they say nothing. */
export function afterReport(
  lines: readonly {
    kind: SettlementLine['kind'];
    amountCentavos: Centavos;
    gatewayId: string;
    at: Temporal.Instant;
  }[],
  amountCentavos: Centavos,
): PayoutStep | null {
  const paid = lines.find((line) => line.kind === 'payoutPaid');
  const back = lines.find((line) => line.kind === 'payoutReversed');
  const line = back ?? paid;
  if (!line) return null;
  const { gatewayId } = line;
  const paidAt = paid?.at ?? null;
  if (line.amountCentavos !== amountCentavos)
    return { to: 'otherAmount', amountCentavos: line.amountCentavos, gatewayId, paidAt };
  if (back) return { to: 'reversed', paidAt, gatewayId, failure: null };
  return { to: 'paid', paidAt: line.at, gatewayId, withdrawalCode: null };
}

/**
 * When something happened by the clock of a gateway, which may run behind ours or ahead: not before
 * it was ordered, and not after now.
 */
export function happenedAt(
  at: Temporal.Instant,
  { orderedAt, now }: { orderedAt: Temporal.Instant; now: Temporal.Instant },
): Temporal.Instant {
  const latest = Temporal.Instant.compare(at, now) > 0 ? now : at;
  return Temporal.Instant.compare(latest, orderedAt) < 0 ? orderedAt : latest;
}

/**
 * Whether money may have left that the books do not know of, though they have no order, or one that
 * waits: a start has paused payouts at `pausedAt`, because the database may have been put back to
 * an earlier moment. An order of before then is looked for at its gateway before it leaves, and has
 * left or not from then on. One that was forgotten is found by the people who compare the
 * settlement report, before they switch payouts on.
 */
export function mayBeForgotten(of: {
  orderedAt: Temporal.Instant | null;
  signedAt: Temporal.Instant;
  pausedAt: Temporal.Instant | null;
  isOn: boolean;
}): boolean {
  const { orderedAt, signedAt, pausedAt, isOn } = of;
  if (!pausedAt || Temporal.Instant.compare(orderedAt ?? signedAt, pausedAt) > 0) return false;
  return orderedAt !== null || !isOn;
}

const secondMs = 1000;
/** An order that was sent has been refused, taken or lost after so long, in ms. */
const onItsWayMs = 60 * secondMs;
/**
 * An order that has waited for so long, in ms, is looked for at its gateway before it leaves first:
 * a restored database may have forgotten that it has left.
 */
export const freshIntentMs = 60 * secondMs;

/**
 * How long a payout that was sent waits for its next look, in ms: as long again as it has been out,
 * but never under 2 s nor over ten minutes. Looks that were not taken, because payouts are switched
 * off for one, so make none of the later ones rarer.
 */
export function askAgainMs(outMs: number): number {
  return Math.min(Math.max(outMs, 2 * secondMs), 600 * secondMs);
}

/** A gateway's clock may be behind ours by so much, in ms, before the log warns of it. */
export const clockBehindMs = 5 * 60 * secondMs;

/** How long a payout waits for its next look while the float is too small, in ms. */
export const floatWaitMs = 30 * secondMs;
/**
 * After so long, in ms of real time, a payout of which nobody knows what became raises the alarm.
 */
export const unknownAlarmMs = 30 * 60 * secondMs;

import type { Centavos } from '@sandali/contract/money.ts';
import type { PayoutAnswer, PayoutFinding, SettlementLine } from '#/adapters/bank/port.ts';

/** The format of our own references. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A payout's next step after a bank's response or a staff decision. */
export type PayoutStep =
  | { to: 'ready'; readyAt: Temporal.Instant; gatewayId: string; withdrawalCode: string }
  | { to: 'accepted'; gatewayId: string | null }
  | { to: 'failed'; failure: string; gatewayId: string | null }
  | { to: 'paid'; paidAt: Temporal.Instant; gatewayId: string; withdrawalCode: string | null }
  | { to: 'reversed'; paidAt: Temporal.Instant | null; gatewayId: string; failure: string | null }
  | { to: 'unknown'; reason: string }
  /** The gateway did nothing, and will accept the same reference later. */
  | { to: 'notTaken'; reason: string }
  /** The gateway shows the reference with an amount other than the order's. */
  | {
      to: 'otherAmount';
      amountCentavos: Centavos;
      gatewayId: string;
      paidAt: Temporal.Instant | null;
    }
  /** Two people wrote off money that was paid out after the payout had failed or been returned. */
  | { to: 'writtenOff' }
  | { to: 'resend' };

/**
 * Returns the step after an order. Only an explicit refusal is a failure; a missing response is
 * not.
 */
export function afterSending(answer: PayoutAnswer): PayoutStep {
  if (answer.outcome === 'accepted') return { to: 'accepted', gatewayId: answer.gatewayId };
  if (answer.outcome === 'refused')
    return { to: 'failed', failure: answer.reason, gatewayId: null };
  if (answer.outcome === 'notTaken') return { to: 'notTaken', reason: answer.reason };
  return { to: 'unknown', reason: answer.reason };
}

/** The facts that show how a payout's status must be interpreted. */
export type QueriedPayout = {
  amountCentavos: Centavos;
  /** Whether the gateway still pays this reference only once, however often it is sent. */
  deduplicates: boolean;
  /** Whether the gateway's last response said that it did not accept the order. */
  wasNotTaken: boolean;
  /** Whether the gateway ever showed or accepted the order, whatever it shows now. */
  wasTaken: boolean;
  /** Whether the gateway ever showed the pickup as ready, whatever it shows now. */
  wasReady: boolean;
};

/**
 * Whether a gateway still deduplicates an order that was first sent at `promisedFrom` (wall time).
 * The period is shortened because orders take time to arrive. A gateway deduplicates only orders
 * that came from the same account.
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
 * Returns the step after a status query. A gateway that shows nothing may still have paid, so an
 * order is resent only if the gateway deduplicates it or did not accept it. Otherwise the order
 * waits for a webhook or settlement report.
 */
export function afterQuery(
  finding: PayoutFinding,
  { amountCentavos, deduplicates, wasNotTaken, wasTaken, wasReady }: QueriedPayout,
): PayoutStep {
  if (finding.found === 'unknown') return { to: 'unknown', reason: finding.reason };
  const mayResend = !wasReady && !wasTaken && (deduplicates || wasNotTaken);
  if (!finding.found)
    return mayResend
      ? { to: 'resend' }
      : { to: 'unknown', reason: 'the gateway shows no such payout' };
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
 * Returns the step after a resend. A refusal may concern only the resend, so it fails the payout
 * only if the gateway had said that it did not accept the first order.
 */
export function afterResending(
  answer: PayoutAnswer,
  { wasNotTaken }: Pick<QueriedPayout, 'wasNotTaken'>,
): PayoutStep {
  const step = afterSending(answer);
  return step.to === 'failed' && !wasNotTaken
    ? { to: 'unknown', reason: `the resent order was refused: ${step.failure}` }
    : step;
}

/**
 * Returns the step that a payout's lines on settlement reports require; null if there are no lines.
 */
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
 * Moves a gateway's time into the interval from the order to now, because the gateway's clock may
 * be wrong.
 */
export function happenedAt(
  at: Temporal.Instant,
  { orderedAt, now }: { orderedAt: Temporal.Instant; now: Temporal.Instant },
): Temporal.Instant {
  const latest = Temporal.Instant.compare(at, now) > 0 ? now : at;
  return Temporal.Instant.compare(latest, orderedAt) < 0 ? orderedAt : latest;
}

/**
 * Whether a payout may have been sent although our books do not show it, because a restore may have
 * preceded the pause at `pausedAt`. Known orders are looked up before they are sent; staff find
 * forgotten orders on the settlement report.
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
/** The time, in ms, within which a sent order is refused, accepted or lost. */
const onItsWayMs = 60 * secondMs;
/**
 * An unsent order older than this, in ms, is looked up at its gateway before it is sent. A restored
 * database may have lost the record that it was sent.
 */
export const freshIntentMs = 60 * secondMs;

/**
 * Returns the time until the next query, in ms: the time since the order was sent, but at least 2 s
 * and at most 10 minutes.
 */
export function queryDelayMs(outMs: number): number {
  return Math.min(Math.max(outMs, 2 * secondMs), 600 * secondMs);
}

/** If a gateway's clock is behind ours by more than this, in ms, the log warns. */
export const clockBehindMs = 5 * 60 * secondMs;

/** The time between attempts while the float is too small, in ms. */
export const floatWaitMs = 30 * secondMs;
/** The wall time, in ms, after which an unknown payout raises the alarm. */
export const unknownAlarmMs = 30 * 60 * secondMs;
/** The wall time, in ms, after which staff see a payout that was due and that nobody has tried. */
export const untriedMs = 2 * 60 * secondMs;

// Why a payout has not settled, in words for staff, and since when.
import type { payoutsInTrouble } from './breaks.store.ts';

type Row = Awaited<ReturnType<typeof payoutsInTrouble>>[number];

/** What decides which payouts are sent. Instants are wall time; `offSince` is business time. */
export type Sending = {
  /** The gateways that this server knows. */
  known: readonly string[];
  /** The known gateways that may pay out now. */
  sending: readonly string[];
  /** When a hold after a failover began; null if payouts are not held. */
  heldAt: Temporal.Instant | null;
  /** When all payouts were switched off; null if they are on. */
  offSince: Temporal.Instant | null;
};

type Reason =
  | 'contradicted'
  | 'unknownGateway'
  | 'float'
  | 'held'
  | 'switchedOff'
  | 'gatewayOff'
  | 'unknown'
  | 'late'
  | 'notTried';

/**
 * `since` is business time unless `isWall`. `isRetried` means that the worker asks or sends again
 * by itself.
 */
type Obstacle = {
  reason: Reason;
  words: string;
  since: Temporal.Instant | null;
  isWall: boolean;
  isRetried: boolean;
};

const waitsForStaff = { isWall: false, isRetried: false };

const breakWords: Readonly<Record<string, string>> = {
  paidAfterEnd: 'paid after it had ended',
  failedAfterPaid: 'reported as failed after it was paid',
  otherAmount: 'reported with another amount',
};

/** Returns the first reason why a payout waits. Another may follow once this one has ended. */
export function whyWaiting(row: Row, of: Sending): Obstacle {
  const [kind] = row.breaks;
  if (kind)
    return {
      ...waitsForStaff,
      reason: 'contradicted',
      words: `The gateway contradicts itself: ${row.breaks.map((each) => breakWords[each] ?? each).join(', ')}.`,
      since: row.broken_at,
    };
  if (!of.known.includes(row.gateway))
    return {
      ...waitsForStaff,
      reason: 'unknownGateway',
      words: `This server does not know the gateway ${row.gateway}.`,
      since: row.ordered_at,
    };
  if (row.waits_for !== null)
    return {
      reason: 'float',
      words: `Our balance at ${row.gateway} is too small.`,
      since: row.waits_since,
      isWall: true,
      isRetried: true,
    };
  return row.state === 'ready' ? whyNotSent(row, of) : whyNotEnded(row);
}

function whyNotSent(row: Row, { sending, heldAt, offSince }: Sending): Obstacle {
  if (heldAt)
    return {
      ...waitsForStaff,
      reason: 'held',
      words: 'Held after a failover, until the gateways have reported what was sent.',
      since: heldAt,
      isWall: true,
    };
  if (offSince)
    return {
      ...waitsForStaff,
      reason: 'switchedOff',
      words: 'Payouts are switched off.',
      since: offSince,
    };
  if (!sending.includes(row.gateway))
    return {
      ...waitsForStaff,
      reason: 'gatewayOff',
      words: `The gateway ${row.gateway} is switched off.`,
      since: null,
    };
  return notTried(row);
}

function whyNotEnded(row: Row): Obstacle {
  if (row.state === 'unknown')
    return {
      reason: 'unknown',
      words: 'The gateway has given no clear answer.',
      since: row.sent_at,
      isWall: true,
      isRetried: true,
    };
  if (row.is_late)
    return {
      reason: 'late',
      words: `It should have arrived on ${row.expected_on}.`,
      since: row.sent_at,
      isWall: true,
      isRetried: true,
    };
  return notTried(row);
}

const notTried = ({ next_attempt_at: since }: Row): Obstacle => ({
  reason: 'notTried',
  words: 'No worker has tried it since it was due.',
  since,
  isWall: true,
  isRetried: false,
});

// Why a payout has not settled, in words for staff, and since when.
import type { payoutsInTrouble } from './breaks.store.ts';

type Row = Awaited<ReturnType<typeof payoutsInTrouble>>[number];

/** What decides whether orders leave. Instants are wall time, except `offSince` (business time). */
export type Leaving = {
  /** The gateways that this server knows, and those of them that may pay out now. */
  known: readonly string[];
  leaving: readonly string[];
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
type Why = {
  reason: Reason;
  words: string;
  since: Temporal.Instant | null;
  isWall: boolean;
  isRetried: boolean;
};

const breakWords: Readonly<Record<string, string>> = {
  paidAfterEnd: 'paid after it had ended',
  failedAfterPaid: 'reported as failed after it was paid',
  otherAmount: 'reported with another amount',
};

/** Returns the first reason for which a payout waits. Another may appear once it has ended. */
export function whyWaiting(row: Row, of: Leaving): Why {
  const ours = { isWall: false, isRetried: false };
  const [kind] = row.breaks;
  if (kind)
    return {
      ...ours,
      reason: 'contradicted',
      words: `The gateway contradicts itself: ${row.breaks.map((each) => breakWords[each] ?? each).join(', ')}.`,
      since: row.broken_at,
    };
  if (!of.known.includes(row.gateway))
    return {
      ...ours,
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

function whyNotSent(row: Row, { leaving, heldAt, offSince }: Leaving): Why {
  const waits = { isWall: false, isRetried: false };
  if (heldAt)
    return {
      ...waits,
      reason: 'held',
      words: 'Held after a failover, until the gateways have reported what was sent.',
      since: heldAt,
      isWall: true,
    };
  if (offSince)
    return {
      ...waits,
      reason: 'switchedOff',
      words: 'Payouts are switched off.',
      since: offSince,
    };
  if (!leaving.includes(row.gateway))
    return {
      ...waits,
      reason: 'gatewayOff',
      words: `The gateway ${row.gateway} is switched off.`,
      since: null,
    };
  return notTried(row);
}

function whyNotEnded(row: Row): Why {
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

const notTried = ({ next_attempt_at: since }: Row): Why => ({
  reason: 'notTried',
  words: 'No worker has tried it since it was due.',
  since,
  isWall: true,
  isRetried: false,
});

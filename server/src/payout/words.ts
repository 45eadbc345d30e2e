// Says where a payout's money is, in words that staff can repeat on the telephone.
import { type Moment, manilaMinute, shownAt, wireDay } from '#/platform/days.ts';
import { cancelledByBorrower, notCollected } from './settle.ts';
import type { PayoutRecord } from './store.ts';

type PayoutFacts = Pick<
  PayoutRecord,
  | 'state'
  | 'ordered_at'
  | 'sent_at'
  | 'settled_at'
  | 'paid_at'
  | 'gateway_id'
  | 'failure'
  | 'waits_for'
  | 'waits_since'
  | 'collect_days'
  | 'ready_at'
  | 'collect_until'
  | 'recalled_at'
  | 'rail'
  | 'expected_on'
> & {
  /** When the gateway paid it although it had ended; null unless that is open. */
  contested_at: Temporal.Instant | null;
};

/** `isHeld`: payouts, or those of this gateway, are switched off. */
type Held = { isHeld: boolean };

/** Returns where the money is now, and since when, in Manila time. */
export function whereMoneyIs(payout: PayoutFacts, moment: Moment, { isHeld }: Held): string {
  const at = (instant: Temporal.Instant | null) => (instant ? manilaMinute(instant) : 'now');
  const atWall = (instant: Temporal.Instant | null) => at(instant && shownAt(instant, moment));
  if (payout.contested_at)
    return `Ended as ${payout.state}, but the gateway paid it after all ${at(payout.contested_at)}. Finance settles this with the gateway.`;
  switch (payout.state) {
    case 'ready':
      if (payout.waits_for === 'float')
        return `Waits since ${atWall(payout.waits_since)}: our balance at the gateway is too small.`;
      return isHeld
        ? `Waits since ${at(payout.ordered_at)}: payouts are switched off.`
        : `Waits since ${at(payout.ordered_at)} for the worker to send it.`;
    case 'sent':
      return whereSent(payout, at, atWall);
    case 'unknown':
      return `Sent to the gateway ${atWall(payout.sent_at)}, without a clear answer. Finance asks the gateway; nobody pays it a second time.`;
    case 'paid':
      return payout.collect_days === null
        ? `Paid ${at(payout.paid_at)}.`
        : `Collected at the counter ${at(payout.paid_at)}.`;
    case 'failed':
      return `Failed ${at(payout.settled_at)}: ${failureWords(payout.failure)} The money did not leave.`;
    case 'cancelled':
      return `Cancelled ${at(payout.settled_at)}, before it was sent.`;
    default:
      return `Paid ${at(payout.paid_at)}, and returned to us ${at(payout.settled_at)}.`;
  }
}

/** Returns where the money of a signed loan is before its payout is ordered. */
export function whereNotOrdered(signedAt: Temporal.Instant, { isHeld }: Held): string {
  const reason = isHeld ? 'payouts are switched off' : 'the worker checks the loan first';
  return `Signed ${manilaMinute(signedAt)}. Its payout is not ordered yet: ${reason}.`;
}

type At = (instant: Temporal.Instant | null) => string;

function whereSent(payout: PayoutFacts, at: At, atWall: At): string {
  if (payout.recalled_at)
    return `Recalled from the counter ${atWall(payout.recalled_at)}. The gateway has not confirmed it yet.`;
  if (payout.ready_at && payout.collect_until)
    return `Ready at the counter since ${at(payout.ready_at)}. It can be collected until ${wireDay(payout.collect_until)}.`;
  if (payout.waits_for === 'float')
    return `Waits since ${atWall(payout.waits_since)}: the gateway did not accept it, because our balance there is too small.`;
  if (payout.gateway_id === null)
    return `Sent to the gateway ${atWall(payout.sent_at)}, which has not confirmed it yet.`;
  const by = payout.expected_on && ` It should arrive on ${wireDay(payout.expected_on)}.`;
  return `At the gateway since ${atWall(payout.sent_at)}.${by ?? ''}`;
}

const failures: Readonly<Record<string, string>> = {
  [notCollected]: 'nobody collected it in time.',
  [cancelledByBorrower]: 'the borrower had it recalled.',
  neverPaid: 'two people settled it as never paid.',
};

/** Ends a sentence with a failure code; gateways have codes of their own. */
function failureWords(failure: string | null): string {
  if (failure === null) return 'the gateway refused it.';
  return failures[failure] ?? `the gateway says “${failure}”.`;
}

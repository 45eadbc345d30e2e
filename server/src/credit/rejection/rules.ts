// Pure rules for disputing a rejection.
import { disputesPerDecision, disputeWithinDays } from '#/data/retention.ts';

export type DisputeFacts = {
  today: Temporal.PlainDate;
  refusedOn: Temporal.PlainDate;
  disputes: readonly { isOpen: boolean; isUpheld: boolean }[];
};

/** Returns the code of the reason why a rejection cannot be disputed now; null if it can. */
export function whyNotDispute({
  today,
  refusedOn,
  disputes,
}: DisputeFacts): 'disputeAlreadyOpen' | 'disputeNotPossible' | null {
  if (disputes.some(({ isOpen }) => isOpen)) return 'disputeAlreadyOpen';
  if (disputes.length >= disputesPerDecision || disputes.some(({ isUpheld }) => isUpheld))
    return 'disputeNotPossible';
  return Temporal.PlainDate.compare(today, refusedOn.add({ days: disputeWithinDays })) > 0
    ? 'disputeNotPossible'
    : null;
}

// When a refusal can be disputed. Pure.
import { disputesPerDecision, disputeWithinDays } from '#/data/retention.ts';

export type DisputeFacts = {
  today: Temporal.PlainDate;
  refusedOn: Temporal.PlainDate;
  disputes: readonly { isOpen: boolean; isUpheld: boolean }[];
};

/** Why a refusal cannot be disputed now; null where it can. */
export function whyNotDispute({
  today,
  refusedOn,
  disputes,
}: DisputeFacts): 'disputeAlreadyOpen' | 'disputeNotPossible' | null {
  if (disputes.some((one) => one.isOpen)) return 'disputeAlreadyOpen';
  if (disputes.length >= disputesPerDecision || disputes.some((one) => one.isUpheld))
    return 'disputeNotPossible';
  return Temporal.PlainDate.compare(today, refusedOn.add({ days: disputeWithinDays })) > 0
    ? 'disputeNotPossible'
    : null;
}

// All SQL that writes decisions.
import type { Centavos } from '@sandali/contract/money.ts';
import type { Tx } from '#/db/database.ts';
import type { Decision } from './review.ts';

type NewDecision = {
  id: string;
  applicationId: string;
  number: number;
  decision: Decision;
  inputsHash: Buffer;
  decidedAt: Temporal.Instant;
  decidedBy: string;
  /** Whether the income was too low for any loan at the decision. */
  isBelowShare: boolean;
  /** Whether the decision required a person's approval. */
  needsPerson: boolean;
  /**
   * The current threshold, required for every approval, and the proposal if two people approved the
   * limit.
   */
  twoPeopleAbove?: Centavos;
  proposalId?: string | undefined;
};

/**
 * Writes a decision. The database refuses a second final decision, a large limit by one person, and
 * an approval by the engine that needed a person.
 */
export async function insertDecision(tx: Tx, of: NewDecision): Promise<void> {
  const { decision } = of;
  await tx
    .insertInto('credit_decisions')
    .values({
      id: of.id,
      application_id: of.applicationId,
      number: of.number,
      outcome: decision.outcome,
      limit_centavos: decision.outcome === 'approved' ? BigInt(decision.limitCentavos) : null,
      reason_group: decision.outcome === 'rejected' ? decision.reasonGroup : null,
      resubmit_on: decision.outcome === 'rejected' ? decision.resubmitOn : null,
      rules_version: decision.rulesVersion,
      inputs_hash: of.inputsHash,
      rules_fired: JSON.stringify(decision.rulesFired),
      screened: JSON.stringify(decision.screened ?? {}),
      decided_at: of.decidedAt,
      decided_by: of.decidedBy,
      needs_person: of.needsPerson,
      is_below_share: of.isBelowShare,
      two_people_above_centavos:
        decision.outcome === 'approved' && of.twoPeopleAbove ? BigInt(of.twoPeopleAbove) : null,
      proposal_id: of.proposalId ?? null,
    })
    .execute();
}

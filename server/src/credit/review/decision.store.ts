// Writes decisions.
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
  /** Whether the income carried no loan when it was decided. */
  isBelowShare: boolean;
  /** Whether only a person could approve when it was decided. */
  needsPerson: boolean;
  /**
   * The threshold in force, without which there is no approval; and the proposal, where two people
   * gave the limit.
   */
  twoPeopleAbove?: Centavos;
  proposalId?: string | undefined;
};

/**
 * Writes a decision; the database refuses a second final one, a large limit that one person alone
 * gives, and an approval of the engine where a person was needed or the income carries no loan.
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

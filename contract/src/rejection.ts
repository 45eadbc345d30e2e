// A rejected application: the reason, its day, and how to dispute it with a reviewer.
import * as v from 'valibot';
import { call } from './call.ts';
import { zReasonGroup } from './credit.ts';
import { zDay, zInstant } from './day.ts';
import { zDisputeId } from './id.ts';
import { zRequestWords } from './text.ts';

export const disputeOutcomes = ['upheld', 'declined'] as const;
const zDisputeOutcome = v.picklist(disputeOutcomes);
export type DisputeOutcome = v.InferOutput<typeof zDisputeOutcome>;

const zDispute = v.object({
  disputeId: zDisputeId,
  askedAt: zInstant,
  /** The deadline for deciding the dispute. */
  dueOn: zDay,
  outcome: v.nullable(zDisputeOutcome),
  /** The reply of staff. */
  answer: v.nullable(v.string()),
});

/**
 * Why the borrower's application was rejected: the sentence that was shown and stored with the
 * decision, or the same sentence in the caller's language; and the borrower's dispute.
 */
export const refuseQuery = call({
  path: '/user/refuse/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  /**
   * Null unless the newest application was rejected. An upheld dispute or a new application clears
   * it.
   */
  data: v.object({
    refusal: v.nullable(
      v.object({
        reasonGroup: zReasonGroup,
        reason: v.string(),
        toldAt: zInstant,
        resubmitOn: zDay,
        canDispute: v.boolean(),
        dispute: v.nullable(zDispute),
      }),
    ),
  }),
  refusals: [],
});

/** Disputes a rejection. A member of staff responds within working days. One dispute at a time. */
export const refuseDispute = call({
  path: '/user/refuse/dispute',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ words: zRequestWords }),
  data: v.object({ disputeId: zDisputeId, dueOn: zDay }),
  refusals: ['disputeNotPossible', 'disputeAlreadyOpen'],
});

// A rejected application: the reason, and the dispute that a reviewer decides.
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
  /** The staff's reply. */
  answer: v.nullable(v.string()),
});

/**
 * The reason why the borrower's application was rejected, and any dispute. The reason is the
 * sentence that was shown and stored with the decision, or that sentence in the caller's language.
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

/**
 * Disputes a rejection; staff respond by the day `dueOn`. Only one dispute can be open at a time.
 */
export const refuseDispute = call({
  path: '/user/refuse/dispute',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ words: zRequestWords }),
  data: v.object({ disputeId: zDisputeId, dueOn: zDay }),
  refusals: ['disputeNotPossible', 'disputeAlreadyOpen'],
});

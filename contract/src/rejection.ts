// A refused application: the reason given and when, and the way to have a person look again.
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
  /** The day by which it is answered. */
  dueOn: zDay,
  outcome: v.nullable(zDisputeOutcome),
  /** What staff says to it. */
  answer: v.nullable(v.string()),
});

/**
 * Why my application was refused: the sentence that was shown and kept with the decision, or the
 * same in my language of now; and my dispute of it.
 */
export const refuseQuery = call({
  path: '/user/refuse/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  /**
   * Null if the newest application was not refused: also once its dispute was upheld or another
   * one was begun.
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
 * Says why the refusal is wrong; a person on staff answers within working days. One dispute of a
 * decision is open at a time.
 */
export const refuseDispute = call({
  path: '/user/refuse/dispute',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ words: zRequestWords }),
  data: v.object({ disputeId: zDisputeId, dueOn: zDay }),
  refusals: ['disputeNotPossible', 'disputeAlreadyOpen'],
});

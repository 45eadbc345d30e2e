// The effects of a decision by the engine or by staff: its row, the line, the trail and the
// message, in one transaction.
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { recipientOf } from '#/account/account.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { grantCoupon } from '#/coupon/coupon.ts';
import { overtakeRequests } from '#/credit/manual/picture-requests.ts';
import { deleteManualReview, insertManualReview, overtakeProposal } from '#/credit/manual/store.ts';
import { notifyReferences } from '#/credit/references/references.ts';
import { storeRejectionNotice } from '#/credit/rejection/rejection.ts';
import type { Latest } from '#/credit/store.ts';
import { openLine } from '#/credit-line/credit-line.ts';
import type { Tx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { plainDay } from '#/texts/written-day.ts';
import { affordableIn } from './affordability.ts';
import { insertDecision } from './decision.store.ts';
import { deleteReview } from './queue.store.ts';
import type { Decision, Outcome } from './review.ts';

/** `proposalId` is set if two people approved the limit. */
export type Decided = {
  decision: Decision;
  inputsHash: Buffer;
  who: string;
  reason: string | null;
  proposalId?: string | undefined;
};

/**
 * The name under which the engine decides, in rows, in the trail, and in a CHECK of the database.
 */
export const engine = 'review engine';

const acts = {
  approved: 'creditApproved',
  rejected: 'creditRejected',
  manual: 'creditHandedOn',
} as const;

/** Records a decision on a waiting application. Lock the borrower before reading `latest`. */
export async function decide(
  ctx: WorkCtx,
  tx: Tx,
  latest: Latest,
  { decision, inputsHash, who, reason, proposalId }: Decided,
): Promise<void> {
  const { app, now } = ctx;
  const { id: applicationId, borrower_id: borrowerId } = latest.row;
  const decisionId = newId(now);
  const { lineCentavos: affordableCentavos, isBelowShare } = await affordableIn(ctx, latest.row);
  await insertDecision(tx, {
    id: decisionId,
    applicationId,
    number: (latest.decision?.number ?? 0) + 1,
    decision,
    inputsHash,
    decidedAt: now,
    decidedBy: who,
    needsPerson: app.config.firstLineNeedsPerson,
    isBelowShare,
    twoPeopleAbove: app.catalogue.line.twoPeopleAboveCentavos,
    proposalId,
  });
  await deleteReview(tx, applicationId);
  if (decision.outcome === 'manual') await insertManualReview(tx, applicationId, now);
  else {
    await deleteManualReview(tx, applicationId);
    await overtakeRequests(tx, applicationId, now);
    await overtakeProposal(tx, applicationId, { who, at: now });
  }
  if (decision.outcome === 'approved') {
    await openLine(tx, {
      borrowerId,
      limitCentavos: decision.limitCentavos,
      affordableCentavos,
      isBelowShare,
      at: now,
    });
    await grantCoupon(ctx, tx, borrowerId, 'welcome');
    await notifyReferences(ctx, tx, latest.row);
  }
  if (decision.outcome === 'rejected')
    await storeRejectionNotice(ctx, tx, {
      decisionId,
      borrowerId,
      reasonGroup: decision.reasonGroup,
    });
  await audit(tx, {
    at: now,
    who,
    act: acts[decision.outcome],
    subject: applicationId,
    reason,
    detail: { ...detailOf(decision), ...(isBelowShare && { isBelowShare }) },
  });
  if (decision.outcome !== 'manual') await notifyDecision(ctx, tx, borrowerId, decision);
}

function detailOf(decision: Decision): Record<string, string | number | readonly string[]> {
  return {
    rulesVersion: decision.rulesVersion,
    rules: decision.rulesFired.map((finding) => finding.rule),
    ...(decision.outcome === 'approved'
      ? { limitCentavos: decision.limitCentavos as Centavos }
      : {}),
    ...(decision.outcome === 'rejected'
      ? { reasonGroup: decision.reasonGroup, resubmitOn: decision.resubmitOn.toString() }
      : {}),
  };
}

async function notifyDecision(
  ctx: WorkCtx,
  tx: Tx,
  borrowerId: string,
  decision: Exclude<Outcome, { outcome: 'manual' }>,
): Promise<void> {
  const { app } = ctx;
  const to = await recipientOf(app, tx, borrowerId);
  if (decision.outcome === 'approved') {
    await app.notices.notify(ctx, tx, to, 'reviewApproved', {
      limit: formatPesos(decision.limitCentavos, { drop00: true }),
    });
  } else {
    await app.notices.notify(ctx, tx, to, 'reviewRejected', {
      from: plainDay(to.locale, decision.resubmitOn),
    });
  }
}

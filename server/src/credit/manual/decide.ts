// What a reviewer decides on an application they hold. A limit above the catalogue's threshold is
// proposed by one and answered by another.
import type { ReasonGroup } from '@sandali/contract/credit.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import type { StaffCtx } from '#/commands/command.ts';
import { decideManually, type ManualOutcome } from '#/credit/review/decide-manually.ts';
import { givableTo, whyNotGiven } from '#/credit/review/givable.ts';
import { sealedHash } from '#/credit/sealed.ts';
import type { Latest } from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { lockTaken, type StaffWork } from './lease.ts';
import { mustHaveSeenAll } from './looks.ts';
import { isOpenProposal, takesTwo, whyNotAfforded } from './rules.ts';
import * as store from './store.ts';

/** Who decides, and why, in words that the borrower may read. */
export type DecisionCtx = StaffWork & Pick<StaffCtx, 'approvals' | 'looks'> & { reason: string };

export type Approval = {
  borrowerId: string;
  limitCentavos: Centavos;
  lapsesAt: Temporal.Instant | null;
};

/**
 * Approves with a limit, the catalogue's first one for the income where none is named. Where the
 * limit takes two people it becomes a proposal, with the moment at which it lapses, and the
 * application is free for another reviewer. @throws Declined
 */
export async function approve(
  ctx: DecisionCtx,
  tx: Tx,
  applicationId: string,
  named: Centavos | null,
): Promise<Approval> {
  const { catalogue } = ctx.app;
  const latest = await lockTaken(ctx, tx, applicationId);
  await mustHaveSeenAll(ctx, tx, applicationId);
  const givable = await givableTo(ctx, latest.row);
  const limitCentavos = named ?? givable.usualCentavos;
  const why = whyNotGiven(limitCentavos, givable, ctx.app);
  if (why) throw new Declined(why);
  const borrowerId = latest.row.borrower_id;
  if (takesTwo(limitCentavos, catalogue))
    return { borrowerId, limitCentavos, lapsesAt: await propose(ctx, tx, latest, limitCentavos) };
  await final(ctx, tx, applicationId, { outcome: 'approved', limitCentavos });
  return { borrowerId, limitCentavos, lapsesAt: null };
}

/** Rejects, with a reason group that says what the borrower can improve. @throws Declined */
export async function reject(
  ctx: DecisionCtx,
  tx: Tx,
  applicationId: string,
  reasonGroup: ReasonGroup,
): Promise<{ borrowerId: string }> {
  const { row } = await lockTaken(ctx, tx, applicationId);
  await final(ctx, tx, applicationId, { outcome: 'rejected', reasonGroup });
  return { borrowerId: row.borrower_id };
}

/** Confirms the proposal of another reviewer, which approves the application. @throws Declined */
export async function confirm(
  ctx: DecisionCtx,
  tx: Tx,
  applicationId: string,
): Promise<Omit<Approval, 'lapsesAt'>> {
  const { borrowerId, row, proposal } = await openProposalOfAnother(ctx, tx, applicationId);
  await mustHaveSeenAll(ctx, tx, applicationId);
  const limitCentavos = centavos(proposal.limit_centavos);
  // The share may have been lowered since it was proposed.
  const why = whyNotAfforded(limitCentavos, await givableTo(ctx, row));
  if (why) throw new Declined(why);
  await ctx.approvals.confirm(tx, proposal.id);
  await final(ctx, tx, applicationId, {
    outcome: 'approved',
    limitCentavos,
    proposalId: proposal.id,
  });
  return { borrowerId, limitCentavos };
}

/** Declines the proposal of another reviewer; the application goes on waiting. @throws Declined */
export async function decline(
  ctx: DecisionCtx,
  tx: Tx,
  applicationId: string,
): Promise<Omit<Approval, 'lapsesAt'>> {
  const { borrowerId, proposal } = await openProposalOfAnother(ctx, tx, applicationId);
  await ctx.approvals.drop(tx, proposal.id, 'declined');
  return { borrowerId, limitCentavos: centavos(proposal.limit_centavos) };
}

/** What a proposal is made on: all that the borrower has given with an application. */
export function givenHashOf({ app }: Pick<StaffWork, 'app'>, latest: Latest): Buffer {
  return sealedHash(app.sealer, latest.row);
}

async function propose(
  ctx: DecisionCtx,
  tx: Tx,
  latest: Latest,
  limitCentavos: Centavos,
): Promise<Temporal.Instant> {
  const { app, now, reason, approvals } = ctx;
  const applicationId = latest.row.id;
  const [standing] = await store.proposalsOf(tx, [applicationId]);
  const givenHash = givenHashOf(ctx, latest);
  if (standing && isOpenProposal(factsOf(standing), { now, givenHash }))
    throw new Declined(
      `${standing.proposed_by} has proposed a limit that takes two people. Another reviewer confirms or declines it.`,
    );
  if (standing) await approvals.drop(tx, standing.id, 'lapsed');
  const { reviewProposalDays } = await app.settings.all();
  const lapsesAt = now.add({ hours: 24 * reviewProposalDays });
  const id = await approvals.propose(tx, 'limit', { lapsesAt, isReasonKept: false });
  await store.insertProposal(tx, {
    id,
    application_id: applicationId,
    limit_centavos: BigInt(limitCentavos),
    application_hash: givenHash,
    reason_sealed: app.sealer.seal('review note', id, reason),
  });
  await store.endLease(tx, applicationId);
  return lapsesAt;
}

async function openProposalOfAnother(ctx: DecisionCtx, tx: Tx, applicationId: string) {
  const latest = await lockTaken(ctx, tx, applicationId);
  const [proposal] = await store.proposalsOf(tx, [applicationId]);
  if (!proposal) throw new Declined('No limit is proposed for this application.');
  await ctx.approvals.mustBeAnother(tx, proposal.id);
  if (!isOpenProposal(factsOf(proposal), { now: ctx.now, givenHash: givenHashOf(ctx, latest) }))
    throw new Declined(
      'This proposal has lapsed: its time is over, or the application has changed since. Approve with a limit anew.',
    );
  return { borrowerId: latest.row.borrower_id, row: latest.row, proposal };
}

function factsOf(row: store.ProposalRow) {
  return { lapsesAt: row.expires_at, givenHash: row.application_hash };
}

async function final(
  ctx: DecisionCtx,
  tx: Tx,
  applicationId: string,
  outcome: ManualOutcome,
): Promise<void> {
  const isDecided = await decideManually(ctx, tx, applicationId, outcome, ctx.who, ctx.reason);
  invariant(isDecided, 'an application was decided while its place in the queue was locked');
}

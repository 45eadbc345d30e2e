// A reviewer's decision on an application they hold. A limit above the catalogue's threshold needs
// a proposal by one reviewer and a confirmation by another.
import type { ReasonGroup } from '@sandali/contract/credit.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import type { StaffCtx } from '#/commands/command.ts';
import { decideManually, type ManualOutcome } from '#/credit/review/decide-manually.ts';
import { grantableLimitsOf, whyNotGranted } from '#/credit/review/grantable-limits.ts';
import { sealedHash } from '#/credit/sealed.ts';
import type { Latest } from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { lockTaken, type StaffWork } from './lease.ts';
import { mustHaveSeenAll } from './looks.ts';
import { isOpenProposal, needsTwoApprovers, whyNotAfforded } from './rules.ts';
import * as store from './store.ts';

/** The reviewer and their reason, which the borrower may read. */
export type DecisionCtx = StaffWork & Pick<StaffCtx, 'approvals' | 'looks'> & { reason: string };

export type Approval = {
  borrowerId: string;
  limitCentavos: Centavos;
  lapsesAt: Temporal.Instant | null;
};

/**
 * Approves with a limit, by default the catalogue's first limit for the income band. A limit that
 * needs two people becomes a proposal that lapses at `lapsesAt`, and the application is released.
 * @throws Declined
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
  const grantable = await grantableLimitsOf(ctx, latest.row);
  const limitCentavos = named ?? grantable.usualCentavos;
  const refusal = whyNotGranted(limitCentavos, grantable, ctx.app);
  if (refusal) throw new Declined(refusal);
  const borrowerId = latest.row.borrower_id;
  if (needsTwoApprovers(limitCentavos, catalogue))
    return { borrowerId, limitCentavos, lapsesAt: await propose(ctx, tx, latest, limitCentavos) };
  await final(ctx, tx, applicationId, { outcome: 'approved', limitCentavos });
  return { borrowerId, limitCentavos, lapsesAt: null };
}

/** Rejects with a reason group, which tells the borrower what to improve. @throws Declined */
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

/** Confirms another reviewer's proposal, which approves the application. @throws Declined */
export async function confirm(
  ctx: DecisionCtx,
  tx: Tx,
  applicationId: string,
): Promise<Omit<Approval, 'lapsesAt'>> {
  const { borrowerId, row, proposal } = await openProposalOfAnother(ctx, tx, applicationId);
  await mustHaveSeenAll(ctx, tx, applicationId);
  const limitCentavos = centavos(proposal.limit_centavos);
  // The income share may have been lowered since the proposal.
  const refusal = whyNotAfforded(limitCentavos, await grantableLimitsOf(ctx, row));
  if (refusal) throw new Declined(refusal);
  await ctx.approvals.confirm(tx, proposal.id);
  await final(ctx, tx, applicationId, {
    outcome: 'approved',
    limitCentavos,
    proposalId: proposal.id,
  });
  return { borrowerId, limitCentavos };
}

/** Declines another reviewer's proposal; the application keeps waiting. @throws Declined */
export async function decline(
  ctx: DecisionCtx,
  tx: Tx,
  applicationId: string,
): Promise<Omit<Approval, 'lapsesAt'>> {
  const { borrowerId, proposal } = await openProposalOfAnother(ctx, tx, applicationId);
  await ctx.approvals.drop(tx, proposal.id, 'declined');
  return { borrowerId, limitCentavos: centavos(proposal.limit_centavos) };
}

/**
 * Returns the hash of an application's contents. A proposal is valid only while this hash stays the
 * same.
 */
export function applicationHashOf({ app }: Pick<StaffWork, 'app'>, latest: Latest): Buffer {
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
  const applicationHash = applicationHashOf(ctx, latest);
  if (standing && isOpenProposal(factsOf(standing), { now, applicationHash }))
    throw new Declined(
      `${standing.proposed_by} has proposed a limit that needs two people. Another reviewer confirms or declines it.`,
    );
  if (standing) await approvals.drop(tx, standing.id, 'lapsed');
  const { reviewProposalDays } = await app.settings.all();
  const lapsesAt = now.add({ hours: 24 * reviewProposalDays });
  const id = await approvals.propose(tx, 'limit', { lapsesAt, isReasonKept: false });
  await store.insertProposal(tx, {
    id,
    application_id: applicationId,
    limit_centavos: BigInt(limitCentavos),
    application_hash: applicationHash,
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
  if (
    !isOpenProposal(factsOf(proposal), {
      now: ctx.now,
      applicationHash: applicationHashOf(ctx, latest),
    })
  )
    throw new Declined(
      'This proposal has expired, or the application has changed since. Approve with a limit again.',
    );
  return { borrowerId: latest.row.borrower_id, row: latest.row, proposal };
}

function factsOf(row: store.ProposalRow) {
  return { lapsesAt: row.expires_at, applicationHash: row.application_hash };
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

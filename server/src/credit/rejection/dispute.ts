// Handles /user/refuse/query, which shows the reason for a rejection, and /user/refuse/dispute.

import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { addWorkingDays, asDay } from '@sandali/contract/day.ts';
import type { DisputeId } from '@sandali/contract/id.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import {
  type DisputeOutcome,
  refuseDispute,
  type refuseQuery,
} from '@sandali/contract/rejection.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx, WorkCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import { disputeAnswerWorkingDays } from '#/data/retention.ts';
import type { Read, Tx } from '#/db/database.ts';
import { manilaDayOf, todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { refuse } from '#/platform/refuse.ts';
import { say } from '#/texts/say.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { type Rejection, rejectionOf } from './rejection.ts';
import { whyNotDispute } from './rules.ts';
import { type DisputeRow, disputesOf, insertDispute, lateDisputes } from './store.ts';

type Kept = { disputeId: string; dueOn: string };

/** Returns the reason for the newest application's rejection, and the state of its dispute. */
export async function queryRejection(
  ctx: BorrowerCtx,
  read: Read,
): Promise<DataOf<typeof refuseQuery>> {
  const refusal = await rejectionOf(read, ctx.who.borrowerId);
  if (!refusal) return { refusal: null };
  const disputes = await disputesOf(read, refusal.decisionId);
  return {
    refusal: {
      reasonGroup: refusal.reasonGroup,
      reason: reasonIn(ctx.locale, refusal),
      toldAt: wireInstant(refusal.toldAt),
      resubmitOn: wireDay(refusal.resubmitOn),
      canDispute: whyNot(ctx, refusal, disputes) === null,
      dispute: disputes[0] ? disputeView(ctx, disputes[0]) : null,
    },
  };
}

/**
 * Returns the stored text of the notice if it is in this language, otherwise the current text for
 * its reason.
 */
function reasonIn(locale: Locale, { notice, reasonGroup }: Rejection): string {
  return notice?.locale === locale ? notice.words : say(locale, `reason.${reasonGroup}`);
}

function disputeView({ app }: BorrowerCtx, row: DisputeRow) {
  return {
    disputeId: row.id as DisputeId,
    askedAt: wireInstant(row.asked_at),
    dueOn: wireDay(row.due_on),
    outcome: row.outcome as DisputeOutcome | null,
    answer: row.answer_sealed && app.sealer.open('dispute answer', row.id, row.answer_sealed),
  };
}

function whyNot({ now }: BorrowerCtx, refusal: Rejection, disputes: readonly DisputeRow[]) {
  return whyNotDispute({
    today: manilaDayOf(now),
    refusedOn: manilaDayOf(refusal.decidedAt),
    disputes: disputes.map((dispute) => ({
      isOpen: dispute.answered_at === null,
      isUpheld: dispute.outcome === 'upheld',
    })),
  });
}

/** Stores a dispute of the rejection with its due day. @throws Refused if it cannot be disputed. */
export async function disputeRejection(
  ctx: BorrowerCtx,
  tx: Tx,
  { words }: RequestOf<typeof refuseDispute>,
): Promise<Done<Kept>> {
  const { app, now, who, locale } = ctx;
  const refusal =
    (await rejectionOf(tx, who.borrowerId)) ?? refuse(refuseDispute, 'disputeNotPossible');
  const disputes = await disputesOf(tx, refusal.decisionId);
  const code = whyNot(ctx, refusal, disputes);
  if (code)
    refuse(refuseDispute, code, disputes[0] ? { due: writtenDay(locale, disputes[0].due_on) } : {});
  const disputeId = newIdFor(who.borrowerId, now);
  const dueOn = addWorkingDays(todayOf(now), disputeAnswerWorkingDays, app.holidays);
  await insertDispute(tx, {
    id: disputeId,
    borrower_id: who.borrowerId,
    decision_id: refusal.decisionId,
    text_sealed: app.sealer.seal('dispute', disputeId, words),
    asked_at: now,
    due_on: Temporal.PlainDate.from(dueOn),
  });
  const detail = { disputeId, decisionId: refusal.decisionId, dueOn };
  await audit(tx, {
    at: now,
    who: 'the borrower',
    act: 'refusalDisputed',
    subject: who.borrowerId,
    detail,
  });
  return { ids: { disputeId, dueOn } };
}

export async function showDispute(
  _ctx: BorrowerCtx,
  _read: Read,
  { disputeId, dueOn }: Kept,
): Promise<DataOf<typeof refuseDispute>> {
  return { disputeId: disputeId as DisputeId, dueOn: asDay(dueOn) };
}

/** Logs a warning if any dispute is still open after its due day. */
export async function warnOfLateDisputes({ app, now }: WorkCtx): Promise<void> {
  const count = await lateDisputes(app.db, manilaDayOf(now));
  if (count > 0) app.log.warn('disputes are late: ops dispute list', { count });
}

// The feedback (advice) dialog: stores feedback and dismissals, and decides whether to open it.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { dayMs } from '@sandali/contract/day.ts';
import {
  type AdviceType,
  type feedbackClose,
  type feedbackList,
  feedbackSubmit,
  type tradePopCheck,
} from '@sandali/contract/home.ts';
import type { FeedbackId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import { creditStatusFrom, standingPart } from '#/credit/credit.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { wireInstant } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { Invalid, refuse } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import {
  type FeedbackRow,
  feedbackOf,
  hasUnusedQuotePart,
  insertFeedback,
  lastAnsweredPart,
  recordDismissal,
} from './store.ts';

const aDay = 5;
/** For how many days of business time the dialog stays closed after it is sent or closed. */
const quietDays = 30;

export async function submitFeedback(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof feedbackSubmit>,
): Promise<Done> {
  const { app, now, wall, who } = ctx;
  mustBeOwn(ctx, input.userGid);
  const isAllowed = await consumeRateLimit(
    tx,
    { name: `feedback ${who.borrowerId}`, limit: aDay, windowMs: dayMs },
    wall,
  );
  if (!isAllowed) refuse(feedbackSubmit, 'feedbackTooOften');
  const { type, describe } = input;
  const id = newIdFor(who.borrowerId, now);
  await insertFeedback(tx, {
    id,
    borrowerId: who.borrowerId,
    type,
    wantedCentavos: type === 1 ? Number(describe) * 100 : null,
    wantedTermDays: type === 2 ? Number(describe) : null,
    commentSealed: type === 6 ? app.sealer.seal('feedback', id, describe) : null,
    sentAt: now,
  });
  return { ids: {} };
}

/** Records that the dialog was closed without sending. */
export async function closeFeedback(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof feedbackClose>,
): Promise<Done> {
  mustBeOwn(ctx, input.userGid);
  await recordDismissal(tx, ctx.who.borrowerId, ctx.now);
  return { ids: {} };
}

const listLength = 50;

/** Returns the borrower's feedback with the answers, newest first. */
export async function listFeedback(
  { app, who }: BorrowerCtx,
  read: Read,
): Promise<DataOf<typeof feedbackList>> {
  const rows = (await feedbackOf(read, who.borrowerId)).toReversed().slice(0, listLength);
  return {
    feedback: rows.map((row) => ({
      feedbackId: row.id as FeedbackId,
      type: row.type as AdviceType,
      wantedCentavos: row.requested_centavos === null ? null : centavos(row.requested_centavos),
      wantedTermDays: row.requested_term_days,
      sentAt: wireInstant(row.sent_at),
      answeredAt: row.answered_at && wireInstant(row.answered_at),
      ...openFeedback(app.sealer, row),
    })),
  };
}

/** Unseals the comment and the answer, which are sealed for separate purposes. */
export function openFeedback(
  sealer: Sealer,
  row: FeedbackRow,
): { comment: string | null; answer: string | null } {
  return {
    comment: row.comment_sealed && sealer.open('feedback', row.id, row.comment_sealed),
    answer: row.text_sealed && sealer.open('feedback answer', row.id, row.text_sealed),
  };
}

export const popParts = {
  standing: standingPart,
  hasLeft: hasUnusedQuotePart,
  answeredAt: lastAnsweredPart,
};

/**
 * `isPop` is 1 for an approved borrower who got a quote and did not apply, unless they sent or
 * closed the dialog in the last 30 days.
 */
export async function popOf(
  ctx: BorrowerCtx,
  { standing, hasLeft, answeredAt }: FactsOf<typeof popParts>,
  input: RequestOf<typeof tradePopCheck>,
): Promise<DataOf<typeof tradePopCheck>> {
  mustBeOwn(ctx, input.userGid);
  const credit = creditStatusFrom(standing, ctx.now);
  const quietFrom = ctx.now.subtract({ hours: quietDays * 24 });
  const isQuiet = answeredAt !== null && Temporal.Instant.compare(answeredAt, quietFrom) > 0;
  return { isPop: credit.state === 'approved' && hasLeft && !isQuiet ? 1 : 0 };
}

/** Rejects a userGid that is not the session's. */
function mustBeOwn({ who }: BorrowerCtx, userGid: string): void {
  if (userGid !== who.borrowerId) throw new Invalid(['userGid']);
}

// The feedback (advice) dialog: what was said, that it was closed, and whether it is to open.
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
import type { Done } from '#/context/serve.ts';
import { creditStatusFrom, standingPart } from '#/credit/credit.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { hasLeftQuotePart } from '#/loan/loan.ts';
import { wireInstant } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { Invalid, refuse } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import {
  type FeedbackRow,
  feedbackOf,
  insertFeedback,
  lastAnsweredPart,
  recordDismissal,
} from './store.ts';

const aDay = 5;
/** The dialog does not open again for so long after it was sent or closed; business time. */
const quietDays = 30;

/** Keeps what the borrower said. At most five a day. */
export async function submitFeedback(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof feedbackSubmit>,
): Promise<Done> {
  const { app, now, wall, who } = ctx;
  mustBeOwn(ctx, input.userGid);
  const isThere = await consumeRateLimit(
    tx,
    { name: `feedback ${who.borrowerId}`, limit: aDay, windowMs: dayMs },
    wall,
  );
  if (!isThere) refuse(feedbackSubmit, 'feedbackTooOften');
  const { type, describe } = input;
  const id = newId(now);
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

/** Keeps that the dialog was closed without sending. */
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

/** What the borrower said of the offer, with the answers. */
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

/** The texts of both sides, each sealed for a separate purpose. */
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
  hasLeft: hasLeftQuotePart,
  answeredAt: lastAnsweredPart,
};

/**
 * 1 for an approved borrower who got a quote, left without applying, and has not sent or closed the
 * dialog in 30 days.
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

/** The session says who asks; a userGid that is another's is wrong input. */
function mustBeOwn({ who }: BorrowerCtx, userGid: string): void {
  if (userGid !== who.borrowerId) throw new Invalid(['userGid']);
}

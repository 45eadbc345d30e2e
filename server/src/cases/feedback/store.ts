// All SQL for feedback.
import { sql } from 'kysely';
import { afterRowCondition, pageLength } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type OfBorrower, onePart } from '#/db/snapshot.ts';
import { manila } from '#/platform/days.ts';

type NewFeedback = {
  id: string;
  borrowerId: string;
  type: number;
  wantedCentavos: number | null;
  wantedTermDays: number | null;
  commentSealed: Buffer | null;
  sentAt: Temporal.Instant;
};

export async function insertFeedback(tx: Tx, feedback: NewFeedback): Promise<void> {
  await tx
    .insertInto('feedback')
    .values({
      id: feedback.id,
      borrower_id: feedback.borrowerId,
      type: feedback.type,
      requested_centavos: feedback.wantedCentavos === null ? null : BigInt(feedback.wantedCentavos),
      requested_term_days: feedback.wantedTermDays,
      comment_sealed: feedback.commentSealed,
      sent_at: feedback.sentAt,
    })
    .execute();
}

/** Stores when the dialog was last closed. */
export async function recordDismissal(
  tx: Tx,
  borrowerId: string,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('feedback_dismissals')
    .values({ borrower_id: borrowerId, closed_at: at })
    .onConflict((clash) => clash.column('borrower_id').doUpdateSet({ closed_at: at }))
    .execute();
}

/** When the borrower last sent or closed the dialog, in business time; null if never. */
export const lastAnsweredPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('feedback')
      .select('sent_at as answered_at')
      .where('borrower_id', '=', borrowerId)
      .unionAll(
        db
          .selectFrom('feedback_dismissals')
          .select('closed_at as answered_at')
          .where('borrower_id', '=', borrowerId),
      )
      .orderBy('answered_at', 'desc')
      .limit(1),
  (row) => row?.answered_at ?? null,
);

const startOfDay = (day: Temporal.PlainDate) => day.toZonedDateTime(manila).toInstant();

const withAnswers = (read: Read) =>
  read
    .selectFrom('feedback as f')
    .leftJoin('feedback_answers as a', 'a.feedback_id', 'f.id')
    .select([
      'f.id',
      'f.borrower_id',
      'f.type',
      'f.requested_centavos',
      'f.requested_term_days',
      'f.comment_sealed',
      'f.sent_at',
    ])
    .select(['a.text_sealed', 'a.answered_at', 'a.answered_by']);

export type FeedbackRow = Awaited<ReturnType<typeof feedbackOf>>[number];

/** Returns all of a borrower's feedback with the answers, oldest first. */
export async function feedbackOf(read: Read, borrowerId: string) {
  return await withAnswers(read)
    .where('f.borrower_id', '=', borrowerId)
    .orderBy('f.sent_at')
    .orderBy('f.id')
    .execute();
}

export async function findFeedback(read: Read, id: string): Promise<FeedbackRow | undefined> {
  return await withAnswers(read).where('f.id', '=', id).executeTakeFirst();
}

/**
 * Returns a page of the feedback of a Manila day, of one type or of all, newest first, and one more
 * if there is more.
 */
export async function feedbackOn(
  read: Read,
  day: Temporal.PlainDate,
  type: number | null,
  after: string | null,
): Promise<FeedbackRow[]> {
  const order = { table: 'feedback', alias: 'f', by: 'sent_at', isNewestFirst: true };
  let query = withAnswers(read)
    .where(await afterRowCondition(read, order, after))
    .where('f.sent_at', '>=', startOfDay(day))
    .where('f.sent_at', '<', startOfDay(day.add({ days: 1 })));
  if (type !== null) query = query.where('f.type', '=', type);
  return await query
    .orderBy('f.sent_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(pageLength + 1)
    .execute();
}

/**
 * Counts feedback and unanswered feedback by Manila day and type from `since` on, newest first. For
 * earlier days, counts only unanswered comments.
 */
export async function countFeedback(read: Read, since: Temporal.PlainDate) {
  const { rows } = await sql<{ day: string; type: number; count: number; waiting: number }>`
    select to_char(f.sent_at at time zone 'Asia/Manila', 'YYYY-MM-DD') as day, f.type,
      count(*)::int as count, (count(*) filter (where a.feedback_id is null))::int as waiting
    from feedback f left join feedback_answers a on a.feedback_id = f.id
    where f.sent_at >= ${startOfDay(since)}
      or (f.comment_sealed is not null and a.feedback_id is null)
    group by 1, 2 order by 1 desc, 2`.execute(read);
  return rows;
}

/** Counts unanswered comments sent before a Manila day. */
export async function countUnanswered(read: Read, before: Temporal.PlainDate): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from feedback f
    where f.comment_sealed is not null and not f.is_answered
      and f.sent_at < ${startOfDay(before)}`.execute(read);
  return rows[0]?.count ?? 0;
}

/** Stores an answer. @returns false if the feedback is already answered */
export async function insertAnswer(
  tx: Tx,
  of: {
    feedbackId: string;
    borrowerId: string;
    wordsSealed: Buffer;
    at: Temporal.Instant;
    who: string;
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('feedback_answers')
    .values({
      feedback_id: of.feedbackId,
      borrower_id: of.borrowerId,
      text_sealed: of.wordsSealed,
      answered_at: of.at,
      answered_by: of.who,
    })
    .onConflict((clash) => clash.column('feedback_id').doNothing())
    .returning('feedback_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the borrower has a quote and has signed no loan since. */
export const hasUnusedQuotePart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('quotes as q')
      .select('q.id')
      .where('q.borrower_id', '=', borrowerId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('loans as l')
              .select('l.id')
              .where('l.borrower_id', '=', borrowerId)
              .whereRef('l.signed_at', '>=', 'q.made_at'),
          ),
        ),
      )
      .limit(1),
  (row) => row !== null,
);

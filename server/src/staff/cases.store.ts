// The SQL for the inbox of open cases.
import { type RawBuilder, sql } from 'kysely';
import type { Place } from '#/commands/page.ts';
import type { Read } from '#/db/database.ts';
import { count, type Waits } from './today.store.ts';

/** The kinds of case; recoveries have deadlines in working days, so their slice computes them. */
export const storedKinds = ['complaint', 'dispute', 'request', 'feedback'] as const;
export type StoredKind = (typeof storedKinds)[number];

/** Days after receipt within which a comment should be answered (cases/late.ts). */
const feedbackDays = 7;
/** The place in the list of a case without a deadline. */
export const lastDay = '9999-12-31';

export type StoredCase = {
  kind: StoredKind;
  id: string;
  /** The id that the commands about it accept. */
  subject: string;
  borrowerId: string;
  openedAt: Temporal.Instant;
  /** The legal deadline; null if no answer is due. */
  dueOn: Temporal.PlainDate | null;
  state: string;
  /** Who wrote last: a member of staff; null for the borrower. */
  lastBy: string | null;
};

type Of = { borrowerId: string | null; after: Place | null; limit: number };

const branches: Readonly<Record<StoredKind, RawBuilder<unknown>>> = {
  complaint: sql`select 'complaint' as kind, c.id, c.number as subject, c.borrower_id, c.opened_at,
      case when c.answered_at is not null then null
        when c.acknowledged_at is null then c.acknowledge_on else c.resolve_on end as due_on,
      case when c.answered_at is not null then 'answered'
        when c.acknowledged_at is null then 'open' else 'acknowledged' end as state,
      (select t.written_by from complaint_turns t where t.complaint_id = c.id
        order by t.number desc limit 1) as last_by
    from complaints c
    where c.closed_at is null`,
  dispute: sql`select 'dispute' as kind, c.id, c.id::text as subject, c.borrower_id,
      c.asked_at as opened_at, c.due_on, 'open' as state, null as last_by
    from disputes c where c.answered_at is null`,
  request: sql`select 'request' as kind, c.id, c.id::text as subject, c.borrower_id,
      c.asked_at as opened_at, c.due_on, c.kind as state, null as last_by
    from data_requests c where c.answered_at is null`,
  feedback: sql`select 'feedback' as kind, c.id, c.id::text as subject, c.borrower_id,
      c.sent_at as opened_at,
      (c.sent_at at time zone 'Asia/Manila')::date + ${sql.lit(feedbackDays)} as due_on,
      'open' as state, null as last_by
    from feedback c where c.comment_sealed is not null
      and not exists (select from feedback_answers a where a.feedback_id = c.id)`,
};

/**
 * Returns the open cases of these kinds, of all borrowers or one, by deadline; those without a
 * deadline come last.
 */
export async function openCases(
  read: Read,
  kinds: readonly StoredKind[],
  { borrowerId, after, limit }: Of,
): Promise<StoredCase[]> {
  if (kinds.length === 0) return [];
  const ofPerson = borrowerId === null ? sql`` : sql`and c.borrower_id = ${borrowerId}`;
  const parts = kinds.map(
    (kind) => sql`(select kind, id, subject, borrower_id, opened_at, due_on, state, last_by,
        coalesce(due_on, ${lastDay}::date) as place_on
      from (${branches[kind]} ${ofPerson}) cases
      where ${placed(after)}
      order by place_on, id limit ${limit})`,
  );
  const { rows } = await sql<StoredCase>`
    select kind, id, subject, borrower_id as "borrowerId", opened_at as "openedAt",
      due_on as "dueOn", state, last_by as "lastBy"
    from (${sql.join(parts, sql` union all `)}) cases
    order by place_on, id limit ${limit}`.execute(read);
  return rows;
}

function placed(after: Place | null): RawBuilder<boolean> {
  return after
    ? sql`(coalesce(due_on, ${lastDay}::date), id) > (${after.on}::date, ${after.id}::uuid)`
    : sql`true`;
}

/** Counts the open cases of a kind, without complaints that only wait to be closed. */
export async function countCases(read: Read, kind: StoredKind): Promise<Waits> {
  return await count(
    read,
    sql`select opened_at as since, due_on from (${branches[kind]}) cases where due_on is not null`,
  );
}

// The SQL for the inbox of open cases.
import { type RawBuilder, sql } from 'kysely';
import type { Place } from '#/commands/page.ts';
import type { Read } from '#/db/database.ts';
import type { CaseKind } from './case-kinds.ts';
import { count, type Waits } from './today.store.ts';

/** Kinds whose deadline is stored; recoveries' deadlines are computed in working days. */
export const storedKinds = ['complaint', 'dispute', 'request', 'feedback'] as const;
export type StoredKind = (typeof storedKinds)[number];

/** Days after receipt within which a comment should be answered (cases/late.ts). */
const feedbackDays = 7;
/** The place in the list of a case without a deadline. */
export const lastDay = '9999-12-31';
/** No case has this id, or one before it. */
const firstId = '00000000-0000-0000-0000-000000000000';

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

/** `holder` selects the cases that are assigned to this person, or to nobody. */
type Of = {
  borrowerId: string | null;
  after: Place | null;
  holder?: { name: string | null } | undefined;
  limit: number;
};

/**
 * Open cases of one kind whose order an index has: by `on`, then by id. `on` is null for cases
 * without a deadline.
 */
type Branch = {
  kind: StoredKind;
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  on: RawBuilder<unknown> | null;
};

const deadline = sql`(case when c.acknowledged_at is null then c.acknowledge_on
  else c.resolve_on end)`;
const lastWriter = sql`(select t.written_by from complaint_turns t where t.complaint_id = c.id
  order by t.number desc limit 1) as last_by`;

const branches: readonly Branch[] = [
  {
    kind: 'complaint',
    columns: sql`c.number as subject, c.opened_at,
      case when c.acknowledged_at is null then 'open' else 'acknowledged' end as state,
      ${lastWriter}`,
    from: sql`complaints c where c.closed_at is null and c.answered_at is null`,
    on: deadline,
  },
  {
    kind: 'complaint',
    columns: sql`c.number as subject, c.opened_at, 'answered' as state, ${lastWriter}`,
    from: sql`complaints c where c.closed_at is null and c.answered_at is not null`,
    on: null,
  },
  {
    kind: 'dispute',
    columns: sql`c.id::text as subject, c.asked_at as opened_at, 'open' as state, null as last_by`,
    from: sql`disputes c where c.answered_at is null`,
    on: sql`c.due_on`,
  },
  {
    kind: 'request',
    columns: sql`c.id::text as subject, c.asked_at as opened_at, c.kind as state, null as last_by`,
    from: sql`data_requests c where c.answered_at is null`,
    on: sql`c.due_on`,
  },
  {
    kind: 'feedback',
    columns: sql`c.id::text as subject, c.sent_at as opened_at, 'open' as state, null as last_by`,
    from: sql`feedback c where c.comment_sealed is not null and not c.is_answered`,
    on: sql`((c.sent_at at time zone 'Asia/Manila')::date + ${sql.lit(feedbackDays)})`,
  },
];

/**
 * Returns the open cases of these kinds, of all borrowers or one, by deadline; those without a
 * deadline come last.
 */
export async function openCases(
  read: Read,
  kinds: readonly StoredKind[],
  of: Of,
): Promise<StoredCase[]> {
  const parts = branches.filter(({ kind }) => kinds.includes(kind)).map((each) => partOf(each, of));
  if (parts.length === 0) return [];
  const { rows } = await sql<StoredCase>`
    select kind, id, subject, borrower_id as "borrowerId", opened_at as "openedAt",
      due_on as "dueOn", state, last_by as "lastBy"
    from (${sql.join(parts, sql` union all `)}) cases
    order by coalesce(due_on, ${lastDay}::date), id limit ${of.limit}`.execute(read);
  return rows;
}

/** Returns the query for one page of a branch, in the order of its index. */
function partOf({ kind, columns, from, on }: Branch, of: Of): RawBuilder<unknown> {
  const { borrowerId, after, holder, limit } = of;
  const afterId = after?.on === lastDay ? after.id : firstId;
  const placed = on
    ? sql`(${on}, c.id) > (${after?.on ?? '-infinity'}::date, ${after?.id ?? firstId}::uuid)`
    : sql`c.id > ${afterId}::uuid`;
  return sql`(select ${sql.lit(kind)} as kind, c.id, c.borrower_id, ${columns},
      ${on ?? sql`null::date`} as due_on
    from ${from} and ${placed}
      ${borrowerId === null ? sql`` : sql`and c.borrower_id = ${borrowerId}`}
      ${holder === undefined ? sql`` : sql`and ${isHeldBy(holder.name)}`}
    order by ${sql.join([...(holder ? [sql`c.assigned_to`] : []), ...(on ? [on] : []), sql`c.id`])}
    limit ${limit})`;
}

/** PostgreSQL uses the order of a holder's index for nobody's cases only if it sorts by holder. */
const isHeldBy = (name: string | null) =>
  name === null ? sql`c.assigned_to is null` : sql`c.assigned_to = ${name}`;

/** Counts the open cases of a kind, without complaints that only wait to be closed. */
export async function countCases(read: Read, kind: StoredKind): Promise<Waits> {
  const parts = branches
    .filter((each) => each.kind === kind && each.on !== null)
    .map(({ columns, from, on }) => sql`select ${columns}, ${on} as due_on from ${from}`);
  return await count(
    read,
    sql`select opened_at as since, due_on from (${sql.join(parts, sql` union all `)}) cases`,
  );
}

/** An open case. `about` is the kind of a complaint or of a data request. */
export type OpenCase = {
  kind: CaseKind;
  id: string;
  subject: string;
  borrowerId: string;
  about: string | null;
  /** The day by which a complaint, dispute or data request must be answered; otherwise null. */
  dueOn: Temporal.PlainDate | null;
};

/** Finds an open case by a complaint's number, or by the id of any other case. */
export async function findOpenCase(read: Read, subject: string): Promise<OpenCase | undefined> {
  const query = subject.startsWith('CS-')
    ? sql`select 'complaint' as kind, c.id, c.number as subject, c.borrower_id, c.kind as about,
        case when c.answered_at is null then c.resolve_on end as due_on
      from complaints c where c.number = ${subject} and c.closed_at is null`
    : sql`select 'dispute' as kind, c.id, c.id::text as subject, c.borrower_id, null as about,
        c.due_on from disputes c where c.id = ${subject} and c.answered_at is null
      union all select 'request', c.id, c.id::text, c.borrower_id, c.kind, c.due_on
      from data_requests c where c.id = ${subject} and c.answered_at is null
      union all select 'recovery', c.id, c.id::text, c.borrower_id, null, null
      from account_recoveries c where c.id = ${subject} and c.borrower_id is not null
        and c.asked_at is not null and c.ended_at is null
      union all select 'feedback', c.id, c.id::text, c.borrower_id, null, null
      from feedback c where c.id = ${subject} and c.comment_sealed is not null
        and not c.is_answered`;
  const { rows } = await sql<OpenCase>`select kind, id, subject, borrower_id as "borrowerId",
    about, due_on as "dueOn" from (${query}) cases`.execute(read);
  return rows[0];
}

/** Returns whom these cases are assigned to, by the case's id. */
export async function assigneesOf(
  read: Read,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('case_assignments')
    .select(['case_id', 'assigned_to'])
    .where('case_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.case_id, row.assigned_to]));
}

type Assignment = {
  openCase: OpenCase;
  to: string;
  /** Whose case it is now; null for nobody's. */
  from: string | null;
  by: string;
  at: Temporal.Instant;
};

/** Assigns a case. @returns false if it is not `from`'s */
export async function assignCase(
  tx: Read,
  { openCase, to, from, by, at }: Assignment,
): Promise<boolean> {
  const { id, kind, borrowerId } = openCase;
  const change = { assigned_to: to, assigned_by: by, assigned_at: at };
  const rows =
    from === null
      ? await tx
          .insertInto('case_assignments')
          .values({ case_id: id, kind, borrower_id: borrowerId, ...change })
          .onConflict((clash) => clash.column('case_id').doNothing())
          .returning('case_id')
          .execute()
      : await tx
          .updateTable('case_assignments')
          .set(change)
          .where('case_id', '=', id)
          .where('assigned_to', '=', from)
          .returning('case_id')
          .execute();
  return rows.length > 0;
}

/** Releases a case of this person. @returns false if it is not theirs */
export async function releaseCase(tx: Read, id: string, of: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('case_assignments')
    .where('case_id', '=', id)
    .where('assigned_to', '=', of)
    .returning('case_id')
    .execute();
  return rows.length > 0;
}

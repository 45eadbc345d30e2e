// The SQL for the counts of what waits for staff. Each reads open rows through an index, and stops
// at `mostCounted`.
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#/db/database.ts';

/** A larger count is shown as this number and a plus sign. */
export const mostCounted = 1000;

/**
 * How many rows wait, since when the oldest, and the earliest deadline. `count` is at most
 * `mostCounted` + 1.
 */
export type Waits = {
  count: number;
  since: Temporal.Instant | null;
  dueOn: Temporal.PlainDate | null;
};

export const nothingWaits: Waits = { count: 0, since: null, dueOn: null };

/** Counts the rows of a query with the columns `since` and `due_on`. */
export async function count(read: Read, rows: RawBuilder<unknown>): Promise<Waits> {
  const { rows: counted } = await sql<Waits>`
    select count(since)::int as count, min(since) as since, min(due_on) as "dueOn"
    from (${rows} limit ${sql.lit(mostCounted + 1)}) waiting`.execute(read);
  return counted[0] ?? nothingWaits;
}

const noDay = sql`null::date`;

export async function waitingReviews(read: Read, now: Temporal.Instant): Promise<Waits> {
  return await count(
    read,
    sql`select m.waiting_since as since, ${noDay} as due_on from manual_reviews m
      where m.due_at <= ${now} or not exists (select from picture_requests k
        where k.application_id = m.application_id and k.ended_at is null)
      order by m.waiting_since`,
  );
}

export async function limitRequests(read: Read): Promise<Waits> {
  return await count(
    read,
    sql`select asked_at as since, answer_on as due_on from limit_increase_requests
      where state = 'requested' order by answer_on, id`,
  );
}

export async function heldLines(read: Read): Promise<Waits> {
  return await count(
    read,
    sql`select placed_at as since, ${noDay} as due_on from line_holds where cleared_at is null`,
  );
}

/** Counts proposals of these acts that another person may confirm: none of the caller's own. */
export async function proposalsOfOthers(
  read: Read,
  of: { acts: readonly string[]; who: string; now: Temporal.Instant },
): Promise<Waits> {
  if (of.acts.length === 0) return nothingWaits;
  return await count(
    read,
    sql`select proposed_at as since, (expires_at at time zone 'Asia/Manila')::date as due_on
      from approvals where state = 'open' and act in (${sql.join(of.acts)})
        and proposed_by <> ${of.who} and (expires_at is null or expires_at >= ${of.now})
      order by proposed_at`,
  );
}

/** Counts overdue bills without a call. */
export async function overdueWithoutCall(read: Read, today: Temporal.PlainDate): Promise<Waits> {
  return await count(
    read,
    sql`select (b.last_free_on + 1)::timestamp at time zone 'Asia/Manila' as since,
        ${noDay} as due_on
      from bills b where b.settled_at is null and b.last_free_on < ${today}::date
        and not exists (select from collection_calls c where c.loan_id = b.loan_id)
      order by b.last_free_on, b.loan_id`,
  );
}

export async function moneyInSuspense(read: Read): Promise<Waits> {
  return await count(
    read,
    sql`select r.booked_at as since, ${noDay} as due_on from receipts r
      where r.borrower_id is null and not exists (select from suspense_decisions d
          where d.receipt_id = r.id and d.state = 'confirmed')
        and r.amount_centavos > (select coalesce(sum(v.amount_centavos), 0)
          from payment_reversals v where v.receipt_id = r.id)
          + (select coalesce(sum(c.amount_centavos), 0) from claim_decisions c
            where c.source_id = r.id and c.state = 'confirmed')
      order by r.paid_at`,
  );
}

export async function stuckPayouts(
  read: Read,
  of: { known: readonly string[]; today: Temporal.PlainDate },
): Promise<Waits> {
  return await count(
    read,
    sql`select ordered_at as since, expected_on as due_on from payouts
      where state in ('ready', 'sent', 'unknown') and (state = 'unknown' or waits_for is not null
        or state = 'sent' and expected_on < ${of.today}::date or gateway <> all(${of.known}))
      union select ordered_at, expected_on from payouts where id in (
        select payout_id from payout_exceptions where ended_at is null)
      order by since`,
  );
}

export async function openBreaks(read: Read): Promise<Waits> {
  return await count(
    read,
    sql`select found_at as since, ${noDay} as due_on from reconciliation_breaks
      where ended_at is null order by on_day, id`,
  );
}

/** Counts keys that expire before `before` (wall time), without a newer key. */
export async function keysThatEnd(read: Read, before: Temporal.Instant): Promise<Waits> {
  return await count(
    read,
    sql`select k.added_at as since,
        (staff_key_ends_at(k.id) at time zone 'Asia/Manila')::date as due_on
      from staff_keys k where k.ended_at is null and staff_key_ends_at(k.id) < ${before}`,
  );
}

// The SQL for a page of a person's timeline: one statement, with a branch for each kind of event.
// Each branch yields at most a page, so its cost does not depend on the number of borrowers.
import { type RawBuilder, sql } from 'kysely';
import { pageLength } from '#/commands/page.ts';
import type { Read } from '#/db/database.ts';
import { type Branch, branchesOf, type EventKind, type PersonAt } from './timeline-events.store.ts';

export type Event = {
  at: Temporal.Instant;
  kind: EventKind;
  /** What happened to the subject: 'sent', 'settled'. */
  step: string;
  /** The place of the row in the timeline: `<microseconds>.<kind>.<step>.<id>`. */
  place: string;
  /** The id of the subject, as the commands about it accept it. */
  subject: string | null;
  amountCentavos: bigint | null;
  /** The present state of the subject. */
  state: string | null;
  /** Facts for the words of this kind; never personal data. */
  facts: Record<string, string | number | boolean | null>;
};

/**
 * Returns one page of a person's events up to now, newest first, plus one extra row. `after` is the
 * place of the previous page's last row.
 */
export async function eventsOf(
  read: Read,
  of: PersonAt & { after: string | null; kinds: readonly EventKind[] },
): Promise<Event[]> {
  const branches = branchesOf(of).filter(({ kind }) => of.kinds.includes(kind));
  const parts = branches.map((branch) => sql`(${pageOfBranch(branch, of)})`);
  const { rows } = await sql<Event>`
    select at, kind, step, place, subject, "amountCentavos", state, facts
    from (${sql.join(parts, sql` union all `)}) events
    order by at desc, place collate "C" desc limit ${sql.lit(pageLength + 1)}`.execute(read);
  return rows;
}

const nothing = sql`null`;

function pageOfBranch(
  { kind, from, where, id, subject, amount, state, facts }: Branch,
  { moment: { now }, after }: PersonAt & { after: string | null },
): RawBuilder<unknown> {
  const before = after ? sql`(at, place collate "C") < (${atOf(after)}, ${after})` : sql`true`;
  return sql`select at, kind, step, place, subject, "amountCentavos", state, facts from (
    select s.at, ${sql.lit(kind)} as kind, s.step,
      (extract(epoch from s.at) * 1000000)::int8 || ${sql.lit(`.${kind}.`)} || s.step || '.'
        || (${id ?? sql`e.id`}) as place,
      (${subject ?? nothing})::text as subject, (${amount ?? nothing})::int8 as "amountCentavos",
      (${state ?? nothing})::text as state, ${facts ?? sql`'{}'::jsonb`} as facts
    from ${from} where ${where} and s.at <= ${now}) events
    where ${before}
    order by at desc, place collate "C" desc limit ${sql.lit(pageLength + 1)}`;
}

/** Returns the time of a place in the timeline. */
function atOf(place: string): Temporal.Instant {
  const microseconds = BigInt(place.slice(0, place.indexOf('.')));
  return Temporal.Instant.fromEpochNanoseconds(microseconds * 1000n);
}

/** Returns the facts that tell where these payouts are. */
export async function payoutFactsOf(read: Read, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await read
    .selectFrom('payouts')
    .select([
      'id',
      'state',
      'gateway',
      'ordered_at',
      'sent_at',
      'settled_at',
      'paid_at',
      'gateway_id',
      'failure',
      'waits_for',
      'waits_since',
      'collect_days',
      'ready_at',
      'collect_until',
      'recalled_at',
      'rail',
      'expected_on',
    ])
    .select(
      sql<Temporal.Instant | null>`(select min(b.paid_at) from payout_exceptions b
        where b.payout_id = payouts.id and b.kind = 'paidAfterEnd' and b.ended_at is null)`.as(
        'contested_at',
      ),
    )
    .where('id', 'in', [...new Set(ids)])
    .execute();
}

// All SQL for breaks, for their resolution by staff, and for payouts that need attention.

import { sql } from 'kysely';
import { afterRowCondition } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import { countAtUnknownGateways } from '#/gateway/inbox.store.ts';
import { openLiterals, type QueriedPayoutRow } from './store.ts';

/** Our references are UUIDs; orders placed directly at the gateway may have any reference. */
const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

type NewBreak = {
  id: string;
  payoutId: string;
  kind: string;
  gatewayId: string | null;
  amountCentavos: number;
  paidAt: Temporal.Instant | null;
  foundAt: Temporal.Instant;
};

/**
 * Stores a break.
 * @returns false if the payout already has an open break of this kind
 */
export async function insertBreak(tx: Tx, newBreak: NewBreak): Promise<boolean> {
  const row = await tx
    .insertInto('payout_exceptions')
    .values({
      id: newBreak.id,
      payout_id: newBreak.payoutId,
      kind: newBreak.kind,
      gateway_id: newBreak.gatewayId,
      amount_centavos: BigInt(newBreak.amountCentavos),
      paid_at: newBreak.paidAt,
      found_at: newBreak.foundAt,
    })
    .onConflict((clash) =>
      clash.columns(['payout_id', 'kind']).where('ended_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Closes the payout's open break of this kind.
 * @returns the break's id, or null if none is open
 */
export async function endOpenBreak(
  tx: Tx,
  { payoutId, kind, as, at }: { payoutId: string; kind: string; as: string; at: Temporal.Instant },
): Promise<string | null> {
  const row = await tx
    .updateTable('payout_exceptions')
    .set({ ended_at: at, ended_as: as })
    .where('payout_id', '=', payoutId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Marks a payout's written-off break as returned.
 * @returns the break's id, or null if none was written off
 */
export async function endRecoveredLoss(
  tx: Tx,
  payoutId: string,
  at: Temporal.Instant,
): Promise<string | null> {
  const row = await tx
    .updateTable('payout_exceptions')
    .set({ ended_at: at, ended_as: 'returned' })
    .where('payout_id', '=', payoutId)
    .where('ended_as', '=', 'writtenOff')
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns a payout's breaks, oldest first. */
export async function breaksOf(read: Read, payoutId: string) {
  return await read
    .selectFrom('payout_exceptions')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .orderBy('found_at')
    .execute();
}

/** Returns the resolutions that staff proposed for a payout, oldest first. */
export async function resolutionsOf(read: Read, payoutId: string) {
  return await read
    .selectFrom('payout_resolutions as r')
    .innerJoin('approvals as a', 'a.id', 'r.id')
    .select(['r.id', 'r.outcome', 'r.paid_at', 'r.state', 'a.proposed_by', 'a.confirmed_by'])
    .where('r.payout_id', '=', payoutId)
    .orderBy('a.proposed_at')
    .execute();
}

/** Returns the proposed resolutions that await a second person's confirmation, oldest first. */
export async function resolutionsWithIds(read: Read, ids: readonly string[]) {
  return await read
    .selectFrom('approvals as a')
    .innerJoin('payout_resolutions as r', 'r.id', 'a.id')
    .innerJoin('payouts as p', 'p.id', 'r.payout_id')
    .select(['r.id', 'r.payout_id', 'r.outcome', 'r.paid_at', 'p.paid_at as known_paid_at'])
    .select(['p.state', 'p.amount_centavos', 'p.borrower_id'])
    .where('a.id', 'in', ids)
    .execute();
}

/** Stores a proposed resolution with the id of its approval. */
export async function insertResolution(
  tx: Tx,
  of: { id: string; payoutId: string; outcome: string; paidAt: Temporal.Instant | null },
): Promise<void> {
  const row = { id: of.id, payout_id: of.payoutId, outcome: of.outcome, paid_at: of.paidAt };
  await tx.insertInto('payout_resolutions').values(row).execute();
}

/** Decides which payouts need attention. Days are Manila days; `untriedSince` is wall time. */
export type TroubleAt = {
  known: readonly string[];
  /** The gateways that may pay out now. */
  sending: readonly string[];
  today: Temporal.PlainDate;
  /** A payout that was due before and that no worker has tried needs attention. */
  untriedSince: Temporal.Instant;
};

/**
 * Returns payouts that need attention, oldest first: those that are unknown, past their expected
 * day, unsent because their gateway may not pay out, waiting for the float, not tried, or at a
 * gateway outside `known`, and those with an open break. The list starts after the payout `after`.
 */
export async function payoutsInTrouble(
  read: Read,
  { known, sending, today, untriedSince }: TroubleAt,
  of: { after: string | null; limit: number },
) {
  const order = { table: 'payouts', alias: 'p', by: 'ordered_at' };
  const isLater = await afterRowCondition(read, order, of.after);
  return await read
    .selectFrom('payouts as p')
    .select([
      'p.id',
      'p.borrower_id',
      'p.state',
      'p.amount_centavos',
      'p.channel',
      'p.gateway',
      'p.ordered_at',
      'p.sent_at',
      'p.expected_on',
      'p.next_attempt_at',
      'p.waits_for',
      'p.waits_since',
    ])
    .select(sql<boolean>`coalesce(p.expected_on < ${today}::date, false)`.as('is_late'))
    .select(
      sql<
        string[]
      >`coalesce((select array_agg(b.kind order by b.found_at) from payout_exceptions b where b.payout_id = p.id and b.ended_at is null), '{}')`.as(
        'breaks',
      ),
    )
    .select(
      sql<Temporal.Instant | null>`(select min(b.found_at) from payout_exceptions b
        where b.payout_id = p.id and b.ended_at is null)`.as('broken_at'),
    )
    .select(
      sql<string | null>`(select a.proposed_by from payout_resolutions r
        join approvals a on a.id = r.id where r.payout_id = p.id and r.state = 'open')`.as(
        'proposed_by',
      ),
    )
    .where(
      sql<boolean>`p.id in (select * from (
        (select p.id from payouts p where p.state in (${openLiterals})
          and (p.state = 'unknown' or p.waits_for is not null
            or p.state = 'sent' and p.expected_on < ${today}::date
            or p.state = 'ready' and p.gateway <> all(${sending}::text[])
            or p.next_attempt_at < ${untriedSince}
              and (p.lease_until is null or p.lease_until < ${untriedSince})
            or p.gateway <> all(${known}::text[]))
          and ${isLater} order by p.ordered_at, p.id limit ${of.limit})
        union all select payout_id from payout_exceptions where ended_at is null) troubled)`,
    )
    .where(isLater)
    .orderBy('p.ordered_at')
    .orderBy('p.id')
    .limit(of.limit)
    .execute();
}

/**
 * Counts the payouts that need attention, for /alarms. `unknown` excludes payouts waiting for their
 * batch at the gateway; `withoutGateway` counts payouts and events at gateways outside `known`.
 */
export async function countTrouble(
  read: Read,
  known: readonly string[],
  { unknownSince, today }: { unknownSince: Temporal.Instant; today: Temporal.PlainDate },
): Promise<Trouble> {
  const { rows } = await sql<Trouble>`
    select (select count(*)::int from payouts where state in ('sent', 'unknown') and (expected_on < ${today}::date
        or state = 'unknown' and sent_at <= ${unknownSince} and (expected_on is null or gateway_id is null)
        or recalled_at <= ${unknownSince})) as unknown,
      (select count(*)::int from payouts where state in (${openLiterals}) and waits_for is not null) as waiting,
      (select count(*)::int from payout_exceptions where ended_at is null) as breaks,
      (select count(*)::int from payouts where state in (${openLiterals}) and gateway <> all(${known})) as "withoutGateway"`.execute(
    read,
  );
  const [trouble] = rows as [Trouble];
  return {
    ...trouble,
    withoutGateway: trouble.withoutGateway + (await countAtUnknownGateways(read, known)),
  };
}

export type Trouble = { unknown: number; waiting: number; breaks: number; withoutGateway: number };

/** Returns the time of a gateway's oldest open order, or null if none is open. */
export async function oldestOpenOrder(
  read: Read,
  gateway: string,
): Promise<Temporal.Instant | null> {
  const row = await read
    .selectFrom('payouts')
    .select(({ fn }) => fn.min('ordered_at').as('at'))
    .where('gateway', '=', gateway)
    .where(sql<boolean>`state in ('sent', 'unknown')`)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Returns those of the given payouts that our books do not show as paid. */
export async function unpaidOf(read: Read, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    id: string;
  }>`select id from payouts where id = any(${ids}::uuid[]) and state <> 'paid'`.execute(read);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether a day's stored report came from the gateway itself and agrees with the state of every
 * payout. A reversed payout's payment agrees if a report with its return is stored, whatever the
 * day of that report.
 */
export async function agreesWithStoredReport(
  read: Read,
  gateway: string,
  day: Temporal.PlainDate,
): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select exists (select from reconciled_days where gateway = ${gateway} and day = ${day} and source = 'gateway') and not exists (
      select from settlement_report_lines s
      cross join lateral (select state from payouts
        where id = case when s.subject ~ ${uuidPattern} then s.subject::uuid end and gateway = ${gateway}
        offset 0) p
      where s.gateway = ${gateway} and s.on_day = ${day} and s.kind in ('payoutPaid', 'payoutReversed')
        and p.state <> case s.kind when 'payoutPaid' then 'paid' else 'reversed' end
        and not (s.kind = 'payoutPaid' and p.state = 'reversed' and exists (
          select from settlement_report_lines b where b.gateway = ${gateway} and b.subject = s.subject and b.kind = 'payoutReversed'))) as kept`.execute(
    read,
  );
  return rows[0]?.kept ?? false;
}

/** Returns the references of payouts whose return is on a stored settlement report. */
export async function keptReturnsOf(
  read: Read,
  gateway: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await read
    .selectFrom('settlement_report_lines')
    .select('subject')
    .where('gateway', '=', gateway)
    .where('subject', '=', sql<string>`any(${ids}::text[])`)
    .where('kind', '=', 'payoutReversed')
    .execute();
  return rows.map(({ subject }) => subject);
}

/**
 * Returns the payouts that the report lists as paid or reversed but our books do not. Excludes
 * money that was paid after a failure or a return and already has a break.
 */
export async function payoutsOffReport(
  read: Read,
  of: { gateway: string; paid: readonly string[]; reversed: readonly string[] },
) {
  const { rows } = await sql<QueriedPayoutRow & { id: string; state: string }>`
    select p.id, p.state, p.amount_centavos, p.deduplicated_from, p.gateway_account, p.waits_for,
      p.gateway_id, p.ready_at from payouts p
    where p.gateway = ${of.gateway} and (p.id = any(${of.paid}::uuid[]) and p.state <> 'paid' or p.id = any(${of.reversed}::uuid[]) and p.state <> 'reversed')
      and not exists (select from payout_exceptions b where b.payout_id = p.id and b.kind = 'paidAfterEnd'
        and (p.id = any(${of.paid}::uuid[]) or b.ended_as = 'returned'))`.execute(read);
  return rows;
}

/** Returns when the switch of all payouts was last changed (business time), or null. */
export async function payoutsOffSince(read: Read): Promise<Temporal.Instant | null> {
  const row = await read
    .selectFrom('settings')
    .select('changed_at')
    .where('name', '=', 'payoutsOn')
    .executeTakeFirst();
  return row?.changed_at ?? null;
}

// SQL for the float: what is on its way out of each gateway, and up to which day it is compared.
import { sql } from 'kysely';
import { statesBefore } from '#/data/states.ts';
import type { Read } from '#/db/database.ts';

const openStates = sql.join(statesBefore('payout', 'paid').map((state) => sql.lit(state)));

export type OnTheWay = {
  gateway: string;
  sent: number;
  sentCentavos: bigint;
  waiting: number;
  waitingCentavos: bigint;
};

/**
 * Adds up the open payouts of each gateway. `sent` payouts may have left its balance already;
 * `waiting` payouts have not.
 */
export async function openPayouts(read: Read): Promise<OnTheWay[]> {
  const { rows } = await sql<OnTheWay>`
    select gateway, count(*) filter (where state <> 'ready')::int as sent,
      coalesce(sum(amount_centavos) filter (where state <> 'ready'), 0)::int8 as "sentCentavos",
      count(*) filter (where state = 'ready')::int as waiting,
      coalesce(sum(amount_centavos) filter (where state = 'ready'), 0)::int8 as "waitingCentavos"
    from payouts where state in (${openStates}) group by gateway`.execute(read);
  return rows;
}

export type Compared = { gateway: string; day: Temporal.PlainDate; openBreaks: number };

/** Returns the last day whose settlement report was compared, and the open breaks, by gateway. */
export async function comparedTo(read: Read, gateways: readonly string[]): Promise<Compared[]> {
  const { rows } = await sql<Compared>`
    select g.gateway, d.day, (select count(*)::int from reconciliation_breaks b
      where b.gateway = g.gateway and b.ended_at is null) as "openBreaks"
    from unnest(${gateways}::text[]) as g (gateway)
    cross join lateral (select day from reconciled_days
      where gateway = g.gateway order by day desc limit 1) d`.execute(read);
  return rows;
}

// Money that borrowers wait for, by the reason why it has not arrived.
import { sql } from 'kysely';
import type { AppContext } from '#/context/app-context.ts';
import { mayPayOut } from '#/context/switches.ts';
import { banksOf } from '#/gateway/routing.ts';
import { openLiterals } from './store.ts';

/**
 * `noOrder`: a signed loan without a payout. `switchedOff`: payouts, or those of its gateway, are
 * off. `notSent`: due, not sent. `float`: our balance is too small. `unanswered`: sent, and the
 * gateway has not confirmed it. `unknown`: the gateway gave no clear response. `accepted`: the
 * gateway has it. A pickup that waits for its borrower is not counted.
 */
export const waitReasons = [
  'noOrder',
  'switchedOff',
  'notSent',
  'float',
  'unanswered',
  'unknown',
  'accepted',
] as const;
type WaitReason = (typeof waitReasons)[number];

export type Wait = { reason: WaitReason; count: number; oldestAt: Temporal.Instant };

/** Returns the loans and refunds on their way, by reason, with the oldest order (business time). */
export async function payoutWaits(
  app: Pick<AppContext, 'db' | 'settings' | 'bank' | 'earlierBanks'>,
): Promise<Wait[]> {
  const settings = await app.settings.all();
  const leaving = banksOf(app).filter((bank) => mayPayOut(settings, bank));
  const { rows } = await sql<Wait>`
    select reason, count(*)::int as count, min(since) as "oldestAt" from (
      select case
          when waits_for is not null then waits_for
          when state = 'ready' and gateway <> all(${leaving.map(({ name }) => name)}::text[])
            then 'switchedOff'
          when state = 'ready' then 'notSent'
          when state = 'unknown' then 'unknown'
          when gateway_id is null then 'unanswered'
          else 'accepted' end as reason,
        ordered_at as since
      from payouts where state in (${openLiterals}) and ready_at is null
      union all
      select 'noOrder', l.signed_at from loans l
      where l.state in ('submitting', 'approving') and not exists (
        select from payouts p where p.kind = 'loan' and p.subject_id = l.id)
    ) waits group by reason`.execute(app.db);
  return rows;
}

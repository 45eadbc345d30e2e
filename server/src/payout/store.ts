// All SQL for payouts.
import type { PayoutRail } from '@sandali/contract/channel.ts';
import { type Insertable, sql } from 'kysely';
import { statesBefore } from '#/data/states.ts';
import { clusterNow } from '#/db/cluster-name.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { Payouts } from '#/db/tables.ts';

/** The states of payouts that can still be paid. */
const openStates = statesBefore('payout', 'paid');
/** The open states as SQL literals, because partial indexes name these states. */
export const openLiterals = sql.join(openStates.map((state) => sql.lit(state)));

export async function insertPayout(tx: Tx, payout: Insertable<Payouts>): Promise<void> {
  await tx.insertInto('payouts').values(payout).execute();
}

export type Claimed = {
  id: string;
  gateway: string;
  state: string;
  attempts: number;
  amount_centavos: bigint;
  waits_for: string | null;
};

/**
 * Claims due payouts for `leaseMs`. The attempt number is a fencing token that stops a worker once
 * another has claimed the payout. Unsent payouts are claimed only if their gateway is in `leaving`.
 */
export async function claimPayouts(
  db: Read,
  of: { wall: Temporal.Instant; leaseMs: number; limit: number; leaving: readonly string[] },
): Promise<Claimed[]> {
  const until = of.wall.add({ milliseconds: of.leaseMs });
  const { rows } = await sql<Claimed>`
    update payouts set lease_until = ${until}, attempts = attempts + 1
    where id in (
      select id from payouts where state in (${openLiterals}) and (state <> 'ready' or gateway = any(${of.leaving}))
        and next_attempt_at <= ${of.wall} and (lease_until is null or lease_until < ${of.wall})
      order by next_attempt_at limit ${of.limit} for update skip locked)
    returning id, gateway, state, attempts, amount_centavos, waits_for`.execute(db);
  return rows;
}

export async function findPayout(read: Read, id: string) {
  return await read.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();
}
export type PayoutRecord = NonNullable<Awaited<ReturnType<typeof findPayout>>>;

export async function lockPayout(tx: Tx, id: string): Promise<PayoutRecord | undefined> {
  return await tx
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the payout of a loan or refund, and locks it. */
export async function lockPayoutOf(
  tx: Tx,
  kind: string,
  subjectId: string,
): Promise<PayoutRecord | undefined> {
  return await tx
    .selectFrom('payouts')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the payout of a loan or refund. */
export async function payoutOf(read: Read, kind: string, subjectId: string) {
  return await read
    .selectFrom('payouts')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst();
}

/** The fields of a payout that its borrower sees. */
export type PayoutSeen = Pick<
  PayoutRecord,
  | 'id'
  | 'state'
  | 'rail'
  | 'sent_at'
  | 'expected_on'
  | 'ready_at'
  | 'paid_at'
  | 'collect_until'
  | 'collect_days'
  | 'recalled_at'
> &
  Pick<PayoutRecord, 'ordered_at' | 'withdrawal_code_sealed' | 'receiver_sealed'>;

type Change = Partial<Insertable<Payouts>> & { state?: string };

/**
 * Changes a payout and releases its lease. With `attempt`, does so only if that attempt still holds
 * the lease.
 * @returns whether the payout changed
 */
export async function changePayout(
  tx: Tx,
  id: string,
  change: Change,
  attempt: number | null = null,
): Promise<boolean> {
  let query = tx
    .updateTable('payouts')
    .set({ ...change, lease_until: null })
    .where('id', '=', id);
  if (attempt !== null) query = query.where('attempts', '=', attempt);
  const result = await query.executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * The route by which an order was sent. `expectedOn` is a Manila day, or null if the money arrives
 * within minutes.
 */
type SentBy = {
  bankCode: string | null;
  rail: PayoutRail | null;
  expectedOn: Temporal.PlainDate | null;
};

/**
 * Records that the order is about to be sent. From then on, the gateway may have it.
 * @returns false if another worker has claimed the payout since this attempt, or payouts are held
 */
export async function markSent(
  tx: Tx,
  id: string,
  attempt: number,
  { wall, bankCode, rail, expectedOn, sentAs }: SentBy & { wall: Temporal.Instant; sentAs: string },
): Promise<boolean> {
  const result = await tx
    .updateTable('payouts')
    .set({
      state: 'sent',
      sent_at: wall,
      gateway_account: sentAs,
      deduplicated_from: wall,
      bank_code: bankCode,
      rail,
      expected_on: expectedOn,
      waits_for: null,
      waits_since: null,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'ready')
    .where(sql<boolean>`not ${isHeldNow}`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Postpones a payout until the float may be large enough, unless another worker has claimed the
 * payout.
 */
export async function waitForFloat(
  tx: Tx,
  id: string,
  attempt: number,
  at: { wall: Temporal.Instant; lookAt: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({
      waits_for: 'float',
      waits_since: sql`coalesce(waits_since, ${at.wall}::timestamptz)`,
      next_attempt_at: at.lookAt,
      lease_until: null,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'ready')
    .execute();
}

/**
 * Records the resend of an order that was not accepted. From then on, the gateway may have it.
 * @returns false if another worker has claimed the payout since this attempt
 */
export async function endWait(
  tx: Tx,
  id: string,
  attempt: number,
  {
    wall,
    sentAs,
    expectedOn,
  }: Pick<SentBy, 'expectedOn'> & { wall: Temporal.Instant; sentAs: string },
): Promise<boolean> {
  const result = await tx
    .updateTable('payouts')
    .set({
      waits_for: null,
      waits_since: null,
      sent_at: wall,
      gateway_account: sentAs,
      expected_on: expectedOn,
      deduplicated_from: sql`case when gateway_account = ${sentAs} then deduplicated_from else ${wall}::timestamptz end`,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'sent')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Marks pickups whose last day is before `today` as recalled and due now. Skips leased rows.
 * @returns the number of marked pickups
 */
export async function recallExpiredPickups(
  db: Read,
  of: { today: Temporal.PlainDate; wall: Temporal.Instant; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update payouts set recalled_at = ${of.wall}, recalled_by = 'system', next_attempt_at = ${of.wall}
    where id in (
      select id from payouts where collect_until < ${of.today}::date and ready_at is not null and recalled_at is null and state in ('sent', 'unknown')
        and (lease_until is null or lease_until < ${of.wall})
      order by collect_until limit ${of.limit} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Returns the ids of pickups that became ready before today, whose last day is today or tomorrow,
 * and whose borrower has not been notified yet.
 */
export async function findEndingPickups(
  db: Read,
  of: { today: Temporal.PlainDate; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payouts where collect_until between ${of.today}::date and ${of.today}::date + 1
      and ready_at is not null and recalled_at is null
      and state in ('sent', 'unknown') and last_day_notified_at is null and collect_until - collect_days < ${of.today}::date
    order by collect_until limit ${of.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Records the last-day notice without changing a worker's lease. */
export async function markLastDayNotified(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('payouts').set({ last_day_notified_at: at }).where('id', '=', id).execute();
}

/** Returns a borrower's payouts, oldest first. */
export async function payoutsOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('payouts')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('ordered_at')
    .execute();
}

export async function currentCluster(read: Read): Promise<string> {
  const { rows } = await sql<{ name: string }>`select ${clusterNow} as name`.execute(read);
  return rows[0]?.name ?? '';
}

/**
 * Whether payouts are held after a failover, or the worker has not noticed a failover yet. Uses no
 * table of payouts, so the statement that marks a payout as sent can have it as a condition.
 */
const isHeldNow = sql<boolean>`exists (select from database_cluster c
  where c.held_at is not null or c.name <> ${clusterNow})`;

export async function checkHeld(read: Read): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${isHeldNow} as held`.execute(read);
  return rows[0]?.held ?? false;
}

/** Returns the database at the last start; null before the first start. */
export async function lastCluster(tx: Tx): Promise<{ name: string; isDrill: boolean } | null> {
  const row = await tx
    .selectFrom('database_cluster')
    .select(['name', 'is_drill as isDrill'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Whether this is the database that servers last used without DRILL=1, and not a copy. */
export async function checkServed(read: Read): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('database_cluster') is not null as exists`.execute(read);
  if (!rows[0]?.exists) return false;
  const served = await read
    .selectFrom('database_cluster')
    .select('name')
    .where('name', '=', clusterNow)
    .where('is_drill', '=', false)
    .executeTakeFirst();
  return served !== undefined;
}

export async function storeCluster(
  tx: Tx,
  cluster: { name: string; is_drill?: boolean },
  at: Temporal.Instant,
): Promise<void> {
  const values = { ...cluster, seen_at: at };
  await tx
    .insertInto('database_cluster')
    .values(values)
    .onConflict((clash) => clash.column('singleton').doUpdateSet(values))
    .execute();
}

/**
 * Records that payouts were paused (business time) because the database may have been restored.
 * Ends a hold.
 */
export async function markPaused(tx: Tx, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('database_cluster')
    .set({ payouts_paused_at: at, held_at: null, lost_from_at: null })
    .execute();
}

/** The columns that show how a payout's status must be interpreted. */
export type QueriedPayoutRow = Pick<
  PayoutRecord,
  | 'amount_centavos'
  | 'deduplicated_from'
  | 'gateway_account'
  | 'waits_for'
  | 'gateway_id'
  | 'ready_at'
>;

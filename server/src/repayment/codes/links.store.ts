// All SQL for payments by link, which the borrower approves on a wallet's or card's page.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

/** A payment link. `progress` is the last state that the gateway reported. */
export type Link = {
  id: string;
  gateway: string;
  gateway_id: string;
  ends_at: Temporal.Instant;
  link_checks: number;
  progress: string | null;
};

const columns = ['id', 'gateway', 'gateway_id', 'ends_at', 'link_checks', 'progress'] as const;

/** Leases the links at these gateways whose next query is due. */
export async function claimLinks(
  db: Read,
  of: { gateways: readonly string[]; wall: Temporal.Instant; leaseMs: number; limit: number },
): Promise<Link[]> {
  const until = of.wall.add({ milliseconds: of.leaseMs });
  const { rows } = await sql<Link>`
    update repayment_codes set link_next_check_at = ${until}, link_checks = link_checks + 1
    where id in (
      select id from repayment_codes
      where link_next_check_at <= ${of.wall} and gateway = any(${of.gateways})
      order by link_next_check_at limit ${of.limit} for update skip locked)
    returning id, gateway, gateway_id, ends_at, link_checks, progress`.execute(db);
  return rows;
}

/** Returns the link for the code with this id; null if there is no such code or it has no link. */
export async function findLink(read: Read, gateway: string, id: string): Promise<Link | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
  const row = await read
    .selectFrom('repayment_codes')
    .select(columns)
    .where('id', '=', id)
    .where('gateway', '=', gateway)
    .where('link', 'is not', null)
    .executeTakeFirst();
  return (row as Link | undefined) ?? null;
}

/**
 * Stores the reported progress and the time of the next query. Links whose payment is booked are
 * not queried again.
 */
export async function storeLinkAnswer(
  tx: Tx,
  { id }: Link,
  next: { progress?: string | null; next_attempt_at: Temporal.Instant | null },
): Promise<void> {
  const isPaid = sql<boolean>`exists (select 1 from receipts r
    where r.code_id = repayment_codes.id)`;
  await tx
    .updateTable('repayment_codes')
    .set({
      ...('progress' in next && { progress: next.progress ?? null }),
      link_next_check_at: sql`case when ${isPaid} then null
        else ${next.next_attempt_at}::timestamptz end`,
    })
    .where('id', '=', id)
    .execute();
}

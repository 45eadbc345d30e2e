// The trail of decisions and staff acts: who did what to whom, when and why. Rows never change
// (01-platform.sql) and are hash-chained each minute (staff/chain-trail.ts).
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

export type AuditRow = {
  /** The business time of the act. */
  at: Temporal.Instant;
  /** A person's name, or the part of the app that decides, such as 'review engine'. */
  who: string;
  /** The role, if staff acted. */
  role?: string | null;
  /** The act as one word, such as 'creditApproved'. */
  act: string;
  /** The id of the affected row. */
  subject?: string | null;
  reason?: string | null;
  /** Ids, codes and amounts only, never personal data. */
  detail?: Record<string, string | number | boolean | null | readonly string[]>;
};

/** Writes a row in the transaction of the act that it records. */
export async function audit(
  tx: Tx,
  { at, who, role = null, act, subject = null, reason = null, detail = {} }: AuditRow,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({ at, who, role, act, subject, reason, detail: JSON.stringify(detail) })
    .execute();
}

/**
 * Writes a row unless one has the same act and subject, so that an ongoing fault is recorded once.
 */
export async function auditOnce(tx: Tx, row: AuditRow & { subject: string }): Promise<void> {
  const existing = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('act', '=', row.act)
    .where('subject', '=', row.subject)
    .executeTakeFirst();
  if (!existing) await audit(tx, row);
}

/** Returns the subject of the first row with this act, or null. */
export async function firstSubjectOf(read: Read, act: string): Promise<string | null> {
  const row = await read
    .selectFrom('audit_log')
    .select('subject')
    .where('act', '=', act)
    .orderBy('id')
    .executeTakeFirst();
  return row?.subject ?? null;
}

/**
 * The part of a staff act that the borrower may see: the role, never the name. `act` is the
 * command, such as 'person show'.
 */
export type StaffLook = {
  at: Temporal.Instant;
  role: string | null;
  act: string;
  reason: string | null;
};

/**
 * Returns staff acts and views that concern a borrower, newest first, at most 200. Failed attempts
 * have no subject, so they are omitted.
 */
export async function staffLooksAt(read: Read, borrowerId: string): Promise<StaffLook[]> {
  return await read
    .selectFrom('audit_log')
    .select(['at', 'role', sql<string>`substr(act, 5)`.as('act'), 'reason'])
    .where('subject', '=', borrowerId)
    .where('act', 'like', 'ops %')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

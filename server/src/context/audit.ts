// The audit trail of decisions and of staff: who did what, for which person, when and why. Rows are
// never changed (01-platform.sql), and go into a hash chain each minute (staff/chain-trail.ts).
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

export type AuditRow = {
  /** Business time. */
  at: Temporal.Instant;
  /** A person's name, or the part of the program that decides: 'review engine'. */
  who: string;
  /** In which role, where it was staff. */
  role?: string | null;
  /** One word for what was done: 'creditApproved'. */
  act: string;
  /** The id of what it was done to. */
  subject?: string | null;
  reason?: string | null;
  /** Ids, codes and amounts only, never personal data. */
  detail?: Record<string, string | number | boolean | null | readonly string[]>;
};

/** Writes one row, in the transaction of the act that it records. */
export async function audit(
  tx: Tx,
  { at, who, role = null, act, subject = null, reason = null, detail = {} }: AuditRow,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({ at, who, role, act, subject, reason, detail: JSON.stringify(detail) })
    .execute();
}

/** Writes a row unless there is one of the same act and subject: what stays wrong is said once. */
export async function auditOnce(tx: Tx, row: AuditRow & { subject: string }): Promise<void> {
  const seen = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('act', '=', row.act)
    .where('subject', '=', row.subject)
    .executeTakeFirst();
  if (!seen) await audit(tx, row);
}

/** The subject of the first row of an act, or null. */
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
 * What a borrower may know of an act: the role, never the name. `act` is the command: 'person
 * show'.
 */
export type StaffLook = {
  at: Temporal.Instant;
  role: string | null;
  act: string;
  reason: string | null;
};

/**
 * What staff did on a borrower or saw of them, the newest first, at most 200. Tries that came to
 * nothing have no subject, so they are not here.
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

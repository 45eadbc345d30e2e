// The trail of decisions and of staff: who did what to whom, when and why. Rows are never changed (0001-house.sql).
import type { Tx } from '#/db/database.ts';

export type AuditRow = {
  /** Business time. */
  at: Temporal.Instant;
  /** A person's name, or the part of the program that decides: 'review engine'. */
  who: string;
  /** One word for what was done: 'creditApproved'. */
  act: string;
  /** The id of what it was done to. */
  subject?: string | null;
  reason?: string | null;
  /** Ids, codes and amounts only, never personal data. */
  detail?: Record<string, string | number | boolean | null | readonly string[]>;
};

/** Writes one row, in the transaction of what it tells about. */
export async function audit(tx: Tx, { at, who, act, subject = null, reason = null, detail = {} }: AuditRow): Promise<void> {
  await tx
    .insertInto('audit_rows')
    .values({ at, who, act, subject, reason, detail: JSON.stringify(detail) })
    .execute();
}

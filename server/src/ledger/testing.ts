// Helpers for tests of the books: posting entries directly, and tampering as the owner of the
// tables.
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Db, inTx, type Read } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { type Entry, post } from './post.ts';
import { moneyUnmatched } from './rules.ts';

/**
 * Returns an entry of ₱5.00 with an unknown owner. Both the fact and its recording have the time
 * `at`.
 */
export function entryAt(at: Temporal.Instant, part: Partial<Entry> = {}): Entry {
  const id = newId(at);
  return {
    id,
    kind: 'money.unmatched',
    factKey: `test ${id}`,
    borrowerId: null,
    loanId: null,
    happenedAt: at,
    recordedAt: at,
    businessOn: at.toZonedDateTimeISO('Asia/Manila').toPlainDate(),
    lines: moneyUnmatched(500n, 'PHP'),
    ...part,
  };
}

/**
 * Posts an entry of ₱5.00 with an unknown owner.
 * @returns the entry's id
 */
export async function writeEntry(
  db: Db,
  at: Temporal.Instant,
  part: Partial<Entry> = {},
): Promise<string> {
  const entry = entryAt(at, part);
  await inTx(db, (tx) => post(tx, entry));
  return entry.id;
}

/**
 * Runs the statements as the owner of the tables with triggers off, calls `look`, and rolls back.
 */
export async function afterTampering<T>(
  owner: Db,
  statements: readonly string[],
  look: (read: Read) => Promise<T>,
): Promise<T> {
  let result: T | undefined;
  const rolledBack = inTx(owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    result = await look(tx);
    throw new Error('undone');
  });
  await expect(rolledBack).rejects.toThrow('undone');
  return result as T;
}

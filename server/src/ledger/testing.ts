// For tests of the books: manual entries, and tampering as the owner of the tables.
import { sql } from 'kysely';
import { expect } from 'vitest';
import { inTx, type Read } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { type Entry, post } from './post.ts';
import { moneyUnmatched } from './rules.ts';

/** An entry of ₱5.00 without an owner, which happened and is recorded at `at`. */
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

/** Posts an entry of ₱5.00 without an owner. @returns its id */
export async function writeEntry(
  db: Read,
  at: Temporal.Instant,
  part: Partial<Entry> = {},
): Promise<string> {
  const entry = entryAt(at, part);
  await inTx(db, (tx) => post(tx, entry));
  return entry.id;
}

/** Runs `look` after the owner's statements with triggers off, then rolls all back. */
export async function afterTampering<T>(
  owner: Read,
  statements: readonly string[],
  look: (read: Read) => Promise<T>,
): Promise<T> {
  let seen: T | undefined;
  const undone = inTx(owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    seen = await look(tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  return seen as T;
}

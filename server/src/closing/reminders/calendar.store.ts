// All SQL of entries in borrowers' own calendars.
import type { Insertable } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { CalendarEntries } from '#/db/tables.ts';

export async function entriesOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('calendar_entries')
    .select(['loan_id', 'due_on', 'outcome', 'reported_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('reported_at')
    .execute();
}

export async function keepEntry(tx: Tx, entry: Insertable<CalendarEntries>): Promise<void> {
  const { outcome, reported_at } = entry;
  await tx
    .insertInto('calendar_entries')
    .values(entry)
    .onConflict((clash) => clash.columns(['loan_id', 'due_on']).doUpdateSet({ outcome, reported_at }))
    .execute();
}

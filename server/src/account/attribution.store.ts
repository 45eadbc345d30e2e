// All SQL about where borrowers came from.
import type { Selectable } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { Attributions } from '#/db/tables.ts';

export async function insertAttribution(tx: Tx, row: Selectable<Attributions>): Promise<void> {
  await tx.insertInto('attributions').values(row).execute();
}

export async function deleteAttribution(tx: Tx, borrowerId: string): Promise<void> {
  await tx.deleteFrom('attributions').where('borrower_id', '=', borrowerId).execute();
}

export async function findAttribution(read: Read, borrowerId: string): Promise<Selectable<Attributions> | undefined> {
  return await read.selectFrom('attributions').selectAll().where('borrower_id', '=', borrowerId).executeTakeFirst();
}

// All SQL of kept catalogues.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';

type NewCatalogue = { name: string; id: string; version: number; content: object; legalRule: string; at: Temporal.Instant };

/** Keeps a catalogue; one that is there already stays as it is. */
export async function insertCatalogue(read: Read, { name, id, version, content, legalRule, at }: NewCatalogue): Promise<void> {
  await read
    .insertInto('catalogues')
    .values({ name, id, version, content: JSON.stringify(content), legal_rule: legalRule, loaded_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether what is kept under a name is this; the order of fields does not matter. */
export async function isCatalogueAsKept(read: Read, name: string, content: object): Promise<boolean> {
  const row = await read
    .selectFrom('catalogues')
    .select(sql<boolean>`content = ${JSON.stringify(content)}::jsonb`.as('is_same'))
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.is_same ?? false;
}

// Test helpers that read the whole database, unsealed with all keys.
import { sql } from 'kysely';
import type { Database } from '#/db/database.ts';
import { type Purpose, purposes, type Sealer } from '#/platform/seal.ts';

/**
 * Returns the rows of each non-empty table as one text. Each row has its bytes in hex, followed by
 * its unsealed contents.
 */
export async function dumpOf(
  { db }: Pick<Database, 'db'>,
  sealer: Sealer,
): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{
    schema: string;
    name: string;
  }>`select table_schema as schema, table_name as name
    from information_schema.tables
    where table_type = 'BASE TABLE'
      and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const dump = new Map<string, string>();
  for (const { schema, name } of tables) {
    const { rows } = await sql<{
      row: string;
    }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(db);
    const text = rows.map(({ row }) => `${row} ${openedIn(row, sealer).join(' ')}`).join('\n');
    if (text) dump.set(name, text);
  }
  return dump;
}

/** Unseals every text in a row that was sealed with one of that row's ids. */
export function openedIn(row: string, sealer: Sealer): string[] {
  const ids = [...new Set(row.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])];
  return [...row.matchAll(/\\x(0201[0-9a-f]{56,})/g)].flatMap(([, hex]) =>
    purposes.flatMap((purpose) => ids.flatMap((id) => opened(sealer, purpose, id, hex as string))),
  );
}

function opened(sealer: Sealer, purpose: Purpose, of: string, hex: string): string[] {
  try {
    return [sealer.open(purpose, of, Buffer.from(hex, 'hex'))];
  } catch {
    return []; // sealed for another purpose or row, or not sealed at all
  }
}

/** Returns the tables that contain any of these words, ignoring case. */
export function tablesWith(dump: ReadonlyMap<string, string>, words: readonly string[]): string[] {
  const matches = [...dump].filter(([, text]) =>
    words.some((word) => text.toLowerCase().includes(word.toLowerCase())),
  );
  return matches.map(([name]) => name).sort();
}

// Today's unique keys, and what becomes of each where rows are distributed by their borrower.
import type pg from 'pg';

export type Key = { table: string; columns: string[]; where: string | null; isPrimary: boolean };
/** A foreign key; `isSure` where none of its columns may be null. */
export type Follow = { table: string; columns: string[]; to: string; isSure: boolean };
export type Schema = {
  keys: Key[];
  follows: Follow[];
  /** Columns by table: all with their type, those that may be null, and those that the database numbers. */
  columns: { table: string; name: string; type: string; isNullable: boolean; isNumbered: boolean }[];
};

/** Columns that name a borrower, or one of their loans, by another name and without a foreign key. */
const namedOtherwise: Record<string, string> = { idempotency_keys: 'scope', ledger_accounts: 'owner_id' };

export const fates = ['names the borrower', 'own id', 'borrower follows', 'directory', 'of the company'] as const;
export type Fate = (typeof fates)[number];

/** Reads unique indexes, foreign keys and columns of the public schema. */
export async function readSchema({ pool }: { pool: pg.Pool }): Promise<Schema> {
  const keys = await pool.query<Key>(`
    select c.relname as table, i.indisprimary as "isPrimary", replace(pg_get_expr(i.indpred, i.indrelid), '::text', '') as where,
      array(select replace(replace(pg_get_indexdef(i.indexrelid, at::int, true), '"', ''), '::text', '') from generate_series(1, i.indnkeyatts) as at order by at) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace order by c.relname collate "C", not i.indisprimary, columns, 3`);
  const follows = await pool.query<Follow>(`
    select c.relname as table, f.relname as to, array_agg(a.attname::text order by k.at) as columns, bool_and(a.attnotnull) as "isSure"
    from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_class f on f.oid = o.confrelid
      cross join unnest(o.conkey) with ordinality as k (number, at) join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
    where o.contype = 'f' and c.relnamespace = 'public'::regnamespace group by o.oid, c.relname, f.relname order by 1, 2`);
  const columns = await pool.query<Schema['columns'][number]>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable", a.attidentity <> '' as "isNumbered"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`);
  return { keys: keys.rows, follows: follows.rows, columns: columns.rows };
}

/**
 * Tables whose rows are a borrower's: they name one, or a row that does. `isSure` of a table where none of its rows may be without a borrower.
 */
export function tablesOfBorrowers({ columns, follows }: Schema): Map<string, { isSure: boolean }> {
  const found = new Map([['borrowers', { isSure: true }]]);
  for (const { table, name, isNullable } of columns)
    if (name === 'borrower_id' || name === namedOtherwise[table]) found.set(table, { isSure: !isNullable });
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { table, to, isSure } of follows) {
      const parent = found.get(to);
      if (!found.has(table) && parent && isSure) found.set(table, parent);
    }
  }
  return found;
}

/** What becomes of a key: it may name the borrower, or a row whose borrower it has too, or have an id that we make; else it is unique among all borrowers by itself. */
export function fateOf(schema: Schema, key: Key, ofBorrowers = tablesOfBorrowers(schema)): Fate {
  const { table, columns } = key;
  if (!ofBorrowers.has(table)) return 'of the company';
  if (columns.includes(namedOtherwise[table] ?? 'borrower_id') || (table === 'borrowers' && columns.includes('id')))
    return 'names the borrower';
  const isFollowing = schema.follows.some(
    (one) => one.table === table && ofBorrowers.has(one.to) && one.columns.some((name) => columns.includes(name)),
  );
  const isOurs = schema.columns.some((one) => one.table === table && columns.includes(one.name) && (one.isNumbered || one.type === 'uuid'));
  return isFollowing && !columns.includes('id') ? 'borrower follows' : isOurs ? 'own id' : 'directory';
}

const explained: Record<Fate, string> = {
  'names the borrower': 'Kept as it is; by bucket with the bucket in front.',
  'own id':
    'Kept with the bucket in front: a uuid of ours is of one row where it ends in its borrower’s bucket and a check says so; a number comes from a sequence. By `borrower_id` a directory each, or unique by chance alone.',
  'borrower follows':
    'Kept with the distribution column in front: it names a row of the borrower’s, and that row’s foreign key carries the column.',
  directory:
    'Unique among all borrowers by a fact that names none of them: a directory distributed by that fact, written in the same transaction, locked before the borrower.',
  'of the company': 'No borrower: the table stays whole, on the coordinator, copied to all machines, or distributed by this key.',
};

const keyOf = ({ columns, where, isPrimary }: Key) =>
  `${isPrimary ? '**' : ''}(${columns.join(', ')})${isPrimary ? '**' : ''}${where ? ` where ${where}` : ''}`;

/** The document that lists every key. */
export function pageOf(schema: Schema): string {
  const ofBorrowers = tablesOfBorrowers(schema);
  const byFate = Map.groupBy(schema.keys, (key) => fateOf(schema, key, ofBorrowers));
  const unsure = [...ofBorrowers].filter(([, { isSure }]) => !isSure).map(([table]) => table);
  const parts = fates.map((fate) => {
    const keys = byFate.get(fate) ?? [];
    const rows = [...Map.groupBy(keys, ({ table }) => table)].map(([table, all]) => `- \`${table}\`: ${all.map(keyOf).join('; ')}`);
    return [`## ${fate[0]?.toUpperCase()}${fate.slice(1)}: ${keys.length}`, '', explained[fate], '', ...rows].join('\n');
  });
  return `${[
    '# Every unique key, and where it would go',
    '',
    `What becomes of the ${schema.keys.length} unique keys of the database where rows are distributed by their borrower ([decision 0054](decisions/0054-buckets-would-distribute.md)).`,
    'None is changed. Primary keys are bold. Printed from `pg_catalog` of a database that the migrations have made; `npm run unique-keys` writes it anew, and a test compares it.',
    '',
    `Rows of these tables may have no borrower, and lie in the bucket of what they are found by until they have: ${unsure
      .toSorted()
      .map((one) => `\`${one}\``)
      .join(', ')}.`,
    '',
    parts.join('\n\n'),
  ].join('\n')}\n`;
}

// Copies borrowers by bulk inserts: all their rows, in every table, with new ids. Reads tables and
// columns from the database's catalogue, so new tables and columns require no change here.
import type { Database } from '@sandali/server/db/database.ts';
import type pg from 'pg';

type Column = { table: string; name: string; type: string; isIdentity: boolean };
/** A table to fill, and an expression for each column of a copy. */
type Target = { table: string; columns: string[]; values: string[] };

const copiesPerTransaction = 1000;
const copiesPerDayInsert = 20_000;
const loaders = 2;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Unique text columns. A copy gets a new id, or the original's value with the copy's number. */
const identifiers = new Set([
  'reference_no',
  'gateway_id',
  'gateway_payment_id',
  'device_id',
  'event_id',
  'file_name',
  'repayment_codes.code',
  'webhook_events.subject',
]);

/**
 * Creates `count` copies, spread evenly over the originals. Disables triggers and foreign keys,
 * because the copies satisfy them if the originals do. Reopens all days of the ledger; the app must
 * close them again.
 */
export async function copyPeople(
  { pool }: Database,
  originals: readonly string[],
  count: number,
  onCopied: (copied: number) => unknown = () => {},
): Promise<void> {
  const clients = await Promise.all(Array.from({ length: loaders }, () => openLoader(pool)));
  const [client] = clients as [pg.PoolClient];
  try {
    await reopenDays(client);
    const targets = await takeTemplates(client, originals);
    await disableIndexes(client, targets);
    const isLedger = ({ table }: Target) => /^ledger_(entries|lines)$/.test(table);
    const others = targets.filter((target) => !isLedger(target));
    let started = 0;
    await Promise.all(
      clients.map(async (loader) => {
        while (started < count) {
          const from = started + 1;
          started = Math.min(started + copiesPerTransaction, count);
          const to = started;
          await insertCopies(loader, others, originals.length, [from, to]);
          onCopied(to);
        }
      }),
    );
    await Promise.all(
      targets.filter(isLedger).map(async (target, nth) => {
        const loader = clients[nth % loaders] as pg.PoolClient;
        await insertByDay(loader, target, originals.length, count);
      }),
    );
    const tables = targets.map(({ table }) => table);
    await Promise.all(
      clients.map(async (loader) => {
        for (let table = tables.pop(); table; table = tables.pop()) {
          await loader.query(`reindex table ${table}`);
        }
      }),
    );
    await client.query('drop schema mass cascade');
    await moveSequences(client);
    await reportMovements(client);
    await client.query('analyze');
  } finally {
    for (const loader of clients) loader.release(true);
  }
}

/** Opens a session without triggers and without waiting for the disk, used only for loading. */
async function openLoader(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  for (const [name, value] of Object.entries({
    session_replication_role: 'replica',
    statement_timeout: '0',
    synchronous_commit: 'off',
    maintenance_work_mem: '1GB',
    work_mem: '512MB',
  })) {
    await client.query(`set ${name} = '${value}'`);
  }
  return client;
}

/** Inserts entries or lines day by day, as posting does, so that a day's rows are adjacent. */
async function insertByDay(
  client: pg.PoolClient,
  { table, columns, values }: Target,
  originals: number,
  count: number,
): Promise<void> {
  const { rows } = await client.query<{ day: string }>(
    'select distinct booked_on::text as day from mass.ledger_entries order by 1',
  );
  const isOfDay =
    table === 'ledger_entries'
      ? 't.booked_on = $3'
      : 't.entry_id in (select id from mass.ledger_entries where booked_on = $3)';
  for (const { day } of rows) {
    for (let from = 0; from < count; from += copiesPerDayInsert) {
      await client.query(
        `insert into ${table} (${columns.join(', ')}) overriding system value
         select ${values.join(', ')} from generate_series($1::bigint, $2::bigint) n
         join mass.${table} t on t.nth = n % ${originals} where ${isOfDay}`,
        [from + 1, Math.min(from + copiesPerDayInsert, count), day],
      );
    }
  }
}

/** Disables indexes, because building them at the end is faster and makes them smaller. */
async function disableIndexes(client: pg.PoolClient, targets: readonly Target[]): Promise<void> {
  await client.query(
    `update pg_index set indisready = false
     where indrelid = any($1::text[]::regclass[])`,
    [targets.map(({ table }) => table)],
  );
}

async function insertCopies(
  client: pg.PoolClient,
  targets: readonly Target[],
  originals: number,
  range: [from: number, to: number],
): Promise<void> {
  await client.query('begin');
  for (const { table, columns, values } of targets) {
    await client.query(
      `insert into ${table} (${columns.join(', ')}) overriding system value
       select ${values.join(', ')} from generate_series($1::bigint, $2::bigint) n
       join mass.${table} t on t.nth = n % ${originals}`,
      range,
    );
  }
  await client.query('commit');
}

/**
 * Reopens all days and removes them from the hash chain, because the copies add entries to them.
 */
async function reopenDays(client: pg.PoolClient): Promise<void> {
  for (const table of [
    'report_bills',
    'report_figures',
    'report_days',
    'ledger_day_totals',
    'ledger_day_entries',
    'ledger_days',
    'ledger_verifications',
    'day_close_charges',
    'day_closes',
  ]) {
    await client.query(`delete from ${table}`);
  }
  await client.query(
    `update ledger_head set closed_to = null, chained_to = null,
       hash = decode(repeat('00', 32), 'hex'), hashed_number = 0, hashed_lines = 0`,
  );
}

/** Copies each original's rows into the schema `mass`, with that original's index. */
async function takeTemplates(
  client: pg.PoolClient,
  originals: readonly string[],
): Promise<Target[]> {
  const columns = await readColumns(client);
  const tables = [...new Set(columns.map(({ table }) => table))];
  const uuidColumns = (table: string) =>
    columns.filter((each) => each.table === table && each.type === 'uuid').map(({ name }) => name);
  await client.query('drop schema if exists mass cascade');
  await client.query('create schema mass');
  for (const table of tables) {
    await client.query(
      `create table mass.${table} as select t.*, 0::bigint as nth from ${table} t limit 0`,
    );
  }
  for (const [nth, original] of originals.entries()) {
    const ids = await idsOf(client, tables, uuidColumns, original);
    for (const table of tables) {
      await client.query(
        `insert into mass.${table} select t.*, $2 from ${table} t
         where ${isOwned(table, uuidColumns(table))}`,
        [ids, nth],
      );
    }
  }
  // A negative id marks a person's account, which is copied; company accounts are shared.
  await client.query(
    `update mass.ledger_lines set account_id = -account_id
     where account_id in (select id from mass.ledger_accounts)`,
  );
  await client.query(`update mass.webhook_events set raw_sealed = ''`);
  const targets: Target[] = [];
  for (const table of tables) {
    const { rowCount } = await client.query(`select from mass.${table} limit 1`);
    if (!rowCount) continue;
    const own = columns.filter((each) => each.table === table);
    const values = await Promise.all(own.map((column) => valueExpression(client, column)));
    targets.push({ table, columns: own.map(({ name }) => name), values });
  }
  return targets;
}

/** Returns every column of the tables that refer to a person, except the sandbox's tables. */
async function readColumns(client: pg.PoolClient): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.table_name as "table", c.column_name as name, c.udt_name as type,
       c.is_identity = 'YES' or (c.table_name, c.column_name) = ('audit_log', 'id') as "isIdentity"
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.table_name not like 'sandbox%' and c.is_generated = 'NEVER'
       and (c.table_name in ('webhook_events', 'audit_log')
         or exists (select from information_schema.columns u where u.table_schema = 'public'
           and u.table_name = c.table_name and u.udt_name = 'uuid'))
     order by c.table_name, c.ordinal_position`,
  );
  return rows;
}

/** Returns the SQL condition for a person's rows; $1 is the list of the person's ids. */
function isOwned(table: string, uuids: readonly string[]): string {
  if (table === 'webhook_events') {
    return 't.subject in (select gateway_payment_id from receipts where id = any($1::uuid[]))';
  }
  if (table === 'idempotency_keys') return `substring(t.scope from '${uuid}')::uuid = any($1)`;
  if (table === 'audit_log') return `substring(t.subject from '${uuid}')::uuid = any($1)`;
  return uuids.map((name) => `t.${name} = any($1::uuid[])`).join(' or ');
}

/** Returns all ids of a person: those of their row, of the rows that refer to it, and so on. */
async function idsOf(
  client: pg.PoolClient,
  tables: readonly string[],
  uuidColumns: (table: string) => string[],
  original: string,
): Promise<string[]> {
  const ids = new Set([original]);
  for (let before = 0; before < ids.size; ) {
    before = ids.size;
    for (const table of tables) {
      const uuids = uuidColumns(table);
      if (uuids.length === 0) continue;
      const all = uuids.map((name) => `t.${name}`).join(', ');
      const { rows } = await client.query<{ id: string }>(
        `select distinct unnest(array[${all}]) as id from ${table} t
         where ${isOwned(table, uuids)}`,
        [[...ids]],
      );
      for (const { id } of rows) if (id) ids.add(id);
    }
  }
  return [...ids];
}

/**
 * Returns the SQL expression for a copy's value, from its template `t` and its number `n`. Sealed
 * values stay unchanged, because nothing unseals them.
 */
async function valueExpression(
  client: pg.PoolClient,
  { table, name, type, isIdentity }: Column,
): Promise<string> {
  const value = `t.${name}`;
  if (isIdentity) return await numberAfter(client, table, name, value);
  if (table === 'ledger_lines' && name === 'account_id') {
    const account = await numberAfter(client, 'ledger_accounts', 'id', `-${value}`);
    return `case when ${value} > 0 then ${value} else ${account} end`;
  }
  if (type === 'uuid') return uuidOfCopy(value);
  if (type === 'bytea' && name.endsWith('hash')) return `sha256(int8send(n) || ${value})`;
  if (type !== 'text') return value;
  if (identifiers.has(name) || identifiers.has(`${table}.${name}`)) {
    return `case when ${value} ~ '^${uuid}$' then ${uuidOfCopy(value)}::text
      else ${value} || '.' || n end`;
  }
  const { rowCount } = await client.query(
    `select from mass.${table} t where ${value} ~ '${uuid}' limit 1`,
  );
  if (!rowCount) return value;
  // Find the id in the text once for the template, not once for each copy.
  await client.query(`alter table mass.${table} add "${name} id" uuid`);
  await client.query(
    `update mass.${table} t set "${name} id" = substring(${value} from '${uuid}')::uuid`,
  );
  const id = `t."${name} id"`;
  return `coalesce(replace(${value}, ${id}::text, ${uuidOfCopy(id)}::text), ${value})`;
}

const uuidOfCopy = (value: string) => `md5(n || ':' || ${value})::uuid`;

/** Returns a number above all in use. Each copy gets a range as wide as that of the templates. */
async function numberAfter(
  client: pg.PoolClient,
  table: string,
  name: string,
  value: string,
): Promise<string> {
  const { rows } = await client.query<{ first: bigint; width: bigint; last: bigint }>(
    `select min(m.${name}) as first, max(m.${name}) - min(m.${name}) + 1 as width,
       (select max(${name}) from ${table}) as last
     from mass.${table} m`,
  );
  const { first = 0n, width = 0n, last = 0n } = rows[0] ?? {};
  return `(${last} + (n - 1) * ${width} + ${value} - ${first} + 1)`;
}

async function moveSequences(client: pg.PoolClient): Promise<void> {
  for (const { table, name, isIdentity } of await readColumns(client)) {
    if (!isIdentity) continue;
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${name}'),
         (select coalesce(max(${name}), 0) + 1 from ${table}))`,
    );
  }
}

/** Writes settlement reports for past days that match the books of every copy. */
async function reportMovements(client: pg.PoolClient): Promise<void> {
  // Without fresh statistics, and with nested loops, PostgreSQL would search all receipts for each
  // movement.
  await client.query('analyze');
  await client.query('set enable_nestloop = off');
  await client.query(
    `insert into settlement_report_lines (gateway, line_id, kind, subject, amount_centavos,
       currency, happened_at, on_day, read_at)
     select m.gateway, 'mv.' || m.number, m.kind, m.subject, abs(m.amount_centavos),
       'PHP', m.happened_at, m.business_on, m.happened_at
     from gateway_movements m
     where m.business_on < (select max(business_on) from gateway_movements)`,
  );
  await client.query(
    `insert into reconciled_days (gateway, day, read_at, source, lines)
     select gateway, on_day, max(happened_at), 'gateway', count(*)
     from settlement_report_lines where line_id like 'mv.%' group by 1, 2`,
  );
}

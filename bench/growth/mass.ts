// Copies people set-based: every row of the ones that are there, in every table that knows them, once for each number, with ids made of the number. What the app
// writes of a person is copied whole, so that a table or a column that is new here comes along by itself.
import type { Database } from '@sandali/server/db/database.ts';
import type pg from 'pg';

type Column = { table: string; name: string; type: string; isIdentity: boolean };
/** A table with rows to copy, and for each column how a copy's value is made. */
type Copied = { table: string; columns: string[]; values: string[] };

/** Copies in one transaction, of one day's entries, and transactions at once. */
const [most, mostOfDay, atOnce] = [1000, 20_000, 2];
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Identifiers in text that no two people share; of these a copy has an id of its own, or the number behind one that is not a uuid. */
const named = new Set([
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
 * Makes `count` borrowers like the given ones, in turns. Triggers and foreign keys do not see it: what they hold is true of each copy because it is true of
 * what is copied. The days of the books are opened, as they hold more now, and are to be closed again by the app.
 */
export async function makeMass(
  { pool }: Database,
  likes: readonly string[],
  count: number,
  say: (made: number) => unknown = () => {},
): Promise<void> {
  const clients = await Promise.all(Array.from({ length: atOnce }, () => openLoader(pool)));
  const [client] = clients as [pg.PoolClient];
  try {
    await reopenDays(client);
    const copied = await takeTemplates(client, likes);
    await leaveIndexes(client, copied);
    const isLedger = ({ table }: Copied) => table === 'ledger_entries' || table === 'ledger_lines';
    const [ledger, others] = [copied.filter(isLedger), copied.filter((one) => !isLedger(one))];
    let made = 0;
    await Promise.all(
      clients.map(async (own) => {
        while (made < count) {
          const from = made;
          const to = Math.min(from + most, count);
          made = to;
          await copyAll(own, others, likes.length, [from + 1, to]);
          say(to);
        }
      }),
    );
    await Promise.all(ledger.map(async (one, nth) => await copyByDay(clients[nth % atOnce] as pg.PoolClient, one, likes.length, count)));
    const left = copied.map(({ table }) => table);
    await Promise.all(
      clients.map(async (own) => {
        for (let table = left.pop(); table; table = left.pop()) await own.query(`reindex table ${table}`);
      }),
    );
    await client.query('drop schema mass cascade');
    await moveSequences(client);
    await reportMovements(client);
    await client.query('analyze');
  } finally {
    for (const own of clients) own.release(true);
  }
}

/** A session in which triggers do not run and nothing waits for the disk. It is not used again. */
async function openLoader(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  for (const [name, value] of Object.entries({
    session_replication_role: 'replica',
    statement_timeout: '0',
    synchronous_commit: 'off',
    maintenance_work_mem: '1GB',
    work_mem: '512MB',
  }))
    await client.query(`set ${name} = '${value}'`);
  return client;
}

/** Makes the copies of entries or lines a day after the other, as they come to lie when they are posted: what reads a day finds it together. */
async function copyByDay(client: pg.PoolClient, { table, columns, values }: Copied, likes: number, count: number): Promise<void> {
  const { rows } = await client.query<{ day: string }>('select distinct booked_on::text as day from mass.ledger_entries order by 1');
  const inDay = table === 'ledger_entries' ? 't.booked_on = $3' : 't.entry_id in (select id from mass.ledger_entries where booked_on = $3)';
  for (const { day } of rows)
    for (let from = 0; from < count; from += mostOfDay)
      await client.query(
        `insert into ${table} (${columns.join(', ')}) overriding system value
           select ${values.join(', ')} from generate_series($1::bigint, $2::bigint) n join mass.${table} t on t.nth = n % ${likes} where ${inDay}`,
        [from + 1, Math.min(from + mostOfDay, count), day],
      );
}

/** Has the indexes of what is copied left alone until they are made anew, which takes less time and space than a row after the other. */
async function leaveIndexes(client: pg.PoolClient, copied: readonly Copied[]): Promise<void> {
  await client.query('update pg_index set indisready = false where indrelid = any($1::text[]::regclass[])', [
    copied.map(({ table }) => table),
  ]);
}

/** Makes the copies of these numbers in one transaction. */
async function copyAll(client: pg.PoolClient, copied: readonly Copied[], likes: number, range: [number, number]): Promise<void> {
  await client.query('begin');
  for (const { table, columns, values } of copied)
    await client.query(
      `insert into ${table} (${columns.join(', ')}) overriding system value
         select ${values.join(', ')} from generate_series($1::bigint, $2::bigint) n join mass.${table} t on t.nth = n % ${likes}`,
      range,
    );
  await client.query('commit');
}

/** Undoes closing and chaining, which say what the books held. */
async function reopenDays(client: pg.PoolClient): Promise<void> {
  for (const table of ['ledger_day_totals', 'ledger_day_entries', 'ledger_days', 'ledger_verifications', 'day_close_charges', 'day_closes'])
    await client.query(`delete from ${table}`);
  await client.query(
    `update ledger_head set closed_to = null, chained_to = null, hash = decode(repeat('00', 32), 'hex'), hashed_number = 0, hashed_lines = 0`,
  );
}

/** Lays the rows of the people aside, with whose they are, in a schema of its own. */
async function takeTemplates(client: pg.PoolClient, likes: readonly string[]): Promise<Copied[]> {
  const columns = await columnsOf(client);
  const tables = [...new Set(columns.map(({ table }) => table))];
  const uuidsOf = (table: string) => columns.filter((one) => one.table === table && one.type === 'uuid').map(({ name }) => name);
  await client.query('drop schema if exists mass cascade');
  await client.query('create schema mass');
  for (const table of tables) await client.query(`create table mass.${table} as select t.*, 0::bigint as nth from ${table} t limit 0`);
  for (const [nth, like] of likes.entries()) {
    const ids = await idsOf(client, tables, uuidsOf, like);
    for (const table of tables)
      await client.query(`insert into mass.${table} select t.*, $2 from ${table} t where ${isOwned(table, uuidsOf(table))}`, [ids, nth]);
  }
  await client.query('update mass.ledger_lines set account_id = -account_id where account_id in (select id from mass.ledger_accounts)');
  await client.query(`update mass.webhook_events set raw = ''`);
  const copied: Copied[] = [];
  for (const table of tables) {
    const { rowCount } = await client.query(`select from mass.${table} limit 1`);
    const own = columns.filter((one) => one.table === table);
    if (rowCount)
      copied.push({ table, columns: own.map(({ name }) => name), values: await Promise.all(own.map((one) => madeOf(client, one))) });
  }
  return copied;
}

/** Columns of tables that name anybody; what the sandbox alone keeps is left out. */
async function columnsOf(client: pg.PoolClient): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.table_name as "table", c.column_name as name, c.udt_name as type, c.is_identity = 'YES' or (c.table_name, c.column_name) = ('audit_log', 'id') as "isIdentity"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'sandbox%' and c.is_generated = 'NEVER'
       and (c.table_name in ('webhook_events', 'audit_log') or exists (select from information_schema.columns u
         where u.table_schema = 'public' and u.table_name = c.table_name and u.udt_name = 'uuid'))
     order by c.table_name, c.ordinal_position`,
  );
  return rows;
}

/** Which rows are somebody's: those with one of their ids. Events of payments are known by the payment, answers to requests by the scope, and the trail by its subject. */
function isOwned(table: string, uuids: readonly string[]): string {
  if (table === 'webhook_events') return 't.subject in (select gateway_payment_id from receipts where id = any($1::uuid[]))';
  if (table === 'idempotency_keys') return `substring(t.scope from '${uuid}')::uuid = any($1::uuid[])`;
  if (table === 'audit_log') return `substring(t.subject from '${uuid}')::uuid = any($1::uuid[])`;
  return uuids.map((name) => `t.${name} = any($1::uuid[])`).join(' or ');
}

/** Every id of somebody: of their row, of the rows that name it, and so on. */
async function idsOf(
  client: pg.PoolClient,
  tables: readonly string[],
  uuidsOf: (table: string) => string[],
  like: string,
): Promise<string[]> {
  const ids = new Set([like]);
  for (let before = 0; before < ids.size; ) {
    before = ids.size;
    for (const table of tables) {
      const uuids = uuidsOf(table);
      if (uuids.length === 0) continue;
      const all = uuids.map((name) => `t.${name}`).join(', ');
      const { rows } = await client.query<{ id: string }>(
        `select distinct unnest(array[${all}]) as id from ${table} t where ${isOwned(table, uuids)}`,
        [[...ids]],
      );
      for (const { id } of rows) if (id) ids.add(id);
    }
  }
  return [...ids];
}

/** How the value of a copy follows from that of its template `t` and the number `n`. Sealed values are copied as they are: nobody opens them. */
async function madeOf(client: pg.PoolClient, { table, name, type, isIdentity }: Column): Promise<string> {
  const value = `t.${name}`;
  if (isIdentity) return await numbered(client, table, name, value);
  if (table === 'ledger_lines' && name === 'account_id')
    return `case when ${value} > 0 then ${value} else ${await numbered(client, 'ledger_accounts', 'id', `-${value}`)} end`;
  if (type === 'uuid') return copyOf(value);
  if (type === 'bytea' && name.endsWith('hash')) return `sha256(int8send(n) || ${value})`;
  if (type !== 'text') return value;
  if (named.has(name) || named.has(`${table}.${name}`))
    return `case when ${value} ~ '^${uuid}$' then ${copyOf(value)}::text else ${value} || '.' || n end`;
  const { rowCount } = await client.query(`select from mass.${table} t where ${value} ~ '${uuid}' limit 1`);
  if (!rowCount) return value;
  // An id within a text is found once, beside the template, and not again in each copy.
  await client.query(`alter table mass.${table} add "${name} id" uuid`);
  await client.query(`update mass.${table} t set "${name} id" = substring(${value} from '${uuid}')::uuid`);
  const id = `t."${name} id"`;
  return `coalesce(replace(${value}, ${id}::text, ${copyOf(id)}::text), ${value})`;
}

const copyOf = (value: string) => `md5(n || ':' || ${value})::uuid`;

/** Numbers behind those that are taken, as many for each copy as lie between the first and the last of the templates. */
async function numbered(client: pg.PoolClient, table: string, name: string, value: string): Promise<string> {
  const { rows } = await client.query<{ first: bigint; wide: bigint; taken: bigint }>(
    `select min(m.${name}) as first, max(m.${name}) - min(m.${name}) + 1 as wide, (select max(${name}) from ${table}) as taken from mass.${table} m`,
  );
  const { first = 0n, wide = 0n, taken = 0n } = rows[0] ?? {};
  return `(${taken} + (n - 1) * ${wide} + ${value} - ${first} + 1)`;
}

/** Sequences of identities go on behind the copies. */
async function moveSequences(client: pg.PoolClient): Promise<void> {
  for (const { table, name } of (await columnsOf(client)).filter(({ isIdentity }) => isIdentity))
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${name}'), (select coalesce(max(${name}), 0) + 1 from ${table}))`,
    );
}

/** The gateway's settlement reports of the days that are over say of every copy what the books say. */
async function reportMovements(client: pg.PoolClient): Promise<void> {
  // The copies are not in the statistics yet: for each movement all receipts would be looked through.
  await client.query('analyze');
  // One account in millions of lines is taken for few rows, and then all receipts are looked through for each.
  await client.query('set enable_nestloop = off');
  await client.query(
    `insert into settlement_report_lines (gateway, line_id, kind, subject, amount_centavos, currency, happened_at, on_day, read_at)
     select m.gateway, 'mv.' || m.number, m.kind, m.subject, abs(m.amount_centavos), 'PHP', m.happened_at, m.business_on, m.happened_at
     from gateway_movements m where m.business_on < (select max(business_on) from gateway_movements)`,
  );
  await client.query(
    `insert into reconciled_days (gateway, day, read_at, source, lines)
     select gateway, on_day, max(happened_at), 'gateway', count(*) from settlement_report_lines where line_id like 'mv.%' group by 1, 2`,
  );
}

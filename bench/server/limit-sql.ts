// The limit of each call as handwritten SQL: the rows that its answer is made of, by key, in one prepared statement; and the rows that it writes,
// as copies of rows that the product has written, in tables of the same columns and indexes without triggers and foreign keys.
import type pg from 'pg';

/** Rows of a table as JSON. */
const all = (table: string, where: string) => `(select jsonb_agg(to_jsonb(x)) from ${table} x where ${where})`;
const session = 'select s.borrower_id from sessions s where s.token_hash = $1 and s.ended_at is null';
const own = (table: string) => all(table, 'x.borrower_id = s.borrower_id');
const ofLoan = (table: string) => all(table, 'x.loan_id = l.id');
const loan = `to_jsonb(l) as loan, (select to_jsonb(b) from bills b where b.loan_id = l.id) as bill, ${ofLoan('payment_allocations')} as money`;

/** By the hash of the session's token; the bill by its loan as well. */
export const reads = {
  home: `select b.first_name_sealed, to_jsonb(k) as line, ${own('coupons')} as coupons, ${own('line_holds')} as holds,
      ${own('limit_increase_requests')} as asked, ${own('earned_limit_increases')} as grown,
      (select jsonb_build_object('at', a.submitted_at, 'decision', (select to_jsonb(d) from credit_decisions d where d.application_id = a.id order by number desc
        limit 1)) from credit_applications a where a.borrower_id = s.borrower_id order by number desc limit 1) as application,
      (select jsonb_agg(one) from (select ${loan} from loans l where l.borrower_id = s.borrower_id and l.state not in ('cancelled', 'failed')) one) as loans
    from (${session}) s join borrowers b on b.id = s.borrower_id join credit_lines k on k.borrower_id = s.borrower_id`,
  bills: `select (select jsonb_agg(one) from (select ${loan} from loans l where l.borrower_id = s.borrower_id) one) as loans from (${session}) s`,
  bill: `select ${loan}, ${ofLoan('loan_state_changes')} as steps from (${session}) s join loans l on l.borrower_id = s.borrower_id where l.id = $2`,
  session,
};

/** Rows that are inserted, with the columns in which each is its own, and how those get their values; and rows that are updated, by their borrower. */
type Fresh = 'uuid' | 'hash' | 'digits';
type Written = { inserts: Record<string, Record<string, Fresh>>; updates: readonly string[] };
const request: Written['inserts'] = { idempotency_keys: { request_id: 'uuid' } };
export const writes: Record<'login' | 'quote' | 'apply' | 'webhook', Written> = {
  login: {
    inserts: {
      ...request,
      sessions: { token_hash: 'hash' },
      agreement_acceptances: { borrower_id: 'uuid' },
      rate_limits: { name: 'uuid' },
    },
    updates: ['borrowers', 'sessions'],
  },
  quote: { inserts: { ...request, quotes: { id: 'uuid' } }, updates: [] },
  apply: {
    inserts: {
      ...request,
      loans: { id: 'uuid', quote_id: 'uuid', reference_no: 'digits' },
      signed_agreements: { loan_id: 'uuid' },
      loan_state_changes: { loan_id: 'uuid' },
    },
    updates: ['credit_lines'],
  },
  webhook: { inserts: { webhook_events: { event_id: 'uuid' } }, updates: [] },
};

/** A prepared insert of one row, and the row: text by column, of which `fresh` are replaced each time. */
export type Insert = { name: string; text: string; values: (string | null)[]; fresh: { at: number; kind: Fresh }[] };
export type Update = { name: string; text: string };

const schema = 'bench_limit';

/** Makes the tables that take the writes of the limit, with the rows that are updated. */
export async function makeTables(pool: pg.Pool): Promise<void> {
  await pool.query(`create schema ${schema}`);
  const inserted = Object.values(writes).flatMap(({ inserts }) => Object.keys(inserts));
  const updated = new Set(Object.values(writes).flatMap(({ updates }) => updates));
  for (const table of new Set([...inserted, ...updated, 'webhook_queue'])) {
    await pool.query(`create table ${schema}.${table} (like public.${table} including all)`);
    if (updated.has(table)) await pool.query(`insert into ${schema}.${table} select * from public.${table}`);
  }
}

/** The prepared insert into a table, shaped by one row that is there. @throws where the product has written none. */
export async function insertInto(pool: pg.Pool, table: string, fresh: Record<string, Fresh>): Promise<Insert> {
  const { rows: columns } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_identity = 'NO'
       and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const text = names.map((name) => `${name}::text as "${name}"`).join(', ');
  const { rows } = await pool.query<Record<string, string | null>>(`select ${text} from public.${table} limit 1`);
  const row = rows[0];
  if (!row) throw new Error(`there is no row of ${table} yet`);
  return {
    name: `insert ${table}`,
    text: `insert into ${schema}.${table} (${names.join(', ')}) values (${names.map((_, nth) => `$${nth + 1}`).join(', ')})`,
    values: names.map((name) => row[name] ?? null),
    fresh: Object.entries(fresh).map(([name, kind]) => ({ at: names.indexOf(name), kind })),
  };
}

/** A prepared update of one row of a borrower, given by id or by the hash of a session's token: the row stays as it is and is written anew all the same. */
export function updateOf(table: string, by: 'borrower' | 'session'): Update {
  const key = table === 'borrowers' ? 'id' : 'borrower_id';
  const who = by === 'borrower' ? '$1' : `(${session})`;
  const one = `select ctid from ${schema}.${table} where ${key} = ${who} limit 1`;
  return { name: `update ${table} by ${by}`, text: `update ${schema}.${table} set ${key} = ${key} where ctid = (${one})` };
}

/** What waits for the worker, after the insert of a webhook. */
export const queueLast = {
  name: 'queue',
  text: `insert into ${schema}.webhook_queue (webhook_event_id, next_attempt_at)
    values (currval(pg_get_serial_sequence('${schema}.webhook_events', 'id')), now())`,
};

// Handwritten SQL for each call. Its cost is the limit with which the product is compared. Writes
// go to copies of the product's tables that have the same indexes, but no triggers or foreign keys.
import type pg from 'pg';

const rowsOf = (table: string, where: string) =>
  `(select jsonb_agg(to_jsonb(x)) from ${table} x where ${where})`;
const ofBorrower = (table: string) => rowsOf(table, 'x.borrower_id = s.borrower_id');
const ofLoan = (table: string) => rowsOf(table, 'x.loan_id = l.id');

const session = `select s.borrower_id from sessions s
  where s.token_hash = $1 and s.ended_at is null`;
const loan = `to_jsonb(l) as loan,
  (select to_jsonb(b) from bills b where b.loan_id = l.id) as bill,
  ${ofLoan('payment_allocations')} as money`;
const application = `select jsonb_build_object('at', a.submitted_at, 'decision',
    (select to_jsonb(d) from credit_decisions d
     where d.application_id = a.id order by number desc limit 1))
  from credit_applications a
  where a.borrower_id = s.borrower_id order by number desc limit 1`;

/** $1 is the hash of the session's token, $2 the bill's loan. */
export const reads = {
  home: `select b.first_name_sealed, to_jsonb(k) as line,
      ${ofBorrower('coupons')} as coupons,
      ${ofBorrower('line_holds')} as holds,
      ${ofBorrower('limit_increase_requests')} as asked,
      ${ofBorrower('earned_limit_increases')} as grown,
      (${application}) as application,
      (select jsonb_agg(each) from (
        select ${loan} from loans l
        where l.borrower_id = s.borrower_id and l.state not in ('cancelled', 'failed')
      ) each) as loans
    from (${session}) s
    join borrowers b on b.id = s.borrower_id
    join credit_lines k on k.borrower_id = s.borrower_id`,
  bills: `select (select jsonb_agg(each) from (
      select ${loan} from loans l where l.borrower_id = s.borrower_id
    ) each) as loans from (${session}) s`,
  bill: `select ${loan}, ${ofLoan('loan_state_changes')} as steps
    from (${session}) s join loans l on l.borrower_id = s.borrower_id where l.id = $2`,
  session,
};

/** The kind of new value that a column gets in each row. */
export type Fresh = 'uuid' | 'hash' | 'digits';
/** Tables to insert into, with the columns that need new values, and tables to update. */
type Write = { inserts: Record<string, Record<string, Fresh>>; updates: readonly string[] };
const request: Write['inserts'] = { idempotency_keys: { request_id: 'uuid' } };
export const writes: Record<'login' | 'quote' | 'apply' | 'webhook', Write> = {
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

/** A prepared insert of one row; the columns in `fresh` get new values each time. */
export type Insert = {
  name: string;
  text: string;
  values: (string | null)[];
  fresh: { at: number; kind: Fresh }[];
};
export type Update = { name: string; text: string };

const schema = 'bench_limit';

/** Creates the tables that the limit's queries write to, and fills the ones that they update. */
export async function makeTables(pool: pg.Pool): Promise<void> {
  await pool.query(`create schema ${schema}`);
  const inserted = Object.values(writes).flatMap(({ inserts }) => Object.keys(inserts));
  const updated = new Set(Object.values(writes).flatMap(({ updates }) => updates));
  for (const table of new Set([...inserted, ...updated, 'webhook_queue'])) {
    await pool.query(`create table ${schema}.${table} (like public.${table} including all)`);
    if (updated.has(table)) {
      await pool.query(`insert into ${schema}.${table} select * from public.${table}`);
    }
  }
}

/**
 * Returns a prepared insert for a table, modelled on one of its rows. @throws if the table has no
 * rows.
 */
export async function insertInto(
  pool: pg.Pool,
  table: string,
  fresh: Record<string, Fresh>,
): Promise<Insert> {
  const { rows: columns } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1
       and is_identity = 'NO' and is_generated = 'NEVER'
     order by ordinal_position`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const texts = names.map((name) => `${name}::text as "${name}"`).join(', ');
  const { rows } = await pool.query<Record<string, string | null>>(
    `select ${texts} from public.${table} limit 1`,
  );
  const row = rows[0];
  if (!row) throw new Error(`${table} has no row to copy`);
  const placeholders = names.map((_, nth) => `$${nth + 1}`).join(', ');
  return {
    name: `insert ${table}`,
    text: `insert into ${schema}.${table} (${names.join(', ')}) values (${placeholders})`,
    values: names.map((name) => row[name] ?? null),
    fresh: Object.entries(fresh).map(([name, kind]) => ({ at: names.indexOf(name), kind })),
  };
}

/** Returns a prepared update that rewrites one of a borrower's rows unchanged. */
export function updateOf(table: string, by: 'borrower' | 'session'): Update {
  const key = table === 'borrowers' ? 'id' : 'borrower_id';
  const borrower = by === 'borrower' ? '$1' : `(${session})`;
  const row = `select ctid from ${schema}.${table} where ${key} = ${borrower} limit 1`;
  return {
    name: `update ${table} by ${by}`,
    text: `update ${schema}.${table} set ${key} = ${key} where ctid = (${row})`,
  };
}

/** Inserts the worker's queue entry for a webhook that was just inserted. */
export const queueInsert = {
  name: 'queue',
  text: `insert into ${schema}.webhook_queue (webhook_event_id, next_attempt_at)
    values (currval(pg_get_serial_sequence('${schema}.webhook_events', 'id')), now())`,
};

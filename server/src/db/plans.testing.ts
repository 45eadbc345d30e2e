// Collects a test's query plans, including those in functions and triggers. auto_explain sends each
// plan as a notice.
import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import type { Database } from './database.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Join Filter'?: string;
  Plans?: Node[];
};
type Plan = { 'Query Text': string; Plan: Node };

let collected: Plan[] | null = null;
let ended = 0;
const ends = new EventEmitter();
pg.Client.prototype.emit = function emit(name: string | symbol, ...args: unknown[]): boolean {
  if (name === 'notice' && collected) {
    const { message = '' } = args[0] as { message?: string };
    const json = /^duration: .* plan:\n([\s\S]*)$/.exec(message)?.[1];
    if (json) collected.push(JSON.parse(json) as Plan);
  }
  if (name !== 'end') return EventEmitter.prototype.emit.call(this, name, ...args);
  ended += 1;
  const isHeard = EventEmitter.prototype.emit.call(this, name, ...args);
  ends.emit('end');
  return isHeard;
};

/**
 * Makes every later session of a database send its plans, planned as if each table were large. Ends
 * the other open sessions, and waits until their pools notice this.
 */
export async function explainAll({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    client_min_messages: 'log',
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
  };
  for (const [name, value] of Object.entries(settings))
    await pool.query(`alter database ${rows[0]?.name} set ${name} = '${value}'`);
  const before = ended;
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`,
  );
  while (ended < before + (rowCount ?? 0)) await once(ends, 'end');
}

/** A table or partial index that was read in full, and the statement that read it. */
type Whole = { name: string; isPartial: boolean; text: string };
/** The tables and partial indexes read in full, and the indexes in which a key was looked up. */
export type Reads = { whole: Whole[]; lookedUp: Set<string> };

/** Runs `work` and returns how PostgreSQL found the rows. */
export async function readsOf({ pool }: Database, work: () => Promise<unknown>): Promise<Reads> {
  const { rows } = await pool.query<{
    name: string;
    table: string;
    first: string;
    isPartial: boolean;
  }>(`select i.relname as name, t.relname as table,
      pg_get_indexdef(x.indexrelid, 1, true) as first, x.indpred is not null as "isPartial"
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace`);
  const indexes = new Map(rows.map((index) => [index.name, index]));
  const firstsOf = (table: string) =>
    rows.filter((index) => index.table === table && !index.isPartial).map(({ first }) => first);
  const plans: Plan[] = [];
  collected = plans;
  try {
    await work();
  } finally {
    collected = null;
  }
  const reads: Reads = { whole: [], lookedUp: new Set() };
  const visit = (node: Node, text: string, above: readonly Node[]) => {
    const name = node['Index Name'];
    const index = indexes.get(name ?? '');
    const table = node['Node Type'] === 'Seq Scan' ? node['Relation Name'] : index?.table;
    // Without a condition on an index's first column, PostgreSQL reads the whole index.
    const isLookedUp = name && (!index || node['Index Cond']?.includes(index.first));
    if (name && (isLookedUp || index?.isPartial)) reads.lookedUp.add(name);
    const isLimited =
      above.find((parent) => parent['Node Type'] !== 'LockRows')?.['Node Type'] === 'Limit' &&
      !node.Filter;
    if (
      table &&
      !isLookedUp &&
      !isLimited &&
      !(index?.isPartial && hasFullIndex(node, above, firstsOf(table)))
    ) {
      const isPartial = index?.isPartial ?? false;
      reads.whole.push({ name: isPartial && name ? name : table, isPartial, text });
    }
    for (const child of node.Plans ?? []) visit(child, text, [node, ...above]);
  };
  for (const { 'Query Text': text, Plan: plan } of plans) visit(plan, text, []);
  return reads;
}

/** Plan nodes that pass on the rows of the node below them. */
const passThrough = ['Bitmap Heap Scan', 'Materialize', 'Memoize'];

/**
 * Whether a condition on this node or above could use a full index. With a test's few rows,
 * PostgreSQL may read a partial index instead.
 */
function hasFullIndex(node: Node, above: readonly Node[], firsts: readonly string[]): boolean {
  const end = above.findIndex((parent) => !passThrough.includes(parent['Node Type'])) + 1;
  const conditions = [node, ...above.slice(0, end)]
    .flatMap((each) => [each['Index Cond'], each.Filter, each['Join Filter']])
    .join(' ');
  return firsts.some((first) =>
    new RegExp(`[(.]${first} = | = (\\w+\\.)?${first}\\)`).test(conditions),
  );
}

/** Tables that may be read in full, each with what its few rows are. */
const few: Readonly<Record<string, string>> = {
  audit_head: 'one row',
  audit_numbers: 'a sequence',
  credit_reviews: 'applications that await review',
  database_cluster: 'one row',
  day_closes: 'a row a day',
  failing_jobs: 'jobs that fail',
  file_copies: 'a row a subfolder, during a move',
  files_place: 'one row',
  held_sweeps: 'places whose sweep was paused',
  holidays: 'about twenty a year',
  installation: 'one row',
  ledger_head: 'one row',
  manual_reviews: 'applications that await a reviewer',
  reconciled_days: 'a row a day and gateway',
  reconciliation_breaks: 'differences with a gateway',
  report_bills: 'open bills',
  report_days: 'a row a day',
  settings: 'a row a setting',
  staff_key_proposals: 'a few a member of staff',
  staff_passkeys: 'a few a member of staff',
  webhook_queue: 'webhooks that wait',
};

/** Partial indexes that may be read in full, each with what its few rows are. */
const fewRowsIn: Readonly<Record<string, string>> = {
  account_recoveries_of_number: 'recoveries that wait for staff, or for 72 hours',
  account_recoveries_open: 'the same, and recoveries that are being requested',
  account_recoveries_to_answer: 'recoveries that wait for staff, or for 72 hours',
  complaints_to_answer: 'complaints that await an answer',
  disputes_due: 'disputes that await an answer',
  disputes_due_of: 'the same',
  feedback_to_answer: 'comments that await an answer',
  feedback_to_answer_of: 'the same',
  limit_increase_requests_to_answer: 'requests that await an answer',
  line_holds_by_age: 'lines with a match that awaits staff',
  line_holds_open: 'lines with a match that awaits staff',
  loans_to_approve: 'signed loans that await their order, over a weekend at most',
  payout_exceptions_open: 'payout breaks that await staff',
  payouts_open_by_age: 'payouts that wait or are on their way',
  payouts_open_by_gateway: 'payouts that wait or are on their way',
  reconciliation_breaks_open: 'differences that await staff',
  suspicion_reports_waiting: 'reports that await a second person',
  repayment_codes_to_make: 'codes that await their gateway',
};

/**
 * Growing indexes, each with a text. A statement with that text reads the index in order, only up
 * to the first matching row.
 */
const readUntilFirst: Readonly<Record<string, string>> = {
  ledger_entries_by_day: 'order by business_on limit 1',
};

/**
 * Returns the growing tables and indexes that were read in full, each with the start of its
 * statement. `tablesAlone` is for work that may read partial indexes in full.
 */
export function fullReadsOf({ whole }: Reads, { tablesAlone = false } = {}): string[] {
  const isFew = ({ name, isPartial, text }: Whole) => {
    const clause = readUntilFirst[name];
    return isPartial
      ? tablesAlone || name in fewRowsIn || (clause !== undefined && text.includes(clause))
      : name in few;
  };
  return [
    ...new Set(
      whole
        .filter((read) => !isFew(read))
        .map(({ name, text }) => `${name}: ${text.trim().slice(0, 120)}`),
    ),
  ];
}

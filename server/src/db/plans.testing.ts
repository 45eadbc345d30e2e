// Shows how PostgreSQL finds what the work of a test asks for, in functions and triggers too:
// auto_explain sends each plan as a notice.
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
pg.Client.prototype.emit = function emit(name: string | symbol, ...of: unknown[]): boolean {
  if (name === 'notice' && collected) {
    const { message = '' } = of[0] as { message?: string };
    const json = /^duration: .* plan:\n([\s\S]*)$/.exec(message)?.[1];
    if (json) collected.push(JSON.parse(json) as Plan);
  }
  if (name !== 'end') return EventEmitter.prototype.emit.call(this, name, ...of);
  ended += 1;
  const isHeard = EventEmitter.prototype.emit.call(this, name, ...of);
  ends.emit('end');
  return isHeard;
};

/**
 * Has every later session of a database send its plans, made as if each table were large. Those
 * that are open end, and their pools know it.
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
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  while (ended < before + (rowCount ?? 0)) await once(ends, 'end');
}

/** A table or an index that was read from end to end, and the statement that did. */
type Whole = { name: string; isPartial: boolean; text: string };
/**
 * What some work reads from end to end: tables, by an index over all their rows too, and indexes
 * over some rows; and the indexes in which it looks rows up.
 */
export type Reads = { whole: Whole[]; lookedUp: Set<string> };

/** How PostgreSQL finds what `work` asks for. */
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
  const indexes = new Map(rows.map((one) => [one.name, one]));
  const firstsOf = (table: string) =>
    rows.filter((one) => one.table === table && !one.isPartial).map(({ first }) => first);
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
    // A condition that leaves out the first column is looked for all through the index.
    const isLookedUp = name && (!index || node['Index Cond']?.includes(index.first));
    if (name && (isLookedUp || index?.isPartial)) reads.lookedUp.add(name);
    const isLimited =
      above.find((one) => one['Node Type'] !== 'LockRows')?.['Node Type'] === 'Limit' &&
      !node.Filter;
    if (
      table &&
      !isLookedUp &&
      !isLimited &&
      !(index?.isPartial && isByAnother(node, above, firstsOf(table)))
    ) {
      const isPartial = index?.isPartial ?? false;
      reads.whole.push({ name: isPartial && name ? name : table, isPartial, text });
    }
    for (const one of node.Plans ?? []) visit(one, text, [node, ...above]);
  };
  for (const { 'Query Text': text, Plan: plan } of plans) visit(plan, text, []);
  return reads;
}

/** Nodes that hand on what the one below them finds. */
const handsOn = ['Bitmap Heap Scan', 'Materialize', 'Memoize'];

/**
 * Whether rows are looked for by what begins an index over all of them: among the few rows of a
 * test PostgreSQL may well read an index over some of them in its place. Such a condition may stand
 * on a node above.
 */
function isByAnother(node: Node, above: readonly Node[], firsts: readonly string[]): boolean {
  const asking = above.slice(0, above.findIndex((one) => !handsOn.includes(one['Node Type'])) + 1);
  const conditions = [node, ...asking]
    .flatMap((one) => [one['Index Cond'], one.Filter, one['Join Filter']])
    .join(' ');
  return firsts.some((first) =>
    new RegExp(`[(.]${first} = | = (\\w+\\.)?${first}\\)`).test(conditions),
  );
}

/** Tables that may be read from end to end, and what they hold. */
const few: Readonly<Record<string, string>> = {
  audit_head: 'one row',
  audit_numbers: 'a sequence',
  credit_reviews: 'applications that wait for their review',
  database_cluster: 'one row',
  day_closes: 'a row a day',
  failing_jobs: 'jobs that fail',
  held_sweeps: 'places whose sweep was held',
  holidays: 'some twenty a year',
  installation: 'one row',
  ledger_head: 'one row',
  manual_reviews: 'applications that wait for a person',
  reconciled_days: 'a row a day and gateway',
  reconciliation_breaks: 'differences with a gateway',
  settings: 'a row a setting',
  webhook_queue: 'webhooks that wait',
};

/** Indexes over some rows that may be read from end to end, and why these are few. */
const fewOf: Readonly<Record<string, string>> = {
  account_recoveries_of_number: 'recoveries that wait for people, or for 72 hours',
  account_recoveries_open: 'the same, and those that are being asked for',
  complaints_to_answer: 'complaints that wait for an answer',
  limit_increase_requests_to_answer: 'requests that wait for an answer',
  line_holds_open: 'lines that wait for people to look at a match',
  loans_to_approve: 'loans that were signed and wait for their order, over a weekend at most',
  payout_exceptions_open: 'breaks of payouts that wait for people',
  payouts_open_by_gateway: 'payouts that wait or are on their way',
  reconciliation_breaks_open: 'differences that wait for people',
  repayment_codes_to_make: 'codes that wait for their gateway',
};

/**
 * Indexes that grow and are read in their order until the first row that is wanted, by statements
 * that say so.
 */
const untilFound: Readonly<Record<string, string>> = {
  ledger_entries_by_day: 'order by business_on limit 1',
};

/**
 * What grows and was read from end to end, each with the beginning of the statement; tables alone
 * for work that may read whole what waits or is seldom.
 */
export function grown({ whole }: Reads, { tablesAlone = false } = {}): string[] {
  const isFew = ({ name, isPartial, text }: Whole) => {
    const wanted = untilFound[name];
    return isPartial
      ? tablesAlone || name in fewOf || (wanted !== undefined && text.includes(wanted))
      : name in few;
  };
  return [
    ...new Set(
      whole
        .filter((one) => !isFew(one))
        .map(({ name, text }) => `${name}: ${text.trim().slice(0, 120)}`),
    ),
  ];
}

// Shows how PostgreSQL finds what the work of a test asks for, in functions and triggers too: auto_explain sends each plan as a notice.
import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import type { Database } from './database.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
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

/** Has every later session of a database send its plans, made as if each table were large. Those that are open end, and their pools know it. */
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
  for (const [name, value] of Object.entries(settings)) await pool.query(`alter database ${rows[0]?.name} set ${name} = '${value}'`);
  const before = ended;
  const { rowCount } = await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  while (ended < before + (rowCount ?? 0)) await once(ends, 'end');
}

/** What some work reads from end to end, a table or an index over all rows of one, each with a statement that does; and the indexes in which it looks rows up. */
export type Reads = { whole: Map<string, string>; lookedUp: Set<string> };

/** How PostgreSQL finds what `work` asks for. */
export async function readsOf({ pool }: Database, work: () => Promise<unknown>): Promise<Reads> {
  const { rows } = await pool.query<{ name: string; table: string; first: string }>(`select i.relname as name, t.relname as table,
      pg_get_indexdef(x.indexrelid, 1, true) as first
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where x.indpred is null and t.relnamespace = 'public'::regnamespace`);
  const wholeIndexes = new Map(rows.map((one) => [one.name, one]));
  const plans: Plan[] = [];
  collected = plans;
  try {
    await work();
  } finally {
    collected = null;
  }
  const reads: Reads = { whole: new Map(), lookedUp: new Set() };
  const visit = (node: Node, text: string, isLimited: boolean) => {
    const index = node['Index Name'];
    const whole = wholeIndexes.get(index ?? '');
    const table = node['Node Type'] === 'Seq Scan' ? node['Relation Name'] : whole?.table;
    // A condition that leaves out the first column is looked for all through the index.
    if (index && !(whole && !node['Index Cond']?.includes(whole.first))) reads.lookedUp.add(index);
    else if (table && !(isLimited && !node.Filter)) reads.whole.set(table, text);
    for (const one of node.Plans ?? []) visit(one, text, node['Node Type'] === 'Limit');
  };
  for (const { 'Query Text': text, Plan: plan } of plans) visit(plan, text, false);
  return reads;
}

/** Tables that may be read from end to end, and what they hold. */
const few: Readonly<Record<string, string>> = {
  audit_head: 'one row',
  audit_numbers: 'a sequence',
  credit_reviews: 'applications that wait for their review',
  day_closes: 'a row a day',
  holidays: 'some twenty a year',
  ledger_head: 'one row',
  manual_reviews: 'applications that wait for a person',
  reconciled_days: 'a row a day and gateway',
  reconciliation_breaks: 'differences with a gateway',
  settings: 'a row a setting',
  webhook_queue: 'webhooks that wait',
};

/** The tables that grow and were read from end to end, each with the beginning of the statement. */
export const grown = (reads: Reads) =>
  [...reads.whole].filter(([table]) => !(table in few)).map(([table, text]) => `${table}: ${text.trim().slice(0, 120)}`);

// Counts a test's database statements and round trips in the driver.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/**
 * `statements` includes `begin` and `commit`. A round trip starts when a statement is sent on an
 * idle connection.
 */
export type Counted = { statements: number; roundTrips: number; texts: string[]; psql: string[] };

const running = new AsyncLocalStorage<Counted>();
const waiting = new WeakMap<object, number>();
type Query = (this: object, ...args: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Query };
const { query } = prototype;
prototype.query = function counting(...args) {
  const counted = running.getStore();
  if (!counted) return Reflect.apply(query, this, args);
  const before = waiting.get(this) ?? 0;
  counted.statements += 1;
  counted.texts.push(textOf(args[0]));
  counted.psql.push(forPsql(args[0]));
  if (before === 0) counted.roundTrips += 1;
  waiting.set(this, before + 1);
  const settle = () => void waiting.set(this, (waiting.get(this) ?? 1) - 1);
  const answer = Reflect.apply(query, this, args) as Promise<unknown>;
  answer.then(settle, settle);
  return answer;
};

/** Returns a statement for psql, with its values written into the text. */
function forPsql(query: unknown): string {
  const { values = [] } = (query ?? {}) as { values?: unknown[] };
  const text = textOf(query).replace(/\$(\d+)/g, (_, nth) => literal(values[Number(nth) - 1]));
  return `${text};`;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  const isList = Array.isArray(value);
  return isList ? `array[${value.map(literal).join()}]` : pg.escapeLiteral(String(value));
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '');
}

/**
 * Counts only the statements that `work` sends, even if the process runs other queries in the
 * meantime.
 */
export async function counted(work: () => Promise<unknown>): Promise<Counted> {
  const counts: Counted = { statements: 0, roundTrips: 0, texts: [], psql: [] };
  await running.run(counts, work);
  return counts;
}

// Counts, at the driver, what the work of a test sends to the database.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/**
 * Statements, with begin and commit, and how often a connection that waited for nothing was sent
 * something.
 */
export type Counted = { statements: number; roundTrips: number; texts: string[] };

const running = new AsyncLocalStorage<Counted>();
const waiting = new WeakMap<object, number>();
type Query = (this: object, ...of: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Query };
const { query } = prototype;
prototype.query = function counting(...of) {
  const counted = running.getStore();
  if (!counted) return Reflect.apply(query, this, of);
  const before = waiting.get(this) ?? 0;
  counted.statements += 1;
  counted.texts.push(textOf(of[0]));
  if (before === 0) counted.roundTrips += 1;
  waiting.set(this, before + 1);
  const done = () => void waiting.set(this, (waiting.get(this) ?? 1) - 1);
  const sent = Reflect.apply(query, this, of) as Promise<unknown>;
  sent.then(done, done);
  return sent;
};

function textOf(asked: unknown): string {
  return typeof asked === 'string' ? asked : ((asked as { text?: string } | null)?.text ?? '');
}

/**
 * What `work` sends while it runs; what else this process asks of the database meanwhile is not
 * counted.
 */
export async function counted(work: () => Promise<unknown>): Promise<Counted> {
  const own: Counted = { statements: 0, roundTrips: 0, texts: [] };
  await running.run(own, work);
  return own;
}

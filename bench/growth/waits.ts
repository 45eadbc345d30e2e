// How long those who book money wait for those who close a day: the locks of a booking are taken in its order, again and again, and given back.
import type { Database } from '@sandali/server/db/database.ts';
import type pg from 'pg';

const restMs = 10;
/** Bills that one transaction of the close may hold (`mostBills` in close-days.ts): the bill that is asked for is one of the next so many. */
const heldAtOnce = 100;

/** Does the work and asks for locks meanwhile, on a connection of its own. @returns what the work gives, and the longest wait. */
export async function withWaits<T>({ pool }: Database, work: () => Promise<T>): Promise<T & { longestWaitMs: number }> {
  const client = await pool.connect();
  let [isDone, longestWaitMs] = [false, 0];
  const asking = (async () => {
    while (!isDone) {
      longestWaitMs = Math.max(longestWaitMs, await waitMs(client));
      await new Promise((done) => setTimeout(done, restMs));
    }
  })();
  const stop = async () => {
    isDone = true;
    await asking.finally(() => client.release(true));
  };
  const done = await work().finally(stop);
  return { ...done, longestWaitMs };
}

/** Locks the borrower and one of the bills that are closed next, and keeps its day open, as a booking does. */
async function waitMs(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ loan_id: string; borrower_id: string }>(
    'select loan_id, borrower_id from bills where settled_at is null order by charged_to, loan_id limit 1 offset $1',
    [Math.floor(Math.random() * heldAtOnce)],
  );
  const [bill] = rows;
  if (!bill) return 0;
  const since = performance.now();
  await client.query('begin');
  await client.query('select from borrowers where id = $1 for update', [bill.borrower_id]);
  await client.query('select from bills where loan_id = $1 for update', [bill.loan_id]);
  await client.query(`select pg_advisory_xact_lock_shared(hashtext('sandali ledger days'))`);
  const waited = performance.now() - since;
  await client.query('commit');
  return waited;
}

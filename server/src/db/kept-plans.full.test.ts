// PostgreSQL replans a prepared statement on each call if it estimates the generic plan to be more
// expensive. Planning a screen's statement takes several times longer than running it, so these
// estimates must stay low even with many loans.
import { userInfo } from '@sandali/contract/account.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList, paychannelList, productList } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import type { Read } from './database.ts';
import { fewConnections } from './place.testing.ts';

const app = await testApp();
await allowCustomPlans();
const { debtor } = moneySteps(app);
const copies = 5000;
/** The number of custom plans that PostgreSQL creates before it considers a generic plan. */
const plannedAlways = 5;
const calls = 26;

/**
 * Copies a loan many times without triggers. `removeCopies` must run before the books are checked.
 */
async function copyLoan(loanId: string): Promise<void> {
  await app.owner.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into loans
      select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(),
        'quote_id', gen_random_uuid(), 'reference_no', 'copy ' || n,
        'borrower_id', gen_random_uuid()))).*
      from loans l, generate_series(1, ${copies}) n where l.id = ${loanId}`.execute(tx);
  });
  await app.owner.pool.query('analyze loans');
}

/**
 * Runs `work` in every session of the pool. Each session waits until all sessions are in use, so
 * none is used twice.
 */
async function inEachSession<T>(work: (session: Read) => Promise<T>): Promise<T[]> {
  const allTaken = Promise.withResolvers<void>();
  let missing = fewConnections;
  const runInSession = async (session: Read) => {
    missing -= 1;
    if (missing === 0) allTaken.resolve();
    await allTaken.promise;
    return await work(session);
  };
  return await Promise.all(
    Array.from({ length: fewConnections }, () => app.db.connection().execute(runInSession)),
  );
}

/** Undoes the `plan_cache_mode` that setup.testing.ts sets, in open and later sessions. */
async function allowCustomPlans(): Promise<void> {
  const { rows } = await app.owner.pool.query<{ name: string }>(
    'select current_database() as name',
  );
  await app.owner.pool.query(`alter database ${rows[0]?.name} set plan_cache_mode = 'auto'`);
  await inEachSession((session) => sql`set plan_cache_mode = 'auto'`.execute(session));
}

async function removeCopies(): Promise<void> {
  await app.owner.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from loans where reference_no like 'copy %'`.execute(tx);
  });
}

type Planned = { session: number; name: string; custom: number; runs: number; text: string };

/**
 * Returns the screens' prepared statements in each session, with the number of times each ran and
 * its number of custom plans.
 */
async function preparedStatements(): Promise<Planned[]> {
  const planned = await inEachSession(async (session) => {
    const { rows } = await sql<Planned>`select pg_backend_pid() as session, name,
        custom_plans::int as custom, (custom_plans + generic_plans)::int as runs,
        statement as text
      from pg_prepared_statements where statement like 'with lead as%'`.execute(session);
    return rows;
  });
  return planned.flat();
}

slow('screens keep their generic plans even with many loans', async () => {
  const { anna, loanId } = await debtor();
  const { client } = anna;
  const { userGid } = await client.must(userInfo, {});
  const borrowerWithoutLoan = (await app.person({ withCredit: true })).client;
  await copyLoan(loanId);
  const earlier = await preparedStatements();
  for (let call = 0; call < calls; call += 1) {
    await client.must(userMulti, {});
    await client.must(billList, {});
    await client.must(billDetail, { loanId: loanId as never });
    await client.must(voucherList, { userGid: userGid as never });
    await borrowerWithoutLoan.must(productList, {});
    await borrowerWithoutLoan.must(paychannelList, {});
  }
  // The setup also polls, and polls more often on a slow machine, so only the runs in the loop
  // count.
  const runsBefore = (statement: Planned) =>
    earlier.find(({ session, name }) => session === statement.session && name === statement.name)
      ?.runs ?? 0;
  const measured = (await preparedStatements()).filter(
    (statement) => statement.runs - runsBefore(statement) > 2 * plannedAlways,
  );
  await removeCopies();
  expect(measured.length).toBeGreaterThanOrEqual(5);
  expect(measured.filter(({ custom }) => custom > plannedAlways)).toEqual([]);
});

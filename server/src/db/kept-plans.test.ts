// PostgreSQL plans a prepared statement anew each time where it takes a plan for any values to be
// dearer, and planning a screen costs several times its reading. A part that is estimated to read
// much, though it seldom does, makes it so once there are many loans.
import { userInfo } from '@sandali/contract/account.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList, paychannelList, productList } from '@sandali/contract/loan.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import type { Read } from './database.ts';
import { fewConnections } from './place.testing.ts';

const app = await testApp();
await letChoose();
const { debtor } = moneySteps(app);
const copies = 5000;
/** PostgreSQL plans a statement for its values this often before it compares. */
const plannedAlways = 5;
const calls = 26;

/**
 * Copies a loan without the guards of the database, and has PostgreSQL count its rows. The copies
 * go before the books are checked.
 */
async function copyLoan(loanId: string): Promise<void> {
  await app.owner.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into loans select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'quote_id', gen_random_uuid(), 'reference_no', 'copy ' || n,
      'borrower_id', gen_random_uuid()))).* from loans l, generate_series(1, ${copies}) n where l.id = ${loanId}`.execute(
      tx,
    );
  });
  await app.owner.pool.query('analyze loans');
}

/**
 * Does something in all sessions of the server, which are held meanwhile, or the pool would lend
 * the same one again.
 */
async function inEachSession<T>(work: (session: Read) => Promise<T>): Promise<T[]> {
  const all = Promise.withResolvers<void>();
  let missing = fewConnections;
  const one = async (session: Read) => {
    missing -= 1;
    if (missing === 0) all.resolve();
    await all.promise;
    return await work(session);
  };
  return await Promise.all(
    Array.from({ length: fewConnections }, () => app.db.connection().execute(one)),
  );
}

/**
 * Lets PostgreSQL choose, which it may not in tests otherwise (setup.testing.ts), in the sessions
 * that are open and in others.
 */
async function letChoose(): Promise<void> {
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

/**
 * Of the screens' statements that a session has run often, how often each was planned for its
 * values; in all sessions of the server.
 */
async function plannedAnew(): Promise<number[]> {
  const found = await inEachSession(async (session) => {
    const { rows } = await sql<{
      custom: bigint;
    }>`select custom_plans as custom from pg_prepared_statements
      where statement like 'with lead as%' and custom_plans + generic_plans > ${2 * plannedAlways}`.execute(
      session,
    );
    return rows.map(({ custom }) => Number(custom));
  });
  return found.flat();
}

test('screens keep their plans among many loans', async () => {
  const { anna, loanId } = await debtor();
  const { client } = anna;
  const { userGid } = await client.must(userInfo, {});
  const free = (await app.person({ withCredit: true })).client;
  await copyLoan(loanId);
  for (let call = 0; call < calls; call += 1) {
    await client.must(userMulti, {});
    await client.must(billList, {});
    await client.must(billDetail, { loanId: loanId as never });
    await client.must(voucherList, { userGid: userGid as never });
    await free.must(productList, {});
    await free.must(paychannelList, {});
  }
  const planned = await plannedAnew();
  await removeCopies();
  expect(planned.length).toBeGreaterThanOrEqual(5);
  expect(Math.max(...planned)).toBe(plannedAlways);
});

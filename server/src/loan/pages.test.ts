// With many settled loans, lists show one page at a time, and neither home nor a payment reads all
// of the loans.
import { userInfo } from '@sandali/contract/account.ts';
import { addDays, asDay } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTx, type Tx } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import { todayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { billsOf, settledAPage, settledBillsPart } from './bill.store.ts';

const app = await testApp();
const { loanOf, codeFor, pay, bookPayments } = moneySteps(app);
const copies = 2 * settledAPage + 4;

/** Runs `work` while the database's triggers are disabled. */
async function unguarded(work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await inTx(app.owner.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await work(tx);
  });
}

/**
 * Copies a settled loan with its bill. Each copy was settled a day earlier than the previous one.
 * Copies have no ledger entries, so delete them before checking the books.
 */
async function copy(loanId: string): Promise<void> {
  await unguarded(async (tx) => {
    for (let n = 1; n <= copies; n += 1) {
      const id = newId(app.clocks.now());
      const change = JSON.stringify({ id, quote_id: id, reference_no: String(9_000_000_000 + n) });
      await sql`insert into loans select (jsonb_populate_record(l, ${change}::jsonb)).*
        from loans l where l.id = ${loanId}`.execute(tx);
      await sql`insert into bills select (jsonb_populate_record(b,
          jsonb_build_object('loan_id', ${id}::text, 'settled_on', b.settled_on - ${n}::int))).*
        from bills b where b.loan_id = ${loanId}`.execute(tx);
    }
  });
}

test('lists settled loans in pages, and reads only the newest for home and payments', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { userGid } = await anna.client.must(userInfo, {});
  const first = await loanOf(anna, accountId);
  await app.addDays(5);
  await bookPayments(await pay((await codeFor(anna, first)).code));
  await copy(first);
  await app.addDays(1);
  const open = await loanOf(anna, accountId);

  const pages = [await anna.client.must(billList, {})];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await anna.client.must(billList, { before: next }));
  expect(pages.map(({ settled }) => settled.length)).toEqual([settledAPage, settledAPage, 5]);
  expect(pages.map((page) => page.open.map(({ loanId }) => loanId))).toEqual([
    [open],
    [open],
    [open],
  ]);
  const days = pages.flatMap(({ settled }) => settled.map(({ repaidOn }) => repaidOn));
  expect(days).toEqual(days.toSorted().reverse());
  expect(new Set(pages.flatMap(({ settled }) => settled.map(({ loanId }) => loanId))).size).toBe(
    copies + 1,
  );

  expect((await anna.client.must(userMulti, {})).hasRepaid).toBe(true);
  expect(await billsOf(app.db, userGid, { are: 'recent' })).toHaveLength(settledAPage + 1);
  const today = todayOf(app.clocks.now());
  const takers = async (loanId: string | null, fromOn: string) => {
    const rows = await billsOf(app.db, userGid, { takers: { loanId, fromOn: asDay(fromOn) } });
    return rows.map(({ id }) => id);
  };
  expect(await takers(null, today)).toEqual([open]);
  // A payment with yesterday's value date may belong to the loan that was repaid yesterday.
  expect(await takers(open, addDays(today, -1))).toEqual([first, open]);
  const [oldest] = await billsOf(app.db, userGid, { referenceNo: String(9_000_000_000 + copies) });
  expect(await takers(oldest?.id ?? null, today)).toEqual([open, oldest?.id].toSorted());
  expect(
    await readPart(app.db, settledBillsPart, { borrowerId: userGid, before: null }),
  ).toHaveLength(settledAPage + 1);

  // A page cannot start after another borrower's loan, even though Ben has an older loan.
  const ben = await app.person({ withCredit: true });
  const { userGid: bens } = await ben.client.must(userInfo, {});
  await unguarded(async (tx) => {
    for (const [table, key] of [
      ['loans', 'id'],
      ['bills', 'loan_id'],
    ] as const)
      await sql`update ${sql.table(table)} set borrower_id = ${bens}
        where ${sql.ref(key)} = ${oldest?.id}`.execute(tx);
  });
  expect((await ben.client.must(billList, {})).settled).toHaveLength(1);
  expect((await ben.client.must(billList, { before: first as never })).settled).toEqual([]);

  await unguarded(async (tx) => {
    await sql`delete from bills where loan_id in (
      select id from loans where reference_no between '9000000001' and '9000000999')`.execute(tx);
    await sql`delete from loans where reference_no between '9000000001' and '9000000999'`.execute(
      tx,
    );
  });
});

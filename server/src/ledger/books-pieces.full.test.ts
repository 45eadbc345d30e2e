// Tests that checking the books in pieces finds the same violations as checking them all at once,
// and uses indexes.
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect } from 'vitest';
import type { Read } from '#/db/database.ts';
import { explainAll, fullReadsOf, readsOf } from '#/db/plans.testing.ts';
import { testApp } from '#/testing/app.ts';
import { isAtLength } from '#/testing/effort.ts';
import { moneySteps } from '#/testing/money.ts';
import { type Break, booksInPieces } from './books.ts';
import { chart } from './chart.ts';
import { books } from './ledger.ts';
import { afterTampering } from './testing.ts';

const app = await testApp();
await explainAll(app.owner);
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);

async function inPieces(read: Read, most?: number): Promise<{ breaks: Break[]; pieces: number }> {
  const breaks: Break[] = [];
  let pieces = 0;
  for await (const piece of booksInPieces(read, null, most)) {
    breaks.push(...piece.breaks);
    pieces += 1;
  }
  return { breaks, pieces };
}
const sorted = (breaks: readonly Break[]) => breaks.map((row) => JSON.stringify(row)).toSorted();

slow('finds no violation in correct books, whatever the size of the pieces', async () => {
  for (let nth = 0; nth < 3; nth += 1) {
    const { anna, loanId } = await debtor(8);
    if (nth > 0)
      await bookPayments(
        await pay((await codeFor(anna, loanId, 400_000 * nth)).code, 400_000 * nth),
      );
  }
  await app.addDays(2);
  expect((await inPieces(app.db)).breaks).toEqual([]);
  const { breaks, pieces } = await inPieces(app.db, 1);
  expect(breaks).toEqual([]);
  expect(pieces).toBeGreaterThan(30);
});

const lastRow = (table: string, key = 'id') =>
  `${key} = (select max(${key}::text)::uuid from ${table})`;
/** The piece sizes to test; undefined stands for the default. */
const sizes = isAtLength ? [1, 2, undefined] : [2];
const statements = [
  `update ledger_lines set amount_centavos = amount_centavos + 1 where ${lastRow('ledger_lines', 'entry_id')} and number = 1`,
  `update ledger_accounts set balance_centavos = balance_centavos + 1 where kind = 'loan.principal'`,
  `update ledger_accounts set income_centavos = income_centavos + 1 where kind = 'loan.interest'`,
  `update ledger_day_totals set debit_centavos = debit_centavos + 1`,
  `delete from ledger_day_totals`,
  `insert into ledger_day_totals values ('2020-01-01', 'suspense', '2020-01-01', 5, 5)`,
  'delete from ledger_day_entries',
  `delete from ledger_days where day = (select min(day) from ledger_days)`,
  `update ledger_entries set booked_on = booked_on - 3, borrower_id = gen_random_uuid()`,
  `update ledger_entries set kind = 'charges.posted' where kind = 'loan.paidOut'`,
  `update ledger_entries set kind = 'charges.waived' where kind = 'repayment.booked'`,
  `update ledger_entries set kind = 'suspense.assigned' where kind = 'repayment.booked'`,
  'delete from receipts',
  'update receipts set amount_centavos = amount_centavos + 1',
  'update receipts set borrower_id = null',
  `update credit_lines set used_centavos = used_centavos + 1, limit_centavos = limit_centavos + 1`,
  `update bills set settled_as = 'repaid', settled_on = due_on, settled_at = now() where settled_at is null`,
  `update bills set due_on = due_on + 1, charged_to = charged_to - 30`,
  `update loans set state = 'failed'`,
  `update payouts set amount_centavos = amount_centavos + 1, state = 'failed'`,
  `update bills set borrower_id = gen_random_uuid()`,
  'update payment_allocations set amount_centavos = amount_centavos + 1',
  'delete from loan_state_changes',
  `insert into lending_days (day, lent_centavos) select distinct (signed_at at time zone 'Asia/Manila')::date, 1 from loans`,
  `insert into ledger_accounts (kind, owner_id, balance_centavos, line_count) select 'borrower.refundOrdered', id, 5, 0 from borrowers`,
  `insert into ledger_accounts (kind, balance_centavos, line_count) values ('unknownAccount', 0, 0)`,
];
slow.each(statements.filter((_, n) => isAtLength || n % 3 === 0))(
  'finds the same violations in pieces: %s',
  async (statement) => {
    const breaks = await afterTampering(app.owner.db, [statement], async (read) => ({
      atOnce: sorted(await books(read)),
      pieces: await Promise.all(
        sizes.map(async (most) => sorted((await inPieces(read, most)).breaks)),
      ),
    }));
    expect(breaks.atOnce).not.toEqual([]);
    for (const pieces of breaks.pieces) expect(pieces).toEqual(breaks.atOnce);
  },
);

slow('finds a loan with a recorded change of state that is not allowed', async () => {
  const breaks = await afterTampering(
    app.owner.db,
    [`update loan_state_changes set state = 'cancelled' where state = 'approving'`],
    books,
  );
  const found = breaks.filter(({ invariant }) => invariant.includes('possible transitions'));
  expect(new Set(found.map(({ detail }) => detail))).toEqual(new Set(['cancelled to paying']));
});

const owned = Object.entries(chart).flatMap(([kind, { owner, keeps }]) =>
  owner === 'company' ? [] : [`('${kind}', ${keeps ? `'${keeps}'` : 'null'})`],
);
// Tables with one row per day or per decision. They are small enough to be scanned.
const few = /^(ledger_days|payout_exceptions|claim_decisions):/;
slow('does not scan a whole table to check a piece of the books', async () => {
  // Many accounts of each kind make a scan visible in the statistics.
  await app.owner.pool.query(`begin; set local session_replication_role = replica;
    insert into ledger_accounts (kind, owner_id, normal_side, balance_centavos, line_count)
      select kind, gen_random_uuid(), side, 0, 0 from (values ${owned.join()}) a (kind, side), generate_series(1, 3000); commit`);
  await app.owner.pool.query('analyze ledger_accounts');
  const reads = await readsOf(app.owner, async () => {
    for await (const { next } of booksInPieces(app.db, null, 3000))
      if (next?.kind !== 'account') break;
    for await (const { breaks } of booksInPieces(app.db, { kind: 'day', after: null }, 2))
      expect(breaks).toEqual([]);
  });
  expect(fullReadsOf(reads, { tablesAlone: true }).filter((read) => !few.test(read))).toEqual([]);
});

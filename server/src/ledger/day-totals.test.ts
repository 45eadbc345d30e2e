// Balances are computed from the totals of chained days and the lines of later days.

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { testContext } from '#/testing/context.ts';
import { companyAccount } from './chart.ts';
import { movements } from './day-totals.ts';
import { balanceOf, chainDays, trialBalance } from './ledger.ts';
import { afterTampering, writeEntry } from './testing.ts';
import { trialBalanceOn } from './trial-balance.ts';

const { app: context, clocks, fresh } = await testContext();
const { app, owner } = fresh;
const float = companyAccount('gateway.float');
const today = () => clocks.now().toZonedDateTimeISO('Asia/Manila').toPlainDate();

test('stores a chained day’s totals per account kind and business day', async () => {
  await writeEntry(app.db, clocks.now());
  await writeEntry(app.db, clocks.now(), { businessOn: today().subtract({ days: 3 }) });
  expect(await balanceOf(app.db, float)).toBe(1_000n);
  const chained = today();
  clocks.addDays(1);
  await writeEntry(app.db, clocks.now());
  expect(await chainDays(workCtx(context))).toBe(1);
  const { rows } = await app.pool.query(
    'select * from ledger_day_totals order by kind, business_on',
  );
  const [early, late] = [chained.subtract({ days: 3 }), chained].map(String);
  expect(
    rows.map((row) => [row.kind, String(row.business_on), row.debit_centavos, row.credit_centavos]),
  ).toEqual([
    ['gateway.float', early, 500n, 0n],
    ['gateway.float', late, 500n, 0n],
    ['suspense', early, 0n, 500n],
    ['suspense', late, 0n, 500n],
  ]);
  expect(await balanceOf(app.db, float)).toBe(1_500n);
});

test('computes balances without reading the lines of chained days', async () => {
  const look = async (read: Read) => [
    await balanceOf(read, float),
    await trialBalance(read),
    await trialBalanceOn(read, today(), 'booked'),
    await trialBalanceOn(read, today().subtract({ days: 2 }), 'happened'),
  ];
  const lost = `delete from ledger_lines using ledger_entries e, ledger_days d where e.id = entry_id and e.booked_on = d.day`;
  expect(await afterTampering(owner.db, [lost], look)).toEqual(await look(app.db));
});

test('counts a day’s movements once even if the day is chained during the read', async () => {
  const before = await movements(app.db);
  clocks.addDays(1);
  expect(await chainDays(workCtx(context))).toBe(1);
  const read = async (rows: typeof before) =>
    (
      await sql<{
        sum: bigint;
      }>`select sum(m.debit - m.credit)::int8 as sum from ${rows} m where m.kind = 'gateway.float'`.execute(
        app.db,
      )
    ).rows[0]?.sum;
  expect([await read(before), await read(await movements(app.db))]).toEqual([1_500n, 1_500n]);
});

test('neither the serving role nor the owner of the tables can change a day’s totals', async () => {
  for (const statement of [
    `insert into ledger_day_totals values ('2026-04-01', 'suspense', '2026-04-01', 5, 5)`,
    'update ledger_day_totals set debit_centavos = 1',
    'delete from ledger_day_totals',
  ])
    await expect(app.pool.query(statement), statement).rejects.toThrow(/permission denied/);
  for (const statement of [
    'update ledger_day_totals set debit_centavos = 1',
    'delete from ledger_day_totals',
    'truncate ledger_day_totals',
  ])
    await expect(owner.pool.query(statement), statement).rejects.toThrow(
      /never changed or deleted/,
    );
});

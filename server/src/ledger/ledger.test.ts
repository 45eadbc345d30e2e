import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { freshDatabase } from '#/db/testing.ts';
import { newId } from '#/platform/random.ts';
import {
  balanceOf,
  books,
  companyAccount,
  type Entry,
  loanBalances,
  moneyUnmatched,
  ownedAccount,
  paidOut,
  post,
  trialBalance,
} from './ledger.ts';

const { app, owner } = await freshDatabase();
const at = Temporal.Instant.from('2026-11-20T04:00:00Z');
const businessOn = Temporal.PlainDate.from('2026-11-20');

afterEach(async () => {
  const broken = (await books(app.db)).filter(
    (found) => found.invariant.startsWith('I1') || found.invariant.startsWith('I2') || found.invariant.startsWith('I8'),
  );
  expect(broken).toEqual([]);
});

function entry(part: Partial<Entry> & Pick<Entry, 'lines'>): Entry {
  const id = newId(at);
  return {
    id,
    kind: 'money.unmatched',
    factKey: `test ${id}`,
    borrowerId: null,
    loanId: null,
    happenedAt: at,
    recordedAt: at,
    businessOn,
    ...part,
  };
}

test('an entry moves balances, and the trial balance sums to zero', async () => {
  const loanId = newId(at);
  const loan = {
    loanId,
    principalCentavos: 6_000_000n,
    arrivalCentavos: 5_939_000n,
    serviceFeeCentavos: 60_000n,
    channelFeeCentavos: 1_000n,
  };
  await inTx(app.db, (tx) => post(tx, entry({ kind: 'loan.paidOut', lines: paidOut(loan) })));
  expect(await loanBalances(app.db, loanId)).toEqual({ principalCentavos: 6_000_000n, interestCentavos: 0n, lateCentavos: 0n });
  expect(await balanceOf(app.db, companyAccount('income.serviceFee'))).toBe(-60_000n);
  const rows = await trialBalance(app.db);
  expect(rows.reduce((sum, row) => sum + row.balanceCentavos, 0n)).toBe(0n);
});

test('one fact is posted once', async () => {
  const first = entry({ lines: moneyUnmatched(500n, 'PHP'), factKey: 'the same' });
  await inTx(app.db, (tx) => post(tx, first));
  const again = inTx(app.db, (tx) => post(tx, { ...first, id: newId(at) }));
  await expect(again).rejects.toThrow(/duplicate key/);
});

test('the database refuses an unbalanced entry at commit', async () => {
  const id = newId(at);
  const bad = inTx(app.db, async (tx) => {
    await sql`insert into ledger_accounts (kind, owner_id, normal_side) values ('suspense', null, 'credit') on conflict do nothing`.execute(
      tx,
    );
    await sql`insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on) values (${id}, 'x', ${id}, ${at}, ${at}, ${businessOn})`.execute(
      tx,
    );
    await sql`insert into ledger_lines (entry_id, number, account_id, amount_centavos) select ${id}, 1, id, -5 from ledger_accounts where kind = 'suspense'`.execute(
      tx,
    );
  });
  await expect(bad).rejects.toThrow(/does not balance/);
});

test('an account never leaves its side', async () => {
  const loanId = newId(at);
  const lines = [
    { account: companyAccount('gateway.float'), amountCentavos: 100n },
    { account: ownedAccount('loan.principal', loanId), amountCentavos: -100n },
  ];
  await expect(inTx(app.db, (tx) => post(tx, entry({ lines })))).rejects.toThrow(/ledger_accounts/);
});

test('the serving role may not change, delete or empty ledger rows, nor set a balance, nor disable triggers', async () => {
  await inTx(app.db, (tx) => post(tx, entry({ lines: moneyUnmatched(700n, 'PHP') })));
  const attempts = [
    'update ledger_lines set amount_centavos = 1',
    'delete from ledger_lines',
    'update ledger_entries set kind = $$x$$',
    'delete from ledger_entries',
    'truncate ledger_lines',
    'truncate ledger_entries cascade',
    'update ledger_accounts set balance_centavos = 0',
    'insert into ledger_accounts (kind, balance_centavos) values ($$gateway.float$$, 5)',
    'delete from ledger_accounts',
    'update audit_log set who = $$x$$',
    'delete from audit_log',
    'update webhook_events set event = $$x$$',
    'delete from webhook_events',
    'alter table ledger_lines disable trigger all',
  ];
  for (const statement of attempts) await expect(app.pool.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
});

test('even the owner of the tables is stopped by their triggers', async () => {
  await inTx(app.db, (tx) => post(tx, entry({ lines: moneyUnmatched(900n, 'PHP') })));
  for (const statement of ['update ledger_lines set amount_centavos = 1', 'delete from ledger_entries', 'truncate ledger_lines']) {
    await expect(owner.pool.query(statement), statement).rejects.toThrow(/never changed or deleted/);
  }
});

test('lines cannot join an entry of an earlier transaction', async () => {
  const old = entry({ lines: moneyUnmatched(300n, 'PHP') });
  await inTx(app.db, (tx) => post(tx, old));
  const late = sql`insert into ledger_lines (entry_id, number, account_id, amount_centavos) select ${old.id}, 9, id, 5 from ledger_accounts where kind = 'suspense'`;
  await expect(late.execute(app.db)).rejects.toThrow(/written with their entry/);
});

test('twenty posts at once leave the sum of all', async () => {
  const before = await balanceOf(app.db, companyAccount('suspense'));
  await Promise.all(Array.from({ length: 20 }, () => inTx(app.db, (tx) => post(tx, entry({ lines: moneyUnmatched(10n, 'PHP') })))));
  expect(await balanceOf(app.db, companyAccount('suspense'))).toBe(before - 200n);
});

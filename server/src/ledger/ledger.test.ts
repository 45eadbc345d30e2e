import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { freshDatabase } from '#/db/testing.ts';
import { newId } from '#/platform/random.ts';
import { type AccountKind, companyAccount } from './chart.ts';
import {
  balanceOf,
  books,
  chargesPosted,
  type Entry,
  loanBalances,
  moneyUnmatched,
  ownedAccount,
  paidOut,
  post,
  repaymentBooked,
  trialBalance,
} from './ledger.ts';

const { app, owner } = await freshDatabase();
const at = Temporal.Instant.from('2026-11-20T04:00:00Z');
const businessOn = Temporal.PlainDate.from('2026-11-20');

afterEach(async () => {
  const broken = (await books(app.db)).filter(
    (row) =>
      row.invariant.startsWith('I1') ||
      row.invariant.startsWith('I2') ||
      row.invariant.startsWith('I8'),
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

test('an entry changes balances, and the trial balance still sums to zero', async () => {
  const loanId = newId(at);
  const loan = {
    loanId,
    principalCentavos: 6_000_000n,
    arrivalCentavos: 5_939_000n,
    serviceFeeCentavos: 60_000n,
    channelFeeCentavos: 1_000n,
  };
  await inTx(app.db, (tx) =>
    post(tx, entry({ kind: 'loan.paidOut', loanId, lines: paidOut(loan) })),
  );
  expect(await loanBalances(app.db, loanId)).toEqual({
    principalCentavos: 6_000_000n,
    interestCentavos: 0n,
    lateCentavos: 0n,
  });
  expect(await balanceOf(app.db, companyAccount('income.serviceFee'))).toBe(-60_000n);
  const rows = await trialBalance(app.db);
  expect(rows.reduce((sum, row) => sum + row.balanceCentavos, 0n)).toBe(0n);
});

test('posts a fact only once', async () => {
  const first = entry({ lines: moneyUnmatched(500n, 'PHP'), factKey: 'the same' });
  await inTx(app.db, (tx) => post(tx, first));
  const again = inTx(app.db, (tx) => post(tx, { ...first, id: newId(at) }));
  await expect(again).rejects.toThrow(/duplicate key/);
});

/** Inserts an entry with these lines (number and centavos) in SQL, without `post`. */
async function insertEntry(
  lines: readonly (readonly [number: number, centavos: number])[],
  { early = false, count = 2 } = {},
): Promise<string> {
  const id = newId(at);
  await inTx(app.db, async (tx) => {
    await sql`insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on,
      line_count)
      values (${id}, 'x', ${id}, ${at}, ${at}, ${businessOn}, ${count})`.execute(tx);
    for (const [number, centavos] of lines) {
      if (early && number > count) await sql`set constraints all immediate`.execute(tx);
      await addLine(tx, id, number, centavos);
    }
  });
  return id;
}

const addLine = (read: Read, id: string, number: number, centavos: number) =>
  sql`insert into ledger_lines (entry_id, number, account_id, amount_centavos)
    select ${id}, ${number}, id, ${centavos}::int8 from ledger_accounts
      where kind = 'company.bank'`.execute(read);

test('the database refuses an entry that is unbalanced or has a wrong line count', async () => {
  await sql`insert into ledger_accounts (kind) values ('company.bank')`.execute(app.db);
  await expect(insertEntry([])).rejects.toThrow(/sum 0, with 0 of 2 lines/);
  await expect(insertEntry([[1, -5]])).rejects.toThrow(/sum -5, with 1 of 2 lines/);
  const unbalanced = insertEntry([
    [1, -5],
    [2, 4],
  ]);
  await expect(unbalanced).rejects.toThrow(/does not balance: sum -1, with 2/);
  const balanced = [
    [1, -5],
    [2, 5],
  ] as const;
  await expect(insertEntry(balanced, { count: 3 })).rejects.toThrow(
    /does not balance: sum 0, with 2 of 3/,
  );
  const extra = [...balanced, [3, 5], [4, -5]] as const;
  await expect(insertEntry(extra)).rejects.toThrow(
    /cannot have more ledger lines than it declares/,
  );
  await expect(insertEntry(extra, { early: true })).rejects.toThrow(
    /cannot have more ledger lines than it declares/,
  );
  await expect(insertEntry([], { count: 1 })).rejects.toThrow(/line_count_check/);
});

test('the database refuses to add lines to a committed entry', async () => {
  const id = await insertEntry([
    [1, -5],
    [2, 5],
  ]);
  for (const number of [3, 40])
    await expect(addLine(app.db, id, number, 5)).rejects.toThrow(
      /cannot have more ledger lines than it declares/,
    );
  for (const number of [1, 2])
    await expect(addLine(app.db, id, number, 5)).rejects.toThrow(/ledger_lines_pkey/);
  for (const number of [0, -1])
    await expect(addLine(app.db, id, number, 5)).rejects.toThrow(/ledger_lines_number_check/);
  await expect(app.pool.query('update ledger_entries set line_count = 4')).rejects.toThrow(
    /permission denied/,
  );
});

test('the database limits a loan’s reversed income to the charges of the same kind', async () => {
  const loanId = newId(at);
  const charges = (interestCentavos: bigint, lateCentavos: bigint, extensionFeeCentavos: bigint) =>
    inTx(app.db, (tx) =>
      post(
        tx,
        entry({
          kind: 'charges.posted',
          loanId,
          lines: chargesPosted({ loanId, interestCentavos, lateCentavos, extensionFeeCentavos }),
        }),
      ),
    );
  await charges(500n, 300n, 200n);
  await charges(-100n, -300n, 0n);
  // The income of another loan must not count for this loan.
  const other = newId(at);
  const lines = chargesPosted({
    loanId: other,
    interestCentavos: 900n,
    lateCentavos: 900n,
    extensionFeeCentavos: 900n,
  });
  await inTx(app.db, (tx) => post(tx, entry({ kind: 'charges.posted', loanId: other, lines })));
  const takenBack = (kind: AccountKind, centavos: bigint, of: string | null = loanId) =>
    inTx(app.db, (tx) =>
      post(
        tx,
        entry({
          kind: 'charges.waived',
          loanId: of,
          lines: [
            { account: companyAccount(kind), amountCentavos: centavos },
            { account: companyAccount('company.bank'), amountCentavos: -centavos },
          ],
        }),
      ),
    );
  for (const [kind, most] of [
    ['income.interest', 400n],
    ['income.late', 0n],
    ['income.extensionFee', 200n],
    ['income.serviceFee', 0n],
  ] as const)
    await expect(takenBack(kind, most + 1n), kind).rejects.toThrow(
      /ledger_accounts_income_taken_back/,
    );
  await expect(takenBack('income.interest', 1n, null)).rejects.toThrow(/on the account of a loan/);
  await takenBack('income.interest', 400n);
  await expect(takenBack('income.interest', 1n)).rejects.toThrow(
    /ledger_accounts_income_taken_back/,
  );
});

test('posts entries for different loans concurrently, without waiting for a lock', async () => {
  const [first, second] = [newId(at), newId(at)];
  const booking = (tx: Tx, loanId: string) => {
    const [charged, share] = [
      { loanId, interestCentavos: 50n, lateCentavos: 0n, extensionFeeCentavos: 0n },
      {
        loanId,
        interestCentavos: 50n,
        lateCentavos: 0n,
        extensionFeeCentavos: 0n,
        principalCentavos: 0n,
      },
    ];
    const money = {
      from: 'gateway.float' as const,
      amountCentavos: 50n,
      shares: [share],
      borrowerId: loanId,
      refundableCentavos: 0n,
    };
    return post(
      tx,
      entry({ kind: 'charges.posted', loanId, lines: chargesPosted(charged) }),
      entry({ kind: 'repayment.booked', loanId, lines: repaymentBooked(money) }),
    );
  };
  const float = await balanceOf(app.db, companyAccount('gateway.float'));
  await inTx(app.db, async (tx) => {
    await booking(tx, first);
    await inTx(app.db, (beside) => booking(beside, second));
    expect(await balanceOf(app.db, companyAccount('gateway.float'))).toBe(float + 50n);
  });
  expect(await balanceOf(app.db, companyAccount('gateway.float'))).toBe(float + 100n);
});

test('the database refuses a balance on the wrong side of an account', async () => {
  const loanId = newId(at);
  const lines = [
    { account: companyAccount('gateway.float'), amountCentavos: 100n },
    { account: ownedAccount('loan.principal', loanId), amountCentavos: -100n },
  ];
  await expect(inTx(app.db, (tx) => post(tx, entry({ lines })))).rejects.toThrow(/ledger_accounts/);
});

test('the serving role cannot change ledger rows, set balances, or disable triggers', async () => {
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
  for (const statement of attempts)
    await expect(app.pool.query(statement), statement).rejects.toThrow(
      /permission denied|must be owner/,
    );
});

test('triggers prevent even the owner of the tables from changing the ledger', async () => {
  await inTx(app.db, (tx) => post(tx, entry({ lines: moneyUnmatched(900n, 'PHP') })));
  for (const statement of [
    'update ledger_lines set amount_centavos = 1',
    'delete from ledger_entries',
    'truncate ledger_lines',
  ]) {
    await expect(owner.pool.query(statement), statement).rejects.toThrow(
      /never changed or deleted/,
    );
  }
});

test('sums twenty concurrent postings to one account correctly', async () => {
  const before = await balanceOf(app.db, companyAccount('suspense'));
  await Promise.all(
    Array.from({ length: 20 }, () =>
      inTx(app.db, (tx) => post(tx, entry({ lines: moneyUnmatched(10n, 'PHP') }))),
    ),
  );
  expect(await balanceOf(app.db, companyAccount('suspense'))).toBe(before - 200n);
});

// Promise P3: the balances and trial balances of every day can be rebuilt from the entries, whether
// or not the day is chained.
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { testContext } from '#/testing/context.ts';
import { type AccountKind, chart, companyAccount, ownedAccount } from './chart.ts';
import {
  balanceOf,
  books,
  chainDays,
  chargesPosted,
  type Entry,
  type Line,
  moneyUnmatched,
  paidOut,
  post,
  repaymentBooked,
  trialBalance,
} from './ledger.ts';
import { entryAt } from './testing.ts';
import { trialBalanceOn } from './trial-balance.ts';

const { app: context, clocks, fresh } = await testContext();
const { app } = fresh;
const start = Temporal.Instant.from('2026-04-01T02:00:00Z');
const loans = [
  '0f000000-0000-7000-8000-000000000001',
  '0f000000-0000-7000-8000-000000000002',
] as const;
const borrowerId = '0f000000-0000-7000-8000-000000000009';
const money = fc.bigInt({ min: 1n, max: 9_000_000n });
const days = 12;

/** Every line that the test posted, recorded outside the database. */
const postedLines: {
  kind: AccountKind;
  ownerId: string | null;
  amount: bigint;
  booked: Temporal.PlainDate;
  happened: Temporal.PlainDate;
}[] = [];

/** The facts about a loan in a valid order: paid out, charged and partly repaid. */
const anyLines: fc.Arbitrary<{ loanId: string; lines: Line[] }[]> = fc
  .tuple(fc.constantFrom(...loans), money, money, money, money)
  .map(([loanId, arrival, fee, interest, late]) => {
    const half = (amount: bigint) => amount / 2n;
    const share = {
      loanId,
      principalCentavos: half(arrival),
      interestCentavos: half(interest),
      lateCentavos: half(late),
      extensionFeeCentavos: half(fee),
    };
    const { principalCentavos, interestCentavos, lateCentavos, extensionFeeCentavos } = share;
    const amountCentavos =
      principalCentavos + interestCentavos + lateCentavos + extensionFeeCentavos + fee;
    return [
      paidOut({
        loanId,
        principalCentavos: arrival + fee,
        arrivalCentavos: arrival,
        serviceFeeCentavos: fee,
        channelFeeCentavos: 0n,
      }),
      chargesPosted({
        loanId,
        interestCentavos: interest,
        lateCentavos: late,
        extensionFeeCentavos: fee,
      }),
      repaymentBooked({
        from: 'gateway.float',
        amountCentavos,
        shares: [share],
        borrowerId,
        refundableCentavos: fee,
      }),
      moneyUnmatched(fee, 'PHP'),
    ].map((lines) => ({
      loanId,
      lines: lines.toSorted((a, b) => (a.amountCentavos > b.amountCentavos ? -1 : 1)),
    }));
  });

const anyEntries = fc.array(
  fc.tuple(anyLines, fc.integer({ min: 0, max: days - 1 }), fc.integer({ min: 0, max: 5 })),
  { maxLength: 3 },
);

/** The last day whose books are closed. */
let closedTo = Temporal.PlainDate.from('2026-03-31');

function entryOn(
  { loanId, lines }: { loanId: string; lines: Line[] },
  day: number,
  late: number,
): Entry {
  const at = start.add({ hours: 24 * day });
  const own = at.toZonedDateTimeISO('Asia/Manila').toPlainDate();
  const booked = Temporal.PlainDate.compare(own, closedTo) > 0 ? own : closedTo.add({ days: 1 });
  const happened = own.subtract({ days: late });
  for (const { account, amountCentavos } of lines)
    postedLines.push({ ...account, amount: amountCentavos, booked, happened });
  return entryAt(at, { loanId, lines, businessOn: happened });
}

const sumOf = (of: typeof postedLines) => of.reduce((sum, row) => sum + row.amount, 0n);

async function expectTrialBalance(
  day: Temporal.PlainDate,
  by: 'booked' | 'happened',
): Promise<void> {
  const { accounts } = await trialBalanceOn(app.db, day, by);
  expect(accounts.map((row) => row.kind)).toEqual(Object.keys(chart));
  for (const {
    kind,
    openingCentavos,
    debitCentavos,
    creditCentavos,
    closingCentavos,
  } of accounts) {
    const own = postedLines.filter((row) => row.kind === kind);
    const before = own.filter((row) => Temporal.PlainDate.compare(row[by], day) < 0);
    const onDay = own.filter((row) => row[by].equals(day));
    expect(openingCentavos).toBe(sumOf(before));
    expect(debitCentavos).toBe(sumOf(onDay.filter((row) => row.amount > 0n)));
    expect(creditCentavos).toBe(-sumOf(onDay.filter((row) => row.amount < 0n)));
    expect(closingCentavos).toBe(sumOf([...before, ...onDay]));
  }
  const all = (pick: (row: (typeof accounts)[number]) => bigint) =>
    accounts.reduce((sum, row) => sum + pick(row), 0n);
  expect([
    all((row) => row.closingCentavos),
    all((row) => row.debitCentavos - row.creditCentavos),
  ]).toEqual([0n, 0n]);
}

async function chainTo(day: string): Promise<void> {
  closedTo = Temporal.PlainDate.from(day);
  await chainDays(workCtx(context), closedTo);
  const { closed_to } = await app.db
    .selectFrom('ledger_head')
    .select('closed_to')
    .executeTakeFirstOrThrow();
  expect(closed_to?.toString()).toBe(day);
}

test('balances equal the sums of the posted lines while days are chained', async () => {
  clocks.addDays(days + 2);
  // The chain begins with the day of the first entry, so the test posts an entry on the first day.
  const [first = []] = fc.sample(anyLines, 1);
  await inTx(app.db, (tx) => post(tx, ...first.map((row) => entryOn(row, 0, 0))));
  for (const chained of [null, '2026-04-05', '2026-04-09']) {
    if (chained) await chainTo(chained);
    await fc.assert(
      fc.asyncProperty(anyEntries, fc.integer({ min: 0, max: days }), async (facts, offset) => {
        const entries = facts.flatMap(([all, day, late]) =>
          all.map((row) => entryOn(row, day, late)),
        );
        if (entries.length > 0) await inTx(app.db, (tx) => post(tx, ...entries));
        const day = Temporal.PlainDate.from('2026-04-01').add({ days: offset });
        for (const by of ['booked', 'happened'] as const) await expectTrialBalance(day, by);
      }),
      { numRuns: 20 },
    );
  }
  expect(postedLines.length).toBeGreaterThan(300);
  expect(await app.db.selectFrom('ledger_days').select('day').execute()).toHaveLength(9);
  const balances = await trialBalance(app.db);
  for (const { kind, balanceCentavos } of balances)
    expect(balanceCentavos).toBe(sumOf(postedLines.filter((row) => row.kind === kind)));
  for (const kind of ['gateway.float', 'income.late', 'suspense'] as const)
    expect(await balanceOf(app.db, companyAccount(kind))).toBe(
      sumOf(postedLines.filter((row) => row.kind === kind)),
    );
  const { rows } = await sql<{
    kind: string;
    balance: bigint;
  }>`select kind, balance_centavos as balance from ledger_accounts
    where owner_id = ${loans[0]}`.execute(app.db);
  for (const { kind, balance } of rows) {
    const { ownerId } = ownedAccount(kind as AccountKind, loans[0]);
    expect(balance).toBe(
      sumOf(postedLines.filter((row) => row.kind === kind && row.ownerId === ownerId)),
    );
  }
  expect((await books(app.db)).filter((row) => /^(I1|I2|I8|P3) /.test(row.invariant))).toEqual([]);
});

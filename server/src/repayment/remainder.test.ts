// The waiver of a remainder below one peso, which no channel accepts.

import { billStatement } from '@sandali/contract/accountStatement.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { renewCal } from '@sandali/contract/extension.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { books, loanBalances } from '#/ledger/ledger.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor, codeFor, pay, payoutOf, bookPayments, billRow } = moneySteps(app);
const peso = 100;
const none = { principalCentavos: 0n, interestCentavos: 0n, lateCentavos: 0n };

const used = async ({ client }: Person) => (await client.must(userMulti, {})).line?.usedCentavos;
const refundable = async ({ client }: Person) =>
  (await client.must(billList, {})).refundableCentavos;
const lines = async ({ client }: Person) => (await client.must(billStatement, {})).lines;
const waivedOn = async ({ client }: Person, loanId: string) =>
  (await client.must(billDetail, { loanId })).granted.waived;

/** Returns the lender's total loss from waived remainders. */
async function lost(): Promise<bigint> {
  const row = await app.db
    .selectFrom('ledger_accounts')
    .select('balance_centavos')
    .where('kind', '=', 'loss.remainders')
    .executeTakeFirst();
  return row?.balance_centavos ?? 0n;
}

/**
 * Returns a loan of ₱60,000 for 8 days, priced without a coupon, and a code that accepts any
 * amount.
 */
async function owes() {
  const borrower = await debtor(8);
  return { ...borrower, code: (await codeFor(borrower.anna, borrower.loanId)).code };
}

slow.each([
  { left: 1, isWaived: true },
  { left: 50, isWaived: true },
  { left: 99, isWaived: true },
  { left: 100, isWaived: false },
])('waives a remainder of $left centavos: $isWaived', async ({ left, isWaived }) => {
  const before = await lost();
  const { anna, loanId, code } = await owes();
  await bookPayments(await pay(code, 60_000 * peso - left));
  expect(await billRow(loanId)).toMatchObject({
    settled_as: isWaived ? 'repaid' : null,
    remainder_centavos: isWaived ? BigInt(left) : 0n,
  });
  expect(await loanBalances(app.db, loanId)).toEqual({
    ...none,
    principalCentavos: isWaived ? 0n : BigInt(left),
  });
  expect([await used(anna), await refundable(anna)]).toEqual([isWaived ? 0 : left, 0]);
  expect((await lost()) - before).toBe(isWaived ? BigInt(left) : 0n);
  const today = (await anna.client.must(billDetail, { loanId })).today;
  const waived = { part: 'remainder', on: today, amountCentavos: left };
  expect(await waivedOn(anna, loanId)).toEqual(isWaived ? [waived] : []);
  const last = (await lines(anna)).at(-1);
  expect(last).toMatchObject(
    isWaived
      ? { kind: 'remainder', changeCentavos: -left, balanceCentavos: 0 }
      : { kind: 'repayment', balanceCentavos: left },
  );
});

slow('does not offer the smallest payment if the remainder after it would be waived', async () => {
  const { anna, loanId, code } = await owes();
  await bookPayments(await pay(code, 60_000 * peso - 500_99));
  const { part, bill } = await anna.client.must(renewCal, { loanId });
  expect([part, bill.currentDue.owedCentavos]).toEqual([null, 500_99]);
  await bookPayments(await pay(code, 500 * peso));
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid', remainder_centavos: 99n });
});

slow('reduces a waived remainder if an earlier payment is reported afterwards', async () => {
  const before = await lost();
  const { anna, loanId, code } = await owes();
  const early = await pay(code, 20);
  await app.addDays(1);
  // With a day’s interest of ₱120, the bill is 50 centavos short. Paying 20 centavos a day earlier
  // also saves 1 centavo of interest.
  await bookPayments(await pay(code, 60_120 * peso - 50));
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid', remainder_centavos: 50n });
  await bookPayments(await pay(code, 1 * peso));
  expect(await refundable(anna)).toBe(1 * peso);
  await bookPayments(early);
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid', remainder_centavos: 29n });
  expect(await refundable(anna)).toBe(1 * peso);
  expect((await lost()) - before).toBe(29n);
  expect(
    (await lines(anna))
      .map((line) => [line.kind, line.changeCentavos])
      .filter(([kind]) => String(kind).startsWith('remainder')),
  ).toEqual([
    ['remainder', -50],
    ['remainderLess', 21],
  ]);
});

slow('reverses a remainder’s waiver if the loan is returned or its payout reversed', async () => {
  const before = await lost();
  const [returned, reversed] = [await owes(), await owes()];
  for (const { code } of [returned, reversed])
    await bookPayments(await pay(code, 60_000 * peso - 50));
  expect((await lost()) - before).toBe(100n);
  await returned.anna.client.must(billCancel, { loanId: returned.loanId });
  expect(await refundable(returned.anna)).toBe(610 * peso - 50);
  const { id } = await payoutOf(reversed.loanId);
  await app.bank.call('/control/reverse', { reference: id });
  await hint(app, 'payout.reversed', id);
  await app.until(
    'the reversal',
    async () => (await payoutOf(reversed.loanId)).state === 'reversed',
  );
  expect(await refundable(reversed.anna)).toBe(60_000 * peso - 50);
  expect(await lost()).toBe(before);
  for (const { loanId } of [returned, reversed])
    expect(await billRow(loanId)).toMatchObject({ remainder_centavos: 0n });
});

test('the database refuses a waiver of a peso or more, or one that leaves debt', async () => {
  const { loanId, code } = await owes();
  const waive = (amount: number) =>
    sql`update bills set remainder_centavos = ${amount} where loan_id = ${loanId}`.execute(app.db);
  await expect(waive(50)).rejects.toThrow(/bills_waive_the_last/);
  await bookPayments(await pay(code, 60_000 * peso - 50));
  await expect(waive(100)).rejects.toThrow(/bills_waive_less_than_a_peso/);
  const entry = (amount: number) => sql`
    with entry as (
      insert into ledger_entries (id, kind, fact_key, borrower_id, loan_id, happened_at,
        recorded_at, business_on, line_count)
      select (left(gen_random_uuid()::text, 34) || right(borrower_id::text, 2))::uuid,
        'remainder.waived', 'a test', borrower_id, loan_id, now(), now(),
        current_date, 2
      from bills where loan_id = ${loanId} returning id)
    insert into ledger_lines (entry_id, number, account_id, amount_centavos)
    select entry.id, n, a.id, case n when 1 then 1 else -1 end * ${amount}::bigint
    from entry, (values (1, 'loss.remainders'), (2, 'gateway.float')) as k (n, kind)
    join ledger_accounts a on a.kind = k.kind`;
  await expect(entry(100).execute(app.db)).rejects.toThrow(/less than a peso/);
  // books() reports a bill whose waived remainder differs from the ledger.
  await app.owner.db
    .updateTable('bills')
    .set({ remainder_centavos: 20n })
    .where('loan_id', '=', loanId)
    .execute();
  expect((await books(app.db)).map(({ invariant }) => invariant)).toEqual([
    'the waived remainder of a bill equals its waiver entries',
  ]);
  await app.owner.db
    .updateTable('bills')
    .set({ remainder_centavos: 50n })
    .where('loan_id', '=', loanId)
    .execute();
});

slow.each([1, 50, 99, 100, 101])(
  'makes the excess refundable if a return is %i centavos short and ₱1 or more is paid',
  async (missing) => {
    const { anna, loanId, code } = await owes();
    const toReturn = async () =>
      (await anna.client.must(billDetail, { loanId })).coolingOff?.amountCentavos ?? 0;
    await bookPayments(await pay(code, (await toReturn()) - missing));
    const requested = Math.max(missing, 1 * peso);
    expect(await toReturn()).toBe(requested);
    expect(await anna.client.must(billCancel, { loanId, channel: 'sevenEleven' })).toMatchObject({
      outcome: 'codeAsked',
      amountCentavos: requested,
    });
    await bookPayments(await pay(code, requested));
    expect(await billRow(loanId)).toMatchObject({
      settled_as: 'cooledOff',
      remainder_centavos: 0n,
    });
    expect([await used(anna), await refundable(anna)]).toEqual([0, requested - missing]);
  },
);

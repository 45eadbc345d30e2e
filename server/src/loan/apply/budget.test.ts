// Tests that concurrent signatures never exceed the budget of a lending day, and that none is
// refused while the budget suffices. They wait for each other only at the end of a transaction.
import { billCancel } from '@sandali/contract/cancel.ts';
import { loanApply, productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { inTx, type Tx } from '#/db/database.ts';
import { books } from '#/ledger/ledger.ts';
import { newId, newIdFor } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { testApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp({ isCrowded: true });
const amount = centavos(60_000 * 100);

/** Sets the budget per lending day; null removes it. */
async function limitDay(limitCentavos: number | null): Promise<void> {
  await app.db
    .transaction()
    .execute((tx) =>
      storeSetting(tx, 'dailyBudgetCentavos', limitCentavos, 'test', app.clocks.wall()),
    );
  app.context.settings.forget();
}

beforeEach(async () => {
  await limitDay(null);
  await app.addDays(1); // Nothing is lent yet on the new lending day.
});

async function borrower() {
  const { client, life } = await app.person({ withCredit: true });
  return { client, accountId: await addWallet(life) };
}

async function signer(who?: Awaited<ReturnType<typeof borrower>>) {
  const { client, accountId } = who ?? (await borrower());
  const wish = { amountCentavos: amount, termDays: 15, channel: 'wallet', accountId } as const;
  const agreed = agreedTo(await client.must(productCal, wish));
  return {
    client,
    sign: async (requestId?: string) => await client.ask(loanApply, agreed, requestId),
  };
}

async function signed(): Promise<{
  loanId: string;
  client: Awaited<ReturnType<typeof signer>>['client'];
}> {
  const { client, sign } = await signer();
  const { name, data } = await sign();
  expect(name).toBe('success');
  return { client, loanId: data?.loanId ?? '' };
}

const lent = async () =>
  (
    await app.db
      .selectFrom('lending_days')
      .select('lent_centavos')
      .orderBy('day', 'desc')
      .limit(1)
      .execute()
  )[0]?.lent_centavos;

slow('a budget for two and a half loans allows two of six concurrent signatures', async () => {
  await limitDay(2.5 * amount);
  const signers = [];
  for (let i = 0; i < 6; i++) signers.push(await signer());
  const requests = signers.map(({ sign }) => ({ sign, id: newId(app.clocks.wall()) }));
  const answers = await Promise.all(requests.map(({ sign, id }) => sign(id)));
  expect(answers.map(({ name }) => name).sort()).toEqual([
    ...Array.from({ length: 4 }, () => 'budgetSpent'),
    'success',
    'success',
  ]);
  expect(await lent()).toBe(BigInt(2 * amount));
  // A refusal by the database at COMMIT is stored, so a repeated request gets the same response.
  await limitDay(null);
  const again = await Promise.all(requests.map(({ sign, id }) => sign(id)));
  expect(again.map(({ name }) => name)).toEqual(answers.map(({ name }) => name));
});

test('a budget set during a day also counts the loans signed earlier that day', async () => {
  const before = await app.db.selectFrom('lending_days').selectAll().execute();
  await signed();
  expect(await app.db.selectFrom('lending_days').selectAll().execute()).toEqual(before);
  await limitDay(4 * amount);
  await signed();
  await limitDay(null);
  await signed();
  await limitDay(4 * amount);
  const late = await signer();
  const { loanId, client } = await signed();
  expect((await late.sign()).name).toBe('budgetSpent');
  await client.must(billCancel, { loanId: loanId as never });
  expect(await lent()).toBe(BigInt(3 * amount));
  await signed();
});

/** Inserts a copy of a loan, its quote and its signed text. */
async function insertLike(tx: Tx, loanId: string): Promise<void> {
  const now = app.clocks.now();
  // A loan ends in the bucket of its borrower, so it leads to that bucket.
  const [id, quote] = [newIdFor(loanId, now), newIdFor(loanId, now)];
  const copies = [
    [
      'quotes',
      `jsonb_build_object('id', '${quote}')`,
      `id = (select quote_id from loans where id = '${loanId}')`,
    ],
    [
      'loans',
      `jsonb_build_object('id', '${id}', 'quote_id', '${quote}', 'reference_no', '${id}')`,
      `id = '${loanId}'`,
    ],
    ['signed_agreements', `jsonb_build_object('loan_id', '${id}')`, `loan_id = '${loanId}'`],
  ];
  for (const [table, other, which] of copies)
    await sql
      .raw(
        `insert into ${table} select (jsonb_populate_record(t, ${other})).* from ${table} t where ${which}`,
      )
      .execute(tx);
}

slow('the database enforces the budget without blocking other signatures', async () => {
  await limitDay(3 * amount);
  const { loanId } = await signed();
  const rolledBack = inTx(app.db, async (tx) => {
    await insertLike(tx, loanId);
    await signed(); // While this transaction is open.
    throw new Error('rolledBack');
  });
  await expect(rolledBack).rejects.toThrow('rolledBack');
  await signed();
  const tooMuch = inTx(app.db, (tx) => insertLike(tx, loanId));
  await expect(tooMuch).rejects.toThrow('budgetSpent');
  expect(await lent()).toBe(BigInt(3 * amount));
  await app.owner.pool.query('update lending_days set lent_centavos = lent_centavos - 1');
  expect((await books(app.db)).map(({ invariant }) => invariant)).toContainEqual(
    expect.stringContaining('the lent amount of a day'),
  );
  await app.owner.pool.query('update lending_days set lent_centavos = lent_centavos + 1');
});

slow('a budget spent between midnight and 10:00 reopens at 10 the same day', async () => {
  const people = [await borrower(), await borrower()];
  const tomorrow = app.clocks.now().toZonedDateTimeISO('Asia/Manila').add({ days: 1 });
  app.clocks.setNow(tomorrow.with({ hour: 1 }).toInstant().toString());
  await limitDay(amount);
  const signers = [];
  for (const person of people) signers.push(await signer(person));
  const answers = await Promise.all(signers.map(({ sign }) => sign()));
  expect(answers.map(({ name }) => name).sort()).toEqual(['budgetSpent', 'success']);
  expect(answers.find(({ name }) => name === 'budgetSpent')?.message).toContain('at 10 today');
  // A later attempt gets the same message, although the rules refuse it before COMMIT.
  const late = signers[answers.findIndex(({ name }) => name === 'budgetSpent')];
  const again = await late?.sign();
  expect([again?.name, again?.message]).toEqual([
    'budgetSpent',
    expect.stringContaining('at 10 today'),
  ]);
});

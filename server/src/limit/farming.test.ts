// Attempts to raise a limit without earning it: loans repaid immediately, many steps in a row,
// reversed payouts.
import { userInfo } from '@sandali/contract/account.ts';
import { addDays } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { inTx, type Read } from '#/db/database.ts';
import { settledAPage } from '#/loan/bill.store.ts';
import { todayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { startRule } from '#/testing/rules.ts';

const app = await testApp();
const { loanOf, codeFor, pay, payoutOf, bookPayments } = moneySteps(app);
const pesos = (amount: number) => centavos(amount * 100);
const today = () => todayOf(app.clocks.now());

async function borrower() {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { userGid } = await anna.client.must(userInfo, {});
  return { anna, accountId, userGid };
}
type Borrower = Awaited<ReturnType<typeof borrower>>;

/** Takes a loan, and repays it in full `afterDays` later. */
async function borrowAndRepay(
  { anna, accountId }: Borrower,
  { termDays = 8, afterDays = 4 } = {},
): Promise<string> {
  const loanId = await loanOf(anna, accountId, termDays);
  await app.addDays(afterDays);
  await bookPayments(await pay((await codeFor(anna, loanId)).code));
  return loanId;
}

const multi = async ({ client }: Person) => await client.must(userMulti, {});
const limitOf = async (anna: Person) => ((await multi(anna)).line?.limitCentavos ?? 0) / 100;
const asks = async ({ client }: Person, wanted: number) =>
  await client.ask(quotaAddApply, { wantedCentavos: pesos(wanted) });
const changesOf = async (userGid: string) =>
  await app.db
    .selectFrom('limit_changes')
    .selectAll()
    .where('borrower_id', '=', userGid)
    .orderBy('number')
    .execute();

/** Makes the bank reverse a loan's payout. */
async function reversePayout(anna: Person, loanId: string): Promise<void> {
  const { id } = await payoutOf(loanId);
  expect((await app.bank.call('/control/reverse', { reference: id })).status).toBe(200);
  await hint(app, 'payout.reversed', id);
  await app.until(
    'the reversal',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'reversed',
  );
}

slow('loans repaid within minutes do not count towards a higher limit', async () => {
  const farmer = await borrower();
  const limit = await limitOf(farmer.anna);
  for (let loans = 0; loans < 5; loans += 1)
    await borrowAndRepay(farmer, { termDays: loans % 2 === 0 ? 8 : 15, afterDays: 0 });
  expect((await multi(farmer.anna)).quota).toMatchObject({
    offerCentavos: null,
    nextStep: null,
    loansToGo: 2,
  });
  const answer = await asks(farmer.anna, limit + 10_000);
  expect([answer.name, answer.message]).toEqual([
    'quotaTooFewLoans',
    'Repay 2 more loans on time, each after at least half its term, then ask for more.',
  ]);
  expect(await limitOf(farmer.anna)).toBe(limit);
});

slow('a loan repaid wholly or mostly before half its term does not earn a step', async () => {
  const early = await borrower();
  await borrowAndRepay(early, { termDays: 15, afterDays: 7 });
  expect((await multi(early.anna)).quota).toMatchObject({ offerCentavos: null });
  const nearly = await borrower();
  const loanId = await loanOf(nearly.anna, nearly.accountId, 8);
  await bookPayments(await pay((await codeFor(nearly.anna, loanId, pesos(59_000))).code));
  await app.addDays(8);
  await bookPayments(await pay((await codeFor(nearly.anna, loanId)).code));
  expect((await multi(nearly.anna)).quota).toMatchObject({ offerCentavos: null });
});

test('a limit grows by at most one step in 30 days despite many loans', async () => {
  const good = await borrower();
  const limit = await limitOf(good.anna);
  const loans = [
    await borrowAndRepay(good),
    await borrowAndRepay(good),
    await borrowAndRepay(good),
  ];
  expect((await asks(good.anna, limit + 10_000)).data).toMatchObject({
    state: 'granted',
    limitCentavos: pesos(limit + 10_000),
  });
  const on = addDays(today(), 30);
  expect((await multi(good.anna)).quota).toMatchObject({
    offerCentavos: null,
    nextStep: { toCentavos: pesos(limit + 20_000), on },
  });
  const soon = await asks(good.anna, limit + 20_000);
  expect([soon.name, soon.message]).toEqual([
    'quotaStepTooSoon',
    expect.stringMatching(
      /^A limit can grow only one step every 30 days\. You can raise your limit from \d+\s\w+\s\d{4}\.$/,
    ),
  ]);
  await app.addDays(29);
  expect((await asks(good.anna, limit + 20_000)).name).toBe('quotaStepTooSoon');
  await app.addDays(1);
  expect((await asks(good.anna, limit + 20_000)).name).toBe('success');
  const growths = await app.db
    .selectFrom('earned_limit_increases')
    .select('loan_id')
    .where('borrower_id', '=', good.userGid)
    .execute();
  expect(growths.map((row) => row.loan_id).sort()).toEqual(loans.slice(0, 2).sort());
});

slow('the database refuses an unearned or double step, and two steps within 30 days', async () => {
  const good = await borrower();
  const [first, second] = [await borrowAndRepay(good), await borrowAndRepay(good)];
  const atOnce = await borrowAndRepay(good, { afterDays: 0 });
  const limit = pesos(await limitOf(good.anna));
  const requested = async (step: number) => {
    const id = newIdFor(good.userGid, app.clocks.wall());
    const [was, to] = [
      BigInt(limit + pesos(10_000) * (step - 1)),
      BigInt(limit + pesos(10_000) * step),
    ];
    const at = app.clocks.now();
    const decisionColumns = {
      state: 'granted',
      granted_centavos: to,
      decided_at: at,
      decided_by: 'a test',
      two_people_above_centavos: to,
    };
    const requestColumns = {
      limit_centavos: was,
      requested_centavos: to,
      asked_at: at,
      answer_on: app.today(),
      rules_version: '1',
    };
    await app.db
      .insertInto('limit_increase_requests')
      .values({ id, borrower_id: good.userGid, ...requestColumns, ...decisionColumns })
      .execute();
    const change = {
      borrower_id: good.userGid,
      number: step + 1,
      from_centavos: was,
      to_centavos: to,
      reason: 'grown',
      who: 'a test',
    };
    return {
      id,
      grow: async (db: Read = app.db) =>
        await db
          .insertInto('limit_changes')
          .values({ id, ...change, request_id: id, at })
          .execute(),
    };
  };
  const earn = async (loan: string, request: string, db: Read = app.db) =>
    await db
      .insertInto('earned_limit_increases')
      .values({ loan_id: loan, borrower_id: good.userGid, request_id: request })
      .execute();
  const step = await requested(1);
  await expect(step.grow()).rejects.toThrow(/only by the step that one loan earned/);
  await expect(earn(atOnce, step.id)).rejects.toThrow(/repaid after half its term/);
  const growth = inTx(app.db, async (tx) => {
    await earn(first, step.id, tx);
    await earn(second, step.id, tx);
    await step.grow(tx);
  });
  await expect(growth).rejects.toThrow(/only by the step that one loan earned/);
  await earn(first, step.id);
  await step.grow();
  const secondStep = await requested(2);
  await earn(second, secondStep.id);
  await expect(secondStep.grow()).rejects.toThrow(/grow only once in 30 days/);
});

slow('a new row in `rules` changes the minimum number of days between two steps', async () => {
  const good = await borrower();
  const limit = await limitOf(good.anna);
  await borrowAndRepay(good);
  await borrowAndRepay(good);
  expect((await asks(good.anna, limit + 10_000)).name).toBe('success');
  await startRule(app, 'limitStepDays', 5);
  const on = addDays(today(), 5);
  expect((await multi(good.anna)).quota).toMatchObject({ nextStep: { on } });
  await app.addDays(4);
  expect((await asks(good.anna, limit + 20_000)).name).toBe('quotaStepTooSoon');
  await app.addDays(1);
  // Under the old row, the trigger would refuse this.
  expect((await asks(good.anna, limit + 20_000)).name).toBe('success');
  await startRule(app, 'limitStepDays', 30);
});

slow('a reversed payout reverses the step that the loan earned, but only once', async () => {
  const farmer = await borrower();
  const limit = await limitOf(farmer.anna);
  const loanId = await borrowAndRepay(farmer);
  expect((await asks(farmer.anna, limit + 10_000)).name).toBe('success');
  await reversePayout(farmer.anna, loanId);
  expect(await limitOf(farmer.anna)).toBe(limit);
  expect((await multi(farmer.anna)).quota).toMatchObject({ offerCentavos: null, nextStep: null });
  expect((await changesOf(farmer.userGid)).at(-1)).toMatchObject({
    reason: 'takenBack',
    to_centavos: BigInt(pesos(limit)),
  });
  const trail = await app.db
    .selectFrom('audit_log')
    .select('detail')
    .where('act', '=', 'growthTakenBack')
    .execute();
  expect(trail).toMatchObject([
    { detail: { loanId, amountCentavos: pesos(10_000), stillInUseCentavos: 0 } },
  ]);
  await app.work();
  const messages = await app.db
    .selectFrom('sandbox_messages')
    .select('text')
    .where('phone', '=', farmer.anna.life.phone)
    .execute();
  const undone = messages.filter(({ text }) => text.includes('no longer counts'));
  expect(undone).toMatchObject([
    { text: expect.stringContaining(`your limit is now ₱${limit.toLocaleString('en')}.`) },
  ]);
  const again = {
    loan_id: loanId,
    borrower_id: farmer.userGid,
    amount_centavos: 1n,
    reversed_at: app.clocks.now(),
  };
  await expect(
    app.db.insertInto('reversed_limit_increases').values(again).execute(),
  ).rejects.toThrow(/_pkey/);
});

slow('a payout reversed late does not cancel the steps of other loans', async () => {
  const farmer = await borrower();
  const limit = await limitOf(farmer.anna);
  const loanId = await borrowAndRepay(farmer);
  await borrowAndRepay(farmer);
  expect((await asks(farmer.anna, limit + 10_000)).name).toBe('success');
  // The bill's last free day is long in the past.
  await app.addDays(30);
  await reversePayout(farmer.anna, loanId);
  expect((await multi(farmer.anna)).quota).toMatchObject({ offerCentavos: pesos(limit + 10_000) });
});

slow('a loan older than the newest bill page neither earns nor reverses a step', async () => {
  const farmer = await borrower();
  const limit = await limitOf(farmer.anna);
  const older = await borrowAndRepay(farmer);
  for (let loans = 0; loans < settledAPage; loans += 1)
    await borrowAndRepay(farmer, { afterDays: 0 });
  expect((await multi(farmer.anna)).quota).toMatchObject({ offerCentavos: null, nextStep: null });
  const earning = await borrowAndRepay(farmer);
  expect((await asks(farmer.anna, limit + 10_000)).name).toBe('success');
  await reversePayout(farmer.anna, older);
  expect(await limitOf(farmer.anna)).toBe(limit + 10_000);
  await reversePayout(farmer.anna, earning);
  expect(await limitOf(farmer.anna)).toBe(limit);
});

slow('when a reversed step is still in use, the limit falls as principal is repaid', async () => {
  const farmer = await borrower();
  const limit = await limitOf(farmer.anna);
  const loanId = await borrowAndRepay(farmer);
  expect((await asks(farmer.anna, limit + 10_000)).name).toBe('success');
  await app.db
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(pesos(70_000)) })
    .where('borrower_id', '=', farmer.userGid)
    .execute();
  const other = await loanOf(farmer.anna, farmer.accountId, 8);
  // The loan uses 5,000 of the 10,000 that the step added.
  await app.db
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(pesos(65_000)) })
    .where('borrower_id', '=', farmer.userGid)
    .execute();
  await reversePayout(farmer.anna, loanId);
  expect((await multi(farmer.anna)).line).toMatchObject({
    limitCentavos: pesos(60_000),
    availableCentavos: 0,
    borrowableCentavos: 0,
  });
  await bookPayments(await pay((await codeFor(farmer.anna, other, pesos(3_000))).code));
  expect((await multi(farmer.anna)).line).toMatchObject({
    limitCentavos: pesos(57_000),
    availableCentavos: 0,
  });
  await bookPayments(await pay((await codeFor(farmer.anna, other)).code));
  expect((await multi(farmer.anna)).line).toMatchObject({
    limitCentavos: pesos(55_000),
    availableCentavos: pesos(55_000),
  });
  expect(
    (await changesOf(farmer.userGid)).filter(({ reason }) => reason === 'takenBack'),
  ).toHaveLength(3);
});

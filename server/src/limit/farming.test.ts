// Growth that nobody has earned: loans that are repaid at once, many steps at once, and a reversed
// payout.
import { userInfo } from '@sandali/contract/account.ts';
import { addDays } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { settledAPage } from '#/loan/bill.store.ts';
import { todayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';

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

/** A loan that is repaid whole after so many days. */
async function repaid(
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

/** The bank takes a paid amount back. */
async function comesBack(anna: Person, loanId: string): Promise<void> {
  const { id } = await payoutOf(loanId);
  expect((await app.bank.call('/control/reverse', { reference: id })).status).toBe(200);
  await hint(app, 'payout.reversed', id);
  await app.until(
    'the reversal',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'reversed',
  );
}

test('loans that are repaid within minutes raise nothing, and let nobody ask for more', async () => {
  const farmer = await borrower();
  const limit = await limitOf(farmer.anna);
  for (let loans = 0; loans < 5; loans += 1)
    await repaid(farmer, { termDays: loans % 2 === 0 ? 8 : 15, afterDays: 0 });
  expect((await multi(farmer.anna)).quota).toMatchObject({
    offerCentavos: null,
    nextStep: null,
    loansToGo: 2,
  });
  const came = await asks(farmer.anna, limit + 10_000);
  expect([came.name, came.message]).toEqual([
    'quotaTooFewLoans',
    'Repay 2 more loans on time, not before half their term, then ask for more.',
  ]);
  expect(await limitOf(farmer.anna)).toBe(limit);
});

test('a day before half the term is too soon, and so is a loan of which nearly all was repaid at once', async () => {
  const early = await borrower();
  await repaid(early, { termDays: 15, afterDays: 7 });
  expect((await multi(early.anna)).quota).toMatchObject({ offerCentavos: null });
  const nearly = await borrower();
  const loanId = await loanOf(nearly.anna, nearly.accountId, 8);
  await bookPayments(await pay((await codeFor(nearly.anna, loanId, pesos(59_000))).code));
  await app.addDays(8);
  await bookPayments(await pay((await codeFor(nearly.anna, loanId)).code));
  expect((await multi(nearly.anna)).quota).toMatchObject({ offerCentavos: null });
});

test('however many loans were repaid, a limit grows one step in 30 days, and says when the next one comes', async () => {
  const good = await borrower();
  const limit = await limitOf(good.anna);
  const loans = [await repaid(good), await repaid(good), await repaid(good)];
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
      /^A limit grows at most one step every 30 days\. You can raise your limit from \d+\s\w+\s\d{4}\.$/,
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

test('the database lets no limit grow by two loans, twice in 30 days, or by a loan that was repaid at once', async () => {
  const good = await borrower();
  const [first, second] = [await repaid(good), await repaid(good)];
  const atOnce = await repaid(good, { afterDays: 0 });
  const limit = pesos(await limitOf(good.anna));
  const requested = async (step: number) => {
    const id = newId(app.clocks.wall());
    const [was, to] = [
      BigInt(limit + pesos(10_000) * (step - 1)),
      BigInt(limit + pesos(10_000) * step),
    ];
    const at = app.clocks.now();
    const decided = {
      state: 'granted',
      granted_centavos: to,
      decided_at: at,
      decided_by: 'a test',
      two_people_above_centavos: to,
    };
    const asked = {
      limit_centavos: was,
      requested_centavos: to,
      asked_at: at,
      answer_on: app.today(),
      rules_version: '1',
    };
    await app.db
      .insertInto('limit_increase_requests')
      .values({ id, borrower_id: good.userGid, ...asked, ...decided })
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
      grow: async () =>
        await app.db
          .insertInto('limit_changes')
          .values({ id, ...change, request_id: id, at })
          .execute(),
    };
  };
  const earn = async (loan: string, request: string) =>
    await app.db
      .insertInto('earned_limit_increases')
      .values({ loan_id: loan, borrower_id: good.userGid, request_id: request })
      .execute();
  const one = await requested(1);
  await expect(one.grow()).rejects.toThrow(/grows by the step of one loan/);
  await expect(earn(atOnce, one.id)).rejects.toThrow(/held for half its term/);
  await earn(first, one.id);
  await one.grow();
  const two = await requested(2);
  await earn(second, two.id);
  await expect(two.grow()).rejects.toThrow(/grows once in 30 days/);
});

test('a reversed payout reverses its limit increase: what is free at once, once, with a message', async () => {
  const one = await borrower();
  const limit = await limitOf(one.anna);
  const loanId = await repaid(one);
  expect((await asks(one.anna, limit + 10_000)).name).toBe('success');
  await comesBack(one.anna, loanId);
  expect(await limitOf(one.anna)).toBe(limit);
  expect((await multi(one.anna)).quota).toMatchObject({ offerCentavos: null, nextStep: null });
  expect((await changesOf(one.userGid)).at(-1)).toMatchObject({
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
    .where('phone', '=', one.anna.life.phone)
    .execute();
  const said = messages.filter(({ text }) => text.includes('no longer counts'));
  expect(said).toMatchObject([
    { text: expect.stringContaining(`your limit is now ₱${limit.toLocaleString('en')}.`) },
  ]);
  const again = {
    loan_id: loanId,
    borrower_id: one.userGid,
    amount_centavos: 1n,
    reversed_at: app.clocks.now(),
  };
  await expect(
    app.db.insertInto('reversed_limit_increases').values(again).execute(),
  ).rejects.toThrow(/_pkey/);
});

test('a payout that is reversed late is nobody’s lateness: what other loans have earned stays', async () => {
  const one = await borrower();
  const limit = await limitOf(one.anna);
  const loanId = await repaid(one);
  await repaid(one);
  expect((await asks(one.anna, limit + 10_000)).name).toBe('success');
  // Long after the last free day of its bill.
  await app.addDays(30);
  await comesBack(one.anna, loanId);
  expect((await multi(one.anna)).quota).toMatchObject({ offerCentavos: pesos(limit + 10_000) });
});

test('a step belongs to the newest page and falls only with its own loan’s payout', async () => {
  const one = await borrower();
  const limit = await limitOf(one.anna);
  const older = await repaid(one);
  for (let loans = 0; loans < settledAPage; loans += 1) await repaid(one, { afterDays: 0 });
  expect((await multi(one.anna)).quota).toMatchObject({ offerCentavos: null, nextStep: null });
  const earning = await repaid(one);
  expect((await asks(one.anna, limit + 10_000)).name).toBe('success');
  await comesBack(one.anna, older);
  expect(await limitOf(one.anna)).toBe(limit + 10_000);
  await comesBack(one.anna, earning);
  expect(await limitOf(one.anna)).toBe(limit);
});

test('growth that is in use comes off the limit as principal is repaid; until then nothing more is lent', async () => {
  const one = await borrower();
  const limit = await limitOf(one.anna);
  const loanId = await repaid(one);
  expect((await asks(one.anna, limit + 10_000)).name).toBe('success');
  await app.db
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(pesos(70_000)) })
    .where('borrower_id', '=', one.userGid)
    .execute();
  const other = await loanOf(one.anna, one.accountId, 8);
  // All but 5,000 of the step is in use.
  await app.db
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(pesos(65_000)) })
    .where('borrower_id', '=', one.userGid)
    .execute();
  await comesBack(one.anna, loanId);
  expect((await multi(one.anna)).line).toMatchObject({
    limitCentavos: pesos(60_000),
    availableCentavos: 0,
    borrowableCentavos: 0,
  });
  await bookPayments(await pay((await codeFor(one.anna, other, pesos(3_000))).code));
  expect((await multi(one.anna)).line).toMatchObject({
    limitCentavos: pesos(57_000),
    availableCentavos: 0,
  });
  await bookPayments(await pay((await codeFor(one.anna, other)).code));
  expect((await multi(one.anna)).line).toMatchObject({
    limitCentavos: pesos(55_000),
    availableCentavos: pesos(55_000),
  });
  expect(
    (await changesOf(one.userGid)).filter(({ reason }) => reason === 'takenBack'),
  ).toHaveLength(3);
});

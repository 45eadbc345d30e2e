// Tests that every known obstacle prevents both the offer and the price, before the borrower reads
// any document. Home shows the same text.
import { userInfo } from '@sandali/contract/account.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList, loanApply, productCal, productList } from '@sandali/contract/loan.ts';
import type { BorrowObstacle } from '@sandali/contract/mayBorrow.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { newIdFor } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { insertCopyOfLoan } from '#/testing/copy-loan.ts';
import { moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const { loanOf, codeFor, pay, bookPayments, reversePayment } = moneySteps(app);
const { codeToReturn } = returnSteps(app);
const pesos = (amount: number) => centavos(amount * 100);
const wish = (accountId: string, amount = 60_000) =>
  ({ amountCentavos: pesos(amount), termDays: 8, channel: 'wallet', accountId }) as never;

async function borrower(limit?: number) {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { userGid } = await anna.client.must(userInfo, {});
  if (limit)
    await app.db
      .updateTable('credit_lines')
      .set({ limit_centavos: BigInt(pesos(limit)) })
      .where('borrower_id', '=', userGid)
      .execute();
  return { anna, accountId, userGid };
}

/**
 * Expects refusals of the offer, of the price and, if an older quote is given, of the signature.
 * Home must state the same reason in the same words.
 */
async function refusesEverywhere(
  { anna, accountId }: { anna: Person; accountId: string },
  reason: BorrowObstacle,
  quoted?: Quoted,
) {
  const { client } = anna;
  const [offer, price] = [
    await client.ask(productList, {}),
    await client.ask(productCal, wish(accountId)),
  ];
  expect([offer.name, price.name]).toEqual([reason, reason]);
  if (quoted) expect((await client.ask(loanApply, quoted)).name).toBe(reason);
  const { canBorrow, whyNotBorrow, line } = await client.must(userMulti, {});
  expect({ canBorrow, whyNotBorrow, can: line?.borrowableCentavos }).toEqual({
    canBorrow: false,
    whyNotBorrow: { name: reason, message: offer.message },
    can: 0,
  });
}
type Quoted = Awaited<ReturnType<typeof quoted>>;
async function quoted({ client }: Person, accountId: string) {
  return agreedTo(await client.must(productCal, wish(accountId)));
}
const set = async (
  name: 'requireBankCard' | 'dailyBudgetCentavos' | 'applicationsOn' | 'gatewaysOff',
  value: unknown,
) => {
  await inTx(app.db, (tx) => storeSetting(tx, name, value, 'a test', app.clocks.wall()));
  app.context.settings.forget();
};

slow('home, the offer and the price state how much can be borrowed, in whole steps', async () => {
  const { anna, accountId } = await borrower(145_000);
  const room = async () => {
    const { line, canBorrow } = await anna.client.must(userMulti, {});
    return [(line?.availableCentavos ?? 0) / 100, (line?.borrowableCentavos ?? 0) / 100, canBorrow];
  };
  expect(await room()).toEqual([145_000, 140_000, true]);
  expect((await anna.client.must(productList, {})).availableCentavos).toBe(pesos(140_000));
  expect((await anna.client.ask(productCal, wish(accountId, 150_000))).message).toContain(
    'You can borrow up to ₱140,000 now.',
  );
  await loanOf(anna, accountId, 8);
  expect(await room()).toEqual([85_000, 80_000, true]);
  await loanOf(anna, accountId, 8);
  expect(await room()).toEqual([25_000, 0, false]);
  await refusesEverywhere({ anna, accountId }, 'lineExceeded');
  const { message } = await anna.client.ask(productCal, wish(accountId));
  expect(message).toBe(
    'This is more than your available credit line. What is left is less than the smallest loan. Repaying a bill can make room again.',
  );
});

test('refuses offers if no card is linked, lending is paused or a bill is overdue', async () => {
  const { anna, accountId } = await borrower(200_000);
  const signed = await quoted(anna, accountId);
  const borrowing = { anna, accountId };
  await set('requireBankCard', true);
  await refusesEverywhere(borrowing, 'bankCardMissing', signed);
  await set('requireBankCard', false);
  await set('applicationsOn', false);
  await refusesEverywhere(borrowing, 'lendingPaused', signed);
  await set('applicationsOn', true);
  const { config } = app.context;
  app.context.config = { ...config, isSandbox: false };
  // Simulates a production server whose settings still name the sandbox's fictitious lender.
  await refusesEverywhere(borrowing, 'lendingPaused', signed);
  app.context.config = config;
  await set('gatewaysOff', ['bank.sandbox']);
  await refusesEverywhere(borrowing, 'systemBusy', signed);
  await set('gatewaysOff', []);

  // Moves to the next lending day, because the budget of the current one is partly spent.
  await app.addDays(1);
  const later = await quoted(anna, accountId);
  await set('dailyBudgetCentavos', pesos(59_999));
  await refusesEverywhere(borrowing, 'budgetSpent', later);
  // The budget renews at 10:00. After midnight, 10:00 is later on the same day.
  const refusal = async () => (await anna.client.ask(productCal, wish(accountId, 60_000))).message;
  expect(await refusal()).toContain('at 10 tomorrow');
  const now = app.clocks.now();
  app.clocks.setNow(now.add({ hours: 15 }).toString());
  expect(await refusal()).toContain('at 10 today');
  app.clocks.setNow(now.toString());
  // The offer is limited to what remains of the budget.
  await set('dailyBudgetCentavos', pesos(75_000));
  expect((await anna.client.must(productList, {})).availableCentavos).toBe(pesos(70_000));
  expect((await anna.client.ask(productCal, wish(accountId, 80_000))).name).toBe('budgetSpent');
  expect((await anna.client.ask(productCal, wish(accountId, 70_000))).name).toBe('success');
  await set('dailyBudgetCentavos', null);

  const loanId = await loanOf(anna, accountId, 8);
  await app.addDays(20);
  await refusesEverywhere(borrowing, 'billOverdue');
  await bookPayments(await pay((await codeFor(anna, loanId)).code));
  expect((await anna.client.ask(productList, {})).name).toBe('success');
});

slow('a new pause blocks signatures even on servers that have not read it yet', async () => {
  const { anna, accountId } = await borrower();
  const signed = await quoted(anna, accountId);
  await app.context.settings.all();
  await storeSetting(app.db, 'applicationsOn', false, 'a test', app.clocks.wall());
  expect((await anna.client.ask(loanApply, signed)).name).toBe('lendingPaused');
  await set('applicationsOn', true);
});

slow('refuses a loan while the borrower owes a reversed payment for a returned loan', async () => {
  const { anna, accountId } = await borrower(200_000);
  const signed = await quoted(anna, accountId);
  const loanId = await loanOf(anna, accountId, 8);
  const { code } = await codeToReturn(anna, loanId);
  const paymentId = await pay(code);
  await bookPayments(paymentId);
  expect((await anna.client.must(billList, {})).claimCentavos).toBe(0);
  await reversePayment(paymentId);
  const claimCentavos = pesos(59_390);
  expect((await anna.client.must(billList, {})).claimCentavos).toBe(claimCentavos);
  await refusesEverywhere({ anna, accountId }, 'claimOpen', signed);
  expect((await anna.client.ask(productList, {})).message).toContain('so you owe ₱59,390.00.');
  await expect(insertCopyOfLoan(app, loanId)).rejects.toThrow(/owes a claim/);
});

slow('does not offer a loan while the line is held', async () => {
  const { anna, accountId, userGid } = await borrower();
  const signed = await quoted(anna, accountId);
  const hold = {
    id: newIdFor(userGid, app.clocks.wall()),
    borrower_id: userGid,
    placed_at: app.clocks.now(),
  };
  await app.db.insertInto('line_holds').values(hold).execute();
  await refusesEverywhere({ anna, accountId }, 'lineHeld', signed);
});

// Payments that are late, out of order, too large, or made with an expired code.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { asDay, daysBetween } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { loanBalances } from '#/ledger/ledger.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { isAtLength } from '#/testing/effort.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { loanOf, debtor, codeFor, pay, bookPayments, receiptsOf, payoutOf, billRow, widenLine } =
  moneySteps(app);
const peso = 100;

async function refundable({ client }: Person) {
  return (await client.must(billList, {})).refundableCentavos;
}

async function used({ client }: Person) {
  return (await client.must(userMulti, {})).line?.usedCentavos;
}

/**
 * Pays with a code on several days, then reports the payments in `order`. Leaves the clock on the
 * last day.
 */
async function payAndReport(
  code: string,
  payments: { afterDays: number; pesos: number }[],
  order: number[],
): Promise<void> {
  const ids: string[] = [];
  let day = 0;
  for (const { afterDays, pesos } of payments) {
    await app.addDays(afterDays - day);
    day = afterDays;
    ids.push(await pay(code, Math.round(pesos * peso)));
  }
  await bookPayments(...order.map((index) => ids[index] as string));
}

slow.each([
  { reported: 'in order', order: [0, 1] },
  { reported: 'the later one first', order: [1, 0] },
])('books two payments on their own days, reported $reported', async ({ order }) => {
  const { anna, loanId } = await debtor(15);
  const { code } = await codeFor(anna, loanId, 30_000 * peso);
  const payments = [
    { afterDays: 5, pesos: 30_000 },
    { afterDays: 10, pesos: 10_000 },
  ];
  await payAndReport(code, payments, order);
  // Day 5: interest 600, principal 29,400. Day 10: interest 30,600 · 5/500 = 306, principal 9,694,
  // which leaves 20,906.
  expect(await loanBalances(app.db, loanId)).toEqual({
    principalCentavos: 2_090_600n,
    interestCentavos: 0n,
    lateCentavos: 0n,
  });
  expect(await used(anna)).toBe(20_906 * peso);
  expect(await refundable(anna)).toBe(0);
});

slow('makes the excess refundable if an earlier payment is reported after the payoff', async () => {
  const { anna, loanId } = await debtor(15);
  const { code } = await codeFor(anna, loanId);
  const payments = [
    { afterDays: 5, pesos: 30_000 },
    { afterDays: 10, pesos: 61_200 },
  ];
  await payAndReport(code, payments, [1, 0]);
  // On day 10 the bill owed 30,600 and interest of 306, so it needed 60,906 of the 91,200 paid.
  expect(await refundable(anna)).toBe(30_294 * peso);
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid' });
  expect(await used(anna)).toBe(0);
});

slow('makes partial payments refundable if an earlier payoff is reported after them', async () => {
  const { anna, loanId } = await debtor(15);
  const { code } = await codeFor(anna, loanId);
  const payments = [
    { afterDays: 3, pesos: 60_360 },
    { afterDays: 6, pesos: 20_000 },
    { afterDays: 9, pesos: 5_000.01 },
  ];
  await payAndReport(code, payments, [2, 1, 0]);
  expect(await refundable(anna)).toBe(25_000 * peso + 1);
  const { settled_as, arrived_on, charged_to } = await billRow(loanId);
  // Charges had been posted up to day 9. Reversing those charges does not move `charged_to` back.
  expect([settled_as, charged_to.since(arrived_on).days]).toEqual(['repaid', 9]);
});

slow('moves a paid late charge to principal if an earlier payment is reported later', async () => {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  const { lastFreeDay } = (await anna.client.must(billDetail, { loanId })).bill;
  const free = daysBetween(
    asDay((await billRow(loanId)).arrived_on.toString()),
    asDay(lastFreeDay),
  );
  const payments = [
    { afterDays: free, pesos: 40_960 },
    { afterDays: free + 6, pesos: 10_000 },
  ];
  await payAndReport(code, payments, [1, 0]);
  // On the last free day 20,000 of 60,960 were unpaid. Six late days cost 200 on that amount, so
  // 9,800 of the 10,000 go towards principal.
  expect(await loanBalances(app.db, loanId)).toEqual({
    principalCentavos: 1_020_000n,
    interestCentavos: 0n,
    lateCentavos: 0n,
  });
});

slow(
  'the books are the same whatever the order of payment reports',
  async () => {
    const payments = [0, 2, 2, 7, 11].map((afterDays, index) => ({
      afterDays,
      pesos: [0.01, 4_321.09, 777.77, 12_000, 3.33][index] as number,
    }));
    const orders = [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 0, 4, 1, 3],
      [3, 4, 0, 2, 1],
      [1, 4, 2, 3, 0],
    ];
    const ends = [];
    for (const order of isAtLength ? orders : orders.slice(0, 2)) {
      const { anna, loanId } = await debtor(15);
      await payAndReport((await codeFor(anna, loanId)).code, payments, order);
      ends.push(await loanBalances(app.db, loanId));
    }
    expect(new Set(ends.map(String)).size).toBe(1);
    for (const end of ends) expect(end).toEqual(ends[0]);
  },
  60_000,
);

slow('pays further bills from an overpayment, in order of due date', async () => {
  const { anna, accountId, loanId: own } = await debtor(15);
  await widenLine(own, 200_000 * peso);
  const soon = await loanOf(anna, accountId, 8);
  await app.addDays(1);
  const last = await loanOf(anna, accountId, 15);
  // The first two bills include a day's interest, so they owe 60,120 each.
  const { code, repaymentId } = await codeFor(anna, own, 60_000 * peso);
  await bookPayments(await pay(code, 125_240 * peso));
  expect((await anna.client.must(repaymentStatus, { repaymentId })).refundableCentavos).toBe(0);
  const { open, settled } = await anna.client.must(billList, {});
  expect(settled.map((bill) => bill.loanId).sort()).toEqual([own, soon].sort());
  expect(open).toMatchObject([{ loanId: last, currentDue: { owedCentavos: 55_000 * peso } }]);
  expect(await used(anna)).toBe(55_000 * peso);
  await bookPayments(await pay(code, 55_000 * peso + 1));
  expect((await anna.client.must(billList, {})).open).toEqual([]);
  expect([await used(anna), await refundable(anna)]).toEqual([0, 1]);
  expect((await anna.client.must(repaymentStatus, { repaymentId })).refundableCentavos).toBe(1);
});

slow('books a payment with a replaced, expired code on the day of the payment', async () => {
  const { anna, loanId } = await debtor(15);
  const replaced = await codeFor(anna, loanId, 10_000 * peso);
  await codeFor(anna, loanId, 20_000 * peso);
  await app.addDays(2); // a code for a part expires at midnight
  await bookPayments(await pay(replaced.code));
  const today = app.today().toString();
  expect((await billRow(loanId)).charged_to.toString()).toBe(today);
  // Two days' interest on 60,000 is 240.
  expect((await loanBalances(app.db, loanId)).principalCentavos).toBe(6_000_000n - 976_000n);
});

test('books a payment on the day it was made, even if it is reported after midnight', async () => {
  const { anna, loanId } = await debtor(15);
  const { code } = await codeFor(anna, loanId);
  const day = app.today();
  app.clocks.setNow(`${day.toString()}T15:59:50Z`);
  await app.addDays(0);
  const payment = await pay(code);
  app.clocks.setNow(`${day.toString()}T16:00:30Z`);
  await app.addDays(0);
  await bookPayments(payment);
  const [receipt] = await receiptsOf(payment);
  expect(receipt?.value_on.toString()).toBe(day.toString());
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid' });
  expect((await billRow(loanId)).settled_on?.toString()).toBe(day.toString());
  app.clocks.setNow(`${day.add({ days: 1 }).toString()}T02:00:00Z`); // staff review applications at this hour
  await app.addDays(0);
});

slow.each([20_000, 60_120, 70_000])(
  'makes a payment of ₱%d refundable if the payout is reversed',
  async (pesos) => {
    const { anna, loanId } = await debtor(15);
    const { code } = await codeFor(anna, loanId);
    await app.addDays(1);
    await bookPayments(await pay(code, pesos * peso));
    const { id } = await payoutOf(loanId);
    expect((await app.bank.call('/control/reverse', { reference: id })).status).toBe(200);
    await app.until('the reversal', async () => (await payoutOf(loanId)).state === 'reversed');
    expect(await loanBalances(app.db, loanId)).toEqual({
      principalCentavos: 0n,
      interestCentavos: 0n,
      lateCentavos: 0n,
    });
    expect([await used(anna), await refundable(anna)]).toEqual([0, pesos * peso]);
    await bookPayments(await pay(code, 500 * peso));
    expect(await refundable(anna)).toBe((pesos + 500) * peso);
  },
);

const lifelongCode = async (anna: Person, loanId: string): Promise<string> => {
  const wish = { loanId, channel: 'cliqqLifelong', amountCentavos: 1_000 * peso } as const;
  const { repaymentId } = await anna.client.must(repaymentApply, wish);
  return await app.until(
    'a code',
    async () => (await anna.client.must(repaymentStatus, { repaymentId })).code,
  );
};

slow('does not use an earlier payment with a permanent code for a later loan', async () => {
  const { anna, accountId, loanId } = await debtor(8);
  const before = await pay(await lifelongCode(anna, loanId), 1_000 * peso);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  await app.addDays(1);
  const next = await loanOf(anna, accountId, 8);
  await app.addDays(3);
  const { code: all } = await codeFor(anna, next);
  await bookPayments(await pay(all), before);
  expect(await billRow(next)).toMatchObject({ settled_as: 'repaid' });
  expect(await refundable(anna)).toBe(1_000 * peso);
});

slow('reverses charges if a timely payment by permanent code is reported last', async () => {
  const { anna, loanId } = await debtor(8);
  const lifelong = await lifelongCode(anna, loanId);
  const { bill } = await anna.client.must(billDetail, { loanId });
  await app.addDays(daysBetween(asDay(app.today().toString()), asDay(bill.lastFreeDay)));
  const inTime = await pay(lifelong, 60_960 * peso);
  await app.addDays(1);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  expect((await billRow(loanId)).settled_on?.toString()).not.toBe(bill.lastFreeDay);
  await bookPayments(inTime);
  expect((await billRow(loanId)).settled_on?.toString()).toBe(bill.lastFreeDay);
  expect(await refundable(anna)).toBe(60_960 * peso + 101_60);
});

slow('hides an open code once another payment is booked on its bill', async () => {
  const { anna, loanId } = await debtor(8);
  const open = async () => (await anna.client.must(billDetail, { loanId })).openCode;
  const { code } = await codeFor(anna, loanId, 3_000 * peso);
  const second = await anna.client.must(repaymentApply, {
    loanId,
    channel: 'pawnshop',
    amountCentavos: 50_000 * peso,
  });
  await app.until(
    'a code',
    async () => (await anna.client.must(repaymentStatus, { repaymentId: second.repaymentId })).code,
  );
  expect((await open())?.repaymentId).toBe(second.repaymentId);
  await bookPayments(await pay(code));
  expect(await open()).toBeNull();
});

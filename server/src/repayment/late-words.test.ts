// Payments that are reported late, out of order, in another currency or around midnight, and a
// gateway that fails for hours.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { minuteMs } from '@sandali/contract/day.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { companyAccount } from '#/ledger/chart.ts';
import { balanceOf } from '#/ledger/ledger.ts';
import { testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { takePayment } from './repayment.ts';

const app = await testApp();
const { loanOf, debtor, codeFor, pay, bookPayments, receiptsOf, billRow, widenLine } =
  moneySteps(app);
const peso = 100;

/** Sets business time here and at the simulated bank. */
async function setNow(at: string): Promise<void> {
  app.clocks.setNow(at);
  await app.addDays(0);
}

/**
 * Creates two loans on one day and pays twice with the code of the first loan: ₱30,000 on day 5 and
 * ₱61,200 on day 10. The payments are reported in reverse order.
 */
async function payTwiceAndReportInReverse() {
  const { anna, accountId, loanId: first } = await debtor(15);
  await widenLine(first, 120_000 * peso);
  const second = await loanOf(anna, accountId, 15);
  const { code } = await codeFor(anna, first);
  await app.addDays(5);
  const early = await pay(code, 30_000 * peso);
  await app.addDays(5);
  const late = await pay(code, 61_200 * peso);
  await bookPayments(late, early);
  return { anna, first, second, early, late };
}

/** Returns a payment's allocations, keyed by bill and days since the bill's arrival. */
async function partsOf(paymentId: string) {
  const rows = await app.db
    .selectFrom('receipts')
    .innerJoin('payment_allocations', 'payment_allocations.receipt_id', 'receipts.id')
    .innerJoin('bills', 'bills.loan_id', 'payment_allocations.loan_id')
    .select([
      'payment_allocations.loan_id',
      'payment_allocations.amount_centavos',
      'payment_allocations.value_on',
      'bills.arrived_on',
    ])
    .where('receipts.gateway_payment_id', '=', paymentId)
    .execute();
  const parts = new Map<string, number>();
  for (const { loan_id, amount_centavos, value_on, arrived_on } of rows) {
    const part = `${loan_id} day ${value_on.since(arrived_on).days}`;
    parts.set(part, (parts.get(part) ?? 0) + Number(amount_centavos));
  }
  return Object.fromEntries(parts);
}

slow('allocates each part of a receipt on its own value date', async () => {
  const { first, second, early, late } = await payTwiceAndReportInReverse();
  // Day 5: interest 600, principal 29,400. Day 10: interest 306, principal 30,600. The excess goes
  // to the second bill.
  expect(await partsOf(early)).toEqual({ [`${first} day 5`]: 30_000 * peso });
  expect(await partsOf(late)).toEqual({
    [`${first} day 10`]: 30_906 * peso,
    [`${second} day 10`]: 30_294 * peso,
  });
});

slow('allocates an overpayment to the next bill as of its value date', async () => {
  const { anna, second } = await payTwiceAndReportInReverse();
  // On day 10 the second bill owes 60,000 and interest of 1,200, less the excess of 30,294.
  expect(
    (await anna.client.must(billDetail, { loanId: second })).bill.currentDue.owedCentavos,
  ).toBe(30_906 * peso);
});

slow('settles a bill on its last payment’s day even if reports come out of order', async () => {
  const { anna, loanId } = await debtor(8);
  const twin = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  const { code: codeOfTwin } = await codeFor(twin.anna, twin.loanId);
  await app.addDays(5);
  const early = await pay(code, 30_000 * peso);
  await bookPayments(await pay(codeOfTwin, 30_000 * peso));
  await app.addDays(20);
  // The payment for the twin loan was reported in time, so the twin's bill shows the balance that
  // both loans owe.
  const { bill } = await twin.anna.client.must(billDetail, { loanId: twin.loanId });
  const late = await pay(code, bill.currentDue.owedCentavos);
  await bookPayments(late);
  expect((await billRow(loanId)).settled_as).toBeNull();
  await bookPayments(early);
  const { settled_as, settled_on } = await billRow(loanId);
  expect([settled_as, settled_on?.toString()]).toEqual(['repaid', app.today().toString()]);
});

slow('keeps foreign currency out of the peso float', async () => {
  const { anna, loanId } = await debtor(15);
  const { code } = await codeFor(anna, loanId, 1_000 * peso);
  const inBooks = () => balanceOf(app.db, companyAccount('gateway.float'));
  const atBank = async () => (await app.bank.call('/balance')).body.amountCentavos;
  const before = { inBooks: await inBooks(), atBank: await atBank() };
  await app.bank.call('/control/behave', { payment: 'silent' });
  const { body: dollars } = await app.bank.call('/control/pay', { code, currency: 'USD' });
  await bookPayments(dollars.id);
  expect({ inBooks: await inBooks(), atBank: await atBank() }).toEqual(before);
});

test('books a payment on its own day, even if the job began on the day before', async () => {
  const { anna, loanId } = await debtor(15);
  const { code } = await codeFor(anna, loanId);
  const day = app.today();
  const nextDay = day.add({ days: 1 }).toString();
  app.clocks.setNow(`${day.toString()}T15:59:58Z`);
  const begunBefore = workCtx(app.context);
  await setNow(`${day.toString()}T16:00:04Z`); // the gateway was slow to respond
  const payment = await pay(code);
  await takePayment(begunBefore, app.context.bank, payment);
  const [receipt] = await receiptsOf(payment);
  await setNow(`${nextDay}T02:00:00Z`); // staff review applications at this hour
  expect(receipt?.value_on.toString()).toBe(nextDay);
});

slow('books a payment that the gateway could not confirm for six hours', async () => {
  const { anna, loanId } = await debtor(15);
  const { code } = await codeFor(anna, loanId, 1_000 * peso);
  const payment = await pay(code);
  const { bank } = app.context;
  const findPayment = bank.findPayment;
  bank.findPayment = async () => ({ found: 'unknown', reason: 'down' });
  await hint(app, 'payment.received', payment);
  for (let minutes = 0; minutes < 6 * 60; minutes += 5) {
    app.clocks.addMs(5 * minuteMs);
    await app.work();
  }
  expect(await receiptsOf(payment)).toEqual([]);
  bank.findPayment = findPayment;
  app.clocks.addMs(60 * minuteMs);
  await app.work();
  expect(await receiptsOf(payment)).toHaveLength(1);
});

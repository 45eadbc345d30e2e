// Extensions combined with late reports, codes for two shops, a return, or a reversed payout.
import { billCancel } from '@sandali/contract/cancel.ts';
import { renewApply } from '@sandali/contract/extension.ts';
import { billList } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { companyAccount } from '#/ledger/chart.ts';
import { balanceOf } from '#/ledger/ledger.ts';
import { applyNewHolidays } from '#/loan/holiday/last-free-days.ts';
import { newId } from '#/platform/random.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { acceptanceOf, extensionSteps } from '#/testing/extensions.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';

const app = await testApp();
const money = moneySteps(app);
const { codeFor, pay, bookPayments, billRow, receiptsOf, payoutOf } = money;
const { ways, detail, status, rowsOf, today, toDay, feeCode, dueDebtor, extend } = extensionSteps(
  app,
  money,
);
const { codeToReturn } = returnSteps(app);
const peso = 100;

const refundable = async ({ client }: Person) =>
  (await client.must(billList, {})).refundableCentavos;

// This test runs first because business time only moves forward, and only around Christmas does
// cooling-off overlap with the days on which an extension is offered.
slow('withdraws the right to return a loan once it is extended', async () => {
  await toDay('2026-12-23');
  const { anna, loanId } = await dueDebtor(6);
  const { coolingOff, extension } = await ways(anna, loanId);
  expect([coolingOff?.amountCentavos, extension?.totalCentavos]).toEqual([
    59_390 * peso,
    1560 * peso,
  ]);
  const { code } = await codeToReturn(anna, loanId);
  const payment = await pay(code);
  await app.addDays(1);
  await extend(anna, loanId);
  expect((await ways(anna, loanId)).coolingOff).toBeNull();
  expect((await detail(anna, loanId)).events.map((event) => event.kind)).not.toContain(
    'returnEnds',
  );
  expect((await anna.client.ask(billCancel, { loanId })).name).toBe('coolingOffClosed');
  await bookPayments(payment);
  // The return payment left 1,330 of 60,720. Extending that balance costs 34.58, and a day's
  // interest is 2.66. The remainder of the 1,560 paid off the bill.
  expect((await detail(anna, loanId)).bill).toMatchObject({
    state: 'repaid',
    paidCentavos: 60_757_24,
  });
  expect(await refundable(anna)).toBe(192_76);
});

slow('extends a bill from the value date of a fee that is reported a day late', async () => {
  const { anna, loanId } = await dueDebtor();
  const { lastFreeDay } = (await detail(anna, loanId)).bill;
  await toDay(lastFreeDay, 1);
  const first = await feeCode(anna, loanId);
  const payment = await pay(first.code);
  await app.addDays(1);
  const second = await feeCode(anna, loanId, 'pawnshop');
  expect(second.extension.lateCentavos).toBe(203_20);
  await bookPayments(payment);
  expect(await receiptsOf(payment)).toMatchObject([{ value_on: today().subtract({ days: 1 }) }]);
  expect((await detail(anna, loanId)).bill).toMatchObject({
    overdueDays: 0,
    dueOn: first.extension.dueAfter.on,
    daysToDue: 7,
  });
  expect((await rowsOf(loanId)).map(({ state }) => state)).toEqual(['success', 'lapsed']);
  // A payment with the second fee code is now an ordinary payment.
  await bookPayments(await pay(second.code));
  expect((await detail(anna, loanId)).bill).toMatchObject({
    dueOn: first.extension.dueAfter.on,
    currentDue: { owedCentavos: 60_960 * peso - 1763_20 },
  });
});

slow('reduces the extension fee if an earlier payment is reported after it', async () => {
  const { anna, loanId } = await dueDebtor(7);
  const { code: part } = await codeFor(anna, loanId, 30_840 * peso);
  const payment = await pay(part);
  await app.addDays(1);
  const fees = await balanceOf(app.db, companyAccount('income.extensionFee'));
  await extend(anna, loanId);
  expect(await balanceOf(app.db, companyAccount('income.extensionFee'))).toBe(fees - 156_000n);
  await bookPayments(payment);
  expect(await balanceOf(app.db, companyAccount('income.extensionFee'))).toBe(fees - 78_000n);
  expect((await detail(anna, loanId)).bill).toMatchObject({
    daysToDue: 8,
    currentDue: { owedCentavos: 29_280 * peso },
  });
});

slow('makes the extension fee refundable if an earlier payoff is reported after it', async () => {
  const { anna, loanId } = await dueDebtor(7);
  const { code: all } = await codeFor(anna, loanId);
  const payment = await pay(all);
  await app.addDays(1);
  const fees = await balanceOf(app.db, companyAccount('income.extensionFee'));
  await extend(anna, loanId);
  await bookPayments(payment);
  expect(await balanceOf(app.db, companyAccount('income.extensionFee'))).toBe(fees);
  expect(await refundable(anna)).toBe(1560 * peso);
  expect((await detail(anna, loanId)).bill.state).toBe('repaid');
});

slow('stores one extension if the borrower requests fee codes for two shops', async () => {
  const { anna, loanId } = await dueDebtor();
  const first = await feeCode(anna, loanId);
  const second = await feeCode(anna, loanId, 'pawnshop');
  const requestId = newId(app.clocks.wall());
  const wish = { loanId, channel: 'pawnshop', ...acceptanceOf(second.extension) } as const;
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => anna.client.ask(renewApply, wish, requestId)),
  );
  expect(new Set(answers.map((answer) => answer.data.repaymentId)).size).toBe(1);
  expect(await rowsOf(loanId)).toHaveLength(1);
  await bookPayments(await pay(first.code));
  expect((await detail(anna, loanId)).bill.daysToDue).toBe(8);
  // The other code now pays the bill; no second fee is charged.
  await bookPayments(await pay(second.code));
  expect((await detail(anna, loanId)).bill).toMatchObject({
    daysToDue: 8,
    currentDue: { owedCentavos: 59_400 * peso },
  });
});

slow('issues a new fee code for the same offer after a wallet’s code expires', async () => {
  const { anna, loanId } = await dueDebtor();
  const { extension } = await ways(anna, loanId);
  if (!extension) throw new Error('no extension is offered');
  const wish = { loanId, ...acceptanceOf(extension) };
  const { repaymentId } = await anna.client.must(renewApply, { ...wish, channel: 'gcash' });
  await app.until('a code', async () => (await status(anna, repaymentId)).code);
  const at = app.clocks.now();
  app.clocks.setNow(at.add({ minutes: 16 }).toString());
  await app.addDays(0);
  expect(await status(anna, repaymentId)).toMatchObject({
    state: 'expired',
    extension: { state: 'feeDue' },
  });
  expect((await ways(anna, loanId)).feeCode).toBeNull();
  await extend(anna, loanId);
  expect((await rowsOf(loanId)).map(({ state }) => state)).toEqual(['success']);
});

slow('makes a paid extension fee refundable if the payout is reversed', async () => {
  const { anna, loanId } = await dueDebtor();
  const fees = await balanceOf(app.db, companyAccount('income.extensionFee'));
  await extend(anna, loanId);
  const { id } = await payoutOf(loanId);
  await app.bank.call('/control/reverse', { reference: id });
  await hint(app, 'payout.reversed', id);
  await app.until('the reversal', async () => (await billRow(loanId)).settled_as === 'void');
  expect(await refundable(anna)).toBe(1560 * peso);
  expect(await balanceOf(app.db, companyAccount('income.extensionFee'))).toBe(fees);
});

test('lets an unpaid extension offer lapse if the payout is reversed', async () => {
  const { anna, loanId } = await dueDebtor();
  const { code } = await feeCode(anna, loanId);
  const { id } = await payoutOf(loanId);
  await app.bank.call('/control/reverse', { reference: id });
  await hint(app, 'payout.reversed', id);
  await app.until('the reversal', async () => (await billRow(loanId)).settled_as === 'void');
  expect((await rowsOf(loanId)).map(({ state }) => state)).toEqual(['lapsed']);
  await bookPayments(await pay(code));
  expect(await refundable(anna)).toBe(1560 * peso);
});

slow('a holiday added later moves only the last free day of an extended bill', async () => {
  const { anna, loanId } = await dueDebtor();
  await extend(anna, loanId);
  const { lastFreeDay } = (await detail(anna, loanId)).bill;
  await app.db
    .insertInto('holidays')
    .values({
      day: Temporal.PlainDate.from(lastFreeDay),
      kind: 'special',
      name: 'A day for the test',
      proclamation: 'Proclamation 1 s.2027',
      added_at: app.clocks.now(),
      added_by: 'test',
    })
    .execute();
  expect(
    await applyNewHolidays({ app: app.context, now: app.clocks.now(), wall: app.clocks.wall() }),
  ).toBe(1);
  expect((await detail(anna, loanId)).bill.lastFreeDay > lastFreeDay).toBe(true);
  const [row] = await rowsOf(loanId);
  expect(row?.last_free_on?.toString()).toBe(lastFreeDay);
});

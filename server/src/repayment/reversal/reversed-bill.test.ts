// What becomes of bill, line, limit, extension and notices when a gateway takes a repayment back.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { homeMulti } from '@sandali/contract/home.ts';
import { owed } from '@sandali/contract/owed.ts';
import { expect, test } from 'vitest';
import { balanceOf, ownedAccount } from '#/ledger/ledger.ts';
import { billsOf, factsOf } from '#/loan/loan.ts';
import { wireDay } from '#/platform/days.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, reversePayment, takeBack, billRow, loanOf, widenLine, payoutOf } = moneySteps(app);
const peso = 100;

type Anna = Awaited<ReturnType<typeof debtor>>['anna'];
const billOf = async (anna: Anna, loanId: string) => await anna.client.must(billDetail, { loanId: loanId as never });

/** Pays an amount, or all that is owed, and has it booked. */
async function paid(anna: Anna, loanId: string, amountCentavos?: number) {
  const { code } = await codeFor(anna, loanId, amountCentavos);
  const paymentId = await pay(code);
  await bookPayments(paymentId);
  return paymentId;
}

async function textsOf(loanId: string, kind: string) {
  const { borrower_id } = await payoutOf(loanId);
  return await app.db.selectFrom('messages').select(['kind']).where('borrower_id', '=', borrower_id).where('kind', '=', kind).execute();
}

async function lineOf(loanId: string) {
  const { borrower_id } = await payoutOf(loanId);
  return await app.db.selectFrom('credit_lines').selectAll().where('borrower_id', '=', borrower_id).executeTakeFirstOrThrow();
}

test('a bill repaid on time is owed again in full, free of late charge to the end of the next working day', async () => {
  const { anna, loanId } = await debtor(8);
  await app.addDays(8);
  const { bill: due } = await billOf(anna, loanId);
  const paymentId = await paid(anna, loanId);
  expect((await billRow(loanId)).settled_as).toBe('repaid');
  await app.addDays(3);
  await reversePayment(paymentId, 'chargeback');
  const told = app.today();
  const { bill, events, overdueFeeCentavos } = await billOf(anna, loanId);
  expect(await billRow(loanId)).toMatchObject({ settled_as: null, settled_on: null, charged_to: told });
  expect(bill).toMatchObject({ overdueDays: 0, paidCentavos: 0, currentDue: { owedCentavos: due.currentDue.owedCentavos } });
  expect(overdueFeeCentavos).toBe(0);
  expect(bill.lastFreeDay > told.toString()).toBe(true);
  expect(events.map(({ kind, amountCentavos }) => [kind, amountCentavos])).toContainEqual(['takenBack', due.currentDue.owedCentavos]);
  expect(await textsOf(loanId, 'paymentTakenBack')).toHaveLength(1);
  expect((await lineOf(loanId)).used_centavos).toBe(BigInt(60_000 * peso));
  // Each day after the last free one brings the charge of that day, also by the close of days.
  await app.addDays(told.until(Temporal.PlainDate.from(bill.lastFreeDay)).days + 2);
  const late = await billOf(anna, loanId);
  expect(late.bill.overdueDays).toBe(2);
  expect(late.overdueFeeCentavos).toBe(Math.floor((2 * due.currentDue.owedCentavos) / 600));
  await app.until('the close', async () => (await billRow(loanId)).charged_to.equals(app.today().subtract({ days: 1 })));
  await paid(anna, loanId);
  expect((await billRow(loanId)).settled_as).toBe('repaid');
});

test('a part that is taken back is owed again, and a late bill is charged on it from the next day alone', async () => {
  const { anna, loanId } = await debtor(8);
  const { bill } = await billOf(anna, loanId);
  await app.addDays(app.today().until(Temporal.PlainDate.from(bill.lastFreeDay)).days + 3);
  const before = await billOf(anna, loanId);
  const paymentId = await paid(anna, loanId, 20_000 * peso);
  await app.addDays(2);
  const [seemed] = [await billOf(anna, loanId)];
  await reversePayment(paymentId, 'refund', 5_000 * peso);
  const now = await billOf(anna, loanId);
  expect(now.overdueFeeCentavos).toBe(seemed.overdueFeeCentavos);
  expect(now.bill.currentDue.owedCentavos).toBe(seemed.bill.currentDue.owedCentavos + 5_000 * peso);
  expect(now.bill.overdueDays).toBe(before.bill.overdueDays + 2);
  const { borrower_id } = await payoutOf(loanId);
  const [row] = await billsOf(app.db, borrower_id, { loanId });
  const facts = row && factsOf(row);
  if (!facts) throw new Error('no bill');
  await app.addDays(1);
  expect((await billOf(anna, loanId)).overdueFeeCentavos).toBe(owed(facts, wireDay(app.today())).lateCentavos);
});

test('what was kept of a payment goes first, and what had been sent back is owed by itself', async () => {
  const { anna, loanId } = await debtor(8);
  const { bill } = await billOf(anna, loanId);
  const { code } = await codeFor(anna, loanId);
  const paymentId = await pay(code, bill.currentDue.owedCentavos + 1_000 * peso);
  await bookPayments(paymentId);
  const { borrower_id: borrowerId } = await payoutOf(loanId);
  const keptCentavos = async () => Number(-(await balanceOf(app.db, ownedAccount('borrower.refundable', borrowerId))));
  expect(await keptCentavos()).toBe(1_000 * peso);
  await reversePayment(paymentId, 'refund', 400 * peso);
  expect([await keptCentavos(), (await billRow(loanId)).settled_as]).toEqual([600 * peso, 'repaid']);
  expect(await textsOf(loanId, 'keptTakenBack')).toHaveLength(1);
  await reversePayment(paymentId);
  expect([await keptCentavos(), (await billRow(loanId)).settled_as]).toEqual([0, null]);
  expect((await billOf(anna, loanId)).bill.currentDue.owedCentavos).toBe(bill.currentDue.owedCentavos);
});

test('a line that was lent again holds both loans, lends nothing more, and shrinks back as they are repaid', async () => {
  const { anna, accountId, loanId } = await debtor(8);
  await widenLine(loanId, 60_000 * peso);
  const paymentId = await paid(anna, loanId);
  const second = await loanOf(anna, accountId, 8);
  await reversePayment(paymentId);
  const line = { limit_centavos: BigInt(60_000 * peso), used_centavos: BigInt(120_000 * peso), over_limit_centavos: BigInt(60_000 * peso) };
  expect(await lineOf(loanId)).toMatchObject(line);
  expect((await anna.client.must(homeMulti, {})).line).toMatchObject({ availableCentavos: 0 });
  await paid(anna, second);
  expect(await lineOf(loanId)).toMatchObject({ used_centavos: BigInt(60_000 * peso), over_limit_centavos: 0n });
  await paid(anna, loanId);
  expect(await lineOf(loanId)).toMatchObject({ used_centavos: 0n, over_limit_centavos: 0n, limit_centavos: BigInt(60_000 * peso) });
});

test('a second payment that came before the first was taken back pays the bill as of the day it is owed again', async () => {
  const { anna, loanId } = await debtor(8);
  const first = await pay((await codeFor(anna, loanId)).code);
  const secondCode = (await codeFor(anna, loanId)).code;
  await bookPayments(first);
  await app.addDays(1);
  const second = await pay(secondCode);
  await app.addDays(1);
  await reversePayment(first);
  expect((await billRow(loanId)).settled_as).toBeNull();
  await bookPayments(second);
  expect(await billRow(loanId)).toMatchObject({ settled_as: null });
  const { borrower_id: borrowerId } = await payoutOf(loanId);
  expect(await balanceOf(app.db, ownedAccount('borrower.refundable', borrowerId))).toBe(0n);
  expect((await billOf(anna, loanId)).bill.paidCentavos).toBeGreaterThan(60_000 * peso);
});

test('a returned loan stays returned: what was taken back is owed by itself, and staff sees it', async () => {
  const { anna, loanId } = await debtor(8);
  const paymentId = await paid(anna, loanId, 10_000 * peso);
  await takeBack(paymentId, 'refund', 10_000 * peso);
  await reversePayment(await paid(anna, loanId, 5_000 * peso));
  expect((await billOf(anna, loanId)).bill.paidCentavos).toBe(10_000 * peso);
});

// Money whose owner is not known: found, given to its owner by two people on the day it was paid,
// or sent back, and never twice.

import { billStatement } from '@sandali/contract/accountStatement.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { billList } from '@sandali/contract/loan.ts';
import { expect, test } from 'vitest';
import { balanceOf, companyAccount } from '#/ledger/ledger.ts';
import { newId } from '#/platform/random.ts';
import { pendingApprovals, testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';

const app = await testApp();
const ops = testOps(app.context);
const [ana, ben, sol] = [
  await ops.careful('finance'),
  await ops.careful('finance'),
  await ops.person('support'),
];
const { debtor, codeFor, pay, bookPayments, receiptsOf, billRow } = moneySteps(app);
const peso = 100;
const why = { reason: 'the receipt was seen, case 812' };
let digits = 0;

/** Pays a code that nobody has, and reports the payment. @returns the receipt's id and the code. */
async function stray(pesos: number, currency = 'PHP') {
  digits += 1;
  const code = `77123450${String(digits).padStart(4, '0')}`;
  await app.bank.call('/control/behave', { payment: 'silent' });
  const { body } = await app.bank.call('/control/pay', {
    code,
    force: true,
    amountCentavos: Math.round(pesos * peso),
    currency,
  });
  await bookPayments(body.id);
  const [receipt] = await receiptsOf(body.id);
  return { id: receipt?.id ?? '', code };
}

const loanOf = async (loanId: string) =>
  await app.db.selectFrom('loans').selectAll().where('id', '=', loanId).executeTakeFirstOrThrow();
const inSuspense = async () => Number(await balanceOf(app.db, companyAccount('suspense')));

test('a payment to a code that nobody has is found by code, amount and day, and given to its bill by two people, on the day it was paid', async () => {
  const { anna, loanId } = await debtor(8);
  const { lastFreeDay } = (await anna.client.must(billDetail, { loanId })).bill;
  await app.addDays(2);
  const on = app.today();
  const { id, code } = await stray(30_000);
  expect(await inSuspense()).toBe(-30_000 * peso);
  await app.addDays(on.until(Temporal.PlainDate.from(lastFreeDay)).days + 5);
  const late = (await anna.client.must(billDetail, { loanId })).overdueFeeCentavos;
  for (const sought of [{ code }, { amountCentavos: 30_000 * peso }, { on: on.toString() }]) {
    expect((await sol.ask('suspense list', sought)).data.money).toMatchObject([
      { id, code, amount: '₱30,000.00', countsOn: on.toString() },
    ]);
  }
  expect((await sol.ask('suspense list', { code: '1' })).data.money).toEqual([]);
  const { reference_no: referenceNo } = await loanOf(loanId);
  const wish = { id, person: anna.life.phone, referenceNo };
  expect((await ana.ask('suspense assign', wish, why)).data).toEqual({
    money: { id, outcome: 'proposed', as: 'assign' },
  });
  expect((await ana.ask('suspense assign', wish, why)).wrong).toMatch('Another person confirms');
  expect((await ana.ask('suspense list')).data.money).toMatchObject([
    { proposed: 'assign', proposedBy: ana.name },
  ]);
  expect(await pendingApprovals(ben)).toEqual([
    expect.stringMatching(`^suspense assign: ${id}, ₱30,000.00, to [0-9a-f-]+, by ${ana.name}$`),
  ]);
  expect((await ben.ask('suspense assign', wish, why)).data).toEqual({
    money: { id, outcome: 'settled', as: 'assign' },
  });
  expect(await pendingApprovals(ben)).toEqual([]);
  expect(await inSuspense()).toBe(0);
  // Half of it was paid in time, so that less of it was ever late.
  const after = await anna.client.must(billDetail, { loanId });
  expect(after.overdueFeeCentavos).toBeLessThan((late * 6) / 10);
  const { documents } = (await anna.client.must(documentList, { loanId })).loans[0] ?? {};
  expect(documents?.find(({ kind }) => kind === 'receipt')).toMatchObject({
    itemId: id,
    on: on.toString(),
    amountCentavos: 30_000 * peso,
  });
  expect(
    (await anna.client.ask(documentGet, { kind: 'receipt', loanId, itemId: id as never })).name,
  ).toBe('success');
  const { lines } = await anna.client.must(billStatement, {});
  expect(lines.find(({ kind }) => kind === 'repayment')).toMatchObject({
    moneyCentavos: 30_000 * peso,
    countsOn: on.toString(),
  });
  for (const again of [wish, { id }]) {
    expect(
      (await ana.ask(again === wish ? 'suspense assign' : 'suspense return', again, why)).wrong,
    ).toMatch('has its owner already');
  }
  expect((await sol.ask('suspense show', { id })).data.money).toMatchObject({
    said: [expect.stringContaining(`by ${ana.name}, confirmed by ${ben.name}`)],
  });
  expect(await ops.lastRow()).toMatchObject({ act: 'ops suspense show', who: sol.name });
});

test('more than is owed of it is kept for the borrower; another wish takes the place of a proposal', async () => {
  const [{ anna, loanId }, other] = [await debtor(15), await debtor(15)];
  const { id } = await stray(61_000);
  await ana.ask('suspense assign', { id, person: other.anna.life.phone }, why);
  expect(
    (await ben.ask('suspense assign', { id, person: anna.life.phone }, why)).data,
  ).toMatchObject({ money: { outcome: 'proposed' } });
  expect(
    (await ana.ask('suspense assign', { id, person: anna.life.phone }, why)).data,
  ).toMatchObject({ money: { outcome: 'settled' } });
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid' });
  expect((await anna.client.must(billList, {})).refundableCentavos).toBe(1_000 * peso);
  expect((await other.anna.client.must(billList, {})).refundableCentavos).toBe(0);
});

test('of many who confirm at once, the money is booked once', async () => {
  const { anna } = await debtor(15);
  const { id } = await stray(1_000);
  const wish = { id, person: anna.life.phone };
  await ana.ask('suspense assign', wish, why);
  const came = await Promise.all(
    Array.from({ length: 6 }, () => ben.ask('suspense assign', wish, why)),
  );
  expect(came.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await inSuspense()).toBe(0);
});

test('what has no owner here is sent back, in its own currency, and noted once', async () => {
  const { anna } = await debtor(15);
  const [pesos, dollars] = [await stray(500), await stray(40, 'USD')];
  expect((await ana.ask('suspense list')).data.money).toMatchObject([
    { amount: '₱500.00' },
    { amount: '40.00 USD' },
  ]);
  expect(
    (await ana.ask('suspense assign', { id: dollars.id, person: anna.life.phone }, why)).wrong,
  ).toMatch('not in pesos');
  for (const { id } of [pesos, dollars]) {
    await ana.ask('suspense return', { id }, why);
    expect((await ben.ask('suspense return', { id }, why)).data).toMatchObject({
      money: { outcome: 'settled' },
    });
    expect((await ben.ask('suspense return', { id }, why)).wrong).toMatch('sent back already');
  }
  expect((await ana.ask('suspense list')).data.money).toEqual([]);
  expect(await inSuspense()).toBe(0);
  expect(await balanceOf(app.db, companyAccount('suspense.otherCurrency'))).toBe(0n);
  // It was sent manually from our own bank, so the balance at the gateway still equals its
  // settlement report.
  expect(await balanceOf(app.db, companyAccount('company.bank'))).toBe(-50_000n);
});

test('nobody else’s loan, nobody without a bill, no stranger to the list, and no money that has an owner', async () => {
  const [{ anna, loanId }, stranger] = [await debtor(15), await app.person()];
  const { id } = await stray(700);
  const to = (input: object) =>
    ana.ask('suspense assign', { id, person: anna.life.phone, ...input }, why);
  expect((await to({ person: stranger.life.phone })).wrong).toMatch('never had a bill');
  expect((await to({ referenceNo: '1000000000' })).wrong).toMatch('no bill of a loan 1000000000');
  expect((await to({ id: newId(app.clocks.now()) })).wrong).toMatch('no money in suspense');
  const { code } = await codeFor(anna, loanId, 1_000 * peso);
  const payment = await pay(code);
  await bookPayments(payment);
  const [owned] = await receiptsOf(payment);
  expect((await to({ id: owned?.id ?? '' })).wrong).toMatch('no money in suspense');
  expect((await sol.ask('suspense assign', { id, person: anna.life.phone }, why)).status).toBe(403);
  await ana.ask('suspense return', { id }, why);
  await ben.ask('suspense return', { id }, why);
});

test('the database lets money have an owner only once, by two people, and only its own bill', async () => {
  const { anna, loanId } = await debtor(15);
  const { id } = await stray(900);
  const { borrower_id } = await loanOf(loanId);
  const own = (more: object) =>
    app.db
      .updateTable('receipts')
      .set({ borrower_id, ...more })
      .where('id', '=', id)
      .execute();
  await expect(own({})).rejects.toThrow('the owner of a receipt is named once, by two people');
  await expect(own({ amount_centavos: 1n })).rejects.toThrow();
  const said = { receipt_id: id, act: 'assign', borrower_id };
  const insert = async (more: object) => {
    const approvalId = await ops.proposesInDatabase('suspense', ana.name);
    await app.db
      .insertInto('suspense_decisions')
      .values({ id: approvalId, ...said, ...more })
      .execute();
    return approvalId;
  };
  const another = await debtor(15);
  await expect(insert({})).rejects.toThrow('what they have not seen as it is');
  await ana.ask('suspense show', { id });
  await expect(insert({ loan_id: another.loanId })).rejects.toThrow(
    'violates foreign key constraint',
  );
  const entry = { entry_id: (await receiptOf(id)).entry_id };
  await expect(insert({ id: newId(app.clocks.now()) })).rejects.toThrow('begins as a proposal');
  await expect(insert(entry)).rejects.toThrow('what two people decide is whole');
  const approvalId = await insert({});
  await expect(insert({})).rejects.toThrow('suspense_decisions_open');
  await expect(
    app.db.updateTable('suspense_decisions').set(entry).where('id', '=', approvalId).execute(),
  ).rejects.toThrow('decided stays');
  await expect(ops.confirmsInDatabase(approvalId, ana.name)).rejects.toThrow(
    'one maker are one person',
  );
  await ben.ask('suspense show', { id });
  await expect(ops.confirmsInDatabase(approvalId, ben.name)).rejects.toThrow(
    'what two people decide is whole',
  );
  await expect(
    app.db.deleteFrom('suspense_decisions').where('receipt_id', '=', id).execute(),
  ).rejects.toThrow();
  await ana.ask('suspense assign', { id, person: anna.life.phone }, why);
  await ben.ask('suspense assign', { id, person: anna.life.phone }, why);
  await expect(own({ borrower_id: (await loanOf(another.loanId)).borrower_id })).rejects.toThrow(
    'the owner of a receipt is named once',
  );
});

const receiptOf = async (id: string) =>
  await app.db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('money that is none is not booked: it is said, and stands in the trail', async () => {
  const { anna, loanId } = await debtor(15);
  const { code } = await codeFor(anna, loanId, 1_000 * peso);
  for (const amountCentavos of [0, -1_000 * peso]) {
    await app.bank.call('/control/behave', { payment: 'silent' });
    const { status, body } = await app.bank.call('/control/pay', {
      code,
      amountCentavos,
      force: true,
    });
    expect(status).toBe(200);
    await hint(app, 'payment.received', body.id);
    await app.work();
    expect(await receiptsOf(body.id)).toEqual([]);
    expect(await ops.lastRow()).toMatchObject({
      who: 'the bank',
      act: 'paymentNotMoney',
      subject: body.id,
    });
  }
  expect(app.logLines.filter((line) => line.includes('not money')).length).toBe(2);
  expect(await app.db.selectFrom('webhook_queue').select('webhook_event_id').execute()).toEqual([]);
});

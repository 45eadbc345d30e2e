// Money with an unknown owner: two people assign it or send it back, once.

import { billStatement } from '@sandali/contract/accountStatement.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { billList } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { companyAccount } from '#/ledger/chart.ts';
import { balanceOf } from '#/ledger/ledger.ts';
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
const reason = { reason: 'the receipt was seen, case 812' };
let digits = 0;

/** Pays with a code that belongs to no borrower, and reports the payment. */
async function payUnknown(pesos: number, currency = 'PHP') {
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

slow('assigns a payment from suspense to a bill as of its value date', async () => {
  const { anna, loanId } = await debtor(8);
  const { lastFreeDay } = (await anna.client.must(billDetail, { loanId })).bill;
  await app.addDays(2);
  const on = app.today();
  const { id, code } = await payUnknown(30_000);
  expect(await inSuspense()).toBe(-30_000 * peso);
  await app.addDays(on.until(Temporal.PlainDate.from(lastFreeDay)).days + 5);
  const late = (await anna.client.must(billDetail, { loanId })).overdueFeeCentavos;
  for (const filter of [{ code }, { amountCentavos: 30_000 * peso }, { on: on.toString() }]) {
    expect((await sol.ask('suspense list', filter)).data.money).toMatchObject([
      { id, code, amountCentavos: 30_000 * peso, countsOn: on.toString() },
    ]);
  }
  expect((await sol.ask('suspense list', { code: '1' })).data.money).toEqual([]);
  const { reference_no: referenceNo } = await loanOf(loanId);
  const wish = { id, person: anna.life.phone, referenceNo };
  expect((await ana.ask('suspense assign', wish, reason)).data).toEqual({
    money: { id, outcome: 'proposed', as: 'assign' },
  });
  expect((await ana.ask('suspense assign', wish, reason)).wrong).toMatch(
    'Ask another person to confirm',
  );
  expect((await ana.ask('suspense list')).data.money).toMatchObject([
    { proposed: 'assign', proposedBy: ana.name },
  ]);
  expect(await pendingApprovals(ben)).toEqual([
    expect.stringMatching(`^suspense assign: ${id}, ₱30,000.00, to [0-9a-f-]+, by ${ana.name}$`),
  ]);
  expect((await ben.ask('suspense assign', wish, reason)).data).toEqual({
    money: { id, outcome: 'settled', as: 'assign' },
  });
  expect(await pendingApprovals(ben)).toEqual([]);
  expect(await inSuspense()).toBe(0);
  // It turns out that half of the bill was paid in time, so the late charge is reduced.
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
      (await ana.ask(again === wish ? 'suspense assign' : 'suspense return', again, reason)).wrong,
    ).toMatch('already has an owner');
  }
  expect((await sol.ask('suspense show', { id })).data.money).toMatchObject({
    decisions: [expect.stringContaining(`by ${ana.name}, confirmed by ${ben.name}`)],
  });
  expect(await ops.lastRow()).toMatchObject({ act: 'ops suspense show', who: sol.name });
});

slow('replaces an open suspense proposal with a different one', async () => {
  const [{ anna, loanId }, other] = [await debtor(15), await debtor(15)];
  const { id } = await payUnknown(61_000);
  await ana.ask('suspense assign', { id, person: other.anna.life.phone }, reason);
  expect(
    (await ben.ask('suspense assign', { id, person: anna.life.phone }, reason)).data,
  ).toMatchObject({ money: { outcome: 'proposed' } });
  expect(
    (await ana.ask('suspense assign', { id, person: anna.life.phone }, reason)).data,
  ).toMatchObject({ money: { outcome: 'settled' } });
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid' });
  expect((await anna.client.must(billList, {})).refundableCentavos).toBe(1_000 * peso);
  expect((await other.anna.client.must(billList, {})).refundableCentavos).toBe(0);
});

test('books money in suspense once despite concurrent confirmations', async () => {
  const { anna } = await debtor(15);
  const { id } = await payUnknown(1_000);
  const wish = { id, person: anna.life.phone };
  await ana.ask('suspense assign', wish, reason);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ben.ask('suspense assign', wish, reason)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await inSuspense()).toBe(0);
});

slow('sends unassigned money back once, in its own currency', async () => {
  const { anna } = await debtor(15);
  const [pesos, dollars] = [await payUnknown(500), await payUnknown(40, 'USD')];
  // Both were paid at the same instant, so their ids decide the order.
  const listed = (await ana.ask('suspense list')).data.money as { amountCentavos: number }[];
  expect(listed.toSorted((a, b) => b.amountCentavos - a.amountCentavos)).toMatchObject([
    { amountCentavos: 500 * peso, currency: 'PHP' },
    { amountCentavos: 40 * peso, currency: 'USD' },
  ]);
  expect(
    (await ana.ask('suspense assign', { id: dollars.id, person: anna.life.phone }, reason)).wrong,
  ).toMatch('not in pesos');
  for (const { id } of [pesos, dollars]) {
    await ana.ask('suspense return', { id }, reason);
    expect((await ben.ask('suspense return', { id }, reason)).data).toMatchObject({
      money: { outcome: 'settled' },
    });
    expect((await ben.ask('suspense return', { id }, reason)).wrong).toMatch(
      'already been sent back',
    );
  }
  expect((await ana.ask('suspense list')).data.money).toEqual([]);
  expect(await inSuspense()).toBe(0);
  expect(await balanceOf(app.db, companyAccount('suspense.otherCurrency'))).toBe(0n);
  // The money was sent from our own bank account, so the gateway's balance still matches its
  // settlement report.
  expect(await balanceOf(app.db, companyAccount('company.bank'))).toBe(-50_000n);
});

slow('declines an unknown loan, a borrower without bills, and money with an owner', async () => {
  const [{ anna, loanId }, stranger] = [await debtor(15), await app.person()];
  const { id } = await payUnknown(700);
  const to = (input: object) =>
    ana.ask('suspense assign', { id, person: anna.life.phone, ...input }, reason);
  expect((await to({ person: stranger.life.phone })).wrong).toMatch('never had a bill');
  expect((await to({ referenceNo: '1000000000' })).wrong).toMatch('no bill for loan 1000000000');
  expect((await to({ id: newId(app.clocks.now()) })).wrong).toMatch('no money in suspense');
  const { code } = await codeFor(anna, loanId, 1_000 * peso);
  const payment = await pay(code);
  await bookPayments(payment);
  const [owned] = await receiptsOf(payment);
  expect((await to({ id: owned?.id ?? '' })).wrong).toMatch('no money in suspense');
  expect((await sol.ask('suspense assign', { id, person: anna.life.phone }, reason)).status).toBe(
    403,
  );
  await ana.ask('suspense return', { id }, reason);
  await ben.ask('suspense return', { id }, reason);
});

slow('the database accepts a receipt’s owner only once and only from two people', async () => {
  const { anna, loanId } = await debtor(15);
  const { id } = await payUnknown(900);
  const { borrower_id } = await loanOf(loanId);
  const own = (more: object) =>
    app.db
      .updateTable('receipts')
      .set({ borrower_id, ...more })
      .where('id', '=', id)
      .execute();
  await expect(own({})).rejects.toThrow('the owner of a receipt can be set only once');
  await expect(own({ amount_centavos: 1n })).rejects.toThrow();
  const decision = { receipt_id: id, act: 'assign', borrower_id };
  const insert = async (more: object) => {
    const approvalId = await ops.proposesInDatabase('suspense', ana.name, borrower_id);
    await app.db
      .insertInto('suspense_decisions')
      .values({ id: approvalId, ...decision, ...more })
      .execute();
    return approvalId;
  };
  const another = await debtor(15);
  await expect(insert({})).rejects.toThrow('must first view the current state');
  await ana.ask('suspense show', { id });
  await expect(insert({ loan_id: another.loanId })).rejects.toThrow(
    'violates foreign key constraint',
  );
  const entry = { entry_id: (await receiptOf(id)).entry_id };
  await expect(insert({ id: newId(app.clocks.now()) })).rejects.toThrow('must start as a proposal');
  await expect(insert(entry)).rejects.toThrow('if and only if it is confirmed');
  const approvalId = await insert({});
  await expect(insert({})).rejects.toThrow('suspense_decisions_open');
  await expect(
    app.db.updateTable('suspense_decisions').set(entry).where('id', '=', approvalId).execute(),
  ).rejects.toThrow('never changes');
  await expect(ops.confirmsInDatabase(approvalId, ana.name)).rejects.toThrow(
    'different first keys',
  );
  await ben.ask('suspense show', { id });
  await expect(ops.confirmsInDatabase(approvalId, ben.name)).rejects.toThrow(
    'if and only if it is confirmed',
  );
  await expect(
    app.db.deleteFrom('suspense_decisions').where('receipt_id', '=', id).execute(),
  ).rejects.toThrow();
  await ana.ask('suspense assign', { id, person: anna.life.phone }, reason);
  await ben.ask('suspense assign', { id, person: anna.life.phone }, reason);
  await expect(own({ borrower_id: (await loanOf(another.loanId)).borrower_id })).rejects.toThrow(
    'the owner of a receipt can be set only once',
  );
});

const receiptOf = async (id: string) =>
  await app.db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('logs and audits a payment of zero or less without booking it', async () => {
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

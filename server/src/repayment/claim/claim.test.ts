// Claims for reversed money that no bill owes. Two people settle each claim or write it off.
import { billStatement } from '@sandali/contract/accountStatement.ts';
import { billList } from '@sandali/contract/loan.ts';
import { dataRequest } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { type AccountKind, companyAccount } from '#/ledger/chart.ts';
import { balanceOf, ownedAccount } from '#/ledger/ledger.ts';
import { eraseHeldAccounts } from '#/privacy/privacy.ts';
import { repaymentAlarms } from '#/repayment/repayment.ts';
import { pendingApprovals, testOps } from '#/staff/testing.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, reversePayment, receiptsOf } = moneySteps(app);
const { codeToReturn } = returnSteps(app);
const ops = testOps(app.context);
const [rosa, ben] = [await ops.careful('finance'), await ops.careful('finance')];
const reason = { reason: 'as agreed, case 812' };
const peso = 100;
const owedInReturn = 59_390;

const pesosOf = async (kind: AccountKind, ownerId: string | null = null) =>
  Number(await balanceOf(app.db, ownerId ? ownedAccount(kind, ownerId) : companyAccount(kind))) /
  peso;

/** Returns a borrower whose loan was returned with a payment that the gateway then reversed. */
async function claimOfReturn() {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeToReturn(anna, loanId);
  const paymentId = await pay(code);
  await bookPayments(paymentId);
  await reversePayment(paymentId, 'chargeback');
  return { anna, id: await gidOf(anna), code };
}

/**
 * Creates a claim against an unknown payer: we sent the payment back from suspense, then the
 * gateway reversed it.
 * @returns the claim's id
 */
async function claimOnUnknownPayer(pesos: number) {
  const paymentId = await pay(
    `7712${Math.floor(10_000_000 + Math.random() * 89_999_999)}`,
    pesos * peso,
  );
  await bookPayments(paymentId);
  const [receipt] = await receiptsOf(paymentId);
  const id = receipt?.id ?? '';
  for (const { ask } of [rosa, ben]) await ask('suspense return', { id }, reason);
  await reversePayment(paymentId);
  return id;
}

let transfers = 0;
/**
 * Books a transfer to our own account into suspense.
 * @returns the bank's reference
 */
async function transferOf(pesos: number): Promise<string> {
  transfers += 1;
  const bankReference = `FT26325${transfers}`;
  const line = { amountCentavos: pesos * peso, paidOn: app.today().toString(), bankReference };
  for (const { ask } of [rosa, ben]) await ask('transfer unmatched', line, reason);
  return bankReference;
}

const messagesOf = async ({ client }: Person, kind: string) => {
  const rows = app.db
    .selectFrom('messages')
    .select('kind')
    .where('borrower_id', '=', await gidOf({ client }));
  return (await rows.where('kind', '=', kind).execute()).length;
};

slow('settles a claim with a transfer and sends back the remainder', async () => {
  const { anna, id } = await claimOfReturn();
  const support = await ops.person('support');
  expect((await support.ask('claim list')).data.claims).toMatchObject([
    { id, owedCentavos: owedInReturn * peso, proposed: null },
  ]);
  const bankReference = await transferOf(60_000);
  expect((await rosa.rash('claim settle', { id, bankReference }, reason)).wrong).toContain(
    `claim show ${id}`,
  );
  const proposed = await rosa.ask(
    'claim settle',
    { id, bankReference: bankReference.toLowerCase() },
    reason,
  );
  expect(proposed.data.claim).toMatchObject({
    outcome: 'proposed',
    amountCentavos: owedInReturn * peso,
    leftCentavos: 0,
  });
  expect((await rosa.ask('claim settle', { id, bankReference }, reason)).wrong).toContain(
    'Ask another person to confirm',
  );
  expect(await pendingApprovals(ben)).toContain(
    `claim settle: ₱59,390.00 of ${id}, by ${rosa.name}`,
  );
  expect((await ben.ask('claim settle', { id, bankReference }, reason)).data.claim).toMatchObject({
    outcome: 'done',
  });
  expect(await pesosOf('borrower.takenBack', id)).toBe(0);
  expect((await support.ask('claim list')).data.claims).toEqual([]);
  expect(await messagesOf(anna, 'claimPaid')).toBe(1);
  const { lines, keptCentavos } = await anna.client.must(billStatement, {
    fromOn: null,
    toOn: null,
  });
  expect([lines.at(-1)?.kind, lines.at(-1)?.moneyCentavos, keptCentavos]).toEqual([
    'claimSettled',
    owedInReturn * peso,
    0,
  ]);
  const money = (await rosa.ask('suspense list')).data.money as { id: string }[];
  expect(money).toMatchObject([{ amountCentavos: 610 * peso }]);
  const rest = { id: money[0]?.id };
  expect(
    (await rosa.ask('suspense assign', { ...rest, person: anna.life.phone }, reason)).wrong,
  ).toContain('settled a claim');
  for (const { ask } of [rosa, ben])
    expect((await ask('suspense return', rest, reason)).status).toBe(200);
  expect([await pesosOf('suspense'), await pesosOf('bank.account')]).toEqual([0, owedInReturn]);
});

test('settles a claim with refundable money and writes off the balance', async () => {
  const { anna, id, code } = await claimOfReturn();
  expect((await rosa.ask('claim settle', { id }, reason)).wrong).toContain('Nothing is refundable');
  await bookPayments(await pay(code, 1_000 * peso));
  expect((await anna.client.must(billList, {})).refundableCentavos).toBe(1_000 * peso);
  await rosa.ask('claim settle', { id }, reason);
  // More money has arrived, so a new proposal is needed.
  await bookPayments(await pay(code, 500 * peso));
  const again = await ben.ask('claim settle', { id }, reason);
  expect(again.data?.claim, again.wrong).toMatchObject({
    outcome: 'proposed',
    amountCentavos: 1_500 * peso,
  });
  const settled = await rosa.ask('claim settle', { id }, reason);
  expect(settled.data.claim).toMatchObject({ outcome: 'done', leftCentavos: 57_890 * peso });
  expect((await anna.client.must(billList, {})).refundableCentavos).toBe(0);
  expect([
    await messagesOf(anna, 'claimSetOff'),
    await messagesOf(anna, 'claimWrittenOff'),
  ]).toEqual([1, 0]);
  for (const { ask } of [rosa, ben]) await ask('claim write-off', { id }, reason);
  expect(await pesosOf('borrower.takenBack', id)).toBe(0);
  expect(await pesosOf('loss.takenBack')).toBe(57_890);
  expect(await messagesOf(anna, 'claimWrittenOff')).toBe(1);
  expect((await rosa.ask('claim write-off', { id }, reason)).wrong).toContain('Nothing is owed');
  const claim = await rosa.ask('claim show', { id });
  const { steps } = claim.data.claim as { steps: { what: string; amountCentavos: number }[] };
  expect(steps.map(({ what }) => what)).toEqual([
    ...['taken back', 'settled', 'settled', 'written off'],
  ]);
  expect(claim).toMatchObject({
    shown: {
      rows: expect.arrayContaining([['settled', { as: 'money', centavos: 1_500 * peso }]]),
    },
  });
  const statement = await anna.client.must(billStatement, { fromOn: null, toOn: null });
  expect(statement.lines.map(({ kind }) => kind).slice(-2)).toEqual([
    'claimSettled',
    'claimWrittenOff',
  ]);
});

slow('settles claims against unknown payers one at a time', async () => {
  const alarms = async () => await Promise.all(Object.values(repaymentAlarms(app.context)));
  const [inSuspense = 0, takenBack = 0] = await alarms();
  const [first, second] = [await claimOnUnknownPayer(4_000), await claimOnUnknownPayer(3_000)];
  // All unknown payers count as one.
  expect(await alarms()).toEqual([inSuspense, takenBack + 1]);
  const before = await pesosOf('loss.takenBack');
  expect((await rosa.ask('claim settle', { id: first }, reason)).wrong).toContain(
    'Nothing is refundable',
  );
  const [unknown, bankReference] = ['FT0', await transferOf(5_000)];
  expect(await alarms()).toEqual([inSuspense + 1, takenBack + 1]);
  expect(
    (await rosa.ask('claim settle', { id: first, bankReference: unknown }, reason)).wrong,
  ).toContain('in suspense');
  for (const { ask } of [rosa, ben])
    await ask('claim settle', { id: first, bankReference }, reason);
  for (const { ask } of [rosa, ben])
    await ask('claim settle', { id: second, bankReference }, reason);
  expect(await pesosOf('payment.takenBack')).toBe(2_000);
  expect((await rosa.ask('claim settle', { id: second, bankReference }, reason)).wrong).toContain(
    'in suspense',
  );
  for (const { ask } of [rosa, ben]) await ask('claim write-off', { id: second }, reason);
  expect([await pesosOf('payment.takenBack'), (await pesosOf('loss.takenBack')) - before]).toEqual([
    0, 2_000,
  ]);
});

slow('turns an erased account’s reversed payment into a claim, but sends no notices', async () => {
  const { anna, loanId } = await debtor(8);
  const paymentId = await pay((await codeFor(anna, loanId)).code);
  await bookPayments(paymentId);
  await anna.client.must(dataRequest, { kind: 'deletion', words: 'Pakibura na' });
  await app.work();
  const id = await gidOf(anna);
  // Only the deletion uses this later time, so the test does not have to close the days in between.
  const later = app.clocks.now().add({ hours: 24 * 366 * 6 });
  expect(await eraseHeldAccounts({ ...workCtx(app.context), now: later })).toBe(1);
  const sent = async () => (await app.db.selectFrom('messages').select('id').execute()).length;
  const before = await sent();
  const bill = app.db.selectFrom('bills').selectAll().where('loan_id', '=', loanId);
  const settled = await bill.executeTakeFirstOrThrow();
  await reversePayment(paymentId, 'chargeback', 20_000 * peso);
  await reversePayment(paymentId);
  expect(await pesosOf('borrower.takenBack', id)).toBe(60_000);
  expect(await bill.executeTakeFirstOrThrow()).toEqual(settled);
  expect((await rosa.ask('claim list')).data.claims).toMatchObject([
    { id, debtor: { person: id, isErased: true } },
  ]);
  const bankReference = await transferOf(50_000);
  for (const { ask } of [rosa, ben]) await ask('claim settle', { id, bankReference }, reason);
  expect(await pesosOf('borrower.takenBack', id)).toBe(10_000);
  for (const { ask } of [rosa, ben]) await ask('claim write-off', { id }, reason);
  await app.work();
  expect([await pesosOf('borrower.takenBack', id), await sent()]).toEqual([0, before]);
});

// Decisions that two approvers make about a bill, and their consequences: waived late charges,
// corrected charges and write-offs.

import { billStatement } from '@sandali/contract/accountStatement.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { billList, loanApply, productCal } from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { companyAccount } from '#/ledger/chart.ts';
import { balanceOf, ownedAccount } from '#/ledger/ledger.ts';
import { newId, newIdFor } from '#/platform/random.ts';
import { outbox } from '#/sandbox/store.ts';
import { pendingApprovals, testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { insertCopyOfLoan } from '#/testing/copy-loan.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { hint, moneySteps } from '#/testing/money.ts';

const app = await testApp();
const money = moneySteps(app);
const { debtor, codeFor, pay, bookPayments, billRow, payoutOf } = money;
const { dueDebtor, feeCode } = extensionSteps(app, money);
const ops = testOps(app.context);
const [ana, ben, eva] = [
  await ops.careful('finance'),
  await ops.careful('finance'),
  await ops.person('support'),
];
const because = { reason: 'the kiosk was down, ticket 812' };
const peso = 100;

const detail = ({ client }: Person, loanId: string) =>
  client.must(billDetail, { loanId: loanId as never });
const referenceOf = async (who: Person, loanId: string) =>
  (await detail(who, loanId)).bill.referenceNo;

/** Creates a borrower with a loan of ₱60,000 for 8 days that is some days overdue. */
async function overdue(days = 5) {
  const { anna, accountId, loanId } = await debtor(8);
  const { lastFreeDay } = (await detail(anna, loanId)).bill;
  const here = app.today();
  await app.addDays(here.until(Temporal.PlainDate.from(lastFreeDay)).days + days);
  await app.work();
  return { anna, accountId, loanId, reference: await referenceOf(anna, loanId) };
}

/** Runs the command as both approvers. One proposes, and the other confirms. */
async function both(command: string, input: Record<string, unknown>) {
  expect(await ana.ask(command, input, because)).toMatchObject({
    status: 200,
    data: { bill: { outcome: 'proposed' } },
  });
  const answer = await ben.ask(command, input, because);
  expect(answer, answer.wrong).toMatchObject({
    status: 200,
    data: { bill: { outcome: 'confirmed' } },
  });
  return answer.data.bill as { amountCentavos: number };
}

slow('waives a late charge once a second person confirms the proposal', async () => {
  const { anna, loanId, reference } = await overdue();
  const before = await detail(anna, loanId);
  expect(before).toMatchObject({
    overdueFeeCentavos: 508 * peso,
    granted: { waived: [], promise: null, writtenOff: null },
  });
  const input = { reference };
  expect((await ana.ask('bill waive', input, because)).data).toEqual({
    bill: {
      reference,
      kind: 'waive',
      part: 'late',
      amountCentavos: 508 * peso,
      outcome: 'proposed',
    },
  });
  expect((await detail(anna, loanId)).bill.currentDue.owedCentavos).toBe(
    before.bill.currentDue.owedCentavos,
  );
  expect((await ana.ask('bill proposals')).data.proposals).toMatchObject([
    { reference, kind: 'waive', amountCentavos: null, proposedBy: ana.name },
  ]);
  expect(await pendingApprovals(ben)).toEqual([
    `bill waive: loan ${reference}, late, all, by ${ana.name}`,
  ]);
  expect((await ana.ask('bill waive', input, because)).wrong).toMatch(
    'Ask another person to confirm',
  );
  await ben.ask('bill waive', input, { reason: 'ticket 812' });
  expect(await ops.lastRow()).toMatchObject({
    who: ben.name,
    role: 'finance',
    act: 'ops bill waive',
    reason: 'ticket 812',
    detail: {
      loan: loanId,
      kind: 'waive',
      part: 'late',
      amountCentavos: 508 * peso,
      outcome: 'confirmed',
      proposedBy: ana.name,
    },
  });
  const after = await detail(anna, loanId);
  expect(after).toMatchObject({
    overdueFeeCentavos: 0,
    bill: { state: 'overdue', currentDue: { owedCentavos: 60_960 * peso } },
  });
  expect(after.granted.waived).toEqual([
    { part: 'late', on: after.today, amountCentavos: 508 * peso },
  ]);
  expect(after.chargesSoFarCentavos).toBe(before.chargesSoFarCentavos - 508 * peso);
  expect(await balanceOf(app.db, companyAccount('income.late'))).toBe(0n);
  const { lines, owedCentavos } = await anna.client.must(billStatement, {});
  expect(lines.at(-1)).toMatchObject({
    kind: 'waived',
    lateCentavos: -508 * peso,
    changeCentavos: -508 * peso,
    references: [reference],
  });
  expect(owedCentavos).toBe(60_960 * peso);
  await app.work();
  expect((await outbox(app.db, anna.life.phone)).map((message) => message.text).join()).toContain(
    `waived ₱508.00 in charges on your loan ${reference}`,
  );
  // The waiver does not cover the following day, which has a late charge again.
  await app.addDays(1);
  expect((await detail(anna, loanId)).overdueFeeCentavos).toBe(101_60);
  expect((await ana.ask('bill proposals')).data.proposals).toEqual([]);
});

slow('a waiver shrinks if an earlier payment is reported later', async () => {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  await app.addDays(4);
  const silent = await pay(code, 30_000 * peso);
  await app.addDays(14);
  const { overdueFeeCentavos, bill } = await detail(anna, loanId);
  await both('bill waive', { reference: bill.referenceNo });
  await bookPayments(silent);
  const after = await detail(anna, loanId);
  expect(after.overdueFeeCentavos).toBe(0);
  const [waived] = after.granted.waived;
  expect(waived?.amountCentavos).toBeLessThan(overdueFeeCentavos);
  const { lines } = await anna.client.must(billStatement, {});
  expect(lines.map((line) => line.kind).slice(-4)).toEqual([
    'waived',
    'waivedLess',
    'repayment',
    'chargesBack',
  ]);
});

slow('declines a waiver once the charge or the bill is paid', async () => {
  const { anna, loanId, reference } = await overdue();
  const { code } = await codeFor(anna, loanId, 61_000 * peso);
  await bookPayments(await pay(code));
  expect((await ana.ask('bill waive', { reference }, because)).wrong).toMatch('all of it is paid');
  const { code: last } = await codeFor(anna, loanId);
  await bookPayments(await pay(last));
  expect((await ana.ask('bill waive', { reference }, because)).wrong).toMatch(
    'This bill is already repaid.',
  );
});

slow('finance corrects interest by an amount, but by no more than is owed', async () => {
  const { anna, loanId } = await debtor(8);
  await app.addDays(4);
  const reference = await referenceOf(anna, loanId);
  expect((await ana.ask('bill waive', { reference }, because)).wrong).toMatch(
    'the bill is not overdue',
  );
  const adjust = (amountCentavos: number, part = 'interest') =>
    ana.ask('bill adjust', { reference, part, amountCentavos }, because);
  expect((await adjust(480 * peso + 1)).wrong).toMatch(
    'Only ₱480.00 of this charge is owed today.',
  );
  expect((await adjust(0)).status).toBe(422);
  expect(
    (
      await ana.ask(
        'bill adjust',
        { reference: '1000000000', part: 'late', amountCentavos: 1 },
        because,
      )
    ).wrong,
  ).toMatch('There is no loan');
  expect((await ana.ask('bill write-off', { reference }, because)).wrong).toMatch('not overdue');
  await both('bill adjust', { reference, part: 'interest', amountCentavos: 180 * peso });
  expect(await detail(anna, loanId)).toMatchObject({
    interestDueCentavos: 300 * peso,
    bill: { currentDue: { owedCentavos: 60_300 * peso } },
  });
  await app.addDays(4);
  expect((await detail(anna, loanId)).bill.currentDue.owedCentavos).toBe(60_780 * peso);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  expect((await detail(anna, loanId)).bill).toMatchObject({
    state: 'repaid',
    paidCentavos: 60_780 * peso,
  });
});

slow('an accepted extension blocks decisions on its bill until midnight', async () => {
  const { anna, loanId } = await dueDebtor();
  await app.addDays(6);
  const reference = await referenceOf(anna, loanId);
  await ana.ask('bill waive', { reference }, because);
  expect(
    (await ben.ask('bill waive', { reference, amountCentavos: 100 * peso }, because)).data,
  ).toMatchObject({
    bill: { outcome: 'proposed' },
  });
  await feeCode(anna, loanId);
  expect(
    (await ana.ask('bill waive', { reference, amountCentavos: 100 * peso }, because)).wrong,
  ).toMatch('until midnight');
  await app.addDays(1);
  expect(
    (await ana.ask('bill waive', { reference, amountCentavos: 100 * peso }, because)).data,
  ).toMatchObject({
    bill: { outcome: 'confirmed' },
  });
  expect((await detail(anna, loanId)).granted.waived).toMatchObject([
    { amountCentavos: 100 * peso },
  ]);
});

test('only finance can decide about bills, and only with a reason', async () => {
  for (const command of ['bill waive', 'bill adjust', 'bill write-off', 'bill proposals'])
    expect((await eva.ask(command, {}, because)).status).toBe(403);
  expect((await ana.ask('bill waive', { reference: '4021938857' })).wrong).toMatch('reason');
});

slow('the database refuses decisions by one person, twice, or on a closed bill', async () => {
  const { anna, loanId, reference } = await overdue();
  await ana.ask('bill waive', { reference }, because);
  const at = app.clocks.now();
  const here = at.toZonedDateTimeISO('Asia/Manila').toPlainDate();
  const { id } = await app.db
    .selectFrom('bill_decisions')
    .select('id')
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  const grant = (granted: bigint) =>
    app.db
      .updateTable('bill_decisions')
      .set({ value_on: here, granted_centavos: granted })
      .where('id', '=', id)
      .execute();
  await expect(ops.confirmsInDatabase(id, ana.name)).rejects.toThrow('different first keys');
  await expect(grant(100n)).rejects.toThrow('a closed proposal never changes');
  await expect(ops.confirmsInDatabase(id, ben.name)).rejects.toThrow(
    'must first view the current state',
  );
  await ben.ask('bill show', { reference }, because);
  await expect(ops.confirmsInDatabase(id, ben.name)).rejects.toThrow(
    'if and only if it is confirmed',
  );
  const takeOff = app.owner.pool.query(
    'update bill_decisions set amount_centavos = 1 where loan_id = $1',
    [loanId],
  );
  await expect(takeOff).rejects.toThrow('never changes');
  const writeOff = () =>
    sql`update bills set written_off_on = ${here}, settled_on = ${here}, settled_at = ${at},
      settled_as = 'writtenOff' where loan_id = ${loanId}`.execute(app.db);
  await expect(writeOff()).rejects.toThrow('writing off a bill needs two people');
  await ben.ask('bill waive', { reference }, because);
  await expect(ops.confirmsInDatabase(id, ben.name)).rejects.toThrow(
    'a closed proposal never changes',
  );
  await expect(grant(200n)).rejects.toThrow('a closed proposal never changes');
  const [kept] = await app.db
    .selectFrom('waived_charges')
    .selectAll()
    .where('loan_id', '=', loanId)
    .execute();
  if (!kept) throw new Error('no charge was waived');
  const more = app.db
    .insertInto('waived_charges')
    .values({ ...kept, id: newIdFor(kept.borrower_id, at), amount_centavos: 1n });
  await expect(more.execute()).rejects.toThrow('two people granted');
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  const { borrower_id } = await billRow(loanId);
  await ana.ask('bill show', { reference }, because);
  const late = app.db.insertInto('bill_decisions').values({
    id: await ops.proposesInDatabase('bill', ana.name),
    loan_id: loanId,
    borrower_id,
    kind: 'writeOff',
  });
  await expect(late.execute()).rejects.toThrow('a decision needs an open bill');
});

slow('a write-off books a loss and closes the line, but payments are still booked', async () => {
  const { anna, accountId, loanId, reference } = await overdue(40);
  const { code } = await codeFor(anna, loanId);
  const { bill } = await detail(anna, loanId);
  const { amountCentavos } = await both('bill write-off', { reference });
  expect(amountCentavos).toBe(65_024 * peso);
  const loss = () => balanceOf(app.db, ownedAccount('loan.writtenOff', loanId));
  expect(await loss()).toBe(BigInt(bill.currentDue.owedCentavos));
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'writtenOff' });
  const home = await anna.client.must(userMulti, {});
  expect(home.line).toMatchObject({ usedCentavos: 0 });
  expect((await anna.client.must(billList, {})).totalDue.owedCentavos).toBe(0);
  const statement = await anna.client.must(billStatement, {});
  expect(statement.lines.at(-1)).toMatchObject({
    kind: 'writtenOff',
    changeCentavos: -65_024 * peso,
    references: [reference],
  });
  expect(statement).toMatchObject({ owedCentavos: 0, writtenOffCentavos: 65_024 * peso });
  await app.addDays(30);
  expect((await detail(anna, loanId)).granted.writtenOff).toMatchObject({
    leftCentavos: 65_024 * peso,
  });
  // The line is closed to quotes, loans and limit increases.
  const wish = {
    amountCentavos: 60_000 * peso,
    termDays: 8,
    channel: 'wallet',
    accountId,
    voucherId: null,
  } as never;
  expect((await anna.client.ask(productCal, wish)).name).toBe('lineClosed');
  expect(
    (await anna.client.ask(quotaAddApply, { wantedCentavos: 70_000 * peso } as never)).name,
  ).toBe('lineClosed');
  const agreed = {
    quoteId: newId(app.clocks.wall()) as never,
    disclosureHash: '0'.repeat(64),
    disclosureRead: true,
    agreementAccepted: true,
  } as const;
  expect((await anna.client.ask(loanApply, { ...agreed, password: anna.life.password })).name).toBe(
    'lineClosed',
  );
  await expect(insertCopyOfLoan(app, loanId)).rejects.toThrow(/stays closed/);
  // A payment with a code from before the write-off is still booked.
  const paid = async (amountCentavos: number) =>
    await bookPayments(await pay(code, amountCentavos));
  await paid(25_024 * peso);
  expect(await loss()).toBe(40_000_00n);
  expect((await detail(anna, loanId)).granted.writtenOff).toMatchObject({
    leftCentavos: 40_000 * peso,
  });
  await paid(40_010 * peso);
  expect(await loss()).toBe(0n);
  expect((await detail(anna, loanId)).bill).toMatchObject({
    state: 'repaid',
    paidCentavos: 65_024 * peso,
  });
  expect((await anna.client.must(billList, {})).refundableCentavos).toBe(10 * peso);
  expect((await anna.client.ask(productCal, wish)).name).toBe('lineClosed');
});

slow('an earlier payment reported after a write-off reduces the loss and its charges', async () => {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  await app.addDays(7);
  const silent = await pay(code, 30_000 * peso);
  await app.addDays(30);
  const { bill } = await detail(anna, loanId);
  await both('bill write-off', { reference: bill.referenceNo });
  await bookPayments(silent);
  const { granted } = await detail(anna, loanId);
  expect(granted.writtenOff?.leftCentavos).toBeLessThan(
    bill.currentDue.owedCentavos - 30_000 * peso,
  );
  expect(await balanceOf(app.db, ownedAccount('loan.writtenOff', loanId))).toBe(
    BigInt(granted.writtenOff?.leftCentavos ?? 0),
  );
});

slow('no loss remains if the payout is reversed after the loan was written off', async () => {
  const { anna, loanId, reference } = await overdue();
  const { code } = await codeFor(anna, loanId, 5_000 * peso);
  await bookPayments(await pay(code));
  await both('bill write-off', { reference });
  const { id } = await payoutOf(loanId);
  await app.bank.call('/control/reverse', { reference: id });
  await hint(app, 'payout.reversed', id);
  await app.until('the reversal', async () => (await payoutOf(loanId)).state === 'reversed');
  expect(await balanceOf(app.db, ownedAccount('loan.writtenOff', loanId))).toBe(0n);
  expect((await anna.client.must(billList, {})).refundableCentavos).toBe(5_000 * peso);
});

slow('a written-off bill is a loss again once its last payment is reversed', async () => {
  const { anna, loanId, reference } = await overdue();
  const { code } = await codeFor(anna, loanId);
  await both('bill write-off', { reference });
  const paymentId = await pay(code);
  await bookPayments(paymentId);
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid' });
  await money.reversePayment(paymentId);
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'writtenOff' });
});

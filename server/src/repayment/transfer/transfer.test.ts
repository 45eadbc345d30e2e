// Transfers to our own account, which two people book from the bank's statement.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { complaintCreate, complaintList } from '@sandali/contract/cases.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { companyAccount } from '#/ledger/chart.ts';
import { balanceOf, books } from '#/ledger/ledger.ts';
import { pendingApprovals, testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor } = moneySteps(app);
const { db } = app;
const ops = testOps(app.context);
const [rosa, ben, lito] = [
  await ops.person('finance'),
  await ops.person('finance'),
  await ops.person('support'),
];
const reason = { reason: 'line of the statement' };
const peso = 100;
let lines = 0;
const newLine = () => {
  lines += 1;
  return `FT26${String(lines).padStart(6, '0')}`;
};
const account = companyAccount('bank.account');
const { today } = app;
const booking = (reference: string, amountCentavos: number, more: object = {}) => ({
  reference,
  amountCentavos,
  paidOn: today().toString(),
  bankReference: newLine(),
  ...more,
});

async function referenceOf({ client }: Person, loanId: string) {
  const { repaymentId } = await client.must(repaymentApply, {
    loanId,
    channel: 'offlineTransfer',
    amountCentavos: 1_000 * peso,
  });
  const status = await client.must(repaymentStatus, { repaymentId });
  return { repaymentId, status, reference: status.code ?? '' };
}

slow('issues a permanent transfer reference at once, without a gateway', async () => {
  const { anna, loanId } = await debtor();
  await app.bank.call('/control/behave', { code: 'hang' });
  const { status, reference, repaymentId } = await referenceOf(anna, loanId);
  expect(reference).toMatch(/^TR-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  expect(status).toMatchObject({
    state: 'given',
    amountCentavos: null,
    endsAt: null,
    account: app.context.config.ownAccount,
  });
  const wish = { loanId, channel: 'offlineTransfer', amountCentavos: 2_000 * peso } as const;
  const again = await Promise.all([1, 2, 3].map(() => anna.client.must(repaymentApply, wish)));
  expect(new Set(again.map((answer) => answer.repaymentId))).toEqual(new Set([repaymentId]));
});

test('books a transfer on its value date and answers the borrower’s case', async () => {
  const { anna, loanId } = await debtor();
  const { repaymentId, reference } = await referenceOf(anna, loanId);
  const full = (await anna.client.must(billDetail, { loanId })).bill.currentDue.owedCentavos;
  const paidOn = today().toString();
  await app.addDays(2);
  const payment = { channel: 'offlineTransfer', paidOn, amountCentavos: full, reference } as const;
  const { number } = await anna.client.must(complaintCreate, {
    kind: 'transferReceipt',
    loanId,
    payment,
    words: null,
  } as never);
  const before = await balanceOf(db, account);
  const float = await balanceOf(db, companyAccount('gateway.float'));
  const line = booking(reference, full, { paidOn, caseNumber: number });
  expect((await rosa.ask('transfer book', line, reason)).data.transfer).toMatchObject({
    outcome: 'proposed',
  });
  const statement = { bankReference: line.bankReference, paidOn, amountCentavos: full };
  for (const [reader, shown] of [
    [rosa, statement],
    [ben, null],
    [lito, null],
  ] as const)
    expect((await reader.ask('transfer list')).data.transfers).toMatchObject([
      { reference, proposedBy: rosa.name, line: shown },
    ]);
  expect(await pendingApprovals(ben)).toEqual([
    `transfer book: a transfer with the reference ${reference}, by ${rosa.name}`,
  ]);
  expect(await pendingApprovals(lito)).toEqual([]); // support may not confirm
  expect((await rosa.ask('transfer book', line, reason)).wrong).toContain(
    'Ask another person to confirm',
  );
  expect((await anna.client.must(billDetail, { loanId })).bill.state).not.toBe('repaid');
  expect((await ben.ask('transfer book', line, reason)).data.transfer).toMatchObject({
    outcome: 'booked',
  });
  const { bill } = await anna.client.must(billDetail, { loanId });
  expect(bill).toMatchObject({ state: 'repaid', repaidOn: paidOn, paidCentavos: full });
  expect((await balanceOf(db, account)) - before).toBe(BigInt(full));
  expect(await balanceOf(db, companyAccount('gateway.float'))).toBe(float);
  const [complaint] = (await anna.client.must(complaintList, {})).complaints;
  expect(complaint).toMatchObject({
    number,
    state: 'answered',
    last: { by: 'staff', words: expect.stringContaining('has arrived and counts from') },
  });
  expect((await anna.client.must(repaymentStatus, { repaymentId })).paidCentavos).toBe(full);
  expect(await ops.lastRow()).toMatchObject({
    who: ben.name,
    act: 'ops transfer book',
    detail: { outcome: 'booked', proposedBy: rosa.name },
  });
  await app.work();
  const texts = await db
    .selectFrom('sandbox_messages')
    .select('text')
    .where('phone', '=', anna.life.phone)
    .execute();
  expect(texts.filter(({ text }) => text.includes(`answered your case ${number}`))).toHaveLength(1);
});

test('books each line of the bank’s statement once', async () => {
  const { anna, loanId } = await debtor();
  const { reference } = await referenceOf(anna, loanId);
  const line = booking(reference, 1_500 * peso);
  await rosa.ask('transfer book', line, reason);
  const other = { ...line, amountCentavos: 1_600 * peso };
  expect((await ben.ask('transfer book', other, reason)).data.transfer).toMatchObject({
    outcome: 'proposed',
  });
  const answers = await Promise.all([1, 2].map(() => rosa.ask('transfer book', other, reason)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await ben.ask('transfer book', line, reason)).wrong).toContain('is already booked');
  expect(
    (await rosa.ask('transfer drop', { bankReference: line.bankReference }, reason)).wrong,
  ).toContain('is already booked');
  const { bill } = await anna.client.must(billDetail, { loanId });
  expect(bill.paidCentavos).toBe(1_600 * peso);
});

test('recognizes a bank reference typed in lowercase or with extra spaces', async () => {
  const { anna, loanId } = await debtor();
  const { reference } = await referenceOf(anna, loanId);
  const line = booking(reference, 1_500 * peso, { bankReference: 'FT 26111 abc' });
  await rosa.ask('transfer book', line, reason);
  const typed = { ...line, bankReference: ' ft 26111  ABC' };
  expect((await ben.ask('transfer book', typed, reason)).data.transfer).toMatchObject({
    outcome: 'booked',
  });
  expect((await rosa.ask('transfer book', line, reason)).wrong).toContain('is already booked');
  expect((await anna.client.must(billDetail, { loanId })).bill.paidCentavos).toBe(1_500 * peso);
});

test('does not book a transfer whose proposal is dropped', async () => {
  const { anna, loanId } = await debtor();
  const { reference } = await referenceOf(anna, loanId);
  const full = (await anna.client.must(billDetail, { loanId })).bill.currentDue.owedCentavos;
  const wrong = booking(reference, 700 * peso);
  await rosa.ask('transfer book', wrong, reason);
  expect(
    (await ben.ask('transfer drop', { bankReference: wrong.bankReference }, reason)).status,
  ).toBe(200);
  expect(
    (await ben.ask('transfer drop', { bankReference: wrong.bankReference }, reason)).wrong,
  ).toContain('is not proposed');
  const line = booking(reference, full + 500 * peso);
  await ben.ask('transfer book', line, reason);
  await rosa.ask('transfer book', line, reason);
  expect((await anna.client.must(billDetail, { loanId })).bill).toMatchObject({
    state: 'repaid',
    paidCentavos: full,
  });
  expect(await books(db)).toEqual([]);
});

test('declines a transfer with a bad reference, day or case, or from support staff', async () => {
  const [{ anna, loanId }, ben2] = [await debtor(), await app.person()];
  const { reference } = await referenceOf(anna, loanId);
  const declinedWith = async (more: object) =>
    (await rosa.ask('transfer book', booking(reference, 1_000 * peso, more), reason)).wrong;
  expect(await declinedWith({ reference: 'TR-2222-2222' })).toContain(
    'No borrower has the reference',
  );
  expect(await declinedWith({ reference: 'TR-2222-2223' })).toContain(
    'its last symbol checks the others',
  );
  expect(await declinedWith({ paidOn: today().add({ days: 1 }).toString() })).toContain(
    'and today',
  );
  expect(await declinedWith({ paidOn: today().subtract({ days: 1 }).toString() })).toContain(
    'when the reference was issued',
  );
  const other = await ben2.client.must(complaintCreate, {
    kind: 'other',
    loanId: null,
    payment: null,
    words: 'Salamat',
  });
  expect(await declinedWith({ caseNumber: other.number })).toContain('is not a case of the person');
  expect((await lito.ask('transfer book', booking(reference, 1_000 * peso), reason)).status).toBe(
    403,
  );
});

test('the database refuses money in our own account unless two people booked it', async () => {
  const { anna, loanId } = await debtor();
  const { reference } = await referenceOf(anna, loanId);
  const line = booking(reference, 900 * peso);
  await rosa.ask('transfer book', line, reason);
  const { id } = await db
    .selectFrom('bank_transfers')
    .select('id')
    .where('bank_reference', '=', line.bankReference)
    .executeTakeFirstOrThrow();
  await expect(ops.confirmsInDatabase(id, rosa.name)).rejects.toThrow(/different first keys/);
  const [receipt] = await db
    .selectFrom('receipts')
    .selectAll()
    .where('gateway', '=', 'ownBank')
    .limit(1)
    .execute();
  const forged = db
    .insertInto('receipts')
    .values({
      ...(receipt as NonNullable<typeof receipt>),
      id: crypto.randomUUID(),
      gateway_payment_id: line.bankReference,
    })
    .execute();
  await expect(forged).rejects.toThrow(/booking a transfer/);
  const dropped = { dropped_at: app.clocks.now(), dropped_as: 'replaced' };
  const change = db
    .updateTable('approvals')
    .set(dropped)
    .where('act', '=', 'transfer')
    .where('state', '=', 'confirmed')
    .execute();
  await expect(change).rejects.toThrow(/a closed proposal never changes/);
});

// Money in our own account with an unknown owner: two people book it into suspense, and later
// assign it or send it back.

import { billStatement } from '@sandali/contract/accountStatement.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { billList } from '@sandali/contract/loan.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { companyAccount } from '#/ledger/chart.ts';
import { balanceOf, books } from '#/ledger/ledger.ts';
import { afterTampering } from '#/ledger/testing.ts';
import { pendingApprovals, testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor } = moneySteps(app);
const { db } = app;
const ops = testOps(app.context);
const [rosa, ben, lito] = [
  await ops.careful('finance'),
  await ops.careful('finance'),
  await ops.person('support'),
];
const reason = { reason: 'line of the statement' };
const peso = 100;
const { today } = app;
const inPesos = async (kind: 'bank.account' | 'suspense' | 'gateway.float' | 'company.bank') =>
  Number(await balanceOf(db, companyAccount(kind))) / peso;
let lines = 0;

function line(pesos: number, more: object = {}) {
  lines += 1;
  return {
    amountCentavos: pesos * peso,
    paidOn: today().toString(),
    bankReference: `FT27${String(lines).padStart(6, '0')}`,
    code: 'TR-2222-2222',
    ...more,
  };
}

/**
 * Has two people book a statement line into suspense.
 * @returns the receipt's id
 */
async function intoSuspense(
  wish: Omit<ReturnType<typeof line>, 'code'> & { code?: string },
): Promise<string> {
  expect((await rosa.ask('transfer unmatched', wish, reason)).data.transfer).toMatchObject({
    outcome: 'proposed',
  });
  expect((await pendingApprovals(ben)).at(-1)).toBe(
    `transfer unmatched: a transfer without an owner, by ${rosa.name}`,
  );
  return await confirmBooking(wish);
}

async function confirmBooking(wish: {
  amountCentavos: number;
  bankReference: string;
}): Promise<string> {
  expect((await ben.ask('transfer unmatched', wish, reason)).data.transfer).toMatchObject({
    outcome: 'booked',
  });
  const { data } = await lito.ask('suspense list', { amountCentavos: wish.amountCentavos });
  const receipt = (data.money as { id: string; gatewayId: string }[]).find(
    ({ gatewayId }) => gatewayId === wish.bankReference,
  );
  return receipt?.id ?? '';
}

async function referenceOf({ client }: Person, loanId: string): Promise<string> {
  const { repaymentId } = await client.must(repaymentApply, {
    loanId,
    channel: 'offlineTransfer',
    amountCentavos: 1_000 * peso,
  });
  return (await client.must(repaymentStatus, { repaymentId })).code ?? '';
}

slow('books an unmatched transfer into suspense until two people assign the money', async () => {
  const { anna, loanId } = await debtor(8);
  const paidOn = today().toString();
  await app.addDays(2);
  const before = await inPesos('bank.account');
  const float = await inPesos('gateway.float');
  const wish = line(30_000, { paidOn, code: ' tr 2222 2222 ' });
  const { code: _none, ...asBooked } = { ...wish, reference: 'TR-2222-2222' };
  expect((await rosa.ask('transfer book', asBooked, reason)).wrong).toContain('transfer unmatched');
  await rosa.ask('transfer unmatched', wish, reason);
  expect((await lito.ask('transfer list')).data.transfers).toMatchObject([
    {
      reference: null,
      person: null,
      proposedBy: rosa.name,
      line: null,
    },
  ]);
  expect((await rosa.ask('transfer unmatched', wish, reason)).wrong).toContain(
    'Ask another person to confirm',
  );
  expect(await inPesos('suspense')).toBe(0);
  const id = await confirmBooking(wish);
  expect((await inPesos('bank.account')) - before).toBe(30_000);
  expect(await inPesos('suspense')).toBe(-30_000);
  expect((await lito.ask('suspense list', { code: 'TR 2222 2222' })).data.money).toMatchObject([
    {
      id,
      amountCentavos: 3_000_000,
      gateway: 'ownBank',
      gatewayId: wish.bankReference,
      channel: 'offlineTransfer',
      countsOn: paidOn,
    },
  ]);
  await rosa.ask('suspense assign', { id, person: anna.life.phone }, reason);
  await ben.ask('suspense assign', { id, person: anna.life.phone }, reason);
  expect(await inPesos('suspense')).toBe(0);
  expect((await inPesos('bank.account')) - before).toBe(30_000);
  expect(await inPesos('gateway.float')).toBe(float);
  const statement = await anna.client.must(billStatement, {});
  expect(statement.lines.find(({ kind }) => kind === 'repayment')).toMatchObject({
    moneyCentavos: 30_000 * peso,
    countsOn: paidOn,
  });
  const { documents } = (await anna.client.must(documentList, { loanId })).loans[0] ?? {};
  expect(documents?.find(({ kind }) => kind === 'receipt')).toMatchObject({
    itemId: id,
    on: paidOn,
    amountCentavos: 30_000 * peso,
  });
  expect(
    (await anna.client.ask(documentGet, { kind: 'receipt', loanId, itemId: id as never })).name,
  ).toBe('success');
  expect((await anna.client.must(billDetail, { loanId })).bill.paidCentavos).toBe(30_000 * peso);
});

slow('books a transfer into suspense if it predates its borrower’s reference', async () => {
  const { anna, loanId } = await debtor();
  const earlier = today().toString();
  await app.addDays(2);
  const reference = await referenceOf(anna, loanId);
  const { code: _none, ...early } = line(5_000, { paidOn: earlier });
  expect((await rosa.ask('transfer book', { ...early, reference }, reason)).wrong).toContain(
    'transfer unmatched',
  );
  const ofBorrower = line(5_000, { code: reference.toLowerCase() });
  expect((await rosa.ask('transfer unmatched', ofBorrower, reason)).wrong).toContain(
    'transfer book',
  );
  const id = await intoSuspense({ ...early, code: reference });
  await rosa.ask('suspense assign', { id, person: anna.life.phone }, reason);
  await ben.ask('suspense assign', { id, person: anna.life.phone }, reason);
  expect((await anna.client.must(billDetail, { loanId })).bill.paidCentavos).toBe(5_000 * peso);
  expect((await anna.client.must(billList, {})).refundableCentavos).toBe(0);
});

test('sends money back from the account that received it', async () => {
  const [account, other, float] = [
    await inPesos('bank.account'),
    await inPesos('company.bank'),
    await inPesos('gateway.float'),
  ];
  const id = await intoSuspense(line(750, { code: undefined }));
  await rosa.ask('suspense return', { id }, reason);
  expect((await ben.ask('suspense return', { id }, reason)).data).toMatchObject({
    money: { outcome: 'settled' },
  });
  expect(await inPesos('suspense')).toBe(0);
  expect([
    await inPesos('bank.account'),
    await inPesos('company.bank'),
    await inPesos('gateway.float'),
  ]).toEqual([account, other, float]);
});

slow('books a statement line once despite concurrent requests', async () => {
  const { anna, loanId } = await debtor();
  const reference = await referenceOf(anna, loanId);
  const wish = line(1_200);
  const { code: _none, ...asTheirs } = { ...wish, reference };
  await rosa.ask('transfer unmatched', wish, reason);
  // The second person knows the owner, so this command is a different proposal.
  expect((await ben.ask('transfer book', asTheirs, reason)).data.transfer).toMatchObject({
    outcome: 'proposed',
  });
  expect((await ben.ask('transfer unmatched', wish, reason)).data.transfer).toMatchObject({
    outcome: 'proposed',
  });
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => rosa.ask('transfer unmatched', wish, reason)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  for (const again of ['transfer unmatched', 'transfer book']) {
    expect(
      (await ben.ask(again, again === 'transfer book' ? asTheirs : wish, reason)).wrong,
    ).toContain('is already booked');
  }
  expect(
    (await rosa.ask('transfer drop', { bankReference: wish.bankReference }, reason)).wrong,
  ).toContain('is already booked');
  expect(await inPesos('suspense')).toBe(-1_200);
  const dropped = line(10);
  const first = await Promise.all(
    [1, 2, 3].map(() => rosa.ask('transfer unmatched', dropped, reason)),
  );
  expect(first.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  expect(
    (await ben.ask('transfer drop', { bankReference: dropped.bankReference }, reason)).status,
  ).toBe(200);
  expect(await inPesos('suspense')).toBe(-1_200);
});

test('declines a line with a future day or a bad reference, or from support staff', async () => {
  const wrong = async (more: object) =>
    (await rosa.ask('transfer unmatched', line(100, more), reason)).wrong;
  expect(await wrong({ paidOn: today().add({ days: 1 }).toString() })).toContain('in the future');
  expect(await wrong({ code: 'from: Anna <x>' })).toContain('code');
  expect((await lito.ask('transfer unmatched', line(100), reason)).status).toBe(403);
});

test('the database requires two people to book unassigned pesos in our account', async () => {
  const wish = line(640);
  const id = await intoSuspense(wish);
  const receipt = await db
    .selectFrom('receipts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const open = line(650);
  await rosa.ask('transfer unmatched', open, reason);
  const forged = (more: object) =>
    db
      .insertInto('receipts')
      .values({
        ...receipt,
        id: crypto.randomUUID(),
        gateway_payment_id: open.bankReference,
        amount_centavos: 65_000n,
        ...more,
      })
      .execute();
  await expect(forged({})).rejects.toThrow(/booking a transfer/);
  await expect(forged({ gateway_payment_id: wish.bankReference })).rejects.toThrow(
    /booking a transfer/,
  );
  await expect(forged({ currency: 'USD' })).rejects.toThrow(/only pesos/);
  const transfer = await db
    .selectFrom('bank_transfers')
    .select('id')
    .where('bank_reference', '=', open.bankReference)
    .executeTakeFirstOrThrow();
  await expect(ops.confirmsInDatabase(transfer.id, rosa.name)).rejects.toThrow(
    /different first keys/,
  );
  await rosa.ask('transfer drop', { bankReference: open.bankReference }, reason);
});

test('the database refuses to delete transfers', async () => {
  await intoSuspense(line(20));
  await expect(db.deleteFrom('bank_transfers').execute()).rejects.toThrow('permission denied');
});

slow('books() reports money returned from an account that did not receive it', async () => {
  const id = await intoSuspense(line(330));
  await rosa.ask('suspense return', { id }, reason);
  await ben.ask('suspense return', { id }, reason);
  expect(await books(db)).toEqual([]);
  const [ours, float] = ["kind = 'bank.account'", "kind = 'gateway.float'"];
  const elsewhere = [
    `update ledger_lines set account_id = (select id from ledger_accounts where ${float})
      where amount_centavos = -33000 and account_id = (select id from ledger_accounts where ${ours})`,
    `update ledger_accounts set balance_centavos = balance_centavos + 33000, line_count = line_count - 1 where ${ours}`,
  ];
  const broken = await afterTampering(app.owner.db, elsewhere, async (read) =>
    (await books(read)).map(({ invariant }) => invariant),
  );
  expect(broken).toEqual([
    'I4 our own bank account holds the received transfers less the returned ones',
    'I4 returned money left the account to which it came',
  ]);
});

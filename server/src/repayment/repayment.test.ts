import { billDetail } from '@sandali/contract/billDetail.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList, loanDetail } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import { walletList } from '@sandali/contract/payoutAccounts.ts';
import {
  repaymentApply,
  repaymentChannelList,
  repaymentStatus,
} from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { companyAccount } from '#/ledger/chart.ts';
import { balanceOf, loanBalances, ownedAccount } from '#/ledger/ledger.ts';
import { newId } from '#/platform/random.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { type Person, testApp } from '#/testing/app.ts';

const app = await testApp();
const peso = 100;

/** Returns a borrower with a loan of ₱60,000 for 8 or 15 days that arrived today. */
async function debtor(termDays = 15) {
  const anna = await app.person({ withCredit: true });
  const { loanId } = await takeLoan(anna.life, await addWallet(anna.life), { termDays });
  await app.until(
    'the payout',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
  );
  return { anna, loanId };
}

async function codeFor({ client }: Person, loanId: string, amountCentavos: number) {
  const { repaymentId } = await client.must(repaymentApply, {
    loanId,
    channel: 'sevenEleven',
    amountCentavos,
  });
  const status = await app.until('a code', async () => {
    const current = await client.must(repaymentStatus, { repaymentId });
    return current.code ? current : null;
  });
  return { repaymentId, code: status.code as string, endsAt: status.endsAt };
}

async function pay(code: string, amountCentavos?: number, more: object = {}) {
  const { status, body } = await app.bank.call('/control/pay', {
    code,
    ...(amountCentavos ? { amountCentavos } : {}),
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

async function booked({ client }: Person, repaymentId: string) {
  return await app.until('the booking', async () => {
    const current = await client.must(repaymentStatus, { repaymentId });
    return current.state === 'booked' ? current : null;
  });
}

// This test runs first because it needs fixed days and business time only moves forward.
test('adds a late charge to an overdue bill each day', async () => {
  const { anna, loanId } = await debtor(8);
  // The bill is due on Saturday, 28 November 2026. Monday the 30th is a holiday, so the last free
  // day is Tuesday, 1 December.
  await app.addDays(8);
  const { bill: due } = await anna.client.must(billDetail, { loanId });
  expect(due).toMatchObject({
    overdueDays: 0,
    state: 'dueToday',
    dueOn: '2026-11-28',
    lastFreeDay: '2026-12-01',
  });
  await app.addDays(3 + 5);
  const late = await anna.client.must(billDetail, { loanId });
  // As in loan/rules/worked-examples.test.ts: being 5 days late on 60,960.00 costs 508.00.
  expect(late.bill).toMatchObject({
    state: 'overdue',
    overdueDays: 5,
    currentDue: { owedCentavos: 61_468 * peso },
  });
  expect(late.overdueFeeCentavos).toBe(508 * peso);
  expect(late.tomorrowCentavos).toBe(10_160);
  const { repaymentId, code, endsAt } = await codeFor(
    anna,
    loanId,
    late.bill.currentDue.owedCentavos,
  );
  expect(endsAt).toBe(`${late.today}T15:59:59.999Z`);
  await pay(code);
  expect(await booked(anna, repaymentId)).toMatchObject({ bill: { state: 'repaid' } });
  expect(await balanceOf(app.db, companyAccount('income.late'))).toBe(-50_800n);
});

test('a full payment on the due date repays the bill and frees the credit line', async () => {
  const { anna, loanId } = await debtor(15);
  await app.addDays(15);
  const { bill } = await anna.client.must(billDetail, { loanId });
  expect(bill).toMatchObject({ state: 'dueToday', currentDue: { owedCentavos: 61_800 * peso } });
  const { repaymentId, code } = await codeFor(anna, loanId, bill.currentDue.owedCentavos);
  await pay(code);
  expect(await booked(anna, repaymentId)).toMatchObject({
    paidCentavos: 61_800 * peso,
    bill: { state: 'repaid', currentDue: { owedCentavos: 0 } },
  });
  expect(await loanBalances(app.db, loanId)).toEqual({
    principalCentavos: 0n,
    interestCentavos: 0n,
    lateCentavos: 0n,
  });
  const home = await anna.client.must(userMulti, {});
  expect(home.line).toMatchObject({ usedCentavos: 0, availableCentavos: home.line?.limitCentavos });
  expect((await anna.client.must(billList, {})).settled).toMatchObject([
    { loanId, state: 'repaid' },
  ]);
  const reopened = app.owner.pool.query(
    'update bills set settled_as = null, settled_at = null, settled_on = null where loan_id = $1',
    [loanId],
  );
  await expect(reopened).rejects.toThrow('a bill cannot change from repaid to open');
});

slow('allocates a partial payment to interest before principal', async () => {
  const { anna, loanId } = await debtor(15);
  await app.addDays(5);
  const { repaymentId, code } = await codeFor(anna, loanId, 30_000 * peso);
  await pay(code);
  await booked(anna, repaymentId);
  // As in loan/rules/worked-examples.test.ts: of 30,000 paid on day 5 of a 15-day loan of 60,000,
  // 600 go towards interest and 29,400 towards principal.
  expect(await loanBalances(app.db, loanId)).toEqual({
    principalCentavos: 3_060_000n,
    interestCentavos: 0n,
    lateCentavos: 0n,
  });
  const { bill: part, savedSoFarCentavos } = await anna.client.must(billDetail, { loanId });
  expect(part.nextDue?.owedCentavos).toBe(31_212 * peso);
  expect([part.savedIfPaidTodayCentavos, savedSoFarCentavos]).toEqual([612 * peso, 588 * peso]);
  expect((await anna.client.must(userMulti, {})).line?.usedCentavos).toBe(30_600 * peso);
  const { notices } = await anna.client.must(noticeList, {});
  const booking = notices.filter(({ title }) => title.startsWith('We received your payment'));
  expect(booking).toMatchObject([
    { title: 'We received your payment of ₱30,000.00', opens: `/billDetail?loanId=${loanId}` },
  ]);
});

slow('books a payment once despite repeated webhooks', async () => {
  const { anna, loanId } = await debtor();
  const due = (await anna.client.must(billDetail, { loanId })).bill.currentDue.owedCentavos;
  // An amount ending in .66 makes the simulated bank repeat its webhook.
  const { repaymentId, code } = await codeFor(anna, loanId, due - 34);
  await pay(code);
  await booked(anna, repaymentId);
  for (let i = 0; i < 5; i++) await app.work();
  const rows = await app.db
    .selectFrom('receipts')
    .selectAll()
    .where('code_id', '=', repaymentId)
    .execute();
  expect(rows).toHaveLength(1);
});

slow('makes the excess of a repayment refundable', async () => {
  const { anna, loanId } = await debtor();
  const { code } = await codeFor(anna, loanId, 60_000 * peso);
  const second = await codeFor(anna, loanId, 60_000 * peso);
  await pay(second.code);
  await booked(anna, second.repaymentId);
  await pay(code, undefined, { force: true });
  await app.until(
    'the second payment',
    async () => (await anna.client.must(billList, {})).refundableCentavos > 0,
  );
  expect((await anna.client.must(billList, {})).refundableCentavos).toBe(60_000 * peso);
  expect(
    await balanceOf(app.db, ownedAccount('borrower.refundable', await borrowerOf(loanId))),
  ).toBe(-6_000_000n);
});

async function borrowerOf(loanId: string) {
  return (
    await app.db
      .selectFrom('loans')
      .select('borrower_id')
      .where('id', '=', loanId)
      .executeTakeFirstOrThrow()
  ).borrower_id;
}

slow('uses the excess of a repayment to pay the bill that is due next', async () => {
  const { anna, loanId } = await debtor(8);
  await app.db
    .updateTable('credit_lines')
    .set({ limit_centavos: 20_000_000n })
    .where('borrower_id', '=', await borrowerOf(loanId))
    .execute();
  const accountId = (await anna.client.must(walletList, {})).wallets[0]?.accountId as string;
  anna.life.idOf = () => newId(app.clocks.wall());
  const { loanId: laterId } = await takeLoan(anna.life, accountId, { termDays: 15 });
  await app.until(
    'the second payout',
    async () => (await anna.client.must(loanDetail, { loanId: laterId })).state === 'success',
  );
  const first = await codeFor(anna, loanId, 60_000 * peso);
  const replacement = await codeFor(anna, loanId, 60_000 * peso);
  await pay(replacement.code);
  await booked(anna, replacement.repaymentId);
  await pay(first.code, undefined, { force: true });
  await app.until(
    'the second bill',
    async () => (await anna.client.must(billList, {})).open.length === 0,
  );
  expect((await anna.client.must(billList, {})).settled.map((bill) => bill.loanId).sort()).toEqual(
    [loanId, laterId].sort(),
  );
});

slow('books money in another currency into suspense', async () => {
  const { anna, loanId } = await debtor();
  const { code } = await codeFor(anna, loanId, 1_000 * peso);
  const before = await balanceOf(app.db, companyAccount('suspense.otherCurrency'));
  await pay(code, undefined, { currency: 'USD' });
  await app.until(
    'the suspense',
    async () => (await balanceOf(app.db, companyAccount('suspense.otherCurrency'))) !== before,
  );
  expect(await balanceOf(app.db, companyAccount('suspense.otherCurrency'))).toBe(before - 100_000n);
});

slow('refuses a repayment code for a wrong amount or a settled bill', async () => {
  const { anna, loanId } = await debtor();
  const wish = { loanId, channel: 'sevenEleven', amountCentavos: 60_000 * peso } as const;
  const refusal = async (change: object) =>
    (await anna.client.ask(repaymentApply, { ...wish, ...change })).name;
  expect(await refusal({ loanId: newId(app.clocks.now()) })).toBe('loanUnknown');
  expect(await refusal({ amountCentavos: 499 * peso })).toBe('repaymentTooSmall');
  expect(await refusal({ amountCentavos: 61_800 * peso + 1 })).toBe('repaymentTooLarge');
  expect(
    (await anna.client.ask(repaymentStatus, { repaymentId: newId(app.clocks.now()) })).name,
  ).toBe('repaymentCodeUnknown');
  const [first, second] = [
    await codeFor(anna, loanId, 60_000 * peso),
    await codeFor(anna, loanId, 61_800 * peso),
  ];
  expect((await anna.client.must(billDetail, { loanId })).openCode?.code).toBe(second.code);
  expect(first.code).not.toBe(second.code);
  await pay(first.code);
  await booked(anna, first.repaymentId);
  expect(await refusal({})).toBe('repaymentClosed');
  expect((await anna.client.ask(repaymentChannelList, { loanId })).name).toBe('repaymentClosed');
});

slow('refuses a code for a balance below the channel’s minimum, and states the limit', async () => {
  const { anna, loanId } = await debtor();
  const owed = (await anna.client.must(billDetail, { loanId })).bill.currentDue.owedCentavos;
  const { code, repaymentId } = await codeFor(anna, loanId, owed);
  await pay(code, owed - 150);
  await booked(anna, repaymentId);
  const { catalogue } = app.context;
  const limits = { minimumCentavos: centavos(2 * peso) };
  app.context.catalogue = {
    ...catalogue,
    repaymentChannels: catalogue.repaymentChannels.map((row) => ({ ...row, ...limits })),
  };
  const wish = { loanId, channel: 'sevenEleven', amountCentavos: 150 } as const;
  expect(await anna.client.ask(repaymentApply, wish)).toMatchObject({
    name: 'channelLimit',
    message: expect.stringContaining('₱2'),
  });
  app.context.catalogue = catalogue;
});

slow('creates one repayment code for concurrent requests with the same request id', async () => {
  const { anna, loanId } = await debtor();
  const requestId = newId(app.clocks.wall());
  const wish = { loanId, channel: 'pawnshop', amountCentavos: 60_000 * peso } as const;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => anna.client.ask(repaymentApply, wish, requestId)),
  );
  expect(new Set(answers.map((answer) => answer.data.repaymentId)).size).toBe(1);
  const rows = await app.db
    .selectFrom('repayment_codes')
    .select('id')
    .where('loan_id', '=', loanId)
    .execute();
  expect(rows).toHaveLength(1);
});

// Payments by link to a wallet's or card's page: the link, the gateway's progress reports, and what
// the borrower sees in the meantime.

import { billDetail } from '@sandali/contract/billDetail.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { dayMs } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor, bookPayments } = moneySteps(app);
const amountCentavos = 100_000;

async function askLink(who: Person, loanId: string, channel: RepaymentChannel = 'gcash') {
  const { repaymentId } = await who.client.must(repaymentApply, {
    loanId,
    channel,
    amountCentavos,
  });
  return await app.until('a code', async () => {
    const status = await statusOf(who, repaymentId);
    return status.code ? status : null;
  });
}

const statusOf = (who: Person, repaymentId: string) =>
  who.client.must(repaymentStatus, { repaymentId });
const decide = (code: string | null, isYes: boolean) =>
  app.bank.call('/control/checkout', { code, isYes });
const behave = (behaviour: object) => app.bank.call('/control/behave', behaviour);
const openCode = async ({ client }: Person, loanId: string) =>
  (await client.must(billDetail, { loanId })).openCode;
const stateOf = (who: Person, repaymentId: string) => async () =>
  (await statusOf(who, repaymentId)).state;

async function billStates({ client }: Person, loanId: string) {
  const [detail, list, home] = [
    await client.must(billDetail, { loanId }),
    await client.must(billList, {}),
    await client.must(userMulti, {}),
  ];
  return [detail.bill.state, list.open[0]?.state, home.nearestBill?.state];
}

slow('issues payment links only for wallets and cards', async () => {
  const { anna, loanId } = await debtor();
  for (const channel of ['gcash', 'maya', 'grabpay', 'shopeepay', 'bankCard'] as const) {
    expect((await askLink(anna, loanId, channel)).link).toMatch(
      /^\/sandbox\/checkout\/[A-Z]{2}\d{14}$/,
    );
  }
  for (const channel of [
    'qrph',
    'sevenEleven',
    'pawnshop',
    'remittance',
    'cliqqLifelong',
    'bankTransfer',
  ] as const) {
    expect((await askLink(anna, loanId, channel)).link).toBeNull();
  }
});

test('uses the gateway’s expiry for a link if it is earlier than our own', async () => {
  const { anna, loanId } = await debtor();
  await app.addDays(0); // sets the bank's clock to ours
  await behave({ codeEndsInMs: 5 * 60_000 });
  const { repaymentId, secondsLeft } = await askLink(anna, loanId);
  await behave({ codeEndsInMs: null });
  expect(secondsLeft).toBeGreaterThan(290);
  expect(secondsLeft).toBeLessThanOrEqual(302);
  app.clocks.addMs(302_000);
  expect(await statusOf(anna, repaymentId)).toMatchObject({ state: 'expired', secondsLeft: 0 });
  expect((await askLink(anna, loanId)).secondsLeft).toBeGreaterThan(890);
});

test('shows an approved payment as in progress until it is booked', async () => {
  const { anna, loanId } = await debtor();
  const { repaymentId, code } = await askLink(anna, loanId);
  await behave({ takeDelayMs: dayMs });
  expect((await decide(code, true)).status).toBe(200);
  await app.until(
    'the word of it',
    async () => (await stateOf(anna, repaymentId)()) === 'inProgress',
  );
  expect(await billStates(anna, loanId)).toEqual([
    'repaymentInProgress',
    'repaymentInProgress',
    'repaymentInProgress',
  ]);
  expect(await openCode(anna, loanId)).toBeNull();
  app.clocks.addMs(20 * 60_000);
  expect(await stateOf(anna, repaymentId)()).toBe('inProgress');
  const { id } = (await app.bank.call('/control/pay', { code, force: true })).body;
  await bookPayments(id);
  expect(await statusOf(anna, repaymentId)).toMatchObject({
    state: 'booked',
    paidCentavos: amountCentavos,
  });
  expect(await billStates(anna, loanId)).toEqual(['upcoming', 'upcoming', 'upcoming']);
  await behave({ takeDelayMs: 0 });
});

test('books an approved payment once', async () => {
  const { anna, loanId } = await debtor();
  const { repaymentId, code } = await askLink(anna, loanId, 'maya');
  await behave({ takeDelayMs: 0 });
  await decide(code, true);
  await app.until('the money', async () => (await stateOf(anna, repaymentId)()) === 'booked');
  expect((await decide(code, true)).body.refused).toBe('alreadyPaid');
  expect((await app.bank.call('/control/pay', { code })).body.refused).toBe('alreadyPaid');
});

test('offers a new wallet link after the payer declines the payment', async () => {
  const { anna, loanId } = await debtor();
  const first = await askLink(anna, loanId);
  expect(await openCode(anna, loanId)).toMatchObject({ repaymentId: first.repaymentId });
  await decide(first.code, false);
  await app.until(
    'the word of it',
    async () => (await stateOf(anna, first.repaymentId)()) === 'declined',
  );
  expect(await openCode(anna, loanId)).toBeNull();
  expect(await billStates(anna, loanId)).toEqual(['upcoming', 'upcoming', 'upcoming']);
  const second = await askLink(anna, loanId);
  expect(second).toMatchObject({ state: 'given' });
  expect(second.repaymentId).not.toBe(first.repaymentId);
});

test('queries a payment’s progress if the gateway sends no webhooks', async () => {
  const { anna, loanId } = await debtor();
  const { repaymentId, code } = await askLink(anna, loanId);
  await behave({ hookDelayMs: dayMs });
  await decide(code, false);
  await app.work();
  expect(await stateOf(anna, repaymentId)()).toBe('given');
  app.clocks.addMs(10_000);
  await app.work();
  expect(await stateOf(anna, repaymentId)()).toBe('declined');
  await behave({ hookDelayMs: 0 });
});

slow('keeps a link’s state and retries the query if the gateway does not respond', async () => {
  const { anna, loanId } = await debtor();
  const { repaymentId } = await askLink(anna, loanId);
  const { bank } = app.context;
  const { findCode } = bank;
  const { gateway_id } = await app.db
    .selectFrom('repayment_codes')
    .select('gateway_id')
    .where('id', '=', repaymentId)
    .executeTakeFirstOrThrow();
  let queries = 0;
  bank.findCode = async (gatewayId) => {
    queries += Number(gatewayId === gateway_id);
    return { found: 'unknown', reason: 'down' };
  };
  for (const ms of [10_000, 19_999, 1]) {
    app.clocks.addMs(ms);
    await app.work();
  }
  bank.findCode = findCode;
  expect(queries).toBe(2);
  expect(await stateOf(anna, repaymentId)()).toBe('given');
});

slow('queries a payment until it has a result, even after its link expires', async () => {
  const { anna, loanId } = await debtor();
  const { repaymentId, code } = await askLink(anna, loanId);
  await behave({ takeDelayMs: dayMs });
  await decide(code, true);
  await app.until(
    'the word of it',
    async () => (await stateOf(anna, repaymentId)()) === 'inProgress',
  );
  const { bank } = app.context;
  const { findCode } = bank;
  for (const silent of [{ found: 'unknown', reason: 'down' } as const, { found: false } as const]) {
    bank.findCode = async () => silent;
    app.clocks.addMs(40 * 60_000);
    await app.work();
  }
  bank.findCode = async () => ({ found: true, progress: 'declined' });
  app.clocks.addMs(10 * 60_000);
  await app.work();
  bank.findCode = findCode;
  expect(await stateOf(anna, repaymentId)()).toBe('declined');
  await behave({ takeDelayMs: 0 });
});

test('refuses a link to a foreign host', async () => {
  const { anna, loanId } = await debtor();
  const { bank } = app.context;
  const { createCode } = bank;
  bank.createCode = async () => ({
    outcome: 'given',
    code: 'GC1',
    gatewayId: 'pc-evil',
    link: 'https://evil.example/pay',
  });
  const { repaymentId } = await anna.client.must(repaymentApply, {
    loanId,
    channel: 'gcash',
    amountCentavos,
  });
  await app.work();
  bank.createCode = createCode;
  expect(await statusOf(anna, repaymentId)).toMatchObject({
    state: 'refused',
    link: null,
    code: null,
  });
  expect(app.logLines.some((line) => line.includes('evil.example'))).toBe(true);
});

test('the database stores progress only for codes with a link', async () => {
  const { anna, loanId } = await debtor();
  const { repaymentId } = await askLink(anna, loanId, 'sevenEleven');
  const change = app.db
    .updateTable('repayment_codes')
    .set({ progress: 'inProgress' })
    .where('id', '=', repaymentId)
    .execute();
  await expect(change).rejects.toThrow(/repayment_codes_progress_of_link/);
});

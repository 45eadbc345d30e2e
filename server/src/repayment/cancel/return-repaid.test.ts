// Within cooling-off, a borrower may return a loan that they have already repaid, but then loses
// the rewards for repaying it.
import { userInfo } from '@sandali/contract/account.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { loanApply, productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';

const app = await testApp();
const { debtor, loanOf, codeFor, pay, payoutOf, bookPayments, billRow, widenLine } =
  moneySteps(app);
const { earned, detail, refundable, expectReturned, toMidnightAfter, toMorning } = returnSteps(app);
const peso = 100;

async function repay(anna: Person, loanId: string): Promise<void> {
  await bookPayments(await pay((await codeFor(anna, loanId)).code));
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid' });
}

/** Returns the states of a borrower's coupons for the first repaid loan. */
async function rewards({ client }: Person) {
  const { userGid } = await client.must(userInfo, {});
  const { discountInfoList } = await client.must(voucherList, { userGid });
  return discountInfoList
    .filter(({ campaign }) => campaign === 'firstRepayment')
    .map(({ useStatus }) => useStatus);
}

const returns = async (anna: Person, loanId: string) =>
  await anna.client.must(billCancel, { loanId });
const limitOf = async ({ client }: Person) =>
  (await client.must(userMulti, {})).line?.limitCentavos ?? 0;

slow('returns a loan that was repaid on its first day', async () => {
  const before = await earned();
  const { anna, loanId } = await debtor(8);
  const { endsOn } = (await detail(anna, loanId)).coolingOff as { endsOn: string };
  await repay(anna, loanId);
  expect(await rewards(anna)).toEqual(['0']);
  const repaid = await detail(anna, loanId);
  expect(repaid.coolingOff).toEqual({
    isAsked: false,
    endsOn,
    amountCentavos: 0,
    savedCentavos: 610 * peso,
    nextLoanOn: null,
  });
  expect(repaid.events.map((event) => event.kind)).toEqual([
    'signed',
    'arrived',
    'payment',
    'repaid',
    'returnEnds',
  ]);
  expect(await returns(anna, loanId)).toMatchObject({ outcome: 'cooledOff', repaymentId: null });
  await expectReturned(anna, loanId, before);
  expect(await refundable(anna)).toBe(610 * peso);
  expect(await rewards(anna)).toEqual(['2']); // the coupon is void
  // A repeated request changes nothing.
  expect(await returns(anna, loanId)).toMatchObject({ outcome: 'cooledOff' });
  expect(await refundable(anna)).toBe(610 * peso);
});

slow('a repaid loan can be returned until the last second of cooling-off', async () => {
  const before = await earned();
  const { anna, loanId } = await debtor(8);
  await app.addDays(1);
  await repay(anna, loanId);
  const { endsOn } = (await detail(anna, loanId)).coolingOff as { endsOn: string };
  const { anna: ben, loanId: bens } = await debtor(8);
  await repay(ben, bens);
  app.clocks.setNow(`${endsOn}T15:59:59Z`);
  await app.addDays(0);
  await returns(anna, loanId);
  expect(await refundable(anna)).toBe(730 * peso);
  const { endsOn: later } = (await detail(ben, bens)).coolingOff as { endsOn: string };
  await toMidnightAfter(later);
  expect((await ben.client.ask(billCancel, { loanId: bens })).name).toBe('coolingOffClosed');
  await toMorning();
  // Neither loan was ever late.
  expect((await earned())[1]).toBe(before[1]);
});

/**
 * Returns a borrower who repaid a Friday loan on its fourth day: late enough (past half the term)
 * to earn a limit step, but still within cooling-off.
 */
async function grown() {
  await toMorning();
  while (app.clocks.now().toZonedDateTimeISO('Asia/Manila').dayOfWeek !== 5) await app.addDays(1);
  const borrower = await debtor(8);
  const limit = await limitOf(borrower.anna);
  await app.addDays(4);
  await repay(borrower.anna, borrower.loanId);
  const wantedCentavos = centavos(limit + 10_000 * peso);
  expect(await borrower.anna.client.must(quotaAddApply, { wantedCentavos })).toMatchObject({
    state: 'granted',
  });
  return { ...borrower, limit };
}

test('revokes the limit step that a returned loan’s payoff earned, and only once', async () => {
  const { anna, loanId, limit } = await grown();
  await returns(anna, loanId);
  expect(await limitOf(anna)).toBe(limit);
  expect((await anna.client.must(userMulti, {})).quota).toMatchObject({ offerCentavos: null });
  await returns(anna, loanId);
  expect(await limitOf(anna)).toBe(limit);
});

slow('a revoked limit step in use lowers the limit only as principal is repaid', async () => {
  const { anna, accountId, loanId } = await grown();
  await widenLine(loanId, 70_000 * peso);
  const other = await loanOf(anna, accountId, 8);
  // The other loan now uses ₱5,000 of the limit step.
  await widenLine(loanId, 65_000 * peso);
  await returns(anna, loanId);
  expect((await anna.client.must(userMulti, {})).line).toMatchObject({
    limitCentavos: 60_000 * peso,
    availableCentavos: 0,
  });
  await bookPayments(await pay((await codeFor(anna, other, 3_000 * peso)).code));
  expect(await limitOf(anna)).toBe(57_000 * peso);
  await repay(anna, other);
  expect(await limitOf(anna)).toBe(55_000 * peso);
});

slow('voids a used reward coupon when the loan that used it is returned', async () => {
  const { anna, accountId, loanId } = await debtor(8);
  await repay(anna, loanId);
  const row = await app.db
    .selectFrom('coupons')
    .select('id')
    .where('occasion', '=', 'firstRepayment')
    .orderBy('granted_at', 'desc');
  const { id: voucherId } = await row.executeTakeFirstOrThrow();
  const input = {
    amountCentavos: centavos(60_000 * peso),
    termDays: 8,
    channel: 'wallet',
    accountId,
    voucherId,
  } as never;
  const agreed = agreedTo(await anna.client.must(productCal, input));
  const { loanId: second } = await anna.client.must(loanApply, agreed);
  await app.until('the payout', async () => (await payoutOf(second)).state === 'paid');
  await returns(anna, loanId);
  expect(await rewards(anna)).toEqual(['1']);
  await repay(anna, second);
  await returns(anna, second);
  expect(await rewards(anna)).toEqual(['2']);
  await app.addDays(31);
  await repay(anna, await loanOf(anna, accountId, 8));
  expect((await rewards(anna)).sort()).toEqual(['0', '2']);
});

slow('keeps the coupon for the first repaid loan while another repaid loan remains', async () => {
  const { anna, accountId, loanId } = await debtor(8);
  await repay(anna, loanId);
  const second = await loanOf(anna, accountId, 8);
  await repay(anna, second);
  await returns(anna, loanId);
  expect(await rewards(anna)).toEqual(['0']);
  const { id } = await payoutOf(second);
  await app.bank.call('/control/reverse', { reference: id });
  await hint(app, 'payout.reversed', id);
  await app.until('the reversal', async () => (await billRow(second)).settled_as === 'void');
  expect(await rewards(anna)).toEqual(['2']);
});

slow('blocks new loans for 30 days after a second return within 90 days', async () => {
  const { anna, accountId, loanId } = await debtor(8);
  await repay(anna, loanId);
  await returns(anna, loanId);
  const second = await loanOf(anna, accountId, 8);
  await repay(anna, second);
  await app.addDays(1);
  const { nextLoanOn } = (await detail(anna, second)).coolingOff as { nextLoanOn: string };
  expect(nextLoanOn).toBe((await billRow(second)).arrived_on.add({ days: 30 }).toString());
  await returns(anna, second);
  const home = await anna.client.must(userMulti, {});
  expect(home.whyNotBorrow?.name).toBe('returnedTwice');
  await app.addDays(28);
  expect((await anna.client.must(userMulti, {})).whyNotBorrow?.name).toBe('returnedTwice');
  await app.addDays(1);
  expect((await anna.client.must(userMulti, {})).canBorrow).toBe(true);
});

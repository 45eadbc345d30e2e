// A loan's return within cooling-off: the code, the payment, and returns that are never paid.
import { userInfo } from '@sandali/contract/account.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { permanentChannels } from '@sandali/contract/channel.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { loanApply, loanDetail, productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { repaymentChannelList, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addWallet } from '#/sandbox/life.ts';
import { outbox } from '#/sandbox/store.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';

const app = await testApp();
const { debtor, loanOf, codeFor, pay, bookPayments, billRow, widenLine } = moneySteps(app);
const { earned, detail, refundable, codeToReturn, toMidnightAfter, expectReturned } =
  returnSteps(app);
const peso = 100;

async function coupon({ client }: Person) {
  const { userGid } = await client.must(userInfo, {});
  return (await client.must(voucherList, { userGid })).discountInfoList.find(
    ({ campaign }) => campaign === 'welcome',
  );
}

slow('offers a loan’s return, with amount and saving, until the third working day', async () => {
  // The loan arrived on Friday, 20 November 2026. The third working day after that is Wednesday,
  // the 25th.
  const { anna, loanId } = await debtor(8);
  const offer = {
    isAsked: false,
    endsOn: '2026-11-25',
    amountCentavos: 59_390 * peso,
    savedCentavos: 610 * peso,
    nextLoanOn: null,
  };
  const first = await detail(anna, loanId);
  expect(first.coolingOff).toEqual(offer);
  expect(first.events.map((event) => event.kind)).toEqual([
    'signed',
    'arrived',
    'returnEnds',
    'due',
  ]);
  expect((await anna.client.must(repaymentChannelList, { loanId })).coolingOff).toEqual(offer);
  await app.addDays(1);
  const { code } = await codeFor(anna, loanId, 10_000 * peso);
  await bookPayments(await pay(code));
  // One day's interest is ₱120, so settling the bill costs ₱60,120.
  expect((await detail(anna, loanId)).coolingOff).toEqual({
    ...offer,
    amountCentavos: 49_390 * peso,
    savedCentavos: 730 * peso,
  });
});

slow('requests a code for the amount to return, valid until the end of the last day', async () => {
  const { anna, loanId } = await debtor(8);
  const before = await detail(anna, loanId);
  const { endsOn } = before.coolingOff as { endsOn: string };
  const requested = await codeToReturn(anna, loanId);
  expect(requested).toMatchObject({
    outcome: 'codeAsked',
    amountCentavos: 59_390 * peso,
    endsAt: `${endsOn}T15:59:59.999Z`,
  });
  const after = await detail(anna, loanId);
  expect(after).toMatchObject({
    bill: before.bill,
    coolingOff: { ...before.coolingOff, isAsked: true },
    openCode: {
      purpose: 'coolingOff',
      channel: 'sevenEleven',
      code: requested.code,
      amountCentavos: 59_390 * peso,
    },
  });
  expect(after.events.map((event) => event.kind)).toContain('returnAsked');
  expect(
    await anna.client.must(repaymentStatus, { repaymentId: requested.repaymentId }),
  ).toMatchObject({
    purpose: 'coolingOff',
    state: 'given',
  });
  // A code for another shop does not replace the first code; only a code for the same shop would.
  const other = await codeToReturn(anna, loanId, 'pawnshop');
  expect((await detail(anna, loanId)).openCode).toMatchObject({
    channel: 'pawnshop',
    code: other.code,
  });
});

slow('reverses the fees of a loan returned on the same day', async () => {
  const before = await earned();
  const { anna, loanId } = await debtor(8);
  const { code, repaymentId } = await codeToReturn(anna, loanId);
  await bookPayments(await pay(code));
  await expectReturned(anna, loanId, before);
  expect(await refundable(anna)).toBe(0);
  expect(await anna.client.must(repaymentStatus, { repaymentId })).toMatchObject({
    state: 'booked',
    bill: { state: 'cooledOff' },
  });
  const messages = (await outbox(app.db, anna.life.phone)).map(({ text }) => text).join('\n');
  expect(messages).toContain('we received ₱59,390.00. Loan ');
  expect(messages).toContain('has been returned');
  expect((await anna.client.must(billCancel, { loanId })).outcome).toBe('cooledOff');
  // A returned loan does not count as repaid, so the borrower earns no coupon for it.
  const { userGid } = await anna.client.must(userInfo, {});
  const { discountInfoList } = await anna.client.must(voucherList, { userGid });
  expect(discountInfoList.map(({ campaign }) => campaign)).toEqual(['welcome']);
});

slow('returns a loan through a wallet link that expires within minutes', async () => {
  const before = await earned();
  const { anna, loanId } = await debtor(8);
  const { endsOn } = (await detail(anna, loanId)).coolingOff as { endsOn: string };
  const requested = await codeToReturn(anna, loanId, 'gcash');
  expect(requested.amountCentavos).toBe(59_390 * peso);
  const status = async () =>
    await anna.client.must(repaymentStatus, { repaymentId: requested.repaymentId });
  expect(await status()).toMatchObject({
    purpose: 'coolingOff',
    state: 'given',
    link: expect.stringContaining(requested.code),
  });
  expect((await status()).secondsLeft).toBeGreaterThan(890);
  await bookPayments(await pay(requested.code));
  await expectReturned(anna, loanId, before);
  expect(await status()).toMatchObject({ state: 'booked', bill: { state: 'cooledOff' } });
  const { anna: ben, loanId: bens } = await debtor(8);
  app.clocks.setNow(`${endsOn}T15:55:00Z`);
  await app.addDays(0);
  expect((await codeToReturn(ben, bens, 'maya')).endsAt).toBe(`${endsOn}T15:59:59.999Z`);
  await toMidnightAfter(endsOn);
});

test('counts an earlier partial payment towards the return', async () => {
  const before = await earned();
  const { anna, loanId } = await debtor(8);
  await app.addDays(1);
  const { code } = await codeFor(anna, loanId, 30_000 * peso);
  await bookPayments(await pay(code));
  expect((await earned())[0]).toBe((before[0] ?? 0n) - 12_000n);
  const requested = await codeToReturn(anna, loanId);
  expect(requested.amountCentavos).toBe(29_390 * peso);
  await bookPayments(await pay(requested.code));
  await expectReturned(anna, loanId, before);
});

slow('makes money above the arrival amount refundable, even if another loan is open', async () => {
  const before = await earned();
  const { anna, accountId, loanId } = await debtor(8);
  await widenLine(loanId, 200_000 * peso);
  const second = await loanOf(anna, accountId, 15);
  const { code } = await codeFor(anna, loanId, 30_000 * peso);
  await bookPayments(await pay(code));
  const { code: toReturn } = await codeToReturn(anna, loanId);
  const { code: ordinary } = await codeFor(anna, loanId, 30_000 * peso);
  expect(ordinary).not.toBe(toReturn);
  await bookPayments(await pay(ordinary, 29_980 * peso));
  expect(await refundable(anna)).toBe(590 * peso);
  expect((await detail(anna, loanId)).bill).toMatchObject({
    state: 'cooledOff',
    paidCentavos: 59_390 * peso,
  });
  expect((await detail(anna, second)).bill.paidCentavos).toBe(0);
  // Later payments with the loan's codes are refundable, too.
  await bookPayments(await pay(toReturn));
  expect(await refundable(anna)).toBe(29_980 * peso);
  expect((await detail(anna, second)).bill.paidCentavos).toBe(0);
  expect((await earned()).slice(0, 2)).toEqual(before.slice(0, 2));
});

test('returns a loan at once if enough was paid before the request to return', async () => {
  const before = await earned();
  const { anna, loanId } = await debtor(8);
  await app.addDays(1);
  const { code } = await codeFor(anna, loanId, 59_500 * peso);
  await bookPayments(await pay(code));
  expect((await detail(anna, loanId)).coolingOff).toMatchObject({
    amountCentavos: 0,
    savedCentavos: 730 * peso,
  });
  expect(await anna.client.must(billCancel, { loanId })).toMatchObject({
    outcome: 'cooledOff',
    repaymentId: null,
  });
  await expectReturned(anna, loanId, before);
  expect(await refundable(anna)).toBe(110 * peso);
});

test('leaves the bill open if the return is not paid in time', async () => {
  const { anna, loanId } = await debtor(8);
  const { code, repaymentId } = await codeToReturn(anna, loanId);
  const { endsOn } = (await detail(anna, loanId)).coolingOff as { endsOn: string };
  await toMidnightAfter(endsOn);
  const lapsed = await detail(anna, loanId);
  expect(lapsed.coolingOff).toBeNull();
  expect(lapsed.openCode).toBeNull();
  expect(lapsed.events).toContainEqual({
    kind: 'returnLapsed',
    on: endsOn,
    at: null,
    amountCentavos: null,
  });
  expect((await anna.client.must(repaymentStatus, { repaymentId })).state).toBe('expired');
  expect((await anna.client.ask(billCancel, { loanId })).code).toBe('4051');
  await bookPayments(await pay(code));
  const { bill } = await detail(anna, loanId);
  expect(bill.state).not.toBe('cooledOff');
  expect(bill.paidCentavos).toBe(59_390 * peso);
  expect(bill.currentDue.owedCentavos).toBeGreaterThan(610 * peso);
});

slow('does not return a loan if its payment is a centavo short or a millisecond late', async () => {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeToReturn(anna, loanId);
  await bookPayments(await pay(code, 59_390 * peso - 1));
  expect((await detail(anna, loanId)).bill.state).not.toBe('cooledOff');
  const { endsOn, amountCentavos } = (await detail(anna, loanId)).coolingOff as {
    endsOn: string;
    amountCentavos: number;
  };
  // No channel accepts a single centavo, so the code is for one peso (docs/decisions/0032).
  expect(amountCentavos).toBe(1 * peso);
  const { catalogue } = app.context;
  const limits = { minimumCentavos: centavos(2 * peso) };
  app.context.catalogue = {
    ...catalogue,
    repaymentChannels: catalogue.repaymentChannels.map((channel) => ({ ...channel, ...limits })),
  };
  expect(await anna.client.ask(billCancel, { loanId })).toMatchObject({
    name: 'channelLimit',
    message: expect.stringContaining('₱2'),
  });
  app.context.catalogue = catalogue;
  await toMidnightAfter(endsOn);
  await bookPayments(await pay(code, 1_00));
  expect((await billRow(loanId)).settled_as).toBeNull();
});

test('refuses a return through a permanent code or after the last day', async () => {
  const { anna, loanId } = await debtor(8);
  for (const channel of permanentChannels) {
    expect((await anna.client.ask(billCancel, { loanId, channel })).name).toBe(
      'repaymentChannelRefused',
    );
  }
  expect((await billRow(loanId)).return_asked_at).toBeNull();
  const { endsOn } = (await detail(anna, loanId)).coolingOff as { endsOn: string };
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  await toMidnightAfter(endsOn);
  expect((await anna.client.ask(billCancel, { loanId })).name).toBe('coolingOffClosed');
  expect((await detail(anna, loanId)).coolingOff).toBeNull();
});

slow('a returned loan’s coupon can be used for the next loan', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = (await addWallet(anna.life)) as never;
  const input = {
    amountCentavos: centavos(60_000 * peso),
    termDays: 8,
    channel: 'wallet',
    accountId,
    voucherId: 'best',
  } as const;
  const { quoteId, disclosureHash, voucherId, facts } = await anna.client.must(productCal, input);
  const agreed = agreedTo({ quoteId, disclosureHash });
  const { loanId } = await anna.client.must(loanApply, agreed);
  await app.until(
    'the payout',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
  );
  expect(await coupon(anna)).toMatchObject({ useStatus: '1', loanId });
  // The coupon reduced the fee by ₱200, so ₱200 more arrived.
  const requested = await codeToReturn(anna, loanId);
  expect(requested.amountCentavos).toBe(facts.arrivalCentavos);
  expect(facts.arrivalCentavos).toBe(59_590 * peso);
  await bookPayments(await pay(requested.code));
  expect(await coupon(anna)).toMatchObject({ useStatus: '0', loanId: null });
  expect((await anna.client.must(productCal, input)).voucherId).toBe(voucherId);
});

test('the database refuses an unrequested return and changes to a returned bill', async () => {
  const { anna, loanId } = await debtor(8);
  const end = (as: string) =>
    app.db
      .updateTable('bills')
      .set({ settled_as: as, settled_at: app.clocks.now(), settled_on: app.today() })
      .where('loan_id', '=', loanId)
      .execute();
  await expect(end('cooledOff')).rejects.toThrow('check constraint');
  const { code } = await codeToReturn(anna, loanId);
  await bookPayments(await pay(code));
  await expect(end('repaid')).rejects.toThrow('a bill cannot change from cooledOff to repaid');
  const earlier = app.db
    .updateTable('bills')
    .set({ return_ends_on: sql`return_ends_on - 1` })
    .where('loan_id', '=', loanId);
  await expect(earlier.execute()).rejects.toThrow('a requested return cannot be withdrawn');
});

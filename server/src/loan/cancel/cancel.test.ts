// A loan can be cancelled free of charge in every state before its payout is sent, and is then
// never paid out.
import { userInfo } from '@sandali/contract/account.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList, loanApply, loanDetail, productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { newId, newIdFor } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';

const app = await testApp();
const { debtor, payoutOf } = moneySteps(app);
const peso = 100;

/** Returns the column values for a payout that is being sent now. */
const sentNow = () => {
  const wall = app.clocks.wall();
  return { sent_at: wall, gateway_account: app.context.bank.account, deduplicated_from: wall };
};

/** Signs a loan of ₱60,000 for 8 days with the welcome coupon, without running the worker. */
async function signed() {
  const anna = await app.person({ withCredit: true });
  const accountId = (await addWallet(anna.life)) as never;
  const input = {
    amountCentavos: centavos(60_000 * peso),
    termDays: 8,
    channel: 'wallet',
    accountId,
    voucherId: 'best',
  } as const;
  const agreed = agreedTo(await anna.client.must(productCal, input));
  const { loanId } = await anna.client.must(loanApply, agreed);
  expect(await coupon(anna)).toMatchObject({ loanId, isSetAside: true });
  return { anna, loanId };
}

async function coupon({ client }: Person) {
  const { userGid } = await client.must(userInfo, {});
  return (await client.must(voucherList, { userGid })).discountInfoList[0];
}

async function run(name: string): Promise<void> {
  await app.app.steps.find((step) => step.name === name)?.run(workCtx(app.context));
}

async function switchPayouts(isOn: boolean): Promise<void> {
  await app.db
    .transaction()
    .execute((tx) => storeSetting(tx, 'payoutsOn', isOn, 'test', app.clocks.wall()));
  app.context.settings.forget();
}

async function changesOf(loanId: string) {
  return await app.db
    .selectFrom('loan_state_changes')
    .selectAll()
    .where('loan_id', '=', loanId)
    .orderBy('number')
    .execute();
}

/** Checks that nothing remains of the loan except its record. */
async function expectGone(anna: Person, loanId: string): Promise<void> {
  expect(await anna.client.must(loanDetail, { loanId })).toMatchObject({
    state: 'cancelled',
    canCancel: false,
  });
  expect((await changesOf(loanId)).at(-1)).toMatchObject({
    state: 'cancelled',
    who: 'borrower',
    reason: 'cancelled before its payout was sent',
  });
  expect((await anna.client.must(userMulti, {})).line).toMatchObject({
    usedCentavos: 0,
    heldCentavos: 0,
  });
  expect(await coupon(anna)).toMatchObject({ useStatus: '0', loanId: null });
  for (let i = 0; i < 3; i++) {
    app.clocks.addMs(60_000);
    await app.work();
  }
  expect((await anna.client.must(loanDetail, { loanId })).state).toBe('cancelled');
  const orders = await anna.client.must(billList, {});
  expect(orders).toMatchObject({
    inTransit: [],
    open: [],
    ended: [{ loanId, state: 'cancelled' }],
  });
}

slow('cancels a signed loan before the worker sees it', async () => {
  const { anna, loanId } = await signed();
  expect(await anna.client.must(loanDetail, { loanId })).toMatchObject({
    state: 'submitting',
    canCancel: true,
  });
  expect(await anna.client.must(billCancel, { loanId })).toEqual({
    loanId,
    outcome: 'cancelled',
    repaymentId: null,
    amountCentavos: null,
    endsAt: null,
  });
  await expectGone(anna, loanId);
  expect(
    await app.db.selectFrom('payouts').select('id').where('subject_id', '=', loanId).execute(),
  ).toEqual([]);
});

test('cancels a loan that is waiting for approval', async () => {
  const { anna, loanId } = await signed();
  await switchPayouts(false);
  await app.work();
  expect(await anna.client.must(loanDetail, { loanId })).toMatchObject({
    state: 'approving',
    canCancel: true,
  });
  await anna.client.must(billCancel, { loanId });
  await switchPayouts(true);
  await expectGone(anna, loanId);
});

test('cancels an approved loan and never sends its pending order', async () => {
  const { anna, loanId } = await signed();
  await run('approve');
  expect(await anna.client.must(loanDetail, { loanId })).toMatchObject({
    state: 'paying',
    canCancel: true,
  });
  await anna.client.must(billCancel, { loanId });
  await expectGone(anna, loanId);
  const payout = await payoutOf(loanId);
  expect(payout).toMatchObject({ state: 'cancelled', sent_at: null });
  expect(app.bank.settlementLinesOf(payout.id)).toHaveLength(0);
});

test('refuses to cancel a loan whose payout order is at the bank', async () => {
  await app.bank.call('/control/behave', { payout: 'silent' });
  const { anna, loanId } = await signed();
  await run('approve');
  await app.db
    .updateTable('payouts')
    .set({ state: 'sent', ...sentNow() })
    .where('subject_id', '=', loanId)
    .execute();
  expect((await anna.client.must(loanDetail, { loanId })).canCancel).toBe(false);
  expect((await anna.client.ask(billCancel, { loanId })).code).toBe('4050');
  await run('payouts');
  expect((await anna.client.must(loanDetail, { loanId })).state).toBe('bankProcessing');
  expect((await anna.client.ask(billCancel, { loanId })).name).toBe('cancelTooLate');
  expect(await coupon(anna)).toMatchObject({ loanId });
  await app.bank.call('/control/behave', { payout: 'plain' });
  app.clocks.addMs(30_001);
  await app.until(
    'the payout',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
  );
});

test('cancelling a loan a second time changes nothing', async () => {
  const { anna, loanId } = await signed();
  await anna.client.must(billCancel, { loanId });
  const [before, changes] = [await coupon(anna), await changesOf(loanId)];
  expect((await anna.client.must(billCancel, { loanId })).outcome).toBe('cancelled');
  expect([await coupon(anna), await changesOf(loanId)]).toEqual([before, changes]);
});

test('refuses to cancel another borrower’s loan or a loan that does not exist', async () => {
  const { loanId } = await signed();
  const ben = await app.person({ withCredit: true });
  expect((await ben.client.ask(billCancel, { loanId })).name).toBe('loanUnknown');
  expect((await ben.client.ask(billCancel, { loanId: newId(app.clocks.now()) })).name).toBe(
    'loanUnknown',
  );
});

test('the database refuses to pay out a cancelled loan or cancel one being paid out', async () => {
  const { anna, loanId } = await signed();
  await run('approve');
  const loans = app.db.updateTable('loans').set({ state: 'cancelled' }).where('id', '=', loanId);
  await expect(loans.execute()).rejects.toThrow(
    'a loan whose payout is under way cannot be cancelled',
  );
  await anna.client.must(billCancel, { loanId });
  const send = app.db
    .updateTable('payouts')
    .set({ state: 'sent' })
    .where('subject_id', '=', loanId);
  await expect(send.execute()).rejects.toThrow('payout cannot change from cancelled to sent');
  const other = await signed();
  await other.anna.client.must(billCancel, { loanId: other.loanId });
  const payout = await payoutOf(loanId);
  const ordered = {
    ...payout,
    id: newIdFor(payout.borrower_id, app.clocks.now()),
    subject_id: other.loanId,
    state: 'ready',
  };
  await expect(app.db.insertInto('payouts').values(ordered).execute()).rejects.toThrow(
    'a cancelled loan cannot be paid out',
  );
});

test('cancelling a loan releases its share of the day’s budget', async () => {
  await app.addDays(1); // Nothing is lent yet on the new lending day.
  const limit = async (limitCentavos: number | null) => {
    await app.db
      .transaction()
      .execute((tx) =>
        storeSetting(tx, 'dailyBudgetCentavos', limitCentavos, 'test', app.clocks.wall()),
      );
    app.context.settings.forget();
  };
  await limit(60_000 * peso);
  const first = await signed();
  await expect(signed()).rejects.toThrow('budgetSpent');
  await first.anna.client.must(billCancel, { loanId: first.loanId });
  const second = await signed();
  await limit(null);
  await second.anna.client.must(billCancel, { loanId: second.loanId });
});

test('refuses to cancel a failed loan', async () => {
  const { anna, loanId } = await signed();
  await run('approve');
  await app.db
    .updateTable('payouts')
    .set({ state: 'sent', ...sentNow() })
    .where('subject_id', '=', loanId)
    .execute();
  const { settlePayout } = await import('#/payout/settle.ts');
  const { lockForPayout, payoutMoved } = await import('#/loan/payout/payout-result.ts');
  const handler = { lock: lockForPayout, settled: payoutMoved };
  const { id } = await payoutOf(loanId);
  const failed = { to: 'failed', failure: 'accountClosed', gatewayId: null } as const;
  await settlePayout(workCtx(app.context), { loan: handler, refund: handler }, id, failed, null);
  expect((await anna.client.ask(billCancel, { loanId })).name).toBe('repaymentClosed');
  expect((await anna.client.must(billList, {})).ended).toMatchObject([{ loanId, state: 'failed' }]);
});

test('cancelling a paid-out loan requests its return instead', async () => {
  const { anna, loanId } = await debtor(8);
  expect((await anna.client.must(loanDetail, { loanId })).canCancel).toBe(false);
  expect(await anna.client.must(billCancel, { loanId })).toMatchObject({
    outcome: 'codeAsked',
    amountCentavos: 59_390 * peso,
  });
});

// Several workers do the same work concurrently, or a worker dies midway.
import { userMulti } from '@sandali/contract/home.ts';
import { billList, loanApply, loanDetail, productCal } from '@sandali/contract/loan.ts';
import { repaymentApply } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { settlePayout } from '#/payout/settle.ts';
import { takePayment } from '#/repayment/repayment.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { isAtLength } from '#/testing/effort.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { lookUntilQuiet } from '#/worker.ts';
import { lockForPayout, payoutMoved } from './payout/payout-result.ts';

const app = await testApp({ isCrowded: true });
const { debtor, codeFor, pay, receiptsOf, payoutOf, billRow, widenLine } = moneySteps(app);
const peso = 100;

/** Returns the column values of a payout that is being sent now. */
const sentNow = () => {
  const wall = app.clocks.wall();
  return { sent_at: wall, gateway_account: app.context.bank.account, deduplicated_from: wall };
};

const handler = { lock: lockForPayout, settled: payoutMoved };
const handlers = { loan: handler, refund: handler };

/** Runs several workers concurrently. */
async function workersLook(count = 3): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, () => lookUntilQuiet(app.context, app.app.steps)),
  );
}

/** Signs a loan as a new person. No worker runs. */
async function signed() {
  const anna = await app.person({ withCredit: true });
  const { loanId } = await takeLoan(anna.life, await addWallet(anna.life), { termDays: 15 });
  return { anna, loanId };
}

/** Signs and approves a loan as a new person. Its payout is not sent. */
async function ordered() {
  const { anna, loanId } = await signed();
  const approve = app.app.steps.find((step) => step.name === 'approve');
  await approve?.run(workCtx(app.context));
  return { anna, loanId, payout: await payoutOf(loanId) };
}

async function arrived({ client }: Person, loanId: string) {
  await app.until(
    'the payout',
    async () => (await client.must(loanDetail, { loanId })).state === 'success',
  );
}

async function loanEntries(loanId: string, kind: string) {
  return await app.db
    .selectFrom('ledger_entries')
    .select('id')
    .where('loan_id', '=', loanId)
    .where('kind', '=', kind)
    .execute();
}

slow('three workers pay out six loans once each, both at the bank and in the books', async () => {
  const all = [];
  for (let i = 0; i < 6; i++) all.push(await signed());
  await workersLook();
  for (const { anna, loanId } of all) await arrived(anna, loanId);
  for (const { loanId } of all) {
    const { id } = await payoutOf(loanId);
    expect(app.bank.settlementLinesOf(id)).toHaveLength(1);
    expect(await loanEntries(loanId, 'loan.paidOut')).toHaveLength(1);
  }
});

slow('twelve hints about one payment create one receipt despite concurrent workers', async () => {
  const { anna, loanId } = await debtor();
  const { code } = await codeFor(anna, loanId, 10_000 * peso);
  const payment = await pay(code);
  await Promise.all(Array.from({ length: 12 }, () => hint(app, 'payment.received', payment)));
  // One worker processes all hints of a batch. These calls compete with that worker.
  const competing = Array.from({ length: 5 }, () =>
    takePayment(workCtx(app.context), app.context.bank, payment),
  );
  expect(await Promise.all(competing)).toEqual(competing.map(() => 'done'));
  await workersLook();
  expect(await receiptsOf(payment)).toHaveLength(1);
  expect((await anna.client.must(userMulti, {})).line?.usedCentavos).toBe(50_000 * peso);
});

slow('six concurrent payments repay a bill, and the excess becomes refundable', async () => {
  const { anna, loanId } = await debtor();
  const { code } = await codeFor(anna, loanId, 11_000 * peso);
  const payments = [];
  for (let i = 0; i < 6; i++) payments.push(await pay(code));
  await Promise.all(
    payments.map((payment) => takePayment(workCtx(app.context), app.context.bank, payment)),
  );
  const { refundableCentavos, settled } = await anna.client.must(billList, {});
  expect(settled).toMatchObject([{ loanId, state: 'repaid' }]);
  expect(refundableCentavos).toBe(6_000 * peso);
});

slow('concurrent hints and worker queries about a payout post one entry', async () => {
  for (let round = 0; round < 4; round++) {
    const { anna, loanId, payout } = await ordered();
    const news = async () => {
      await hint(app, 'payout.paid', payout.id);
      await workersLook(1);
    };
    await Promise.all([workersLook(2), news(), news()]);
    await arrived(anna, loanId);
    expect(await loanEntries(loanId, 'loan.paidOut')).toHaveLength(1);
    expect(app.bank.settlementLinesOf(payout.id)).toHaveLength(1);
  }
});

test('sends a payout order once, after the lease of a dead worker has expired', async () => {
  const { anna, loanId, payout } = await ordered();
  const lease = app.clocks.wall().add({ milliseconds: 30_000 });
  const claim = app.db
    .updateTable('payouts')
    .set({ state: 'sent', attempts: 1, lease_until: lease, ...sentNow() });
  await claim.where('id', '=', payout.id).execute();
  await workersLook();
  expect(app.bank.settlementLinesOf(payout.id)).toHaveLength(0);
  expect((await payoutOf(loanId)).attempts).toBe(1);
  app.clocks.addMs(30_001);
  await workersLook();
  await arrived(anna, loanId);
  expect(app.bank.settlementLinesOf(payout.id)).toHaveLength(1);
});

test('sends no second order if a worker dies after the bank accepted the first one', async () => {
  await app.bank.call('/control/behave', { payout: 'silent' });
  const { anna, loanId, payout } = await ordered();
  const sent = app.app.steps.find((step) => step.name === 'payouts');
  await sent?.run(workCtx(app.context));
  // Simulates a worker that died before it committed the settlement.
  const lost = app.db.updateTable('payouts').set({
    next_attempt_at: app.clocks.wall(),
    lease_until: app.clocks.wall().add({ milliseconds: 30_000 }),
  });
  await lost.where('id', '=', payout.id).execute();
  app.clocks.addMs(30_001);
  await arrived(anna, loanId);
  expect(app.bank.settlementLinesOf(payout.id)).toHaveLength(1);
  await app.bank.call('/control/behave', { payout: 'plain' });
});

slow('ignores late reports about a settled payout, and results of outdated attempts', async () => {
  const { anna, loanId, payout } = await ordered();
  const claim = app.db.updateTable('payouts').set({ state: 'sent', attempts: 2, ...sentNow() });
  await claim.where('id', '=', payout.id).execute();
  const ctx = workCtx(app.context);
  const failed = { to: 'failed', failure: 'accountClosed', gatewayId: null } as const;
  await settlePayout(ctx, handlers, payout.id, failed, 1);
  expect((await payoutOf(loanId)).state).toBe('sent');
  await arrived(anna, loanId);
  const paid = { to: 'paid', paidAt: ctx.now, gatewayId: 'po_1', withdrawalCode: null } as const;
  await Promise.all(
    [paid, failed, paid, { to: 'unknown', reason: 'a test' } as const].map((next) =>
      settlePayout(ctx, handlers, payout.id, next, null),
    ),
  );
  expect((await payoutOf(loanId)).state).toBe('paid');
  expect(await loanEntries(loanId, 'loan.paidOut')).toHaveLength(1);
});

slow('concurrent settlements of one payout use the credit line once', async () => {
  const { anna, loanId, payout } = await ordered();
  await app.db
    .updateTable('payouts')
    .set({ state: 'sent', ...sentNow() })
    .where('id', '=', payout.id)
    .execute();
  await app.bank.call('/payouts', JSON.parse(await orderOf(payout)), {
    'idempotency-key': payout.id,
  });
  await app.until('the bank', async () => app.bank.settlementLinesOf(payout.id).length === 1);
  await arrived(anna, loanId);
  const paid = {
    to: 'paid',
    paidAt: app.clocks.now(),
    gatewayId: 'po_1',
    withdrawalCode: null,
  } as const;
  await Promise.all(
    Array.from({ length: 6 }, () =>
      settlePayout(workCtx(app.context), handlers, payout.id, paid, null),
    ),
  );
  expect((await anna.client.must(userMulti, {})).line).toMatchObject({
    usedCentavos: 60_000 * peso,
    heldCentavos: 0,
  });
});

async function orderOf(payout: Awaited<ReturnType<typeof payoutOf>>): Promise<string> {
  const receiver = JSON.parse(
    app.context.sealer.open('receiver', payout.id, payout.receiver_sealed),
  );
  return JSON.stringify({
    reference: payout.id,
    amountCentavos: Number(payout.amount_centavos),
    channel: payout.channel,
    ...receiver,
  });
}

async function quoteOf({ client }: Person, accountId: string) {
  const quote = await client.must(productCal, {
    amountCentavos: 60_000 * peso,
    termDays: 15,
    channel: 'wallet',
    accountId,
  });
  return agreedTo(quote);
}

slow('loans never exceed the credit line while a payment races with new signatures', async () => {
  for (let round = 0; round < (isAtLength ? 4 : 2); round++) {
    const { anna, accountId, loanId } = await debtor();
    await widenLine(loanId, 120_000 * peso);
    const agreed = await quoteOf(anna, accountId);
    const another = await quoteOf(anna, accountId);
    const { code } = await codeFor(anna, loanId);
    const payment = await pay(code);
    await hint(app, 'payment.received', payment);
    const [first, , second] = await Promise.all([
      anna.client.ask(loanApply, agreed),
      workersLook(2),
      anna.client.ask(loanApply, another),
    ]);
    const names = [first.name, second.name];
    expect(names).toContain('success');
    expect(['success', 'lineExceeded']).toContain(
      names.find((name) => name !== 'success') ?? 'success',
    );
    await app.until('the receipt', async () => (await receiptsOf(payment)).length === 1);
    expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid' });
  }
});

slow('a loan whose approval throws stays pending, but does not delay other loans', async () => {
  const stuck = await signed();
  const { account_id } = await app.db
    .selectFrom('loans')
    .select('account_id')
    .where('id', '=', stuck.loanId)
    .executeTakeFirstOrThrow();
  const { number_sealed } = await app.db
    .selectFrom('payout_accounts')
    .select('number_sealed')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow();
  // The server never updates account numbers, so only a damaged row can make the approval throw.
  const sealAs = async (sealed: Buffer) => {
    await app.owner.db
      .updateTable('payout_accounts')
      .set({ number_sealed: sealed })
      .where('id', '=', account_id)
      .execute();
  };
  await sealAs(Buffer.from('damaged'));
  const other = await signed();
  await arrived(other.anna, other.loanId);
  const waiting = await app.db
    .selectFrom('loans')
    .select('state')
    .where('id', '=', stuck.loanId)
    .executeTakeFirstOrThrow();
  expect(waiting.state).toBe('submitting');
  await sealAs(number_sealed);
  await arrived(stuck.anna, stuck.loanId);
});

slow('eight concurrent requests for a payment code leave only one valid code', async () => {
  const { anna, loanId } = await debtor();
  const wish = { loanId, channel: 'sevenEleven', amountCentavos: 1_000 * peso } as const;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => anna.client.ask(repaymentApply, wish)),
  );
  expect(answers.map((answer) => answer.name)).toEqual(Array.from({ length: 8 }, () => 'success'));
  const live = app.db
    .selectFrom('repayment_codes')
    .select('id')
    .where('loan_id', '=', loanId)
    .where('replaced_at', 'is', null);
  expect(await live.execute()).toHaveLength(1);
  const code = await app.until('a code', async () => {
    const rows = await app.db
      .selectFrom('repayment_codes')
      .select('code')
      .where('loan_id', '=', loanId)
      .where('code', 'is not', null)
      .execute();
    return rows[0]?.code;
  });
  const payment = await pay(code);
  await hint(app, 'payment.received', payment);
  await workersLook();
  expect(await receiptsOf(payment)).toMatchObject([
    { borrower_id: (await payoutOf(loanId)).borrower_id },
  ]);
});

slow('a quote made at 23:59 can be signed until the last millisecond of its day', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const day = app.today().toString();
  app.clocks.setNow(`${day}T15:59:30Z`);
  const [agreed, late] = [await quoteOf(anna, accountId), await quoteOf(anna, accountId)];
  app.clocks.setNow(`${day}T15:59:59.999Z`);
  const { loanId } = await anna.client.must(loanApply, agreed);
  app.clocks.setNow(`${day}T16:00:00Z`);
  expect((await anna.client.ask(loanApply, late)).name).toBe('quoteExpired');
  await app.addDays(0);
  await arrived(anna, loanId);
  // The loan is signed on one day and paid out on the next. Its term begins with the payout.
  const { arrived_on, due_on } = await billRow(loanId);
  expect(arrived_on.since(Temporal.PlainDate.from(day)).days).toBe(1);
  expect(due_on.since(arrived_on).days).toBe(15);
});

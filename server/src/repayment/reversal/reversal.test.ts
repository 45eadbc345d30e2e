// Each reversal of a payment is booked once, and the settlement report matches the books.
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PaymentReversal } from '#/adapters/bank/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { takeReversals } from './take-reversals.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments, takeBack, reversePayment, receiptsOf } =
  moneySteps(app);
const { careful, person } = testOps(app.context);
const [first, second] = [await careful('finance'), await careful('finance')];
const reason = { reason: 'the receipt was seen' };
const peso = 100;

/** Returns a payment of ₱10,000 on a bill of ₱60,000. */
async function paid() {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId, 10_000 * peso);
  const paymentId = await pay(code);
  return { anna, loanId, paymentId };
}

/** Returns the stored reversals of a payment. */
async function reversalsOf(paymentId: string) {
  const { rows } = await sql<{
    cause: string;
    amount: number;
    on: string;
    moved: number;
    booked: string;
  }>`
    select v.cause, v.amount_centavos::int as amount, v.value_on::text as on,
      l.amount_centavos::int as moved, e.business_on::text as booked
    from payment_reversals v join receipts r on r.id = v.receipt_id and r.gateway_payment_id = ${paymentId}
    join ledger_entries e on e.id = v.entry_id join ledger_lines l on l.entry_id = e.id
    join ledger_accounts a on a.id = l.account_id and a.kind in ('gateway.float', 'gateway.otherCurrency')
    order by v.happened_at, v.movement_id`.execute(app.db);
  return rows;
}

async function trailOf(act: string, subject: string) {
  return await app.db
    .selectFrom('audit_log')
    .selectAll()
    .where('act', '=', act)
    .where('subject', '=', subject)
    .execute();
}

const read = async () => await app.app.jobs['payouts.settlementReport']({});

slow.each(['reversal', 'chargeback', 'refund'] as const)(
  'books a %s on its own day, three days after the payment',
  async (cause) => {
    const { paymentId } = await paid();
    await bookPayments(paymentId);
    await app.addDays(3);
    await reversePayment(paymentId, cause);
    const on = app.today().toString();
    expect(await reversalsOf(paymentId)).toEqual([
      { cause, amount: 10_000 * peso, on, moved: -10_000 * peso, booked: on },
    ]);
  },
);

slow('books each partial reversal once, whatever the order of reports', async () => {
  const { paymentId } = await paid();
  await bookPayments(paymentId);
  await takeBack(paymentId, 'refund', 2_500 * peso);
  await app.addDays(1);
  await takeBack(paymentId, 'chargeback');
  for (let times = 0; times < 3; times += 1) await hint(app, 'payment.takenBack', paymentId);
  await app.work();
  await hint(app, 'payment.received', paymentId);
  await app.work();
  const amounts = (await reversalsOf(paymentId)).map(({ cause, amount }) => [cause, amount]);
  expect(amounts).toEqual([
    ['refund', 2_500 * peso],
    ['chargeback', 7_500 * peso],
  ]);
});

slow('books a payment once if its reversal is reported before the payment', async () => {
  const { paymentId } = await paid();
  await app.addDays(1);
  await reversePayment(paymentId);
  expect(await receiptsOf(paymentId)).toHaveLength(1);
  expect(await reversalsOf(paymentId)).toHaveLength(1);
  await bookPayments(paymentId);
  expect(await receiptsOf(paymentId)).toHaveLength(1);
});

test('books a reversal once even if four workers process it concurrently', async () => {
  const { paymentId } = await paid();
  await bookPayments(paymentId);
  await takeBack(paymentId);
  const { bank } = app.context;
  const take = async () => await takeReversals(workCtx(app.context), bank, paymentId);
  expect(await Promise.all([take(), take(), take(), take()])).toEqual([
    'done',
    'done',
    'done',
    'done',
  ]);
  expect(await reversalsOf(paymentId)).toHaveLength(1);
});

slow('books a reversal that appears only in the settlement report', async () => {
  const { paymentId } = await paid();
  await bookPayments(paymentId);
  await takeBack(paymentId, 'chargeback', 4_000 * peso);
  await takeBack(paymentId, 'refund', 4_000 * peso);
  const day = app.today().toString();
  await app.addDays(1);
  await read();
  const listed = (await (await person('finance')).ask('reconcile breaks')).data.breaks;
  const line = {
    kind: 'reversed',
    movement: 'paymentReversed',
    subject: paymentId,
    bankCentavos: -4_000 * peso,
    booksCentavos: null,
  };
  expect(listed).toMatchObject([line, line]);
  await app.work();
  expect((await reversalsOf(paymentId)).map(({ amount, on }) => [amount, on])).toEqual([
    [4_000 * peso, day],
    [4_000 * peso, day],
  ]);
  await read();
  expect((await (await person('finance')).ask('reconcile breaks')).data.breaks).toEqual([]);
});

slow('lists a booked reversal as a break if it appears in no settlement report', async () => {
  const { paymentId } = await paid();
  await bookPayments(paymentId);
  await reversePayment(paymentId);
  const { bank } = app.context;
  const { settlementReport } = bank;
  await app.addDays(1);
  bank.settlementReport = async (day) => {
    const answer = await settlementReport(day);
    if (answer.outcome === 'unknown') return answer;
    return {
      ...answer,
      lines: answer.lines.filter(
        ({ kind, gatewayId }) => kind !== 'paymentReversed' || gatewayId !== paymentId,
      ),
    };
  };
  await read();
  const missing = {
    kind: 'missingAtBank',
    movement: 'paymentReversed',
    subject: paymentId,
    bankCentavos: null,
    booksCentavos: -10_000 * peso,
  };
  expect((await (await person('finance')).ask('reconcile breaks')).data.breaks).toMatchObject([
    missing,
  ]);
  bank.settlementReport = settlementReport;
  await app.db.updateTable('reconciled_days').set({ lines: 0 }).execute();
});

test('records an unconfirmed reversal once and moves no money', async () => {
  const { paymentId } = await paid();
  await bookPayments(paymentId);
  for (let times = 0; times < 2; times += 1) {
    await hint(app, 'payment.takenBack', paymentId);
    await app.work();
  }
  expect(await reversalsOf(paymentId)).toEqual([]);
  expect(await trailOf('reversalNotConfirmed', paymentId)).toHaveLength(1);
  const unknown = 'pay_of_nobody';
  await hint(app, 'payment.takenBack', unknown);
  await app.work();
  expect(await reversalsOf(unknown)).toEqual([]);
});

test('rejects a webhook with a wrong token', async () => {
  const { paymentId } = await paid();
  const body = JSON.stringify({
    id: 'ev_1',
    event: 'payment.takenBack',
    created: app.clocks.wall().toString(),
    data: { paymentId },
  });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-callback-token': 'wrong',
  };
  const answer = await app.app.hooks.fetch(
    new Request('http://localhost/hooks/sandbox', { method: 'POST', headers, body }),
  );
  expect(answer.status).toBe(401);
  await bookPayments(paymentId);
});

slow.each([
  ['of more than was paid', { amountCentavos: centavos(10_001 * peso) }],
  ['in another currency', { currency: 'USD' }],
])('records a reversal %s once and does not book it', async (_, wrong) => {
  const { paymentId } = await paid();
  await bookPayments(paymentId);
  const { bank } = app.context;
  const { findReversals } = bank;
  const id = `mv_${paymentId}`;
  const whole = {
    id,
    cause: 'reversal',
    amountCentavos: centavos(100 * peso),
    currency: 'PHP',
    at: app.clocks.now(),
  } as const;
  const reported: PaymentReversal = { ...whole, ...wrong };
  bank.findReversals = async () => ({ found: true, reversals: [reported] });
  for (let times = 0; times < 2; times += 1) {
    await hint(app, 'payment.takenBack', paymentId);
    await app.work();
  }
  bank.findReversals = findReversals;
  expect(await reversalsOf(paymentId)).toEqual([]);
  expect(await trailOf('reversalNotBooked', id)).toHaveLength(1);
});

test('records once that the gateway reports a booked reversal with another amount', async () => {
  const { paymentId } = await paid();
  await bookPayments(paymentId);
  await reversePayment(paymentId, 'refund', 2_500 * peso);
  const { bank } = app.context;
  const { findReversals } = bank;
  const before = await findReversals(paymentId);
  const [booked] = before.found === true ? before.reversals : [];
  if (!booked) throw new Error('the bank has no reversal');
  const reported: PaymentReversal = { ...booked, amountCentavos: centavos(4_000 * peso) };
  bank.findReversals = async () => ({ found: true, reversals: [reported] });
  for (let times = 0; times < 2; times += 1) {
    await hint(app, 'payment.takenBack', paymentId);
    await app.work();
  }
  bank.findReversals = findReversals;
  expect((await reversalsOf(paymentId)).map(({ amount }) => amount)).toEqual([2_500 * peso]);
  expect(await trailOf('reversalNotBooked', reported.id)).toHaveLength(1);
});

test('shows staff a reversal in the list, on the bill and on the borrower’s record', async () => {
  const { anna, loanId, paymentId } = await paid();
  await bookPayments(paymentId);
  await reversePayment(paymentId, 'chargeback', 2_500 * peso);
  const on = app.today().toString();
  const support = await person('support');
  const answer = await support.ask('reversal list', { payment: paymentId });
  expect(answer.data.reversals).toMatchObject([
    {
      amountCentavos: 2_500 * peso,
      paidCentavos: 10_000 * peso,
      cause: 'chargeback',
      payment: paymentId,
    },
  ]);
  const loan = app.db.selectFrom('loans').select('reference_no').where('id', '=', loanId);
  const { reference_no: reference } = await loan.executeTakeFirstOrThrow();
  const bill = await (await person('finance')).ask('bill show', { reference }, reason);
  expect(bill.data.bill).toMatchObject({
    takenBack: [{ amountCentavos: 2_500 * peso, on }],
  });
  const shown = await support.ask('person show', { person: anna.life.phone }, reason);
  const takenBack = [
    { amountCentavos: 2_500 * peso, cause: 'chargeback', leftOn: on, payment: paymentId },
  ];
  expect(shown.data).toMatchObject({ takenBack, claimCentavos: 0 });
});

slow('lets staff assign the remainder of a partly reversed payment in suspense', async () => {
  const { anna } = await debtor(8);
  const paymentId = await pay('771234509876', 3_000 * peso);
  await bookPayments(paymentId);
  await reversePayment(paymentId, 'refund', 1_000 * peso);
  const [receipt] = await receiptsOf(paymentId);
  const id = receipt?.id ?? '';
  const listed = (await (await person('finance')).ask('suspense list')).data.money;
  expect(listed).toMatchObject([{ id, amountCentavos: 2_000 * peso }]);
  for (const { ask } of [first, second])
    await ask('suspense assign', { id, person: anna.life.phone }, reason);
  expect(
    await app.db
      .selectFrom('payment_allocations')
      .select('amount_centavos')
      .where('receipt_id', '=', id)
      .execute(),
  ).toEqual([{ amount_centavos: BigInt(2_000 * peso) }]);
});

test('creates a claim against an unknown payer if a returned payment is reversed', async () => {
  const gone = await pay('771234509877', 3_000 * peso);
  const returned = await pay('771234509878', 4_000 * peso);
  await bookPayments(gone, returned);
  await reversePayment(gone);
  expect((await (await person('finance')).ask('suspense list')).data.money).toMatchObject([
    { amountCentavos: 4_000 * peso },
  ]);
  const [receipt] = await receiptsOf(returned);
  const id = receipt?.id ?? '';
  for (const { ask } of [first, second]) await ask('suspense return', { id }, reason);
  await reversePayment(returned, 'chargeback');
  const owed = app.db
    .selectFrom('ledger_accounts')
    .select('balance_centavos')
    .where('kind', '=', 'payment.takenBack');
  expect(await owed.execute()).toEqual([{ balance_centavos: BigInt(4_000 * peso) }]);
});

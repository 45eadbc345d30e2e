// The effects of a reversal on the bill, credit line, limit, extension and notices.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { centavos } from '@sandali/contract/money.ts';
import { owed, paidSoFar } from '@sandali/contract/owed.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceOf, ownedAccount } from '#/ledger/ledger.ts';
import { billsOf } from '#/loan/bill.store.ts';
import { factsOf } from '#/loan/facts.ts';
import { wireDay } from '#/platform/days.ts';
import { testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { chargeBreaks, moneySteps, settlementBreaks } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';

const app = await testApp();
const money = moneySteps(app);
const { debtor, codeFor, pay, bookPayments, reversePayment, billRow, loanOf, widenLine, payoutOf } =
  money;
const { dueDebtor, feeCode, extend, rowsOf } = extensionSteps(app, money);
const { codeToReturn } = returnSteps(app);
const peso = 100;

type Anna = Awaited<ReturnType<typeof debtor>>['anna'];
const billOf = async (anna: Anna, loanId: string) => await anna.client.must(billDetail, { loanId });

/** Pays an amount, by default the whole amount owed, and books the payment. */
async function paid(anna: Anna, loanId: string, amountCentavos?: number) {
  const { code } = await codeFor(anna, loanId, amountCentavos);
  const paymentId = await pay(code);
  await bookPayments(paymentId);
  return paymentId;
}

async function textsOf(loanId: string, kind: string) {
  const { borrower_id } = await payoutOf(loanId);
  return await app.db
    .selectFrom('messages')
    .select(['kind'])
    .where('borrower_id', '=', borrower_id)
    .where('kind', '=', kind)
    .execute();
}

/** Returns the texts of all SMS to a borrower. */
async function smsTo({ life }: Anna) {
  const rows = await app.db
    .selectFrom('sandbox_messages')
    .select('text')
    .where('phone', '=', life.phone)
    .execute();
  return rows.map(({ text }) => text);
}

async function lineOf(loanId: string) {
  const { borrower_id } = await payoutOf(loanId);
  return await app.db
    .selectFrom('credit_lines')
    .selectAll()
    .where('borrower_id', '=', borrower_id)
    .executeTakeFirstOrThrow();
}

slow('a reversal reopens a bill without late charges up to its last free day', async () => {
  const { anna, loanId } = await debtor(8);
  await app.addDays(8);
  const { bill: due } = await billOf(anna, loanId);
  const paymentId = await paid(anna, loanId);
  expect((await billRow(loanId)).settled_as).toBe('repaid');
  await app.addDays(3);
  await reversePayment(paymentId, 'chargeback');
  const reversedOn = app.today();
  const { bill, events, overdueFeeCentavos } = await billOf(anna, loanId);
  expect(await billRow(loanId)).toMatchObject({
    settled_as: null,
    settled_on: null,
    charged_to: reversedOn,
  });
  expect(bill).toMatchObject({
    overdueDays: 0,
    paidCentavos: 0,
    currentDue: { owedCentavos: due.currentDue.owedCentavos },
  });
  expect(overdueFeeCentavos).toBe(0);
  expect(bill.lastFreeDay > reversedOn.toString()).toBe(true);
  expect(events.map(({ kind, amountCentavos }) => [kind, amountCentavos])).toContainEqual([
    'takenBack',
    due.currentDue.owedCentavos,
  ]);
  expect(await textsOf(loanId, 'paymentTakenBack')).toHaveLength(1);
  expect((await lineOf(loanId)).used_centavos).toBe(BigInt(60_000 * peso));
  // Each day after the last free day adds a late charge, first to the bill that is shown and then
  // at the day close.
  await app.addDays(reversedOn.until(Temporal.PlainDate.from(bill.lastFreeDay)).days + 2);
  const late = await billOf(anna, loanId);
  expect(late.bill.overdueDays).toBe(2);
  expect(late.overdueFeeCentavos).toBe(Math.floor((2 * due.currentDue.owedCentavos) / 600));
  await app.until('the close', async () =>
    (await billRow(loanId)).charged_to.equals(app.today().subtract({ days: 1 })),
  );
  await paid(anna, loanId);
  expect((await billRow(loanId)).settled_as).toBe('repaid');
});

slow('adds late charges on an overdue bill’s reversed amount only from the next day', async () => {
  const { anna, loanId } = await debtor(8);
  const { bill } = await billOf(anna, loanId);
  await app.addDays(app.today().until(Temporal.PlainDate.from(bill.lastFreeDay)).days + 3);
  const before = await billOf(anna, loanId);
  const paymentId = await paid(anna, loanId, 20_000 * peso);
  await app.addDays(2);
  const paidBill = await billOf(anna, loanId);
  await reversePayment(paymentId, 'refund', 5_000 * peso);
  const now = await billOf(anna, loanId);
  expect(now.overdueFeeCentavos).toBe(paidBill.overdueFeeCentavos);
  expect(now.bill.currentDue.owedCentavos).toBe(
    paidBill.bill.currentDue.owedCentavos + 5_000 * peso,
  );
  expect(now.bill.overdueDays).toBe(before.bill.overdueDays + 2);
  const { borrower_id } = await payoutOf(loanId);
  const [row] = await billsOf(app.db, borrower_id, { loanId });
  const facts = row && factsOf(row);
  if (!facts) throw new Error('no bill');
  await app.addDays(1);
  expect((await billOf(anna, loanId)).overdueFeeCentavos).toBe(
    owed(facts, wireDay(app.today())).lateCentavos,
  );
});

slow('shows on a code how much of its payment was reversed', async () => {
  const { anna, loanId } = await debtor(8);
  const codes = [];
  for (const amountCentavos of [10_000 * peso, 4_000 * peso]) {
    const { code, repaymentId } = await codeFor(anna, loanId, amountCentavos);
    const paymentId = await pay(code);
    await bookPayments(paymentId);
    codes.push({ repaymentId, paymentId, amountCentavos });
  }
  const [first, second] = codes;
  if (!first || !second) throw new Error('no codes');
  const statusOf = async ({ repaymentId }: typeof first) =>
    await anna.client.must(repaymentStatus, { repaymentId });
  for (const takenBackCentavos of [3_000 * peso, 10_000 * peso]) {
    await reversePayment(
      first.paymentId,
      'chargeback',
      takenBackCentavos === 3_000 * peso ? takenBackCentavos : undefined,
    );
    expect(await statusOf(first)).toMatchObject({
      state: 'booked',
      paidCentavos: 10_000 * peso,
      takenBackCentavos,
    });
  }
  expect(await statusOf(second)).toMatchObject({
    paidCentavos: 4_000 * peso,
    takenBackCentavos: 0,
  });
});

slow('shows only the reversal of the last payment with a permanent code', async () => {
  const { anna, loanId } = await debtor(8);
  const { repaymentId } = await anna.client.must(repaymentApply, {
    loanId,
    channel: 'cliqqLifelong',
    amountCentavos: centavos(1_000 * peso),
  });
  await app.until('the code', async () => (await statusHere()).code);
  const paymentIds = [];
  for (const amountCentavos of [3_000 * peso, 4_000 * peso]) {
    const paymentId = await pay((await statusHere()).code ?? '', amountCentavos);
    await bookPayments(paymentId);
    paymentIds.push(paymentId);
    await app.addDays(1);
  }
  const [before, last] = paymentIds;
  async function statusHere() {
    return await anna.client.must(repaymentStatus, { repaymentId, loanId });
  }
  await reversePayment(before ?? '');
  expect(await statusHere()).toMatchObject({ paidCentavos: 4_000 * peso, takenBackCentavos: 0 });
  await reversePayment(last ?? '', 'refund', 1_500 * peso);
  expect(await statusHere()).toMatchObject({
    paidCentavos: 4_000 * peso,
    takenBackCentavos: 1_500 * peso,
  });
});

slow('takes a reversal from refundable money first, then reopens the bill', async () => {
  const { anna, loanId } = await debtor(8);
  const { bill } = await billOf(anna, loanId);
  const { code } = await codeFor(anna, loanId);
  const paymentId = await pay(code, bill.currentDue.owedCentavos + 1_000 * peso);
  await bookPayments(paymentId);
  const { borrower_id: borrowerId } = await payoutOf(loanId);
  const keptCentavos = async () =>
    Number(-(await balanceOf(app.db, ownedAccount('borrower.refundable', borrowerId))));
  expect(await keptCentavos()).toBe(1_000 * peso);
  await reversePayment(paymentId, 'refund', 400 * peso);
  expect([await keptCentavos(), (await billRow(loanId)).settled_as]).toEqual([
    600 * peso,
    'repaid',
  ]);
  expect(await textsOf(loanId, 'keptTakenBack')).toHaveLength(1);
  await reversePayment(paymentId);
  expect([await keptCentavos(), (await billRow(loanId)).settled_as]).toEqual([0, null]);
  expect((await billOf(anna, loanId)).bill.currentDue.owedCentavos).toBe(
    bill.currentDue.owedCentavos,
  );
});

slow('counts both loans against the credit line if the first payment is reversed', async () => {
  const { anna, accountId, loanId } = await debtor(8);
  await widenLine(loanId, 60_000 * peso);
  const paymentId = await paid(anna, loanId);
  const second = await loanOf(anna, accountId, 8);
  await reversePayment(paymentId);
  const line = {
    limit_centavos: BigInt(60_000 * peso),
    used_centavos: BigInt(120_000 * peso),
    over_limit_centavos: BigInt(60_000 * peso),
  };
  expect(await lineOf(loanId)).toMatchObject(line);
  expect((await anna.client.must(userMulti, {})).line).toMatchObject({ availableCentavos: 0 });
  await paid(anna, second);
  expect(await lineOf(loanId)).toMatchObject({
    used_centavos: BigInt(60_000 * peso),
    over_limit_centavos: 0n,
  });
  await paid(anna, loanId);
  expect(await lineOf(loanId)).toMatchObject({
    used_centavos: 0n,
    over_limit_centavos: 0n,
    limit_centavos: BigInt(60_000 * peso),
  });
});

slow('a payment reported after a reversal settles the bill on the reversal day', async () => {
  const { anna, loanId } = await debtor(8);
  const first = await pay((await codeFor(anna, loanId)).code);
  const secondCode = (await codeFor(anna, loanId)).code;
  await bookPayments(first);
  await app.addDays(1);
  const second = await pay(secondCode);
  await app.addDays(1);
  await reversePayment(first);
  expect((await billRow(loanId)).settled_as).toBeNull();
  await bookPayments(second);
  expect(await billRow(loanId)).toMatchObject({ settled_as: 'repaid', settled_on: app.today() });
  const { borrower_id: borrowerId } = await payoutOf(loanId);
  expect(await balanceOf(app.db, ownedAccount('borrower.refundable', borrowerId))).toBe(0n);
  expect((await billOf(anna, loanId)).bill.paidCentavos).toBe(60_000 * peso);
});

test('turns the reversed payment for a return into a claim', async () => {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeToReturn(anna, loanId);
  const paymentId = await pay(code);
  await bookPayments(paymentId);
  await reversePayment(paymentId);
  expect((await billRow(loanId)).settled_as).toBe('cooledOff');
  const { borrower_id: borrowerId } = await payoutOf(loanId);
  expect(await balanceOf(app.db, ownedAccount('borrower.takenBack', borrowerId))).toBe(5_939_000n);
  expect(await textsOf(loanId, 'keptTakenBack')).toHaveLength(1);
  expect((await billOf(anna, loanId)).events.slice(-2)).toMatchObject([
    { kind: 'cooledOff' },
    { kind: 'takenBack', on: app.today().toString(), amountCentavos: 5_939_000 },
  ]);
});

slow('cancels an extension whose fee is reversed', async () => {
  const { anna, loanId } = await dueDebtor();
  const { code, extension, repaymentId } = await feeCode(anna, loanId);
  const paymentId = await pay(code);
  await bookPayments(paymentId);
  expect((await billOf(anna, loanId)).bill.dueOn).toBe(extension.dueAfter.on);
  await app.addDays(1);
  await reversePayment(paymentId, 'chargeback');
  const texts = await smsTo(anna);
  expect(texts.join('\n')).toMatch(
    /₱1,560\.00 of .*, so your loan is no longer extended\. Please pay ₱60,960/,
  );
  expect((await anna.client.must(repaymentStatus, { repaymentId })).extension).toMatchObject({
    state: 'lapsed',
  });
  const { bill, accrual } = await billOf(anna, loanId);
  expect(bill).toMatchObject({
    overdueDays: 0,
    currentDue: { owedCentavos: 60_960 * peso },
    paidCentavos: 0,
  });
  expect(bill.dueOn < extension.dueAfter.on).toBe(true);
  expect(accrual?.extensions.at(-1)).toMatchObject({ isTakenBack: true, feeCentavos: 0 });
  await app.addDays(app.today().until(Temporal.PlainDate.from(bill.lastFreeDay)).days + 1);
  expect((await billOf(anna, loanId)).overdueFeeCentavos).toBe(Math.floor((60_960 * peso) / 600));
  await extend(anna, loanId);
  expect(
    (await rowsOf(loanId)).map(({ number, taken_back_on }) => [number, taken_back_on !== null]),
  ).toEqual([
    [1, true],
    [2, false],
  ]);
  await paid(anna, loanId);
  expect((await billRow(loanId)).settled_as).toBe('repaid');
});

slow('turns a reversed extension fee into a claim if the loan is already repaid', async () => {
  const { anna, loanId } = await dueDebtor();
  const { code } = await feeCode(anna, loanId);
  const paymentId = await pay(code);
  await bookPayments(paymentId);
  await paid(anna, loanId);
  await reversePayment(paymentId);
  const { borrower_id: borrowerId } = await payoutOf(loanId);
  expect((await billRow(loanId)).settled_as).toBe('repaid');
  expect(await balanceOf(app.db, ownedAccount('borrower.takenBack', borrowerId))).toBe(
    BigInt(1560 * peso),
  );
  expect((await billOf(anna, loanId)).events.at(-1)).toMatchObject({
    kind: 'takenBack',
    amountCentavos: 1560 * peso,
  });
});

slow('revokes the limit step that a loan earned if its payment is reversed', async () => {
  const { anna, loanId } = await debtor(8);
  const { borrower_id: borrowerId } = await payoutOf(loanId);
  const limitOf = async () => (await anna.client.must(userMulti, {})).line?.limitCentavos ?? 0;
  const first = await limitOf();
  await app.addDays(5);
  const paymentId = await paid(anna, loanId);
  await anna.client.must(quotaAddApply, { wantedCentavos: centavos(first + 10_000 * peso) });
  expect(await limitOf()).toBe(first + 10_000 * peso);
  await reversePayment(paymentId);
  expect(await limitOf()).toBe(first);
  expect(
    await app.db
      .selectFrom('reversed_limit_increases')
      .select('loan_id')
      .where('borrower_id', '=', borrowerId)
      .execute(),
  ).toEqual([{ loan_id: loanId }]);
});

slow('keeps the books consistent over random payments and reversals', async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const moves = fc.sample(
    fc.record({
      pays: fc.boolean(),
      thousandths: fc.integer({ min: 50, max: 1000 }),
      wait: fc.nat({ max: 4 }),
    }),
    {
      numRuns: 14,
      seed,
    },
  );
  const { anna, loanId } = await debtor(8);
  const came = new Map<string, number>();
  for (const { pays, thousandths, wait } of moves) {
    await app.addDays(wait);
    const { bill } = await billOf(anna, loanId);
    const [paymentId, left] = [...came].find(([, amount]) => amount > 0) ?? [];
    if (pays || paymentId === undefined || left === undefined) {
      const amount = Math.max(
        500 * peso,
        Math.floor((bill.currentDue.owedCentavos * thousandths) / 1000),
      );
      if (bill.currentDue.owedCentavos < 500 * peso) continue;
      const id = await paid(anna, loanId, Math.min(amount, bill.currentDue.owedCentavos));
      came.set(id, Math.min(amount, bill.currentDue.owedCentavos));
    } else {
      const amount =
        thousandths > 600 ? left : Math.max(1, Math.floor((left * thousandths) / 1000));
      await reversePayment(paymentId, 'reversal', amount);
      came.set(paymentId, left - amount);
    }
    const { borrower_id: borrowerId } = await payoutOf(loanId);
    const [row] = await billsOf(app.db, borrowerId, { loanId });
    const keptCentavos = [...came.values()].reduce((sum, amount) => sum + amount, 0);
    const paidNow = row ? paidSoFar(factsOf(row), wireDay(app.today())) : null;
    expect(paidNow?.totalCentavos, `seed ${seed}`).toBe(keptCentavos);
    expect(
      Object.values(paidNow ?? {}).every((amount) => amount >= 0),
      `seed ${seed}`,
    ).toBe(true);
    expect(await settlementBreaks(app), `seed ${seed}`).toEqual([]);
    expect(await chargeBreaks(app), `seed ${seed}`).toEqual([]);
  }
});

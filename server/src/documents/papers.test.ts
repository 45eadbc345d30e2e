// Documents about surplus payments, waivers and refunds state exact amounts.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { refundApply, refundQuery } from '@sandali/contract/refund.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { payoutSteps } from '#/payout/testing.ts';
import { newId } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { bare, paperSteps, peso, says } from './testing.ts';

const app = await testApp();
const money = moneySteps(app);
const { debtor, codeFor, pay, bookPayments, payoutOf, receiptsOf } = money;
const { downloadPaper, inLanguage } = paperSteps(app);
const { extend, dueDebtor } = extensionSteps(app, money);
const { bankAccount } = payoutSteps(app);
const ops = testOps(app.context);
const [ana, ben] = [await ops.careful('finance'), await ops.careful('finance')];
const ticket = { reason: 'ticket 812' };

/** Runs a command as two members of finance: one proposes, and the other confirms. */
async function both(command: string, input: Record<string, unknown>) {
  for (const member of [ana, ben])
    expect((await member.ask(command, input, ticket)).status).toBe(200);
}

const { today } = app;
const papersOf = async ({ client }: Person) => await client.must(documentList, {});
const kindsOf = async (anna: Person) =>
  (await papersOf(anna)).loans[0]?.documents.map(({ kind }) => kind);

async function repaidLoan() {
  const loan = await debtor(8);
  const { code } = await codeFor(loan.anna, loan.loanId);
  await bookPayments(await pay(code));
  return { ...loan, code };
}

slow('lists the receipt of a surplus payment as a document that belongs to no loan', async () => {
  const { anna, loanId, code } = await repaidLoan();
  const paymentId = await pay(code, 1_234_56);
  await bookPayments(paymentId);
  const { loans, others } = await papersOf(anna);
  const [receipt] = await receiptsOf(paymentId);
  expect(others).toEqual([
    { kind: 'receipt', itemId: receipt?.id, on: today().toString(), amountCentavos: 1_234_56 },
  ]);
  expect(loans[0]?.documents.filter(({ kind }) => kind === 'receipt')).toHaveLength(1);
  expect((await anna.client.must(documentList, { loanId })).others).toEqual([]);
  const { text, name } = await downloadPaper(anna.client, 'receipt', null, receipt?.id);
  says(
    text,
    'Amount paid₱1,234.56',
    'Not used for any loan₱1,234.56',
    'Paid through7-Eleven',
    `Payment number${paymentId}`,
    'sent back',
  );
  expect(text).not.toContain(bare('Amount paid on this loan'));
  expect(name).toBe(`sandali-receipt-${today()}.pdf`);
  for (const [locale, kept] of [
    ['fil', 'Hindi nagamit sa anumang loan'],
    ['vi', 'Không dùng cho khoản vay nào'],
    ['zh', '未用于任何借款的部分'],
  ] as const)
    says(
      (await downloadPaper(inLanguage(anna, locale), 'receipt', null, receipt?.id)).text,
      `${kept}₱1,234.56`,
    );
});

slow('a receipt states the surplus only if there is one', async () => {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code, 20_000 * peso));
  app.clocks.addMs(1_000);
  await bookPayments(await pay(code, 40_100 * peso));
  const { loans, others } = await papersOf(anna);
  const receipts = loans[0]?.documents.filter(({ kind }) => kind === 'receipt') ?? [];
  expect([receipts.map(({ amountCentavos }) => amountCentavos), others]).toEqual([
    [40_000 * peso, 20_000 * peso],
    [],
  ]);
  const [last, first] = await Promise.all(
    receipts.map(({ itemId }) => downloadPaper(anna.client, 'receipt', loanId, itemId)),
  );
  says(
    last?.text ?? '',
    'Amount paid on this loan₱40,000.00',
    'Part of a payment of₱40,100.00',
    'Not used for any loan₱100.00',
  );
  expect(first?.text).not.toContain(bare('Not used for any loan'));
  const itemId = receipts[0]?.itemId ?? null;
  expect((await anna.client.ask(documentGet, { kind: 'receipt', loanId: null, itemId })).name).toBe(
    'documentMissing',
  );
});

test('issues receipts for bank transfers and for money assigned from suspense', async () => {
  const { anna, loanId } = await debtor(8);
  const { repaymentId } = await anna.client.must(repaymentApply, {
    loanId,
    channel: 'offlineTransfer',
    amountCentavos: 1_000 * peso,
  });
  const { code: reference } = await anna.client.must(repaymentStatus, { repaymentId });
  const line = {
    reference,
    amountCentavos: 5_000_01,
    paidOn: today().toString(),
    bankReference: 'FT26PAPER1',
  };
  await both('transfer book', line);
  await app.bank.call('/control/behave', { payment: 'silent' });
  const { body } = await app.bank.call('/control/pay', {
    code: '771234599999',
    force: true,
    amountCentavos: 700_02,
  });
  await bookPayments(body.id);
  const [stray] = await receiptsOf(body.id);
  expect(
    (
      await anna.client.ask(documentGet, {
        kind: 'receipt',
        loanId: null,
        itemId: stray?.id as never,
      })
    ).name,
  ).toBe('documentMissing');
  await both('suspense assign', { id: stray?.id, person: anna.life.phone });
  const receipts =
    (await papersOf(anna)).loans[0]?.documents.filter(({ kind }) => kind === 'receipt') ?? [];
  expect(receipts.map(({ amountCentavos }) => amountCentavos).toSorted()).toEqual([
    5_000_01, 700_02,
  ]);
  const texts = await Promise.all(
    receipts.map(
      async ({ itemId }) => (await downloadPaper(anna.client, 'receipt', loanId, itemId)).text,
    ),
  );
  says(
    texts.find((text) => text.includes('₱5,000.01')) ?? '',
    'Paid throughTransfer with receipt',
    'Payment numberFT26PAPER1',
  );
  says(
    texts.find((text) => text.includes('₱700.02')) ?? '',
    'Paid through7-Eleven',
    `Payment number${body.id}`,
  );
});

slow('the receipt of an extension fee names the new due date', async () => {
  const { anna, loanId } = await dueDebtor();
  const { extension } = await extend(anna, loanId);
  expect((await kindsOf(anna))?.slice(0, 2)).toEqual(['receipt', 'extension']);
  const receipt = (await papersOf(anna)).loans[0]?.documents[0];
  expect(receipt?.amountCentavos).toBe(extension.totalCentavos);
  says(
    (await downloadPaper(anna.client, 'receipt', loanId, receipt?.itemId)).text,
    'Amount paid on this loan₱1,560.00',
    'Extended to',
  );
});

slow('lists one document per waiver until a late-reported payment leaves no charge', async () => {
  const { anna, loanId } = await debtor(8);
  const early = await pay((await codeFor(anna, loanId)).code, 60_000 * peso);
  await app.addDays(8);
  const { lastFreeDay, referenceNo: reference } = (
    await anna.client.must(billDetail, { loanId: loanId as never })
  ).bill;
  await app.addDays(today().until(Temporal.PlainDate.from(lastFreeDay)).days + 5);
  await both('bill adjust', { reference, part: 'interest', amountCentavos: 180_05 });
  await both('bill waive', { reference });
  const waivers = async () =>
    (await papersOf(anna)).loans[0]?.documents.filter(({ kind }) => kind === 'waiver') ?? [];
  const listed = await waivers();
  expect(listed.map(({ on, amountCentavos }) => [on, amountCentavos]).toSorted()).toEqual([
    [today().toString(), 180_05],
    [today().toString(), 508 * peso],
  ]);
  const texts = await Promise.all(
    listed.map(
      async ({ itemId }) => (await downloadPaper(anna.client, 'waiver', loanId, itemId)).text,
    ),
  );
  says(
    texts.find((text) => text.includes('₱508.00')) ?? '',
    'Late charge₱508.00',
    reference,
    'It is no longer owed.',
    'Not owed from',
  );
  says(texts.find((text) => text.includes('₱180.05')) ?? '', 'Interest₱180.05');
  expect(
    (await anna.client.ask(documentGet, { kind: 'waiver', loanId: loanId as never })).name,
  ).toBe('documentMissing');
  // The full payment, made on the first day, is reported only now, so it turns out that no charge
  // ever arose.
  await bookPayments(early);
  expect(await waivers()).toEqual([]);
});

slow('does not list a waiver for a returned loan, because the loan owes no charge', async () => {
  const { anna, loanId } = await debtor(8);
  await app.addDays(2);
  const { referenceNo: reference } = (
    await anna.client.must(billDetail, { loanId: loanId as never })
  ).bill;
  await both('bill adjust', { reference, part: 'interest', amountCentavos: 100_05 });
  expect(await kindsOf(anna)).toEqual(['waiver', 'agreement', 'disclosure']);
  const { repaymentId } = await anna.client.must(billCancel, {
    loanId: loanId as never,
    channel: 'sevenEleven',
  });
  const code = await app.until(
    'a code',
    async () => (await anna.client.must(repaymentStatus, { repaymentId: repaymentId ?? '' })).code,
  );
  await bookPayments(await pay(code));
  expect(await kindsOf(anna)).toEqual(['certificate', 'receipt', 'agreement', 'disclosure']);
});

slow('lists a waived remainder’s document in addition to the certificate', async () => {
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code, 60_000 * peso - 50));
  expect(await kindsOf(anna)).toEqual([
    'certificate',
    'waiver',
    'receipt',
    'agreement',
    'disclosure',
  ]);
  const waiver = (await papersOf(anna)).loans[0]?.documents[1];
  expect(waiver).toEqual({
    kind: 'waiver',
    itemId: null,
    on: today().toString(),
    amountCentavos: 50,
  });
  says(
    (await downloadPaper(anna.client, 'waiver', loanId)).text,
    'Balance under one peso₱0.50',
    'It is no longer owed.',
  );
  for (const [locale, words] of [
    ['fil', 'Natirang mas mababa sa piso'],
    ['vi', 'Phần lẻ dưới một peso'],
    ['zh', '不足一比索的尾款'],
  ] as const)
    says((await downloadPaper(inLanguage(anna, locale), 'waiver', loanId)).text, `${words}₱0.50`);
});

slow('lists a document for a refund only if the refund arrived and was not reversed', async () => {
  const { anna, accountId, code } = await repaidLoan();
  await bookPayments(await pay(code, 1_000 * peso));
  const refunds = async () => (await papersOf(anna)).others.filter(({ kind }) => kind === 'refund');
  const state = async () => (await anna.client.must(refundQuery, {})).refund?.state;
  const bad = await bankAccount(anna, '001234560006');
  await anna.client.must(refundApply, { accountId: bad, amountCentavos: 300 * peso });
  expect(await refunds()).toEqual([]);
  await app.bank.call('/control/behave', { reverseDelayMs: 0 });
  await app.until('its return', async () => (await state()) === 'reversed');
  expect(await refunds()).toEqual([]);
  const { refundId } = await anna.client.must(refundApply, { accountId, amountCentavos: 321_09 });
  expect(
    (
      await anna.client.ask(documentGet, {
        kind: 'refund',
        loanId: null,
        itemId: refundId as never,
      })
    ).name,
  ).toBe('documentMissing');
  await app.until('the refund', async () => (await state()) === 'paid');
  expect(await refunds()).toEqual([
    { kind: 'refund', itemId: refundId, on: today().toString(), amountCentavos: 321_09 },
  ]);
  const payout = await app.db
    .selectFrom('payouts')
    .select('gateway_id')
    .where('subject_id', '=', refundId)
    .executeTakeFirstOrThrow();
  const { text } = await downloadPaper(anna.client, 'refund', null, refundId);
  says(
    text,
    'Amount sent back₱321.09',
    'To the accountGCash',
    'Arrived on',
    `Transfer number${payout.gateway_id}`,
  );
  for (const [locale, words] of [
    ['fil', 'Halagang ibinalik'],
    ['vi', 'Số tiền gửi trả'],
    ['zh', '退回金额'],
  ] as const)
    says(
      (await downloadPaper(inLanguage(anna, locale), 'refund', null, refundId)).text,
      `${words}₱321.09`,
    );
});

slow('lists a receipt as belonging to no loan once the loan’s payout is reversed', async () => {
  const { anna, loanId } = await debtor(8);
  const paymentId = await pay((await codeFor(anna, loanId)).code, 900 * peso);
  await bookPayments(paymentId);
  const [receipt] = await receiptsOf(paymentId);
  const requestId = newId(app.clocks.wall());
  const again = () =>
    anna.client.ask(
      documentGet,
      { kind: 'receipt', loanId: loanId as never, itemId: receipt?.id as never },
      requestId,
    );
  expect((await again()).name).toBe('success');
  const { id } = await payoutOf(loanId);
  await app.bank.call('/control/reverse', { reference: id });
  await hint(app, 'payout.reversed', id);
  await app.until('the reversal', async () => (await payoutOf(loanId)).state === 'reversed');
  expect(await kindsOf(anna)).toEqual(['agreement', 'disclosure']);
  const { others } = await papersOf(anna);
  expect(others.map(({ kind, amountCentavos }) => [kind, amountCentavos])).toEqual([
    ['receipt', 900 * peso],
  ]);
  says(
    (await downloadPaper(anna.client, 'receipt', null, others[0]?.itemId)).text,
    'Not used for any loan₱900.00',
  );
  expect((await again()).name).toBe('documentMissing');
});

slow('refuses another borrower’s documents that belong to no loan', async () => {
  const { anna, accountId, code } = await repaidLoan();
  await bookPayments(await pay(code, 1_000 * peso));
  const { refundId } = await anna.client.must(refundApply, {
    accountId,
    amountCentavos: 100 * peso,
  });
  await app.until(
    'the refund',
    async () => (await anna.client.must(refundQuery, {})).refund?.state === 'paid',
  );
  const receiptId =
    (await papersOf(anna)).others.find(({ kind }) => kind === 'receipt')?.itemId ?? null;
  const mallory = await repaidLoan();
  expect((await papersOf(mallory.anna)).others).toEqual([]);
  const asks = [
    { kind: 'receipt', loanId: null, itemId: receiptId },
    { kind: 'receipt', loanId: mallory.loanId, itemId: receiptId },
    { kind: 'refund', loanId: null, itemId: refundId },
    { kind: 'receipt', loanId: null, itemId: refundId },
    { kind: 'receipt', loanId: null },
    { kind: 'agreement', loanId: null },
  ];
  for (const ask of asks)
    expect((await mallory.anna.client.ask(documentGet, ask as never)).name).toBe('documentMissing');
});

import { logout } from '@sandali/contract/account.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { documentGet, documentList, documentLoansAPage } from '@sandali/contract/document.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { dataDelete, dataExport } from '@sandali/contract/privacy.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { exportSignedTexts } from '#/loan/disclosure/signed-texts.ts';
import { signedLoanOf } from '#/loan/loan.ts';
import { newId, newIdFor } from '#/platform/random.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { documentsADay } from './get.ts';
import { bare, paperSteps, peso } from './testing.ts';

const app = await testApp();
const hands = moneySteps(app);
const { inLanguage, signLoan, downloadPaper } = paperSteps(app);

async function untilDisbursed(anna: Person, loanId: LoanId): Promise<void> {
  await app.until(
    'the payout',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
  );
}

async function pay(anna: Person, loanId: LoanId, amountCentavos: number): Promise<void> {
  const { code } = await hands.codeFor(anna, loanId, amountCentavos);
  await hands.bookPayments(await hands.pay(code, amountCentavos));
}

slow('issues receipts and a certificate in the caller’s language', async () => {
  const anna = await app.person({ withCredit: true });
  const { loanId } = await signLoan(anna);
  await untilDisbursed(anna, loanId);
  const kinds = async () =>
    (await anna.client.must(documentList, { loanId })).loans[0]?.documents.map(({ kind }) => kind);
  expect(await kinds()).toEqual(['agreement', 'disclosure']);
  expect((await anna.client.ask(documentGet, { kind: 'certificate', loanId })).name).toBe(
    'documentMissing',
  );
  await pay(anna, loanId, 20_000 * peso);
  expect(await kinds()).toEqual(['receipt', 'agreement', 'disclosure']);
  const { bill } = await anna.client.must(billDetail, { loanId });
  await pay(anna, loanId, bill.currentDue.owedCentavos);
  expect(await kinds()).toEqual(['certificate', 'receipt', 'receipt', 'agreement', 'disclosure']);

  const { loans } = await anna.client.must(documentList, { loanId });
  const receipts = loans[0]?.documents.filter(({ kind }) => kind === 'receipt') ?? [];
  expect(receipts.map(({ amountCentavos }) => amountCentavos)).toEqual([
    bill.currentDue.owedCentavos,
    20_000 * peso,
  ]);
  const { referenceNo } = loans[0] ?? {};
  const receipt = await downloadPaper(anna.client, 'receipt', loanId, receipts[1]?.itemId);
  for (const words of [
    'Payment receipt',
    '₱20,000.00',
    '20 Nov 2026',
    '7-Eleven',
    String(referenceNo),
    'Subok Tao',
    'Sandali',
  ]) {
    expect(receipt.text).toContain(bare(words));
  }
  const certificate = await downloadPaper(inLanguage(anna, 'vi'), 'certificate', loanId);
  const paid = formatPesos((await anna.client.must(billDetail, { loanId })).bill.paidCentavos);
  for (const words of [
    'Giấy xác nhận đã trả hết nợ',
    '₱60,000.00',
    paid,
    '20/11/2026',
    String(referenceNo),
  ]) {
    expect(certificate.text).toContain(bare(words));
  }
  for (const locale of ['fil', 'zh'] as const) {
    const text = (await downloadPaper(inLanguage(anna, locale), 'certificate', loanId)).text;
    expect(text).toContain(locale === 'zh' ? '结清证明' : bare('Sertipiko ng buong pagbabayad'));
    expect(
      (await downloadPaper(inLanguage(anna, locale), 'receipt', loanId, receipts[0]?.itemId)).text,
    ).toContain(formatPesos(bill.currentDue.owedCentavos));
  }
});

slow('a returned loan’s certificate states in each language that no charge was kept', async () => {
  const anna = await app.person({ withCredit: true });
  const { loanId } = await signLoan(anna);
  await untilDisbursed(anna, loanId);
  const { repaymentId } = await anna.client.must(billCancel, { loanId, channel: 'sevenEleven' });
  const code = await app.until(
    'a code',
    async () => (await anna.client.must(repaymentStatus, { repaymentId: repaymentId ?? '' })).code,
  );
  await hands.bookPayments(await hands.pay(code));
  const { bill } = await anna.client.must(billDetail, { loanId });
  expect(bill.state).toBe('cooledOff');
  const { loans } = await anna.client.must(documentList, { loanId });
  expect(loans[0]?.documents.map(({ kind }) => kind)).toEqual([
    'certificate',
    'receipt',
    'agreement',
    'disclosure',
  ]);
  const noCharge = {
    en: 'no interest, fee or charge was kept',
    fil: 'walang interes, fee o singil',
    vi: 'không thu tiền lãi hay phí',
    zh: '未收取任何利息',
  };
  for (const [locale, words] of Object.entries(noCharge)) {
    const { text } = await downloadPaper(inLanguage(anna, locale as 'en'), 'certificate', loanId);
    expect(text).toContain(bare(words));
    expect(text).toContain(formatPesos(bill.paidCentavos));
  }
});

slow('an overpayment’s receipt states the amount used for the loan and the surplus', async () => {
  const { anna, loanId } = await hands.debtor(8);
  const { code } = await hands.codeFor(anna, loanId);
  await hands.bookPayments(await hands.pay(code, 61_000 * peso));
  const receipt = (await anna.client.must(documentList, { loanId })).loans[0]?.documents.find(
    ({ kind }) => kind === 'receipt',
  );
  expect(receipt?.amountCentavos).toBe(60_000 * peso);
  const { text } = await downloadPaper(anna.client, 'receipt', loanId, receipt?.itemId);
  for (const words of [
    'Amount paid on this loan₱60,000.00',
    'Part of a payment of₱61,000.00',
    'Not used for any loan₱1,000.00',
  ])
    expect(text).toContain(bare(words));
});

slow('refuses another person’s document like an unknown id, and records nothing', async () => {
  const [anna, ben] = [
    await app.person({ withCredit: true }),
    await app.person({ withCredit: true }),
  ];
  // Ben's loan is older and partly paid, so a query that ignores the borrower would return it.
  const mine = await signLoan(ben);
  app.clocks.addMs(1_000);
  const { loanId } = await signLoan(anna);
  for (const [who, loan] of [
    [anna, loanId],
    [ben, mine.loanId],
  ] as const) {
    await untilDisbursed(who, loan);
    await pay(who, loan, 1_000 * peso);
  }
  const itemId =
    (await anna.client.must(documentList, { loanId })).loans[0]?.documents[0]?.itemId ?? null;
  const asks = [
    { kind: 'agreement', loanId },
    { kind: 'disclosure', loanId },
    { kind: 'receipt', loanId, itemId },
    { kind: 'receipt', loanId: mine.loanId, itemId },
    { kind: 'receipt', loanId: mine.loanId },
    { kind: 'agreement', loanId: mine.loanId, itemId },
    { kind: 'agreement', loanId: newId(app.clocks.now()) },
    { kind: 'certificate', loanId: mine.loanId },
  ] as const;
  const answers = await Promise.all(asks.map((input) => ben.client.ask(documentGet, input)));
  expect(answers.map(({ name }) => name)).toEqual(asks.map(() => 'documentMissing'));
  expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
  expect((await ben.client.must(documentList, { loanId })).loans).toEqual([]);
  expect((await ben.client.must(documentList, { before: loanId })).loans).toEqual([]);
  const bad = [
    { kind: 'selfie', loanId },
    { kind: 'agreement', loanId: '1' },
    { kind: 'agreement', loanId, path: '/etc/passwd' },
  ];
  for (const input of bad)
    expect((await ben.client.ask(documentGet, input as never)).name).toBe('inputInvalid');
  const { sealer } = app.context;
  expect([...(await exportSignedTexts(app.db, sealer, await gidOf(ben))).keys()]).toEqual([
    mine.loanId,
  ]);
  expect(await signedLoanOf(app.db, sealer, { borrowerId: await gidOf(ben), loanId })).toBeNull();
  const trail = await app.db
    .selectFrom('audit_log')
    .select('id')
    .where('act', '=', 'documentTaken')
    .where('subject', '=', await gidOf(ben))
    .execute();
  expect(trail).toEqual([]);
});

slow('records and counts every download of a document, including repeated requests', async () => {
  const anna = await app.person({ withCredit: true });
  const { loanId } = await signLoan(anna);
  const id = newId(app.clocks.wall());
  for (let n = 0; n < 2; n += 1)
    await anna.client.must(documentGet, { kind: 'agreement', loanId }, id);
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['who', 'detail'])
    .where('act', '=', 'documentTaken')
    .where('subject', '=', await gidOf(anna))
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { who: 'the borrower', detail: { kind: 'agreement', loanId } },
    { who: 'the borrower', detail: { kind: 'agreement', loanId, again: true } },
  ]);
  await app.owner.db
    .updateTable('rate_limits')
    .set({ used: documentsADay - 1 })
    .where('name', '=', `documents:${await gidOf(anna)}`)
    .execute();
  await anna.client.must(documentGet, { kind: 'disclosure', loanId });
  const spent = await anna.client.ask(documentGet, { kind: 'disclosure', loanId });
  expect([spent.name, spent.message]).toEqual([
    'documentsSpent',
    expect.stringMatching(/from \d+\sNov\s2026/),
  ]);
  expect((await anna.client.ask(documentGet, { kind: 'agreement', loanId }, id)).name).toBe(
    'documentsSpent',
  );
  app.clocks.addMs(24 * 3_600_000);
  expect((await anna.client.ask(documentGet, { kind: 'disclosure', loanId })).name).toBe('success');
});

slow('a closed session or a deleted account cannot list or download documents', async () => {
  const anna = await app.person({ withCredit: true });
  const { loanId } = await signLoan(anna);
  const { token } = anna.client;
  await anna.client.must(logout, {});
  anna.client.token = token;
  expect((await anna.client.ask(documentGet, { kind: 'agreement', loanId })).name).toBe(
    'sessionInvalid',
  );
  expect((await anna.client.ask(documentList, {})).name).toBe('sessionInvalid');
  const ben = await app.person();
  const own = ben.client.token;
  expect((await ben.client.must(documentList, {})).loans).toEqual([]);
  await ben.client.must(dataDelete, { password: ben.life.password });
  ben.client.token = own;
  expect((await ben.client.ask(documentList, {})).name).toBe('sessionInvalid');
  expect((await ben.client.ask(documentGet, { kind: 'agreement', loanId })).name).toBe(
    'sessionInvalid',
  );
});

slow('the document list shows each loan once, including failed loans, newest first', async () => {
  const anna = await app.person({ withCredit: true });
  const borrowerId = await gidOf(anna);
  const { loanId } = await signLoan(anna);
  await app.owner.db.transaction().execute(async (tx) => {
    for (let n = 1; n <= documentLoansAPage + 4; n += 1) {
      const id = newIdFor(borrowerId, app.clocks.now());
      await sql`insert into quotes
        select (jsonb_populate_record(q, jsonb_build_object('id', ${id}::text))).*
        from quotes q join loans l on l.quote_id = q.id where l.id = ${loanId}`.execute(tx);
      await sql`insert into loans
        select (jsonb_populate_record(l, jsonb_build_object(
          'id', ${id}::text, 'quote_id', ${id}::text, 'state', 'failed',
          'reference_no', ${String(9_000_000_000 + n)}::text,
          'signed_at', l.signed_at + ${n} * interval '1 minute'))).*
        from loans l where l.id = ${loanId}`.execute(tx);
      await sql`insert into loan_state_changes
        select ${id}::uuid, 1, 'failed', signed_at, 'test', 'a full page'
        from loans where id = ${id}`.execute(tx);
      await sql`insert into signed_agreements
        select ${id}::uuid, borrower_id, hash, text_sealed
        from signed_agreements where loan_id = ${loanId}`.execute(tx);
    }
  });
  const first = await anna.client.must(documentList, {});
  expect(first.loans).toHaveLength(documentLoansAPage);
  expect(first.loans[0]).toMatchObject({
    referenceNo: String(9_000_000_000 + documentLoansAPage + 4),
  });
  expect(first.loans[0]?.documents.map(({ kind }) => kind)).toEqual(['agreement', 'disclosure']);
  expect(first.next).toBe(first.loans.at(-1)?.loanId);
  const rest = await anna.client.must(documentList, { before: first.next ?? undefined });
  expect([rest.loans.length, rest.next]).toEqual([5, null]);
  expect(rest.loans.at(-1)?.loanId).toBe(loanId);
  expect(new Set([...first.loans, ...rest.loans].map((loan) => loan.loanId)).size).toBe(
    documentLoansAPage + 5,
  );
});

test('the data export contains the signed text of a loan', async () => {
  const anna = await app.person({ withCredit: true });
  const { text } = await signLoan(anna);
  const { bytes } = await anna.client.must(dataExport, { format: 'json' });
  const { loans } = JSON.parse(Buffer.from(bytes, 'base64').toString()) as {
    loans: { signedText: unknown }[];
  };
  expect(loans.map(({ signedText }) => signedText)).toEqual([text]);
});

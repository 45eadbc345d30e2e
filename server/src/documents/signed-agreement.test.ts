// Tests that the signed text is identical, word for word, before the signature, after it, and years
// later.
import { createHash } from 'node:crypto';
import { documentGet } from '@sandali/contract/document.ts';
import { loanApply } from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { locales } from '@sandali/contract/locale.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { dataExport } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { signedLoanOf } from '#/loan/loan.ts';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { gidOf, testApp } from '#/testing/app.ts';
import { disclosurePaper } from './signed-agreement.ts';
import { bare, paperSteps } from './testing.ts';

const app = await testApp();
const { nameLender, signLoan, unsignedQuote, downloadPaper, loanRow } = paperSteps(app);

slow.each(locales)(
  'in %s, the signed documents repeat every figure of the text shown before signing',
  async (locale) => {
    const anna = await app.person({ withCredit: true });
    const { loanId, quote, text } = await signLoan(anna, { locale });
    expect(text.locale).toBe(locale);
    const row = await loanRow(loanId);
    expect(createHash('sha256').update(JSON.stringify(text)).digest('hex')).toBe(
      quote.disclosureHash,
    );
    expect([
      row.disclosure_hash.toString('hex'),
      row.disclosure_version,
      row.agreement_locale,
    ]).toEqual([quote.disclosureHash, quote.disclosureVersion, locale]);
    // The request is in English, but a signed document keeps the language in which it was signed.
    const [disclosure, agreement] = [
      await downloadPaper(anna.client, 'disclosure', loanId),
      await downloadPaper(anna.client, 'agreement', loanId),
    ];
    const { statement } = text;
    for (const { label, value } of statement.groups.flat())
      expect(disclosure.text).toContain(bare(label) + bare(value));
    for (const words of [statement.title, statement.advice, ...statement.notes])
      expect(disclosure.text).toContain(bare(words));
    for (const { title, words } of text.agreement.clauses)
      expect(agreement.text).toContain(bare(title) + bare(words));
    const { facts } = quote;
    const figures = [
      facts.principalCentavos,
      facts.amountFinancedCentavos,
      facts.serviceFeeCentavos,
      facts.channelFeeCentavos,
      facts.arrivalCentavos,
      facts.interestCentavos,
      facts.financeChargeCentavos,
      facts.costADayCentavos,
      facts.repayCentavos,
      facts.lateChargeFirstDayCentavos,
      facts.extensionFeeCentavos,
    ].map((amount) => formatPesos(amount));
    for (const figure of [...figures, '119.39%', '10.28%', 'GCash'])
      expect(disclosure.text).toContain(figure);
    for (const { text: paper } of [disclosure, agreement]) {
      expect(paper).toContain(quote.disclosureHash);
      expect(paper).toContain(row.reference_no);
      expect(paper).toContain(row.agreement_session_hash.toString('hex').slice(0, 16));
    }
    expect(disclosure.name).toBe(`sandali-disclosure-${row.reference_no}.pdf`);
    // A longer word would overflow its table column.
    const signed = await signedLoanOf(app.db, app.context.sealer, {
      borrowerId: await gidOf(anna),
      loanId,
    });
    const record = signed && disclosurePaper(signed).sections.at(-1)?.blocks[0]?.rows;
    expect(record?.length).toBe(5);
    for (const [, value] of record ?? [])
      expect(Math.max(...value.split(' ').map((word) => word.length))).toBeLessThanOrEqual(20);
  },
);

test('neither prints nor exports a signed text with a forged figure', async () => {
  const anna = await app.person({ withCredit: true });
  const { loanId, text } = await signLoan(anna);
  const forged = JSON.stringify(text).replace('₱1,570.00', '₱1,070.00');
  const textSealed = app.context.sealer.seal('signed text', loanId, forged);
  await app.owner.db
    .updateTable('signed_agreements')
    .set({ text_sealed: textSealed })
    .where('loan_id', '=', loanId)
    .execute();
  expect((await anna.client.ask(documentGet, { kind: 'agreement', loanId })).name).toBe(
    'systemError',
  );
  expect((await anna.client.ask(dataExport, { format: 'json' })).name).toBe('systemError');
});

test('the database requires a signed text for each loan and prevents changes to it', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { quoteId: free } = await unsignedQuote(anna, accountId);
  const { loanId } = await signLoan(anna, { accountId });
  const { db } = app.owner;
  for (const change of [
    'update signed_agreements set hash = hash',
    'delete from signed_agreements',
    "update loans set agreement_locale = 'zh'",
  ])
    await expect(sql.raw(change).execute(app.db), change).rejects.toThrow('permission denied');
  const another = sql`insert into loans
    select (jsonb_populate_record(l, jsonb_build_object(
      'id', left(${newId(app.clocks.now())}, 34) || right(l.borrower_id::text, 2),
      'reference_no', '0000000000', 'quote_id', q.id))).*
    from loans l, quotes q where l.id = ${loanId} and q.id = ${free}`;
  await expect(another.execute(db)).rejects.toThrow('a loan needs its signed agreement');
  const other = sql`update signed_agreements set hash = sha256(hash) where loan_id = ${loanId}`;
  await expect(other.execute(db)).rejects.toThrow('violates foreign key constraint');
});

test('refuses to show or sign a quote whose disclosure has an outdated lender name', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { quoteId, disclosureHash } = await unsignedQuote(anna, accountId);
  await nameLender('Another Lender Inc.');
  app.clocks.addMs(61_000);
  expect((await anna.client.ask(loanStatement, { quoteId })).name).toBe('disclosureChanged');
  const agreed = agreedTo({ quoteId, disclosureHash });
  expect((await anna.client.ask(loanApply, agreed)).name).toBe('disclosureChanged');
  const { text } = await signLoan(anna, { accountId });
  expect(JSON.stringify(text)).toContain('Another Lender Inc.');
});

test('refuses to show another person’s quote, as if it did not exist', async () => {
  const [anna, ben] = [
    await app.person({ withCredit: true }),
    await app.person({ withCredit: true }),
  ];
  const { quoteId } = await unsignedQuote(anna, await addWallet(anna.life));
  expect((await ben.client.ask(loanStatement, { quoteId })).name).toBe('quoteExpired');
  expect((await anna.client.ask(loanStatement, { quoteId: newId(app.clocks.now()) })).name).toBe(
    'quoteExpired',
  );
});

test('prints an identical file years later, after both parties changed their names', async () => {
  const anna = await app.person({ withCredit: true });
  const { loanId } = await signLoan(anna);
  const before = await downloadPaper(anna.client, 'agreement', loanId);
  await nameLender('Another Lender Inc.');
  await app.owner.db
    .updateTable('borrowers')
    .set({ name_sealed: app.context.sealer.seal('name', await gidOf(anna), 'Iba Na') })
    .where('id', '=', await gidOf(anna))
    .execute();
  await app.addDays(3 * 365);
  app.clocks.addMs(61_000);
  const after = await downloadPaper(anna.client, 'agreement', loanId);
  expect(after.text).not.toContain('AnotherLender');
  expect(after.pdf.equals(before.pdf)).toBe(true);
});

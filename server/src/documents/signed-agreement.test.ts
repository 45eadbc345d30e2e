// What is read and agreed to, kept word for word: the same before the signature, after it, and
// years later.
import { createHash } from 'node:crypto';
import { documentGet } from '@sandali/contract/document.ts';
import { loanApply } from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { locales } from '@sandali/contract/locale.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { dataExport } from '@sandali/contract/privacy.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { signedLoanOf } from '#/loan/loan.ts';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { gidOf, testApp } from '#/testing/app.ts';
import { disclosurePaper } from './signed-agreement.ts';
import { bare, paperSteps } from './testing.ts';

const app = await testApp();
const { nameLender, signed, freeQuote, taken, loanRow } = paperSteps(app);

test.each(locales)(
  'in %s: what is read before signing is what the papers say afterwards, to the last figure',
  async (locale) => {
    const anna = await app.person({ withCredit: true });
    const { loanId, quote, text } = await signed(anna, { locale });
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
    // Asked for by a phone that speaks English: a signature keeps its language.
    const [disclosure, agreement] = [
      await taken(anna.client, 'disclosure', loanId),
      await taken(anna.client, 'agreement', loanId),
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
    // No word of the record is wider than its column, out of which it would run.
    const kept = await signedLoanOf(app.db, app.context.sealer, {
      borrowerId: await gidOf(anna),
      loanId,
    });
    const record = kept && disclosurePaper(kept).sections.at(-1)?.blocks[0]?.rows;
    expect(record?.length).toBe(5);
    for (const [, value] of record ?? [])
      expect(Math.max(...value.split(' ').map((word) => word.length))).toBeLessThanOrEqual(20);
  },
);

test('a text that is not what was signed is never handed out, even where it differs by one figure', async () => {
  const anna = await app.person({ withCredit: true });
  const { loanId, text } = await signed(anna);
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

test('the database keeps it: no loan without its text, no other text, and neither changes', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { quoteId: free } = await freeQuote(anna, accountId);
  const { loanId } = await signed(anna, { accountId });
  const { db } = app.owner;
  for (const change of [
    'update signed_agreements set hash = hash',
    'delete from signed_agreements',
    "update loans set agreement_locale = 'zh'",
  ])
    await expect(sql.raw(change).execute(app.db), change).rejects.toThrow('permission denied');
  const another = sql`insert into loans select (jsonb_populate_record(l, jsonb_build_object('id', ${newId(app.clocks.now())}::text,
    'reference_no', '0000000000', 'quote_id', q.id))).* from loans l, quotes q where l.id = ${loanId} and q.id = ${free}`;
  await expect(another.execute(db)).rejects.toThrow('a loan has the text it was signed by');
  const other = sql`update signed_agreements set hash = sha256(hash) where loan_id = ${loanId}`;
  await expect(other.execute(db)).rejects.toThrow('violates foreign key constraint');
});

test('another lender’s name after the price was made: neither read nor signed; the price made anew is', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { quoteId, disclosureHash } = await freeQuote(anna, accountId);
  await nameLender('Another Lender Inc.');
  app.clocks.addMs(61_000);
  expect((await anna.client.ask(loanStatement, { quoteId })).name).toBe('disclosureChanged');
  const agreed = {
    quoteId,
    disclosureHash,
    disclosureRead: true,
    agreementAccepted: true,
  } as const;
  expect((await anna.client.ask(loanApply, agreed)).name).toBe('disclosureChanged');
  const { text } = await signed(anna, { accountId });
  expect(JSON.stringify(text)).toContain('Another Lender Inc.');
});

test('a price of somebody else, and one that is not there, have no statement', async () => {
  const [anna, ben] = [
    await app.person({ withCredit: true }),
    await app.person({ withCredit: true }),
  ];
  const { quoteId } = await freeQuote(anna, await addWallet(anna.life));
  expect((await ben.client.ask(loanStatement, { quoteId })).name).toBe('quoteExpired');
  expect((await anna.client.ask(loanStatement, { quoteId: newId(app.clocks.now()) })).name).toBe(
    'quoteExpired',
  );
});

test('years later, with another lender’s name and another borrower’s, the paper is the same file', async () => {
  const anna = await app.person({ withCredit: true });
  const { loanId } = await signed(anna);
  const before = await taken(anna.client, 'agreement', loanId);
  await nameLender('Another Lender Inc.');
  await app.owner.db
    .updateTable('borrowers')
    .set({ name_sealed: app.context.sealer.seal('name', await gidOf(anna), 'Iba Na') })
    .where('id', '=', await gidOf(anna))
    .execute();
  await app.addDays(3 * 365);
  app.clocks.addMs(61_000);
  const after = await taken(anna.client, 'agreement', loanId);
  expect(after.text).not.toContain('AnotherLender');
  expect(after.pdf.equals(before.pdf)).toBe(true);
});

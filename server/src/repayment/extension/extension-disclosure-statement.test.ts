// The disclosure statement of an extension: the borrower accepts it with the request for the fee
// code, and it is stored with the extension and available as a document.
import { createHash } from 'node:crypto';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { renewApply } from '@sandali/contract/extension.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { books } from '#/ledger/ledger.ts';
import { exportExtensionTexts } from '#/loan/disclosure/signed-texts.ts';
import { textOfPdf } from '#/platform/pdf/testing.ts';
import { testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const money = moneySteps(app);
const { codeFor, pay, bookPayments } = money;
const { ways, rowsOf, feeCode, dueDebtor, extend } = extensionSteps(app, money);
const peso = 100;

slow('stores the accepted disclosure statement word for word as a document', async () => {
  const { anna, loanId } = await dueDebtor();
  const { extension } = await extend(anna, loanId);
  const [row] = await rowsOf(loanId);
  const { receipt_id: receiptId, id } = row ?? {};
  const { text, textHash } = extension;
  const stored = await app.db
    .selectFrom('extension_disclosures')
    .selectAll()
    .where('extension_id', '=', id ?? '')
    .executeTakeFirstOrThrow();
  expect([
    stored.hash.toString('hex'),
    createHash('sha256').update(JSON.stringify(text)).digest('hex'),
  ]).toEqual([textHash, textHash]);
  expect(text.statement.groups.flat().map(({ value }) => value)).toEqual(
    expect.arrayContaining(['₱1,560.00', '118.63%', '10.39%', '₱60,960.00']),
  );
  const { loans } = await anna.client.must(documentList, { loanId });
  expect(loans[0]?.documents.find(({ kind }) => kind === 'extension')).toMatchObject({
    itemId: receiptId,
    amountCentavos: null,
  });
  const { bytes } = await anna.client.must(documentGet, {
    kind: 'extension',
    loanId,
    itemId: receiptId,
  } as never);
  const printed = textOfPdf(Buffer.from(bytes, 'base64'));
  for (const { label, value } of text.statement.groups.flat())
    expect(printed).toContain(`${label}${value}`.replaceAll(/\s/g, ''));
  expect(printed).toContain(textHash.slice(0, 16));
  const exported = await exportExtensionTexts(app.db, app.context.sealer, row?.borrower_id ?? '');
  expect(exported.get(loanId)).toEqual([text]);
  const bob = await app.person({ withCredit: true });
  expect(
    (await bob.client.ask(documentGet, { kind: 'extension', loanId, itemId: receiptId } as never))
      .name,
  ).toBe('documentMissing');
  // An ordinary payment has no statement, and an accepted statement never changes.
  const { code } = await codeFor(anna, loanId, 1_000 * peso);
  await bookPayments(await pay(code));
  const part = await app.db
    .selectFrom('receipts')
    .select('id')
    .where('amount_centavos', '=', BigInt(1_000 * peso))
    .executeTakeFirstOrThrow();
  expect(
    (await anna.client.ask(documentGet, { kind: 'extension', loanId, itemId: part.id } as never))
      .name,
  ).toBe('documentMissing');
  await expect(
    app.db
      .updateTable('extension_disclosures')
      .set({ hash: Buffer.alloc(32) })
      .execute(),
  ).rejects.toThrow();
});

test('issues a second fee code only for the accepted statement in the same language', async () => {
  const { anna, loanId } = await dueDebtor();
  const other = app.device('zh', anna.client);
  const inChinese = { ...anna, client: other };
  const meanwhile = (await ways(inChinese, loanId)).extension;
  const first = await feeCode(anna, loanId);
  expect(meanwhile?.textHash).not.toBe(first.extension.textHash);
  const wish = {
    loanId,
    channel: 'pawnshop',
    totalCentavos: 1560 * peso,
    dueOn: first.extension.dueAfter.on,
    textRead: true,
  } as const;
  expect((await other.ask(renewApply, { ...wish, textHash: meanwhile?.textHash ?? '' })).name).toBe(
    'extensionChanged',
  );
  expect((await ways(inChinese, loanId)).extension).toMatchObject({
    text: first.extension.text,
    textHash: first.extension.textHash,
  });
  await feeCode(inChinese, loanId, 'pawnshop');
  expect(await rowsOf(loanId)).toHaveLength(1);
});

slow('books() reports an extension that has no disclosure statement', async () => {
  const { anna, loanId } = await dueDebtor();
  await extend(anna, loanId);
  const [row] = await rowsOf(loanId);
  const { db } = app.owner;
  await sql`alter table extension_disclosures disable trigger user`.execute(db);
  const deleted = await db
    .deleteFrom('extension_disclosures')
    .where('extension_id', '=', row?.id ?? '')
    .returningAll()
    .executeTakeFirstOrThrow();
  expect(await books(app.db)).toMatchObject([
    {
      invariant: expect.stringContaining('the statement that its borrower accepted'),
      subject: row?.id,
    },
  ]);
  await db.insertInto('extension_disclosures').values(deleted).execute();
  await sql`alter table extension_disclosures enable trigger user`.execute(db);
});

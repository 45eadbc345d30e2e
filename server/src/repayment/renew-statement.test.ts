// The disclosure statement of an extension: accepted with its code, kept with it, and taken along as a paper.
import { createHash } from 'node:crypto';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { expect, test } from 'vitest';
import { textOfPdf } from '#/documents/testing.ts';
import { extensionTextsHeld } from '#/loan/loan.ts';
import { testApp } from '#/testing/app.ts';
import { moneyHands } from '#/testing/money.ts';
import { renewHands } from '#/testing/renewals.ts';

const app = await testApp();
const money = moneyHands(app);
const { codeFor, pay, told } = money;
const { rowsOf, dueDebtor, extend } = renewHands(app, money);
const peso = 100;

test('the statement that was accepted is kept with the extension word for word, and stands in the documents', async () => {
  const { anna, loanId } = await dueDebtor();
  const { extension } = await extend(anna, loanId);
  const [row] = await rowsOf(loanId);
  const { receipt_id: receiptId, id } = row ?? {};
  const { text, textHash } = extension;
  const kept = await app.db
    .selectFrom('extension_texts')
    .selectAll()
    .where('extension_id', '=', id ?? '')
    .executeTakeFirstOrThrow();
  expect([kept.hash.toString('hex'), createHash('sha256').update(JSON.stringify(text)).digest('hex')]).toEqual([textHash, textHash]);
  expect(text.statement.groups.flat().map(({ value }) => value)).toEqual(
    expect.arrayContaining(['₱1,560.00', '118.63 %', '10.39 %', '₱60,960.00']),
  );
  const { loans } = await anna.client.must(documentList, { loanId });
  expect(loans[0]?.documents.find(({ kind }) => kind === 'extension')).toMatchObject({ receiptId, amountCentavos: null });
  const { bytes } = await anna.client.must(documentGet, { kind: 'extension', loanId, receiptId } as never);
  const printed = textOfPdf(Buffer.from(bytes, 'base64'));
  for (const { label, value } of text.statement.groups.flat()) expect(printed).toContain(`${label}${value}`.replaceAll(/\s/g, ''));
  expect(printed).toContain(textHash.slice(0, 16));
  const held = await extensionTextsHeld(app.db, app.house.sealer, row?.borrower_id ?? '');
  expect(held.get(loanId)).toEqual([text]);
  const bob = await app.person({ withCredit: true });
  expect((await bob.client.ask(documentGet, { kind: 'extension', loanId, receiptId } as never)).name).toBe('documentMissing');
  // A payment that was no fee has a receipt and no statement; and what was accepted stays.
  const { code } = await codeFor(anna, loanId, 1_000 * peso);
  await told(await pay(code));
  const part = await app.db
    .selectFrom('receipts')
    .select('id')
    .where('amount_centavos', '=', BigInt(1_000 * peso))
    .executeTakeFirstOrThrow();
  expect((await anna.client.ask(documentGet, { kind: 'extension', loanId, receiptId: part.id } as never)).name).toBe('documentMissing');
  await expect(
    app.db
      .updateTable('extension_texts')
      .set({ hash: Buffer.alloc(32) })
      .execute(),
  ).rejects.toThrow();
});

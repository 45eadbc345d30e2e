// Steps for tests of documents, such as signing a loan and downloading a document.
import { type DocumentKind, documentGet } from '@sandali/contract/document.ts';
import { loanApply, productCal } from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { afterEach, expect } from 'vitest';
import { defaultSettings } from '#/context/settings.ts';
import { inTx } from '#/db/database.ts';
import { textOfPdf } from '#/platform/pdf/testing.ts';
import { addWallet } from '#/sandbox/life.ts';
import { agreedTo } from '#/testing/agreed.ts';
import type { Person, TestApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';

export const peso = 100;
/** Returns a text without whitespace, as `textOfPdf` does. */
export const bare = (text: string) => text.replace(/\s/g, '');

/** Returns steps for tests of documents. After each test, resets the lender's name. */
export function paperSteps(app: TestApp) {
  /** Renames the lender; quotes use the new name after a minute. */
  const nameLender = (name: string) =>
    inTx(app.db, (tx) => storeSetting(tx, 'companyName', name, 'test', app.clocks.wall()));
  afterEach(async () => {
    await nameLender(defaultSettings.companyName);
    app.clocks.addMs(61_000);
  });

  /** Returns a client that has the same session but another language. */
  function inLanguage({ client }: Person, locale: Locale) {
    return app.device(locale, client);
  }

  const wish = (accountId: string, termDays: number) =>
    ({ amountCentavos: 60_000 * peso, termDays, channel: 'wallet', accountId }) as const;

  /** Signs a loan of ₱60,000 for 8 days in the given language. */
  async function signLoan(anna: Person, { locale = 'en' as Locale, accountId = '' } = {}) {
    const client = inLanguage(anna, locale);
    const quote = await client.must(productCal, wish(accountId || (await addWallet(anna.life)), 8));
    const text = await client.must(loanStatement, { quoteId: quote.quoteId });
    const agreed = agreedTo(quote);
    const { loanId } = await client.must(loanApply, agreed);
    return { loanId, quote, text };
  }

  /** Returns a quote without signing it. */
  async function unsignedQuote(anna: Person, accountId: string) {
    return await anna.client.must(productCal, wish(accountId, 15));
  }

  async function downloadPaper(
    client: Person['client'],
    kind: DocumentKind,
    loanId: string | null,
    itemId: string | null = null,
  ) {
    const { bytes, name } = await client.must(documentGet, { kind, loanId, itemId });
    const pdf = Buffer.from(bytes, 'base64');
    return { pdf, name, text: textOfPdf(pdf) };
  }

  const loanRow = (id: string) =>
    app.db.selectFrom('loans').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { nameLender, inLanguage, signLoan, unsignedQuote, downloadPaper, loanRow };
}

/** Expects a document's text to contain each row, ignoring whitespace. */
export const says = (text: string, ...rows: string[]) => {
  for (const row of rows) expect(text).toContain(bare(row));
};

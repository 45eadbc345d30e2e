// For tests of papers: signing, paying and taking.
import { type DocumentKind, documentGet } from '@sandali/contract/document.ts';
import { loanApply, productCal } from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { afterEach, expect } from 'vitest';
import { defaultSettings } from '#/context/settings.ts';
import { inTx } from '#/db/database.ts';
import { textOfPdf } from '#/platform/pdf/testing.ts';
import { addWallet } from '#/sandbox/life.ts';
import type { Person, TestApp } from '#/testing/app.ts';
import { storeSetting } from '#/testing/settings.ts';

export const peso = 100;
/** Words as `textOfPdf` gives them. */
export const bare = (text: string) => text.replace(/\s/g, '');

/** Hands for papers. After every test the lender has its own name again. */
export function paperSteps(app: TestApp) {
  /** Names the lender anew, for prices of a minute from now. */
  const nameLender = (name: string) =>
    inTx(app.db, (tx) => storeSetting(tx, 'companyName', name, 'test', app.clocks.wall()));
  afterEach(async () => {
    await nameLender(defaultSettings.companyName);
    app.clocks.addMs(61_000);
  });

  /** The same person on a phone that speaks another language. */
  function speaking({ client }: Person, locale: Locale) {
    return app.device(locale, client);
  }

  const wish = (accountId: string, termDays: number) =>
    ({ amountCentavos: 60_000 * peso, termDays, channel: 'wallet', accountId }) as const;

  /** A price of ₱60,000 for 8 days and its text, read and agreed to in a language. */
  async function signed(anna: Person, { locale = 'en' as Locale, accountId = '' } = {}) {
    const client = speaking(anna, locale);
    const quote = await client.must(productCal, wish(accountId || (await addWallet(anna.life)), 8));
    const text = await client.must(loanStatement, { quoteId: quote.quoteId });
    const agreed = {
      quoteId: quote.quoteId,
      disclosureHash: quote.disclosureHash,
      disclosureRead: true,
      agreementAccepted: true,
    } as const;
    const { loanId } = await client.must(loanApply, agreed);
    return { loanId, quote, text };
  }

  /** A price that nobody takes. */
  async function freeQuote(anna: Person, accountId: string) {
    return await anna.client.must(productCal, wish(accountId, 15));
  }

  async function taken(
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
  return { nameLender, speaking, signed, freeQuote, taken, loanRow };
}

/** Every row of a paper, by the words that stand in it without white space. */
export const says = (text: string, ...rows: string[]) => {
  for (const row of rows) expect(text).toContain(bare(row));
};

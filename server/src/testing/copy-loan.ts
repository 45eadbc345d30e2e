// Inserts a loan row without the loan slice's code, to test which loans the database itself
// refuses.
import { newIdFor } from '#/platform/random.ts';
import type { TestApp } from './app.ts';

/**
 * Inserts a copy of a loan, as if its borrower had signed it again now.
 * @throws if the database refuses it
 */
export async function insertCopyOfLoan({ db, clocks }: TestApp, loanId: string): Promise<void> {
  const loan = await db
    .selectFrom('loans')
    .selectAll()
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  const quote = await db
    .selectFrom('quotes')
    .selectAll()
    .where('id', '=', loan.quote_id)
    .executeTakeFirstOrThrow();
  const quoteId = newIdFor(loan.borrower_id, clocks.wall());
  await db
    .insertInto('quotes')
    .values({ ...quote, facts: JSON.stringify(quote.facts), id: quoteId })
    .execute();
  const copy = {
    ...loan,
    id: newIdFor(loan.borrower_id, clocks.wall()),
    quote_id: quoteId,
    reference_no: 'SL-COPY',
    state: 'submitting',
    signed_at: clocks.now(),
  };
  await db.insertInto('loans').values(copy).execute();
}

// All SQL of what is offered and signed: quotes, kept catalogues, signed texts.
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { Quotes } from '#/db/tables.ts';

export type QuoteRow = Awaited<ReturnType<typeof findQuote>>;

/** A quote of this borrower, or undefined. */
export async function findQuote(read: Read, borrowerId: string, quoteId: string) {
  return await read
    .selectFrom('quotes as q')
    .leftJoin('loans as l', 'l.quote_id', 'q.id')
    .selectAll('q')
    .select('l.id as loan_id')
    .where('q.id', '=', quoteId)
    .where('q.borrower_id', '=', borrowerId)
    .executeTakeFirst();
}

export async function insertQuote(tx: Tx, quote: Insertable<Quotes>): Promise<void> {
  await tx.insertInto('quotes').values(quote).execute();
}

/** Removes quotes that ended and became no loan. */
export async function forgetQuotes(tx: Tx, endedBefore: Temporal.Instant): Promise<void> {
  await sql`delete from quotes q where q.ends_at < ${endedBefore} and not exists (select 1 from loans l where l.quote_id = q.id)`.execute(
    tx,
  );
}

/** Whether the borrower got a quote and has signed nothing since. */
export async function hasLeftQuote(read: Read, borrowerId: string): Promise<boolean> {
  const left = await read
    .selectFrom('quotes as q')
    .select('q.id')
    .where('q.borrower_id', '=', borrowerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('loans as l').select('l.id').where('l.borrower_id', '=', borrowerId).whereRef('l.signed_at', '>=', 'q.made_at')),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return left !== undefined;
}

type NewCatalogue = { name: string; id: string; version: number; content: object; legalRule: string; at: Temporal.Instant };

/** Keeps a catalogue; one that is there already stays as it is. */
export async function insertCatalogue(read: Read, { name, id, version, content, legalRule, at }: NewCatalogue): Promise<void> {
  await read
    .insertInto('catalogues')
    .values({ name, id, version, content: JSON.stringify(content), legal_rule: legalRule, loaded_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether what is kept under a name is this; the order of fields does not matter. */
export async function isCatalogueAsKept(read: Read, name: string, content: object): Promise<boolean> {
  const row = await read
    .selectFrom('catalogues')
    .select(sql<boolean>`content = ${JSON.stringify(content)}::jsonb`.as('is_same'))
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.is_same ?? false;
}

export async function insertSignedText(
  tx: Tx,
  text: { loanId: string; borrowerId: string; hash: Buffer; textSealed: Buffer },
): Promise<void> {
  await tx
    .insertInto('signed_agreements')
    .values({ loan_id: text.loanId, borrower_id: text.borrowerId, hash: text.hash, text_sealed: text.textSealed })
    .execute();
}

/** The texts of a borrower's loans with how they were signed, by the loan's id; of one loan where it is named. */
export async function signedTextsOf(read: Read, borrowerId: string, loanId?: string) {
  let query = read
    .selectFrom('signed_agreements as t')
    .innerJoin('loans as l', 'l.id', 't.loan_id')
    .select(['t.loan_id', 't.hash', 't.text_sealed', 'l.reference_no', 'l.signed_at', 'l.agreement_session_hash'])
    .where('t.borrower_id', '=', borrowerId);
  if (loanId) query = query.where('t.loan_id', '=', loanId);
  return new Map((await query.execute()).map((row) => [row.loan_id, row]));
}

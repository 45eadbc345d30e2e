// All SQL for offers and signatures: quotes, stored catalogues and signed texts.
import { type CompiledQuery, type Expression, type Insertable, sql } from 'kysely';
import {
  afterPlace,
  type ExaminedBatch,
  examinedColumns,
  examineInTurn,
  lastPlaceOf,
  type Place,
  rowsAtOnce,
} from '#/context/cleanup.ts';
import type { Db, Read, Tx } from '#/db/database.ts';
import { type Given, onePart } from '#/db/snapshot.ts';
import type { Quotes } from '#/db/tables.ts';
import { accountAsListed, selectAccount } from '#/payout-accounts/payout-accounts.ts';

/** The borrower's quote, and the loan that was signed from this quote, if any. */
export const quotePart = onePart(
  (db, { borrowerId, quoteId }: OfQuote) =>
    db
      .selectFrom('quotes as q')
      .leftJoin('loans as l', 'l.quote_id', 'q.id')
      .select([
        'q.id',
        'q.account_id',
        'q.coupon_id',
        'q.facts',
        'q.legal_rule',
        'q.locale',
        'q.disclosure_version',
        'q.disclosure_hash',
        'q.ends_at',
      ])
      .select('l.id as loan_id')
      .where('q.id', '=', quoteId)
      .where('q.borrower_id', '=', borrowerId),
  (row) => row,
);
export type QuoteRow = ReturnType<typeof quotePart.take>;
type OfQuote = Given<{ borrowerId: string; quoteId: string }>;

/** The account that a quote names, in the shape of `accountPart`. */
export const quotedAccountPart = onePart(
  (db, { borrowerId, quoteId, gateway }: OfQuote & Given<{ gateway: string }>) =>
    selectAccount(db, {
      borrowerId,
      accountId: ofQuote('account_id', { borrowerId, quoteId }),
      gateway,
    }),
  accountAsListed,
);

/**
 * Locks the coupon of a quote, if any, because staff can void coupons without locking the borrower.
 */
export async function lockQuotedCoupon(tx: Tx, borrowerId: string, quoteId: string): Promise<void> {
  const quote = { borrowerId: sql.val(borrowerId), quoteId: sql.val(quoteId) };
  await tx
    .selectFrom('coupons')
    .select('id')
    .where('id', '=', ofQuote('coupon_id', quote))
    .forNoKeyUpdate()
    .execute();
}

function ofQuote(
  column: 'account_id' | 'coupon_id',
  { borrowerId, quoteId }: OfQuote,
): Expression<string | null> {
  return sql`(select q.${sql.ref(column)} from quotes q
    where q.id = ${quoteId} and q.borrower_id = ${borrowerId})`;
}

export function insertQuoteQuery(db: Read, quote: Insertable<Quotes>): CompiledQuery {
  return db.insertInto('quotes').values(quote).compile();
}

/** Deletes expired quotes from which no loan was signed. */
export async function forgetQuotes(db: Db, endedBefore: Temporal.Instant): Promise<void> {
  const look = async (tx: Tx, from: Place | null) => {
    const { rows } = await sql<ExaminedBatch & { taken: number }>`
      with seen as (select id, ends_at from quotes
        where ${afterPlace('ends_at', from)} and ends_at < ${endedBefore}
        order by ends_at, id limit ${rowsAtOnce}),
      gone as (delete from quotes q using seen where q.id = seen.id
        and not exists (select from loans l where l.quote_id = q.id) returning q.id)
      select (select count(*)::int from gone) as taken, ${examinedColumns('ends_at')} from seen`.execute(
      tx,
    );
    const [seen] = rows;
    return { examined: seen?.examined ?? 0, handled: seen?.taken ?? 0, last: lastPlaceOf(seen) };
  };
  // One pass is enough: an unsigned expired quote is deleted, and a signed quote is retained
  // forever.
  await examineInTurn(db, 'quotes', look, { isForGood: true });
}

type NewCatalogue = {
  name: string;
  id: string;
  version: number;
  content: object;
  legalRule: string;
  at: Temporal.Instant;
};

/** Stores a catalogue, unless a catalogue with this name is already stored. */
export async function insertCatalogue(
  read: Read,
  { name, id, version, content, legalRule, at }: NewCatalogue,
): Promise<void> {
  await read
    .insertInto('catalogues')
    .values({
      name,
      id,
      version,
      content: JSON.stringify(content),
      legal_rule: legalRule,
      loaded_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns whether the catalogue stored under a name has the given contents. The order of the fields
 * does not matter.
 */
export async function storesSameCatalogue(
  read: Read,
  name: string,
  content: object,
): Promise<boolean> {
  const row = await read
    .selectFrom('catalogues')
    .select(sql<boolean>`content = ${JSON.stringify(content)}::jsonb`.as('is_same'))
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.is_same ?? false;
}

type SignedText = { loanId: string; borrowerId: string; hash: Buffer; textSealed: Buffer };

export function insertSignedTextQuery(
  db: Read,
  { loanId, borrowerId, hash, textSealed }: SignedText,
): CompiledQuery {
  return db
    .insertInto('signed_agreements')
    .values({ loan_id: loanId, borrower_id: borrowerId, hash, text_sealed: textSealed })
    .compile();
}

/**
 * Returns the signed texts of a borrower's loans by loan id, with the data about each signature. If
 * `loanId` is given, returns only that loan's text.
 */
export async function signedTextsOf(read: Read, borrowerId: string, loanId?: string) {
  let query = read
    .selectFrom('signed_agreements as t')
    .innerJoin('loans as l', 'l.id', 't.loan_id')
    .select([
      't.loan_id',
      't.hash',
      't.text_sealed',
      'l.reference_no',
      'l.signed_at',
      'l.agreement_session_hash',
    ])
    .where('t.borrower_id', '=', borrowerId);
  if (loanId) query = query.where('t.loan_id', '=', loanId);
  return new Map((await query.execute()).map((row) => [row.loan_id, row]));
}

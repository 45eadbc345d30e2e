// The hashes of an entry and of a chained day. Another program can compute them from an export of
// the tables (docs/operators/books.md).
import { sql } from 'kysely';
import type { Chain, Link } from '#/platform/chain.ts';

export type DayFacts = {
  day: Temporal.PlainDate;
  entryCount: bigint;
  lineCount: bigint;
  /** SHA-256 over the hashes of the day's entries, in the order of their ids. */
  rowsHash: Buffer;
};

export type ChainedDay = Link<DayFacts>;

export const daysChain: Chain<DayFacts> = {
  fieldsOf: ({ day, entryCount, lineCount }) => [
    day.toString(),
    String(entryCount),
    String(lineCount),
  ],
  countOf: ({ entryCount }) => entryCount,
  words: { singular: 'an entry', plural: 'entries', previous: 'the day before' },
};

const utc = (column: 'happened_at' | 'recorded_at') =>
  sql`to_char(${sql.ref(`e.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * SHA-256 over an entry `e` and its lines, each with the kind and owner of its account, as a JSON
 * array in UTF-8.
 */
export const entryHash = sql<Buffer>`sha256(convert_to(json_build_array(e.id, e.number::text,
  e.kind, e.fact_key, e.borrower_id, e.loan_id,
  ${utc('happened_at')}, ${utc('recorded_at')}, e.business_on, e.booked_on, e.line_count,
  (select json_agg(json_build_array(l.number, a.kind, a.owner_id, l.amount_centavos::text)
    order by l.number)
    from ledger_lines l join ledger_accounts a on a.id = l.account_id
      where l.entry_id = e.id))::text, 'UTF8'))`;

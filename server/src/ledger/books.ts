// Checks of the books, as a list of what does not hold: run after every test and by the battery at
// once, and by ops in pieces. An empty list is the only good answer. I or P with a number is a
// short name; the sentence after it is the invariant.
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { companyChecks } from './books-company.ts';
import { accountChecks, dayChecks, entryChecks } from './books-ledger.ts';
import { loanChecks } from './books-loans.ts';
import { returnChecks } from './books-returns.ts';

/**
 * In pieces a table of `kinds` stands for its rows of the piece: a check names it plainly where it
 * goes through it, and as `public.<table>` where it looks up a row that may be of another piece;
 * `offset 0` keeps PostgreSQL from reading such a table whole.
 */
export type Check = { invariant: string; query: RawBuilder<{ subject: string; detail: string }> };
export type Break = { invariant: string; subject: string; detail: string };

/**
 * Everything in the books that does not hold, found by one prepared statement; empty when all is
 * well.
 */
export async function books(read: Read): Promise<Break[]> {
  const checks = [...companyChecks, ...Object.values(kinds).flatMap((kind) => kind.checks)];
  const breaks = checks.map(
    ({ invariant, query }) =>
      sql`select ${sql.lit(invariant)} as invariant, subject, detail from (${query}) c`,
  );
  return (await sql<Break>`${sql.join(breaks, sql` union all `)}`.execute(read)).rows;
}

async function findBreaks(
  read: Read,
  checks: readonly Check[],
  piece: RawBuilder<unknown> = sql``,
): Promise<Break[]> {
  const of = async ({ invariant, query }: Check) => {
    const { rows } = await sql<Omit<Break, 'invariant'>>`${piece} ${query}`.execute(read);
    return rows.map((row) => ({ invariant, ...row }));
  };
  return (await Promise.all(checks.map(of))).flat();
}

/** What the books are gone through by, one after the other. */
export const bookKinds = ['account', 'day', 'entry', 'borrower'] as const;
type BookKind = (typeof bookKinds)[number];

type Kind = {
  checks: readonly Check[];
  /** How many of it are in a piece: a second's work at most, but for a day. */
  atOnce: number;
  /**
   * The tables that are narrowed to a piece, each with the column that names it: everything else is
   * looked up from these.
   */
  tables: Readonly<Record<string, string>>;
  /**
   * The tables in which something after a place is looked for; the first of `tables` where it does
   * not say.
   */
  foundIn?: readonly string[];
};

const days = {
  ledger_days: 'day',
  ledger_day_totals: 'day',
  ledger_entries: 'booked_on',
  ledger_day_entries: 'day',
  lending_days: 'day',
};
const borrowers = {
  borrowers: 'id',
  credit_lines: 'borrower_id',
  loans: 'borrower_id',
  bills: 'borrower_id',
  payouts: 'borrower_id',
};
const ofBorrowers = [
  'receipts',
  'refunds',
  'extensions',
  'waived_charges',
  'earned_limit_increases',
  'coupons',
];
const kinds: Readonly<Record<BookKind, Kind>> = {
  account: { checks: accountChecks, atOnce: 2000, tables: { ledger_accounts: 'id' } },
  day: { checks: dayChecks, atOnce: 1, tables: days, foundIn: Object.keys(days) },
  entry: {
    checks: entryChecks,
    atOnce: 5000,
    tables: { ledger_entries: 'id', ledger_lines: 'entry_id' },
  },
  borrower: {
    checks: [...loanChecks, ...returnChecks],
    atOnce: 500,
    tables: {
      ...borrowers,
      ...Object.fromEntries(ofBorrowers.map((table) => [table, 'borrower_id'])),
    },
  },
};

/**
 * How far the books were gone through: the kind, and the last that was looked at; null before the
 * first.
 */
export type BookPlace = { kind: BookKind; after: string | null };

/**
 * A piece of the books: what does not hold in it, and where the next begins; null after the last.
 */
export type BookPiece = { breaks: Break[]; next: BookPlace | null };

/**
 * The same as `books`, a piece at a time, from a place or the beginning: each is read by indexes.
 * What does not hold is found wherever it is; a sum over all entries is one over those of a piece.
 */
export async function* booksInPieces(
  read: Read,
  from: BookPlace | null,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<BookPiece> {
  // Until the transaction ends: for a long day all lines ever posted would be read instead of each
  // entry's, and it may take longer than a call.
  await sql`select set_config('enable_seqscan', 'off', true), set_config('statement_timeout', '240s', true)`.execute(
    read,
  );
  if (!from) yield { breaks: await findBreaks(read, companyChecks), next: firstPlace };
  for (let place: BookPlace | null = from ?? firstPlace; place; ) {
    const one: BookPiece = await pieceAt(read, place, most);
    yield one;
    place = one.next;
  }
}

const firstPlace: BookPlace = { kind: bookKinds[0], after: null };

async function pieceAt(read: Read, { kind, after }: BookPlace, most: number): Promise<BookPiece> {
  const { checks, atOnce } = kinds[kind];
  const to = await lastOfPiece(read, { kind, after }, Math.min(most, atOnce));
  const following = bookKinds[bookKinds.indexOf(kind) + 1];
  const nextKind = following ? { kind: following, after: null } : null;
  return {
    breaks: await findBreaks(read, checks, piece(kind, after, to)),
    next: to === null ? nextKind : { kind, after: to },
  };
}

/** The last that a piece after a place has; null where the piece takes all that is left. */
async function lastOfPiece(
  read: Read,
  { kind, after }: BookPlace,
  size: number,
): Promise<string | null> {
  const { tables, foundIn = Object.keys(tables).slice(0, 1) } = kinds[kind];
  const candidates = foundIn.map((table) => {
    const column = sql.ref(tables[table] ?? '');
    const later = after === null ? sql`true` : sql`${column} > ${after}`;
    return sql`(select ${column} as place from ${sql.table(table)} where ${later} order by ${column} limit 1 offset ${size - 1})`;
  });
  const { rows } = await sql<{
    place: string;
  }>`select place::text from (${sql.join(candidates, sql` union all `)}) of order by of.place limit 1`.execute(
    read,
  );
  return rows[0]?.place ?? null;
}

/** What narrows the tables of a check to those of a piece: each name means its part. */
function piece(kind: BookKind, after: string | null, to: string | null): RawBuilder<unknown> {
  const parts = Object.entries(kinds[kind].tables).map(([table, name]) => {
    const column = sql.ref(name);
    const later = after === null ? sql`true` : sql`${column} > ${after}`;
    const earlier = to === null ? sql`true` : sql`${column} <= ${to}`;
    return sql`${sql.ref(table)} as not materialized (select * from ${sql.table(`public.${table}`)} where ${later} and ${earlier})`;
  });
  return sql`with ${sql.join(parts)}`;
}

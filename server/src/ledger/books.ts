// Checks of the books: tests and the battery run them all at once, ops in pieces. Each invariant is
// a sentence that must be true. It may begin with its number (I or P).
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { companyChecks } from './books-company.ts';
import { accountChecks, dayChecks, entryChecks } from './books-ledger.ts';
import { loanChecks } from './books-loans.ts';
import { returnChecks } from './books-returns.ts';

/**
 * A check that selects violations. Within a piece, the plain name of a table in `kinds` means only
 * that piece's rows; `public.<table>` with `offset 0` also reads the rows of other pieces.
 */
export type Check = { invariant: string; query: RawBuilder<{ subject: string; detail: string }> };
export type Break = { invariant: string; subject: string; detail: string };

/** Returns all violations in the books, using one prepared statement. */
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

/** The kinds of pieces, in the order in which they are checked. */
export const bookKinds = ['account', 'day', 'entry', 'borrower'] as const;
type BookKind = (typeof bookKinds)[number];

type Kind = {
  checks: readonly Check[];
  /** The number of subjects in a piece. A piece takes about a second, except for the kind `day`. */
  size: number;
  /** The tables that are limited to a piece, each with the column by which it is divided. */
  tables: Readonly<Record<string, string>>;
  /** The tables that determine where a piece ends; by default the first of `tables`. */
  dividedBy?: readonly string[];
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
  account: { checks: accountChecks, size: 2000, tables: { ledger_accounts: 'id' } },
  day: { checks: dayChecks, size: 1, tables: days, dividedBy: Object.keys(days) },
  entry: {
    checks: entryChecks,
    size: 5000,
    tables: { ledger_entries: 'id', ledger_lines: 'entry_id' },
  },
  borrower: {
    checks: [...loanChecks, ...returnChecks],
    size: 500,
    tables: {
      ...borrowers,
      ...Object.fromEntries(ofBorrowers.map((table) => [table, 'borrower_id'])),
    },
  },
};

/**
 * How far the books have been checked: a kind, and the last checked key (null before the first
 * one).
 */
export type BookPlace = { kind: BookKind; after: string | null };

/** A piece's violations, and where the next piece begins; null after the last piece. */
export type BookPiece = { breaks: Break[]; next: BookPlace | null };

/**
 * Finds the same violations as `books`, but piece by piece and with indexes. Starts from a given
 * place or the beginning. Checks the sum of each piece instead of the sum of all entries.
 */
export async function* booksInPieces(
  read: Read,
  from: BookPlace | null,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<BookPiece> {
  // Without these settings, checking a long day would scan all lines or exceed a call's timeout.
  await sql`select set_config('enable_seqscan', 'off', true),
    set_config('statement_timeout', '240s', true)`.execute(read);
  if (!from) yield { breaks: await findBreaks(read, companyChecks), next: firstPlace };
  for (let place: BookPlace | null = from ?? firstPlace; place; ) {
    const current: BookPiece = await pieceAt(read, place, most);
    yield current;
    place = current.next;
  }
}

const firstPlace: BookPlace = { kind: bookKinds[0], after: null };

async function pieceAt(read: Read, { kind, after }: BookPlace, most: number): Promise<BookPiece> {
  const { checks, size } = kinds[kind];
  const to = await lastOfPiece(read, { kind, after }, Math.min(most, size));
  const following = bookKinds[bookKinds.indexOf(kind) + 1];
  const nextKind = following ? { kind: following, after: null } : null;
  return {
    breaks: await findBreaks(read, checks, piece(kind, after, to)),
    next: to === null ? nextKind : { kind, after: to },
  };
}

/**
 * Returns the last key of the piece that starts after a place; null for the last piece of its kind.
 */
async function lastOfPiece(
  read: Read,
  { kind, after }: BookPlace,
  size: number,
): Promise<string | null> {
  const { tables, dividedBy = Object.keys(tables).slice(0, 1) } = kinds[kind];
  const candidates = dividedBy.map((table) => {
    const column = sql.ref(tables[table] ?? '');
    const later = after === null ? sql`true` : sql`${column} > ${after}`;
    return sql`(select ${column} as place from ${sql.table(table)} where ${later} order by ${column}
      limit 1 offset ${size - 1})`;
  });
  const { rows } = await sql<{
    place: string;
  }>`select place::text from (${sql.join(
    candidates,
    sql`
    union all `,
  )}) of order by of.place limit 1`.execute(read);
  return rows[0]?.place ?? null;
}

/**
 * Returns a `with` clause that limits the tables of a check to the rows of one piece: those after
 * `after`, up to and including `to`.
 */
function piece(kind: BookKind, after: string | null, to: string | null): RawBuilder<unknown> {
  const parts = Object.entries(kinds[kind].tables).map(([table, name]) => {
    const column = sql.ref(name);
    const later = after === null ? sql`true` : sql`${column} > ${after}`;
    const earlier = to === null ? sql`true` : sql`${column} <= ${to}`;
    return sql`${sql.ref(table)} as not materialized (select * from ${sql.table(`public.${table}`)}
      where ${later} and ${earlier})`;
  });
  return sql`with ${sql.join(parts)}`;
}

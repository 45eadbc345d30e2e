// A snapshot: everything that a call needs of the database, read by one prepared statement. Each
// store exports its part of it, as a query with a function that takes the rows; a call names its
// parts. The text is built once; a read only fills in values.
import {
  type Compilable,
  CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import pg from 'pg';
import type { Read } from './database.ts';
import type { DB } from './tables.ts';

/**
 * The values a part is read with, as they stand in its query: parameters, or columns of the row
 * that leads the snapshot.
 */
export type Given<G> = { readonly [Name in keyof G]: Expression<G[Name]> };
/** What the parts that are about a borrower are read with. */
export type OfBorrower = Given<{ borrowerId: string }>;

/** One query of a snapshot, with what its rows become. */
export type Part<G, T> = {
  query(db: Kysely<DB>, given: Given<G>): Compilable<unknown>;
  take(rows: never[]): T;
  isOneRow: boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: a set of parts may need any values and become anything
export type Parts = Record<string, Part<any, any>>;
/** What a set of parts has read. */
export type FactsOf<P extends Parts> = {
  [Name in keyof P]: P[Name] extends Part<never, infer T> ? T : never;
};
/** The values that a set of parts is read with. */
export type GivenOf<P extends Parts> = {
  [Name in keyof P]: P[Name] extends Part<infer G, unknown> ? (given: G) => void : never;
}[keyof P] extends (given: infer All) => void
  ? All
  : never;

// Rows travel as JSON, which has no dates, bytes and large numbers. The end of a column's name says
// what it holds; snapshot.test.ts holds the tables to it.
const kinds = [
  [/_centavos$/, whole],
  [/_at$/, (text: string) => Temporal.Instant.from(text)],
  [/_on$|^charged_to$/, (text: string) => Temporal.PlainDate.from(text)],
  [/_sealed$|_hash$/, (text: string) => Buffer.from(text.slice(2), 'hex')],
] as const;
/** What a column of this name and type comes back as. */
type Carried<Name, T> = Name extends `${string}_centavos`
  ? bigint
  : Name extends `${string}_at`
    ? Temporal.Instant
    : Name extends `${string}_on` | 'charged_to'
      ? Temporal.PlainDate
      : Name extends `${string}_sealed` | `${string}_hash`
        ? Buffer
        : Exclude<T, bigint | Temporal.Instant | Temporal.PlainDate | Uint8Array>;
type Misnamed<O> = {
  [Name in keyof O]: [NonNullable<O[Name]>] extends [Carried<Name, NonNullable<O[Name]>>]
    ? never
    : Name;
}[keyof O];
/**
 * Columns that cannot travel under their name make a part that does not compile; an alias helps.
 */
type Travels<O> = [Misnamed<O>] extends [never] ? unknown : { misnamed: Misnamed<O> };

/**
 * A part of a snapshot. The query names its columns; `take` makes of the rows what the slice speaks
 * of.
 */
export function part<G, O, T>(
  query: (db: Kysely<DB>, given: Given<G>) => Compilable<O> & Travels<O>,
  take: (rows: O[]) => T,
): Part<G, T> {
  return { query, take: take as (rows: never[]) => T, isOneRow: false };
}

/** A part whose query gives one row at most; more are an error of the database. */
export function onePart<G, O, T>(
  query: (db: Kysely<DB>, given: Given<G>) => Compilable<O> & Travels<O>,
  take: (row: O | null) => T,
): Part<G, T> {
  return { query, take: ([row]: never[]) => take(row ?? null), isOneRow: true };
}

export type Snapshot<P extends Parts> = {
  /** Reads all parts by one statement. */
  read(read: Read, given: GivenOf<P>): Promise<FactsOf<P>>;
};

/** Joins parts into one statement. */
export function snapshot<P extends Parts>(parts: P): Snapshot<P> {
  const { columns, values } = columnsOf(parts, parameter);
  const text = `select ${columns}`;
  return {
    async read(read, given) {
      const row = await run(read, text, values, given as Values);
      return factsFrom(parts, row as Values);
    },
  };
}

const snapshots = new WeakMap<object, Snapshot<Parts>>();

/** The snapshot of an object that names its parts, joined once. */
export function snapshotOf(owner: object, parts: () => Parts): Snapshot<Parts> {
  const made = snapshots.get(owner) ?? snapshot(parts());
  snapshots.set(owner, made);
  return made;
}

/** Reads one part by itself. */
export async function readPart<G, T>(read: Read, one: Part<G, T>, given: G): Promise<T> {
  return (await snapshotOf(one, () => ({ one })).read(read, given as never)).one as T;
}

/** Gives the function that reads a part about a borrower by itself. */
export function readerOf<T>(
  one: Part<{ borrowerId: string }, T>,
): (read: Read, borrowerId: string) => Promise<T> {
  return async (read, borrowerId) => await readPart(read, one, { borrowerId });
}

export type LedSnapshot<L, G, P extends Parts> = {
  /** The leading row with all parts, or null where there is none: then no other table is read. */
  read(read: Read, given: G & Partial<GivenOf<P>>): Promise<{ lead: L; facts: FactsOf<P> } | null>;
};

/**
 * Joins parts to a row that comes first, a session for instance, and whose columns `given` are
 * values of the parts.
 */
export function ledSnapshot<G, L, P extends Parts>(
  lead: { query: Part<G, L>; given: Readonly<Record<string, string>> },
  parts: P,
): LedSnapshot<L, G, P> {
  const head = compile(lead.query, parameter, 0);
  const { columns, values } = columnsOf(
    parts,
    (name) => (lead.given[name] ? sql.ref(`lead.${lead.given[name]}`) : parameter(name)),
    head.values.length,
  );
  const text = `with lead as materialized (${head.text}) select to_json(lead) as lead${columns && `, ${columns}`} from lead`;
  return {
    async read(read, given) {
      const row = await run(read, text, [...head.values, ...values], given as Values);
      return (
        row && {
          lead: lead.query.take([decode(row.lead as Values)] as never[]),
          facts: factsFrom(parts, row),
        }
      );
    },
  };
}

/**
 * An amount as JSON has it.
 * @throws RangeError where it is so large that its last digits are lost on the way
 */
function whole(amount: number): bigint {
  if (!Number.isSafeInteger(amount))
    throw new RangeError('An amount is too large to travel as JSON.');
  return BigInt(amount);
}

type Values = Record<string, unknown>;

/** Stands for a value in a query until it is read. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
const parameter = (name: string): Expression<unknown> => sql.val(new Parameter(name));

const writer = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('Nothing is asked of a database that only writes queries.');
    },
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type Text = { text: string; values: string[] };

/**
 * The query of a part: constants stand in it, so that it is planned with them; what it is given is
 * numbered after the `before` values that come first.
 */
function compile(
  { query }: Parts[string],
  of: (name: string) => Expression<unknown>,
  before: number,
): Text {
  const given = new Proxy({}, { get: (_, name) => of(String(name)) });
  const { sql: text, parameters } = query(writer, given).compile();
  const values: string[] = [];
  const numbered = text.replace(/\$(\d+)/g, (_, nth) => {
    const value = parameters[Number(nth) - 1];
    if (!(value instanceof Parameter)) return constant(value);
    values.push(value.name);
    return `$${before + values.length}`;
  });
  return { text: numbered, values };
}

function constant(value: unknown): string {
  if (
    value === null ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'boolean'
  )
    return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error('A part of a snapshot has a constant that is no number and no text.');
}

function columnsOf(
  parts: Parts,
  of: (name: string) => Expression<unknown>,
  before = 0,
): { columns: string; values: string[] } {
  const values: string[] = [];
  const columns = Object.entries(parts).map(([name, one]) => {
    const made = compile(one, of, before + values.length);
    values.push(...made.values);
    return `(select ${one.isOneRow ? 'to_json' : 'json_agg'}(p) from (${made.text}) p) as "${name}"`;
  });
  return { columns: columns.join(', '), values };
}

async function run(
  read: Read,
  text: string,
  names: readonly string[],
  given: Values,
): Promise<Values | null> {
  const { rows } = await read.executeQuery<Values>(
    CompiledQuery.raw(
      text,
      names.map((name) => given[name]),
    ),
  );
  return rows[0] ?? null;
}

function factsFrom<P extends Parts>(parts: P, row: Values): FactsOf<P> {
  const facts: Values = {};
  for (const [name, { take, isOneRow }] of Object.entries(parts)) {
    const rows = (isOneRow ? (row[name] ? [row[name]] : []) : (row[name] ?? [])) as Values[];
    facts[name] = take(rows.map(decode) as never[]);
  }
  return facts as FactsOf<P>;
}

const kindOf = new Map<string, ((text: never) => unknown) | null>();

function decode(row: Values): Values {
  for (const name in row) {
    let kind = kindOf.get(name);
    if (kind === undefined) {
      kind = kinds.find(([ends]) => ends.test(name))?.[1] ?? null;
      kindOf.set(name, kind);
    }
    if (kind && row[name] !== null) row[name] = kind(row[name] as never);
  }
  return row;
}

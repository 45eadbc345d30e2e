// A snapshot reads everything that a call needs from the database in one prepared statement. Stores
// export parts (each is a query and a function that maps its rows), and a call names the parts that
// it needs.
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

/** The values that a part uses in its query: parameters, or columns of the leading row. */
export type Given<G> = { readonly [Name in keyof G]: Expression<G[Name]> };
/** The value that a part uses in its query if it reads the rows of one borrower. */
export type OfBorrower = Given<{ borrowerId: string }>;

/** One query of a snapshot; `take` maps its rows. */
export type Part<G, T> = {
  query(db: Kysely<DB>, given: Given<G>): Compilable<unknown>;
  take(rows: Values[]): T;
  isOneRow: boolean;
};

export type Parts = Record<string, Part<never, unknown>>;
/** The results of several parts, by name. */
export type FactsOf<P extends Parts> = {
  [Name in keyof P]: P[Name] extends Part<never, infer T> ? T : never;
};
/** The values that several parts use in their queries. */
export type GivenOf<P extends Parts> = {
  [Name in keyof P]: P[Name] extends Part<infer G, unknown> ? (given: G) => void : never;
}[keyof P] extends (given: infer All) => void
  ? All
  : never;

// Rows are transferred as JSON, which has no dates, bytes or large numbers. A column's suffix
// determines its type; snapshot.test.ts checks the tables.
const kinds = [
  [/_centavos$/, whole],
  [/_at$/, (text: unknown) => Temporal.Instant.from(text as string)],
  [/_on$|^charged_to$/, (text: unknown) => Temporal.PlainDate.from(text as string)],
  [/_sealed$|_hash$/, (text: unknown) => Buffer.from((text as string).slice(2), 'hex')],
] as const;
/** The type of a column after decoding, derived from the column's name. */
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
/** A column whose name does not match its type fails to compile; give it an alias. */
type Travels<O> = [Misnamed<O>] extends [never] ? unknown : { misnamed: Misnamed<O> };

/** Creates a part of a snapshot. The query names its columns; `take` maps the rows. */
export function part<G, O, T>(
  query: (db: Kysely<DB>, given: Given<G>) => Compilable<O> & Travels<O>,
  take: (rows: O[]) => T,
): Part<G, T> {
  return { query, take: (rows) => take(rows as O[]), isOneRow: false };
}

/** Creates a part whose query returns at most one row; more rows are a database error. */
export function onePart<G, O, T>(
  query: (db: Kysely<DB>, given: Given<G>) => Compilable<O> & Travels<O>,
  take: (row: O | null) => T,
): Part<G, T> {
  return { query, take: ([row]) => take((row as O | undefined) ?? null), isOneRow: true };
}

export type Snapshot<P extends Parts> = {
  /** Reads all parts in one statement. */
  read(read: Read, given: GivenOf<P>): Promise<FactsOf<P>>;
};

/** Joins parts into one statement, whose text is built only once. */
export function snapshot<P extends Parts>(parts: P): Snapshot<P> {
  const { columns, values } = columnsOf(parts, parameter);
  const text = `select ${columns}`;
  return {
    async read(read, given) {
      if (columns === '') return {} as FactsOf<P>;
      const row = await run(read, text, values, given as Values);
      return factsFrom(parts, row as Values);
    },
  };
}

/** Returns the value stored for a key; the first call for a key builds it. */
export function cached<K extends object, T>(
  values: WeakMap<K, unknown>,
  key: K,
  build: () => T,
): T {
  const value = (values.get(key) as T | undefined) ?? build();
  values.set(key, value);
  return value;
}

const snapshots = new WeakMap<Parts, unknown>();

/** Returns the snapshot of these parts; the first call for the same object builds it. */
export function snapshotOf<P extends Parts>(parts: P): Snapshot<P> {
  return cached(snapshots, parts, () => snapshot(parts));
}

const singles = new WeakMap<object, unknown>();
type Single<G, T> = { section: Part<G, T> };

/** Reads a single part. */
export async function readPart<G, T>(read: Read, section: Part<G, T>, given: G): Promise<T> {
  const single = cached<object, Snapshot<Single<G, T>>>(singles, section, () =>
    snapshot({ section }),
  );
  const facts = await single.read(read, given as GivenOf<Single<G, T>>);
  return facts.section as T;
}

/** Returns a function that reads a single part about a borrower. */
export function readerOf<T>(
  section: Part<{ borrowerId: string }, T>,
): (read: Read, borrowerId: string) => Promise<T> {
  return async (read, borrowerId) => await readPart(read, section, { borrowerId });
}

export type LedSnapshot<L, G, P extends Parts> = {
  /** Reads the leading row and all parts; returns null if the leading row is missing. */
  read(read: Read, given: G & Partial<GivenOf<P>>): Promise<{ lead: L; facts: FactsOf<P> } | null>;
};

/**
 * Joins parts to a leading row, such as a session. `given` maps values that the parts use to
 * columns of that row; the caller of `read` passes all other values.
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
  const text = `with lead as materialized (${head.text})
    select to_json(lead) as lead${columns && `,\n  ${columns}`} from lead`;
  return {
    async read(read, given) {
      const row = await run(read, text, [...head.values, ...values], given as Values);
      return (
        row && {
          lead: lead.query.take([decode(row.lead as Values)]),
          facts: factsFrom(parts, row),
        }
      );
    },
  };
}

/**
 * Converts an amount from JSON.
 * @throws RangeError if the amount is too large for a JSON number.
 */
function whole(amount: unknown): bigint {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount))
    throw new RangeError('An amount is too large for JSON.');
  return BigInt(amount);
}

type Values = Record<string, unknown>;

/** A placeholder for a value that the read supplies. */
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
      throw new Error('This Kysely only compiles queries.');
    },
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type Text = { text: string; values: string[] };

/**
 * Compiles a part's query. Writes constants into the text, so that the planner sees them, and
 * numbers the parameters from `before` + 1.
 */
function compile(
  { query }: Parts[string],
  of: (name: string) => Expression<unknown>,
  before: number,
): Text {
  const given = new Proxy({}, { get: (_, name) => of(String(name)) }) as Given<never>;
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
  throw new Error('A part of a snapshot has a constant that is neither a number nor a text.');
}

function columnsOf(
  parts: Parts,
  of: (name: string) => Expression<unknown>,
  before = 0,
): { columns: string; values: string[] } {
  const values: string[] = [];
  const columns = Object.entries(parts).map(([name, section]) => {
    const compiled = compile(section, of, before + values.length);
    values.push(...compiled.values);
    const aggregate = section.isOneRow ? 'to_json' : 'json_agg';
    return `(select ${aggregate}(p) from (${compiled.text}) p) as "${name}"`;
  });
  return { columns: columns.join(',\n  '), values };
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
    facts[name] = take(rows.map(decode));
  }
  return facts as FactsOf<P>;
}

const kindOf = new Map<string, ((text: unknown) => unknown) | null>();

function decode(row: Values): Values {
  for (const name in row) {
    let kind = kindOf.get(name);
    if (kind === undefined) {
      kind = kinds.find(([ends]) => ends.test(name))?.[1] ?? null;
      kindOf.set(name, kind);
    }
    if (kind && row[name] !== null) row[name] = kind(row[name]);
  }
  return row;
}

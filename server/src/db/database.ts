// The connection to PostgreSQL, and the transactions in which all writes run.
import type { RefusalName } from '@sandali/contract/codes.ts';
import {
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import { type RefusalValues, Refused } from '#/platform/refuse.ts';
import { spanned } from '#/platform/trace.ts';
import { ofLostStatement } from '#/platform/why-not.ts';
import { sessionOptions } from './session.ts';
import type { DB } from './tables.ts';

/** How to reach a database: a URL, or a socket folder as `host` with a role and a database. */
export type Place = (
  | { connectionString: string }
  | { host: string; user: string; database: string }
) & {
  /** Whether a pooler may give each transaction another session. */
  poolsTransactions?: boolean;
};
/** The type for queries that only read: either the pool or a transaction. */
export type Read = Kysely<DB>;
export type Database = { pool: pg.Pool; db: Db };

const parsers = new Map<number, (text: string) => unknown>([
  [20, BigInt], // int8
  [1082, (text) => Temporal.PlainDate.from(text)], // date
  [1184, (text) => Temporal.Instant.from(text)], // timestamptz
]);

/** Converts a parameter for the driver, which would send a Temporal value as quoted JSON. */
function toDriver(value: unknown): unknown {
  if (value instanceof Temporal.PlainDate || value instanceof Temporal.Instant)
    return value.toString();
  return Array.isArray(value) ? value.map(toDriver) : value;
}

const query = /^\s*(select|insert|update|delete|with)\s/i;
/** Matches an asterisk that means all columns, not count(*) or a product. */
const allColumns = /(?<!\()\*\s*(,|from\b|\)|$)/i;
/**
 * The maximum number of prepared statements, to limit a session's memory: for each length of a list
 * of values, another text must be prepared.
 */
const mostPrepared = 600;
/**
 * A statement with this parameter inserts many rows. Its text varies with their number, so it is
 * not prepared.
 */
const ofMany = '$100';

/**
 * Returns the name under which to prepare a statement, or null. A text with `*` is not prepared,
 * because PostgreSQL refuses its plan once a newer server adds a column.
 */
export function statementNames(most = mostPrepared): (text: string) => string | null {
  const names = new Map<string, string>();
  return (text) => {
    const existingName = names.get(text);
    if (existingName !== undefined) return existingName;
    if (names.size >= most || text.includes(ofMany) || !query.test(text) || allColumns.test(text))
      return null;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** The statements that the sessions of a pool have prepared. */
class Prepared {
  /** Whether a session lost a statement, or had one that it did not prepare. Stays true. */
  hasLost = false;
  readonly nameOf: (text: string) => string | null;
  readonly #onLost: (error: Error) => void;

  constructor(most: number, onLost: (error: Error) => void) {
    this.nameOf = statementNames(most);
    this.#onLost = onLost;
  }

  noteFailure(error: unknown): void {
    if (!(error instanceof pg.DatabaseError) || !ofLostStatement.has(error.code ?? '')) return;
    this.hasLost = true;
    this.#onLost(error);
  }
}

/** Prepares a statement, because planning costs more than running (docs/decisions/0024). */
async function execute<R>(
  client: pg.PoolClient,
  prepared: Prepared,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<PostgresQueryResult<R>> {
  const name = prepared.nameOf(text) ?? undefined;
  const result = await spanned(
    () => spanOf(text),
    () => client.query({ name, text, values: values.map(toDriver) }),
  );
  return result as unknown as PostgresQueryResult<R>;
}

const tableIn = /\b(?:from|into|update|join)\s+"?([a-z_]+)/i;

/**
 * Describes a statement in a trace by its verb and first table, because its text can contain
 * values.
 */
function spanOf(text: string) {
  const verb = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement';
  const statement = [verb, tableIn.exec(text)?.[1]].filter(Boolean).join(' ');
  return { name: statement, kind: 'client', fields: { statement } } as const;
}

/** How long a statement waits for a free connection before its call is refused as busy. */
const poolWaitMs = 10_000;

/**
 * Whether a statement failed because the database is busy or away, so that the same request may
 * succeed later: it got no lock or connection in time, or another server has become the primary.
 */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as Error & { code?: string };
  return ofLaterSuccess.has(code) || code.startsWith('08') || lostConnection.test(error.message);
}
/**
 * lock_not_available, read_only_sql_transaction (a former primary), admin_shutdown,
 * crash_shutdown, cannot_connect_now, and the system's errors of a refused or lost connection.
 */
const ofLaterSuccess = new Set(
  '55P03 25006 57P01 57P02 57P03 ECONNREFUSED ECONNRESET EPIPE'.split(' '),
);
/** The driver's own errors have no code. */
const lostConnection =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered)/;

/** The database outside a transaction: each statement borrows a connection from the pool. */
export class Db extends Kysely<DB> {
  readonly pool: pg.Pool;
  /** The names of statements are valid only in the sessions of this pool. */
  readonly prepared: Prepared;

  constructor(pool: pg.Pool, prepared: Prepared) {
    super({
      dialect: new PostgresDialect({
        pool: {
          connect: async () => preparing(await pool.connect(), prepared),
          end: () => pool.end(),
          options: pool.options,
        },
      }),
    });
    this.pool = pool;
    this.prepared = prepared;
  }
}

function preparing(client: pg.PoolClient, prepared: Prepared): PostgresPoolClient {
  return {
    query: (async (text: string, values: readonly unknown[]) => {
      try {
        return await execute(client, prepared, { text, values });
      } catch (error) {
        prepared.noteFailure(error);
        throw error;
      }
    }) as PostgresPoolClient['query'],
    release: (isBroken) => client.release(isBroken),
  };
}

type PoolOptions = {
  max?: number;
  waitMs?: number;
  answerMs?: number;
  onLostStatement?: (error: Error) => void;
};

/**
 * Opens a pool of up to `max` connections; a statement waits at most `waitMs` for one. The caller
 * must end `pool`. A connection without an answer within `answerMs` is closed; by default, only the
 * database limits a statement. Behind a pooler of transactions, no statement is prepared and the
 * role sets the session's limits. `onLostStatement` is called if a session shows that there is such
 * a pooler.
 */
export function connect(
  { poolsTransactions = false, ...place }: Place,
  { max = 10, waitMs = poolWaitMs, answerMs, onLostStatement = () => {} }: PoolOptions = {},
): Database {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
  };
  const pool = new pg.Pool({
    ...place,
    max,
    connectionTimeoutMillis: waitMs,
    ...(answerMs !== undefined && { query_timeout: answerMs }),
    ...(!poolsTransactions && { options: sessionOptions }),
    types,
    pipeline: true,
  });
  // A broken connection fails its query; without these listeners it would also end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const prepared = new Prepared(poolsTransactions ? 0 : mostPrepared, onLostStatement);
  return { pool, db: new Db(pool, prepared) };
}

/** SQLSTATE in_failed_sql_transaction: an earlier statement of the transaction failed. */
const afterFailure = '25P02';
/**
 * Our own SQLSTATE for a refusal. The message is the refusal's name, and the detail is its values
 * as JSON, if any.
 */
const refusedThere = 'SR001';

/**
 * Returns the error to report for a failed transaction: the first failure if it caused `error`, and
 * a `Refused` if the database raised a refusal.
 */
function reasonOf(error: unknown, firstFailed: unknown): unknown {
  const reason =
    error instanceof pg.DatabaseError && error.code === afterFailure
      ? (firstFailed ?? error)
      : error;
  if (!(reason instanceof pg.DatabaseError) || reason.code !== refusedThere) return reason;
  return new Refused(
    reason.message as RefusalName,
    reason.detail ? (JSON.parse(reason.detail) as RefusalValues) : {},
  );
}

/**
 * Runs `fn` in one transaction and commits. If `fn` throws or any of its statements fails, rolls
 * back and throws. Statements started together (`Promise.all`) are sent as one batch, in order.
 */
export async function inTx<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  const statements = new Statements(client, db.prepared);
  let isBroken = false;
  try {
    statements.begin();
    const result = await fn(new Tx(statements));
    const lastSent = statements.sendLast();
    const [{ command }] = await Promise.all([
      spanned(
        () => spanOf('commit'),
        () => client.query('commit'),
      ),
      ...lastSent,
    ]);
    // After a failed statement, even one whose error `fn` swallowed, PostgreSQL responds to
    // COMMIT with ROLLBACK and no error.
    if (command !== 'COMMIT') throw statements.firstFailed;
    return result;
  } catch (error) {
    await statements.end();
    // This fails only if the connection has closed, which rolls the transaction back anyway.
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    throw reasonOf(error, statements.firstFailed);
  } finally {
    client.release(isBroken);
  }
}

/** Runs `fn` in this transaction, in which the database refuses every change and row lock. */
export async function readOnly<T>(tx: Tx, fn: () => Promise<T>): Promise<T> {
  await sql`savepoint before_reading`.execute(tx);
  await sql`set transaction read only`.execute(tx);
  const result = await fn();
  await sql`release savepoint before_reading`.execute(tx);
  return result;
}

/** Sends statements as one batch of a transaction. @throws the first failure among them */
export async function runAll(tx: Tx, statements: readonly CompiledQuery[]): Promise<void> {
  await Promise.all(statements.map((statement) => tx.executeQuery(statement)));
}

/** Runs reads that must be consistent: all of them see the same committed state. */
export async function atOneMoment<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return await inTx(db, async (tx) => {
    const isolated = sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const [, result] = await Promise.all([isolated, fn(tx)]);
    return result;
  });
}

/**
 * An open transaction, for writes. Its statements share one connection, which sends each without
 * waiting for the results of earlier ones. After a statement fails, PostgreSQL refuses all later
 * ones.
 */
export class Tx extends Kysely<DB> {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    super({ dialect: new PostgresDialect({ pool: statements }) });
    this.#statements = statements;
  }

  /** Adds statements to send together with COMMIT. If one fails, the transaction fails with it. */
  sendWithCommit(queries: readonly CompiledQuery[]): void {
    this.#statements.last.push(...queries);
  }
}

/** The statements of a transaction, presented to Kysely as a pool with one connection. */
class Statements implements PostgresPool, PostgresPoolClient {
  readonly options = {};
  /** The statements to send together with COMMIT. */
  readonly last: CompiledQuery[] = [];
  #isOpen = true;
  /** The error of the first statement that failed. */
  firstFailed: unknown;
  readonly #client: pg.PoolClient;
  readonly #prepared: Prepared;
  readonly #running = new Set<Promise<unknown>>();

  constructor(client: pg.PoolClient, prepared: Prepared) {
    this.#client = client;
    this.#prepared = prepared;
  }

  query = (async (text: string, values: readonly unknown[]) => {
    if (!this.#isOpen)
      throw this.firstFailed ?? new Error('A statement was sent after the end of its transaction.');
    return await this.send(text, values);
  }) as PostgresPoolClient['query'];

  /** Sends a statement, and remembers the first failure for the end of the transaction. */
  send(text: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<unknown>> {
    const running = execute<unknown>(this.#client, this.#prepared, { text, values });
    this.#running.add(running);
    running
      .catch((error: unknown) => {
        if (this.firstFailed !== undefined) return;
        this.firstFailed = error;
        // After a failure PostgreSQL prepares nothing, so a later statement may fail because its
        // name is missing.
        this.#prepared.noteFailure(error);
      })
      .finally(() => this.#running.delete(running));
    return running;
  }

  async connect(): Promise<this> {
    return this;
  }

  release(): void {}

  /** Begins the transaction. If BEGIN fails, later statements would run outside a transaction. */
  begin(): void {
    this.send('begin').catch(() => {
      this.#isOpen = false;
    });
  }

  /** Sends the last statements, and refuses any other. @throws if `begin` has failed */
  sendLast(): Promise<unknown>[] {
    if (!this.#isOpen) throw this.firstFailed;
    this.#isOpen = false;
    return this.last.map(({ sql: text, parameters }) => this.send(text, parameters));
  }

  /** Refuses further statements and waits for the running ones. */
  async end(): Promise<void> {
    this.#isOpen = false;
    await Promise.allSettled(this.#running);
  }
}

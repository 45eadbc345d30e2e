// The connection to PostgreSQL, and the transactions in which all writes run.
import type { Duplex } from 'node:stream';
import type { RefusalName } from '@sandali/contract/codes.ts';
import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  sql,
  Transaction,
} from 'kysely';
import pg from 'pg';
import { type RefusalValues, Refused } from '#/platform/refuse.ts';
import type { DB } from './tables.ts';

/** How to reach a database: a URL, or a socket folder as `host`, a role and a database. */
export type Place = { connectionString: string } | { host: string; user: string; database: string };
/** For queries that only read: either the pool or a transaction. */
export type Read = Kysely<DB>;
/** For writes: an open transaction. The pool is not of this type. */
export type Tx = Transaction<DB>;
export type Database = { pool: pg.Pool; db: Kysely<DB> };

const parsers = new Map<number, (text: string) => unknown>([
  [20, BigInt], // int8
  [1082, (text) => Temporal.PlainDate.from(text)], // date
  [1184, (text) => Temporal.Instant.from(text)], // timestamptz
]);

// Without `toPostgres`, pg sends an object as JSON, with quotation marks in a text column.
for (const kind of [Temporal.PlainDate, Temporal.Instant])
  if (!('toPostgres' in kind.prototype))
    Object.defineProperty(kind.prototype, 'toPostgres', {
      value(this: Temporal.PlainDate | Temporal.Instant) {
        return this.toString();
      },
    });

/**
 * Timeouts prevent one session from blocking the others, and UTC replaces the machine's time zone.
 * JIT is off, because compiling a join of many tables takes longer than reading its few rows.
 */
const session = {
  TimeZone: 'UTC',
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
};

const query = /^\s*(select|insert|update|delete|with)\s/i;
/** Matches an asterisk that means all columns, not count(*) or a product. */
const allColumns = /(?<!\()\*\s*(,|from\b|\)|$)/i;
/**
 * The maximum number of prepared statements, to limit a session's memory: each length of a list of
 * values is another text to prepare.
 */
const mostPrepared = 600;
/**
 * A statement with this parameter inserts many rows and varies with their count, so it is not
 * prepared.
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

/**
 * Prepares every statement, because planning costs more than running (docs/decisions/0024).
 * Statements that a transaction starts in the same turn of the event loop are sent in a single
 * write.
 */
function clientNaming(statementName: (text: string) => string | null): typeof pg.Client {
  return class Client extends pg.Client {
    #isInTransaction = false;
    #isHeld = false;

    // biome-ignore lint/suspicious/noExplicitAny: pg accepts many shapes
    override query(text: any, values?: any, done?: any): any {
      if (text === 'begin') this.#isInTransaction = true;
      if (this.#isInTransaction) this.#holdBack();
      if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
      const name = typeof text === 'string' && Array.isArray(values) ? statementName(text) : null;
      return name === null
        ? super.query(text, values, done)
        : super.query({ name, text, values }, done);
    }

    #holdBack(): void {
      if (this.#isHeld) return;
      this.#isHeld = true;
      const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection;
      stream.cork();
      setImmediate(() => {
        this.#isHeld = false;
        stream.uncork();
      });
    }
  };
}

/** How long a statement waits for a free connection before its call is refused as busy. */
const poolWaitMs = 10_000;

/**
 * Whether a statement failed because the database is busy: it got no lock or connection in time.
 * The pool reports a missing connection only in its message.
 */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.message === 'timeout exceeded when trying to connect' ||
    (error as Error & { code?: string }).code === lockTimedOut
  );
}
/** SQLSTATE lock_not_available. */
const lockTimedOut = '55P03';

/**
 * Opens a pool of up to `max` connections; a statement waits at most `waitMs` for one. The caller
 * ends `pool`.
 */
export function connect(
  place: Place,
  { max = 10, waitMs = poolWaitMs }: { max?: number; waitMs?: number } = {},
): Database {
  const types = {
    getTypeParser: (oid: number, format?: string) =>
      parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
  };
  const options = Object.entries(session)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  // Statement names are valid only in the sessions of one pool.
  const Client = clientNaming(statementNames());
  const pool = new pg.Pool({
    ...place,
    Client,
    max,
    connectionTimeoutMillis: waitMs,
    options,
    types: types as never,
    pipeline: true,
  });
  // A broken connection fails its query; without these listeners it would also end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) };
}

/** SQLSTATE in_failed_sql_transaction: an earlier statement of the transaction failed. */
const afterFailure = '25P02';
/**
 * Our own SQLSTATE for a refusal: the message is its name, the detail its values as JSON, if any.
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
export async function inTx<T>(db: Kysely<DB>, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.getExecutor().provideConnection(async (connection) => {
    const statements = new Statements(connection);
    const tx = new Transaction<DB>({
      ...unused,
      executor: db.getExecutor().withConnectionProvider(statements),
    });
    const begun = connection.executeQuery(CompiledQuery.raw('begin'));
    // If `begin` fails, a later statement would run outside a transaction.
    begun.catch(() => statements.end());
    let result: T;
    try {
      result = await fn(tx);
    } catch (error) {
      await Promise.allSettled([begun, statements.end()]);
      // This fails only if the connection has closed, which also rolls back.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {});
      throw reasonOf(error, statements.firstFailed);
    }
    // COMMIT follows statements that `fn` did not await. After a failed statement, even one whose
    // error `fn` swallowed, PostgreSQL responds to COMMIT with ROLLBACK and no error.
    const ended = statements.end();
    const committed = connection.executeQuery<{ command?: string }>(CompiledQuery.raw('commit'));
    const [, , { rows }] = await Promise.all([begun, ended, committed]).catch((error: unknown) => {
      // COMMIT fails if a deferred constraint is violated.
      throw reasonOf(error, statements.firstFailed);
    });
    if (rows[0]?.command !== 'COMMIT') throw reasonOf(statements.firstFailed, null);
    return result;
  });
}

/** Runs reads that must be consistent: all see the same committed state. */
export async function atOneMoment<T>(db: Kysely<DB>, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return await inTx(db, async (tx) => {
    const isolated = sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const [, result] = await Promise.all([isolated, fn(tx)]);
    return result;
  });
}

/**
 * Sends a transaction's statements without waiting for results, so that a batch costs one round
 * trip. This is safe, because PostgreSQL refuses all statements after a failure, and we read
 * COMMIT's result.
 */
class Statements implements ConnectionProvider {
  #connection: DatabaseConnection;
  #running = new Set<Promise<unknown>>();
  #isOver = false;
  /** The error of the first statement that failed. */
  firstFailed: unknown;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async provideConnection<R>(consumer: (connection: DatabaseConnection) => Promise<R>): Promise<R> {
    if (this.#isOver) throw new Error('A statement was sent after the end of its transaction.');
    const running = consumer(this.#connection);
    this.#running.add(running);
    running.catch((error: unknown) => {
      this.firstFailed ??= error;
    });
    return await running.finally(() => this.#running.delete(running));
  }

  /** Refuses further statements and waits for the running ones. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#running);
  }
}

// Kysely's constructor requires these; a transaction uses only its executor.
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction cannot open a pool.')),
});
const unused = { config: { dialect }, dialect, driver: dialect.createDriver() };

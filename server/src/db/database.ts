// The connection to PostgreSQL, and the transaction every write runs in.
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
/** What a query that only reads needs: a transaction will do, and so will the pool. */
export type Read = Kysely<DB>;
/** What a write needs: an open transaction. The pool does not compile in its place. */
export type Tx = Transaction<DB>;
export type Database = { pool: pg.Pool; db: Kysely<DB> };

const parsers = new Map<number, (text: string) => unknown>([
  [20, BigInt], // int8
  [1082, (text) => Temporal.PlainDate.from(text)], // date
  [1184, (text) => Temporal.Instant.from(text)], // timestamptz
]);

// pg writes an object as JSON, with quotation marks, which a text column would keep; it asks the
// object first whether it knows better.
for (const kind of [Temporal.PlainDate, Temporal.Instant])
  if (!('toPostgres' in kind.prototype))
    Object.defineProperty(kind.prototype, 'toPostgres', {
      value(this: Temporal.PlainDate | Temporal.Instant) {
        return this.toString();
      },
    });

/**
 * No statement, no wait for a lock and no idle transaction holds others up for long; a session's
 * day is never the machine's. A statement that reads a few rows from many tables is estimated high
 * enough to be compiled first, which takes longer than the reading.
 */
const session = {
  TimeZone: 'UTC',
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
};

const query = /^\s*(select|insert|update|delete|with)\s/i;
/** An asterisk that neither counts nor multiplies. */
const allColumns = /(?<!\()\*\s*(,|from\b|\)|$)/i;
/**
 * How many texts are prepared at most, so that what a session keeps of them stays bounded however
 * many lengths a list of values comes in.
 */
const mostPrepared = 600;
/**
 * Rows that are written together have a text for each count of them: one with so many values takes
 * no place.
 */
const ofMany = '$100';

/**
 * Gives the name under which a statement is prepared in each session, null where it is not. A text
 * that asks for all columns is planned anew each time: the server that still runs while a newer one
 * adds a column would have it refused, because its result had changed.
 */
export function statementNames(most = mostPrepared): (text: string) => string | null {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= most || text.includes(ofMany) || !query.test(text) || allColumns.test(text))
      return null;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

/**
 * Prepares every statement: planning one of ours costs more than running it. Measured in
 * docs/decisions/0024. What a transaction sends in one turn of the event loop leaves in one write.
 */
function clientNaming(statementName: (text: string) => string | null): typeof pg.Client {
  return class Client extends pg.Client {
    #isInTransaction = false;
    #isHeld = false;

    // biome-ignore lint/suspicious/noExplicitAny: the many shapes that pg takes; only those of Kysely and the pool are changed
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

/** For how long a statement waits for a connection: who asks has gone by then, or should. */
const poolWaitMs = 10_000;

/**
 * Whether nothing was done because so many others are at work: no connection came free, which the
 * pool reports by its message alone, or a lock was not released in time.
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
 * Opens a pool of up to `max` connections (10 by default); a caller waits for one at most `waitMs`.
 * The caller ends `pool`.
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
  // Each pool gives its own names, which its sessions keep.
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
  // A connection that breaks fails the query it carries; without these listeners it would also end
  // the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) };
}

/** SQLSTATE in_failed_sql_transaction: a statement before this one is the reason. */
const afterFailure = '25P02';
/**
 * What the database raises whose message is the name of a refusal; the detail has its values as
 * JSON, where it has some.
 */
const refusedThere = 'SR001';

/**
 * Why a transaction ended: the first statement that failed where `error` only follows from it, and
 * a refusal as such.
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
 * Runs `fn` in one transaction and commits what it did; when it throws, or when any of its
 * statements failed, nothing stays and this throws. Statements started together (`Promise.all`)
 * travel as one batch, and run in the order in which they were started; `begin` goes with the
 * first.
 */
export async function inTx<T>(db: Kysely<DB>, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.getExecutor().provideConnection(async (connection) => {
    const statements = new Statements(connection);
    const tx = new Transaction<DB>({
      ...unused,
      executor: db.getExecutor().withConnectionProvider(statements),
    });
    const begun = connection.executeQuery(CompiledQuery.raw('begin'));
    // without a transaction nothing may follow what is already on its way
    begun.catch(() => statements.end());
    let result: T;
    try {
      result = await fn(tx);
    } catch (error) {
      await Promise.allSettled([begun, statements.end()]);
      // it only fails where the connection has ended, and that rolls back
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {});
      throw reasonOf(error, statements.firstFailed);
    }
    // Statements that `fn` has not awaited are on their way, and COMMIT follows them at once. After
    // a failed statement, also one whose error `fn` has swallowed, PostgreSQL answers COMMIT with
    // ROLLBACK and no error.
    const ended = statements.end();
    const committed = connection.executeQuery<{ command?: string }>(CompiledQuery.raw('commit'));
    const [, , { rows }] = await Promise.all([begun, ended, committed]).catch((error: unknown) => {
      // COMMIT fails where a deferred constraint does not hold
      throw reasonOf(error, statements.firstFailed);
    });
    if (rows[0]?.command !== 'COMMIT') throw reasonOf(statements.firstFailed, null);
    return result;
  });
}

/**
 * Runs reads that must agree with each other: what is committed in the meantime is in all of them
 * or in none.
 */
export async function atOneMoment<T>(db: Kysely<DB>, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return await inTx(db, async (tx) => {
    const isolated = sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const [, result] = await Promise.all([isolated, fn(tx)]);
    return result;
  });
}

/**
 * Hands statements to the transaction's connection at once (Kysely's own transaction sends each
 * after the answer to the one before), so that a batch costs one round trip: measured over a local
 * socket, nine statements in three batches and COMMIT, 1.8 times the transactions at 1 caller, 1.2
 * at 16. Safe because PostgreSQL refuses all that follows a failed statement, because none starts
 * after the end, and because COMMIT's answer is read.
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
    if (this.#isOver) throw new Error('A statement came after the end of its transaction.');
    const running = consumer(this.#connection);
    this.#running.add(running);
    running.catch((error: unknown) => {
      this.firstFailed ??= error;
    });
    return await running.finally(() => this.#running.delete(running));
  }

  /** Lets in no more statements, and waits for those on their way. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#running);
  }
}

/** What a Kysely is made of besides its executor; a transaction uses none of it. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction opens no pool.')),
});
const unused = { config: { dialect }, dialect, driver: dialect.createDriver() };

// The configuration for PostgreSQL: addresses, roles, the pooler, sizes of pools, and the settings
// of `npm run migrate`.
import * as v from 'valibot';
import { CannotStart } from './cannot-start.ts';
import { type Environment, environment } from './environment.ts';
import { checkout, type Env, readVariables } from './variable.ts';

/** A PostgreSQL that is not the embedded one. */
export type DatabaseConfig = {
  url: string;
  /** The address of PostgreSQL itself, even if `url` is a pooler's. */
  directUrl: string;
  /** The address of a standby; null without one. */
  readUrl: string | null;
  /** Null for a server that does not migrate. */
  ownerUrl: string | null;
  poolsTransactions: boolean;
};

/** The sizes of a server's pools of connections, and how long a call waits for a connection. */
export type ConnectionsConfig = { serving: number; queue: number; waitMs: number };

/**
 * Returns the addresses of PostgreSQL; null for the embedded one.
 * @throws CannotStart with a sentence that says what to change
 */
export function databaseOf(read: Environment): DatabaseConfig | null {
  const {
    ROLE: role,
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl = null,
    DATABASE_POOLER: pooler,
  } = read;
  const poolsTransactions = pooler === 'transaction';
  if (role !== 'all' && ownerUrl)
    throw new CannotStart(
      `ROLE=${role} must not hold the owner’s credentials. Remove DATABASE_OWNER_URL; npm run migrate uses it.`,
    );
  if (!url && !ownerUrl) {
    if (read.DATABASE_DIRECT_URL || read.DATABASE_READ_URL || poolsTransactions)
      throw new CannotStart(
        'DATABASE_DIRECT_URL, DATABASE_READ_URL and DATABASE_POOLER describe DATABASE_URL, which is not set. Set DATABASE_URL, or remove them.',
      );
    return null;
  }
  if (!url || (role === 'all' && !ownerUrl))
    throw new CannotStart(
      'Set both DATABASE_URL (the role that serves) and DATABASE_OWNER_URL (the role that migrates).',
    );
  if (ownerUrl) refuseOneRole(url, ownerUrl);
  return {
    url,
    ownerUrl,
    directUrl: directUrlOf(read, url, poolsTransactions),
    readUrl: readUrlOf(read, url),
    poolsTransactions,
  };
}

/** Returns the sizes of the pools of connections. */
export function connectionsOf(read: Environment): ConnectionsConfig {
  return {
    serving: read.DATABASE_CONNECTIONS,
    queue: read.DATABASE_QUEUE_CONNECTIONS,
    waitMs: read.DATABASE_WAIT_MS,
  };
}

/**
 * Returns the settings of `npm run migrate`. Ignores all other variables.
 * @throws CannotStart with a sentence that says what to set
 */
export function readMigration(env: Env = process.env): {
  ownerUrl: string;
  servingUser: string;
} {
  const names = ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const;
  const read = readVariables(v.pick(environment, names), env, checkout);
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = read;
  if (!url || !ownerUrl)
    throw new CannotStart(
      'npm run migrate needs DATABASE_OWNER_URL (the role that migrates) and DATABASE_URL (whose role serves). The embedded database is migrated at each start.',
    );
  refuseOneRole(url, ownerUrl);
  return { ownerUrl, servingUser: decodeURIComponent(new URL(url).username) };
}

function directUrlOf(
  { DATABASE_DIRECT_URL: directUrl = '' }: Environment,
  url: string,
  poolsTransactions: boolean,
): string {
  if (poolsTransactions && !directUrl)
    throw new CannotStart(
      'DATABASE_POOLER=transaction needs DATABASE_DIRECT_URL, the address of PostgreSQL itself, because a transaction pooler does not forward notifications.',
    );
  if (poolsTransactions && directUrl === url)
    throw new CannotStart(
      'DATABASE_DIRECT_URL is the same address as DATABASE_URL, the address of a transaction pooler (DATABASE_POOLER). Set it to the address of PostgreSQL itself.',
    );
  if (directUrl && new URL(directUrl).username !== new URL(url).username)
    throw new CannotStart(
      'DATABASE_DIRECT_URL must name the same role as DATABASE_URL; only its host and port may differ.',
    );
  return directUrl || url;
}

function readUrlOf({ DATABASE_READ_URL: readUrl }: Environment, url: string): string | null {
  if (!readUrl) return null;
  const nameIn = (address: string) => new URL(address).pathname;
  if (new URL(readUrl).username !== new URL(url).username || nameIn(readUrl) !== nameIn(url))
    throw new CannotStart(
      'DATABASE_READ_URL must name the same role and database as DATABASE_URL, because a standby is a copy; only its host and port may differ.',
    );
  return readUrl;
}

function refuseOneRole(url: string, ownerUrl: string): void {
  if (new URL(url).username === new URL(ownerUrl).username)
    throw new CannotStart(
      'DATABASE_URL and DATABASE_OWNER_URL must name two different roles: the owner of the tables must not serve.',
    );
}

// Explains a failed start in one sentence if a person can act on it.
import { CannotStart } from './cannot-start.ts';

/** The addresses of `database` that the process uses are not null. */
type Place = {
  dataDir: string;
  database: { url: string | null; ownerUrl: string | null } | null;
};
type Known = Error & {
  code?: string;
  syscall?: string;
  path?: string;
  severity?: string;
  errors?: Error[];
};

/**
 * SQLSTATE classes (PostgreSQL manual, appendix A) for errors of the PostgreSQL server, not in our
 * statements.
 */
const ofServer = /^(08|28|3D|53|57|58|XX)/;
/** SQLSTATE invalid_sql_statement_name and duplicate_prepared_statement. */
export const ofLostStatement: ReadonlySet<string> = new Set(['26000', '42P05']);
/** What an operator does about lost statements. */
export const wrongPooler =
  'This pooler pools transactions: set DATABASE_POOLER=transaction (docs/operators/deploy.md).';
const unreachable = ['connect', 'getaddrinfo', 'read'];

/**
 * Returns a sentence for an error at the start, or null if only the error's stack can help.
 * `config` is null if the configuration could not be read.
 */
export function whyNot(error: unknown, config: Place | null): string | null {
  if (error instanceof CannotStart) return error.message;
  if (!(error instanceof Error) || !config) return null;
  const systemError = error as Known;
  if (systemError.severity && ofServer.test(systemError.code ?? ''))
    return ofDatabase(systemError.message, config);
  if (ofLostStatement.has(systemError.code ?? '')) return wrongPooler;
  const isLost = /^Connection terminated|timeout exceeded when trying to connect/.test(
    systemError.message,
  );
  if (
    config.database &&
    (isLost || unreachable.includes(systemError.syscall ?? firstOf(systemError)?.syscall ?? ''))
  )
    return ofDatabase(
      systemError.message || firstOf(systemError)?.message || String(systemError.code),
      config,
    );
  if (systemError.path && systemError.syscall && systemError.code)
    return ofFolder(systemError, config.dataDir);
  return systemError.cause ? whyNot(systemError.cause, config) : null;
}

function ofDatabase(message: string, { database, dataDir }: Place): string {
  const reason = withoutStop(message);
  // pgbouncer drops or refuses the parameter with which we set the limits of a session.
  if (database && /unsupported startup parameter.*: options/.test(reason))
    return `An address of the database leads to a pooler (${reason}). Set DATABASE_POOLER=transaction for DATABASE_URL; ${database.ownerUrl === null ? 'DATABASE_DIRECT_URL' : 'DATABASE_DIRECT_URL and DATABASE_OWNER_URL'} must lead past it.`;
  if (database) {
    const names = [
      ...(database.url === null ? [] : ['DATABASE_URL']),
      ...(database.ownerUrl === null ? [] : ['DATABASE_OWNER_URL']),
    ];
    return `The database of ${names.join(' and ')} cannot be used (${reason}). Start it, or correct the ${names.length > 1 ? 'addresses' : 'address'}.`;
  }
  return `PostgreSQL cannot use the data in ${dataDir} (${reason}). Restore it, set DATA_DIR to another folder, or delete it with npm run reset.`;
}

/**
 * Returns the sentence for a file or folder that is missing, full, forbidden or of the wrong kind.
 */
export function ofFolder(error: Error, dataDir: string): string {
  return `The data in ${dataDir} cannot be used (${withoutStop(error.message)}). Repair it, or set DATA_DIR to another folder.`;
}

/**
 * If a host name has several addresses, the connection to each of them failed with its own error.
 */
const firstOf = (error: Known) => error.errors?.[0] as Known | undefined;
const withoutStop = (text: string) => text.trim().replace(/\.$/, '');

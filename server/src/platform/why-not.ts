// Explains a failed start in one sentence if a person can act on it.
import { CannotStart } from './cannot-start.ts';
import type { Config } from './config.ts';

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
const unreachable = ['connect', 'getaddrinfo', 'read'];

/**
 * Returns a sentence for an error at the start, or null if only the error's stack can help.
 * `config` is null if the configuration could not be read.
 */
export function whyNot(
  error: unknown,
  config: Pick<Config, 'dataDir' | 'database'> | null,
): string | null {
  if (error instanceof CannotStart) return error.message;
  if (!(error instanceof Error) || !config) return null;
  const systemError = error as Known;
  if (systemError.severity && ofServer.test(systemError.code ?? ''))
    return ofDatabase(systemError.message, config);
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

function ofDatabase(
  why: string,
  { database, dataDir }: Pick<Config, 'dataDir' | 'database'>,
): string {
  const reason = withoutStop(why);
  if (database)
    return `The database of DATABASE_URL and DATABASE_OWNER_URL cannot be used (${reason}). Start it, or correct the addresses.`;
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

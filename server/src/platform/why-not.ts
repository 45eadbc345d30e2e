// What a start that broke off says: one sentence where a person can act on it.
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
 * SQLSTATE classes (PostgreSQL manual, appendix A) that speak of the server and not of our
 * statements.
 */
const ofServer = /^(08|28|3D|53|57|58|XX)/;
const unreachable = ['connect', 'getaddrinfo', 'read'];

/**
 * The sentence for an error of the start, or null where only its stack can help. `config` is null
 * where not even that could be read.
 */
export function whyNot(
  error: unknown,
  config: Pick<Config, 'dataDir' | 'database'> | null,
): string | null {
  if (error instanceof CannotStart) return error.message;
  if (!(error instanceof Error) || !config) return null;
  const known = error as Known;
  if (known.severity && ofServer.test(known.code ?? '')) return ofDatabase(known.message, config);
  const isLost = /^Connection terminated|timeout exceeded when trying to connect/.test(
    known.message,
  );
  if (
    config.database &&
    (isLost || unreachable.includes(known.syscall ?? firstOf(known)?.syscall ?? ''))
  )
    return ofDatabase(known.message || firstOf(known)?.message || String(known.code), config);
  if (known.path && known.syscall && known.code) return ofFolder(known, config.dataDir);
  return known.cause ? whyNot(known.cause, config) : null;
}

function ofDatabase(
  why: string,
  { database, dataDir }: Pick<Config, 'dataDir' | 'database'>,
): string {
  const reason = withoutStop(why);
  if (database)
    return `The database of DATABASE_URL and DATABASE_OWNER_URL cannot be used (${reason}). Start it, or correct the addresses.`;
  return `PostgreSQL cannot use the data in ${dataDir} (${reason}). Restore it, set DATA_DIR to another folder, or begin afresh with npm run reset.`;
}

/** A file or folder that may not be used: not ours, not there, full, or of another kind. */
export function ofFolder(error: Error, dataDir: string): string {
  return `The data in ${dataDir} cannot be used (${withoutStop(error.message)}). Mend it, or set DATA_DIR to another folder.`;
}

/** Where a name has several addresses, all were tried. */
const firstOf = (error: Known) => error.errors?.[0] as Known | undefined;
const withoutStop = (text: string) => text.trim().replace(/\.$/, '');

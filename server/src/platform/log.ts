// JSON lines with an allow-list of fields: what is not named here cannot be logged, so no personal data slips in by accident.
import pino from 'pino';

export type LogFields = {
  call?: string;
  code?: string;
  ms?: number;
  requestId?: string;
  event?: string;
  gateway?: string;
  payoutId?: string;
  loanId?: string;
  inboxId?: string;
  applicationId?: string;
  job?: string;
  count?: number;
  attempt?: number;
  state?: string;
  port?: number;
  why?: string;
  host?: string;
};

export type Log = {
  info(what: string, fields?: LogFields): void;
  warn(what: string, fields?: LogFields): void;
  /** An error's name, message and places are kept; of a database error only its code, table and constraint. */
  error(what: string, error: unknown, fields?: LogFields): void;
};

export function createLog(level: string, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const log = pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  return {
    info: (what, fields = {}) => log.info(fields, what),
    warn: (what, fields = {}) => log.warn(fields, what),
    error: (what, error, fields = {}) => log.error({ ...fields, ...describe(error) }, what),
  };
}

function describe(error: unknown): { why: string; stack?: string } {
  if (!(error instanceof Error)) return { why: typeof error };
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { why: reasonOf(error), ...(stack ? { stack: stack.join('\n') } : {}) };
}

/** PostgreSQL's messages and details can carry row values; its code and the names of table and constraint cannot. */
function reasonOf(error: Error & { severity?: string; code?: string; table?: string; constraint?: string }): string {
  if (error.severity === undefined) return `${error.name}: ${error.message}`;
  return ['database', error.code, error.table, error.constraint].filter(Boolean).join(' ');
}

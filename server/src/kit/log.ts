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
  job?: string;
  count?: number;
  attempt?: number;
  state?: string;
  port?: number;
  why?: string;
};

export type Log = {
  info(what: string, fields?: LogFields): void;
  warn(what: string, fields?: LogFields): void;
  /** An error's name, message and stack are kept; its own properties are not, as a database error carries row values. */
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
  if (!(error instanceof Error)) return { why: String(error) };
  // PostgreSQL puts row values into `detail`, which is not read here; its message names tables and constraints only.
  return { why: `${error.name}: ${error.message}`, ...(error.stack ? { stack: error.stack } : {}) };
}

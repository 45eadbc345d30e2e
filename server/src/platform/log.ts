// JSON lines with an allow-list of fields, so that no personal data is logged by accident.
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
  passkeyId?: string;
  job?: string;
  count?: number;
  /** How often a fault has occurred since it was last logged. */
  repeated?: number;
  attempt?: number;
  state?: string;
  port?: number;
  reason?: string;
  host?: string;
};

export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /**
   * Logs an error's name, message and stack; for a database error only its code, table and
   * constraint.
   */
  error(message: string, error: unknown, fields?: LogFields): void;
};

export function createLog(
  level: string,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  const log = pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  return {
    info: (message, fields = {}) => log.info(fields, message),
    warn: (message, fields = {}) => log.warn(fields, message),
    error: (message, error, fields = {}) => log.error({ ...fields, ...describe(error) }, message),
  };
}

function describe(error: unknown): { reason: string; stack?: string } {
  const stack =
    isRecord(error) && typeof error.stack === 'string'
      ? error.stack.split('\n').filter((line) => /^\s+at /.test(line))
      : [];
  return { reason: reasonFor(error), ...(stack.length > 0 ? { stack: stack.join('\n') } : {}) };
}

type Thrown = Record<string, unknown>;
const isRecord = (error: unknown): error is Thrown => typeof error === 'object' && error !== null;
const mostCauses = 3;

/**
 * Returns the reason of a thrown value in one line without personal data. For an error or a copy of
 * one, this is its name, message and causes; for a database error, its code, table and constraint.
 */
export function reasonFor(error: unknown, depth = 0): string {
  if (typeof error === 'string') return withoutPeople(error) || 'an empty string was thrown';
  if (!isRecord(error)) return `${error === null ? 'null' : typeof error} was thrown`;
  if (isOfDatabase(error))
    return ['database', error.code, error.table, error.constraint]
      .filter((word) => typeof word === 'string')
      .join(' ');
  const errors = Array.isArray(error.errors) ? error.errors : [];
  const causes = error.cause === undefined ? errors.slice(0, mostCauses) : [error.cause];
  const description = [nameOf(error), messageOf(error)].filter(Boolean).join(': ');
  const below = depth < mostCauses ? causes.map((cause) => reasonFor(cause, depth + 1)) : [];
  return [
    description ||
      `an object with ${Object.keys(error).slice(0, 5).join(', ') || 'nothing in it'} was thrown`,
    ...below,
  ].join(' < ');
}

/**
 * Whether an error comes from PostgreSQL. Its message can contain row values, but its code, table
 * and constraint cannot. Copies of an error retain its fields, but some lose the severity.
 */
function isOfDatabase({ severity, code, routine }: Thrown): boolean {
  return (
    severity !== undefined ||
    (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && routine !== undefined)
  );
}

function nameOf({ name, code }: Thrown): string {
  return [name, code]
    .filter((word) => typeof word === 'string' && /^[\w.-]{1,60}$/.test(word))
    .join(' ');
}

/** The names of errors whose messages repeat the parser's input. */
const repeatsInput = /^(SyntaxError|ValiError)$/;

function messageOf({ name, message }: Thrown): string {
  if (typeof message !== 'string' || repeatsInput.test(String(name))) return '';
  return withoutPeople(message);
}

/**
 * Shortens a text to one line and removes anything that looks like a phone, account or ID number or
 * an e-mail address.
 */
function withoutPeople(text: string): string {
  return text
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…@…')
    .replaceAll(/(?<![\w-])\+?\d(?:[ -]?\d){8,}(?![\w-])/g, '…')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300);
}

const floodMs = 60_000;
/** The maximum number of different faults that are counted; further faults are logged each time. */
const mostFaults = 500;

/**
 * Returns the key of a fault. It does not contain ids, because one cause that affects a thousand
 * loans is one fault.
 */
function faultKeyOf(
  level: string,
  message: string,
  { call, code, event, gateway, job, state, host, reason }: LogFields,
): string {
  return JSON.stringify([level, message, call, code, event, gateway, job, state, host, reason]);
}

type Later = (run: () => void, ms: number) => void;
const byTimer: Later = (run, ms) => void setTimeout(run, ms).unref();

/**
 * Logs each fault immediately, then once a minute with its count (`repeated`). A fault is a
 * warning, an error or a refused call; other lines are not limited. `later` runs a function after
 * some ms.
 */
export function withoutFloods(log: Log, later: Later = byTimer): Log {
  type Write = (fields: LogFields) => void;
  const faults = new Map<string, { repeated: number; write: Write }>();
  const logRepeats = (key: string) => {
    const fault = faults.get(key);
    if (!fault?.repeated) return void faults.delete(key);
    fault.write({ repeated: fault.repeated });
    fault.repeated = 0;
    later(() => logRepeats(key), floodMs);
  };
  const logFault = (key: string, write: Write) => {
    const fault = faults.get(key);
    if (fault) return void Object.assign(fault, { repeated: fault.repeated + 1, write });
    write({});
    if (faults.size >= mostFaults) return;
    faults.set(key, { repeated: 0, write });
    later(() => logRepeats(key), floodMs);
  };
  return {
    info(message, fields = {}) {
      if (fields.code === undefined || fields.code === '0000') return log.info(message, fields);
      logFault(faultKeyOf('info', message, fields), (more) =>
        log.info(message, { ...fields, ...more }),
      );
    },
    warn: (message, fields = {}) =>
      logFault(faultKeyOf('warn', message, fields), (more) =>
        log.warn(message, { ...fields, ...more }),
      ),
    error: (message, error, fields = {}) =>
      logFault(faultKeyOf('error', message, { ...fields, reason: reasonFor(error) }), (more) =>
        log.error(message, error, { ...fields, ...more }),
      ),
  };
}

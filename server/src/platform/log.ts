// JSON lines with an allow-list of fields: what is not named here cannot be logged, so no personal
// data slips in by accident.
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
  /** How often a fault came since its last line. */
  repeated?: number;
  attempt?: number;
  state?: string;
  port?: number;
  why?: string;
  host?: string;
};

export type Log = {
  info(what: string, fields?: LogFields): void;
  warn(what: string, fields?: LogFields): void;
  /**
   * An error's name, message and places are kept; of a database error only its code, table and
   * constraint.
   */
  error(what: string, error: unknown, fields?: LogFields): void;
};

export function createLog(
  level: string,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  const log = pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  return {
    info: (what, fields = {}) => log.info(fields, what),
    warn: (what, fields = {}) => log.warn(fields, what),
    error: (what, error, fields = {}) => log.error({ ...fields, ...describe(error) }, what),
  };
}

function describe(error: unknown): { why: string; stack?: string } {
  const stack =
    isRecord(error) && typeof error.stack === 'string'
      ? error.stack.split('\n').filter((line) => /^\s+at /.test(line))
      : [];
  return { why: reasonFor(error), ...(stack.length > 0 ? { stack: stack.join('\n') } : {}) };
}

type Thrown = Record<string, unknown>;
const isRecord = (error: unknown): error is Thrown => typeof error === 'object' && error !== null;
const mostCauses = 3;

/**
 * The reason of whatever was thrown, in one line without personal data: of an error its name and
 * message, with what caused it; of a copy of an error, as the job queue emits, the same; of a
 * database error its code, table and constraint.
 */
export function reasonFor(error: unknown, depth = 0): string {
  if (typeof error === 'string') return withoutPeople(error) || 'an empty text was thrown';
  if (!isRecord(error)) return `${error === null ? 'null' : typeof error} was thrown`;
  if (isOfDatabase(error))
    return ['database', error.code, error.table, error.constraint]
      .filter((word) => typeof word === 'string')
      .join(' ');
  const all = Array.isArray(error.errors) ? error.errors : [];
  const causes = error.cause === undefined ? all.slice(0, mostCauses) : [error.cause];
  const own = [nameOf(error), messageOf(error)].filter(Boolean).join(': ');
  const below = depth < mostCauses ? causes.map((one) => reasonFor(one, depth + 1)) : [];
  return [
    own ||
      `an object with ${Object.keys(error).slice(0, 5).join(', ') || 'nothing in it'} was thrown`,
    ...below,
  ].join(' < ');
}

/**
 * PostgreSQL's messages and details can carry row values; its code and the names of table and
 * constraint cannot. Copies keep its fields, and a few lose the severity.
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

/** Parsers repeat what they were given. */
const repeatsInput = /^(SyntaxError|ValiError)$/;

function messageOf({ name, message }: Thrown): string {
  if (typeof message !== 'string' || repeatsInput.test(String(name))) return '';
  return withoutPeople(message);
}

/**
 * One line, not too long, without what looks like the number of a phone, an account or an ID, or
 * like an e-mail address.
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
/** Faults that are counted at a time; a new one beyond them is written as it comes. */
const mostFaults = 500;

/**
 * What a fault is told apart by. Ids are left out: one cause that hits a thousand loans is one
 * fault.
 */
function faultOf(
  level: string,
  what: string,
  { call, code, event, gateway, job, state, host, why }: LogFields,
): string {
  return JSON.stringify([level, what, call, code, event, gateway, job, state, host, why]);
}

type Later = (run: () => void, ms: number) => void;
const byTimer: Later = (run, ms) => void setTimeout(run, ms).unref();

/**
 * Writes each fault at once and then once a minute, with how often it came meanwhile (`repeated`).
 * A fault is a warning, an error or a refused call, with its reason; other lines pass. `later` runs
 * something after so many ms.
 */
export function withoutFloods(log: Log, later: Later = byTimer): Log {
  type Write = (fields: LogFields) => void;
  const faults = new Map<string, { repeated: number; write: Write }>();
  const sayAgain = (key: string) => {
    const fault = faults.get(key);
    if (!fault?.repeated) return void faults.delete(key);
    fault.write({ repeated: fault.repeated });
    fault.repeated = 0;
    later(() => sayAgain(key), floodMs);
  };
  const say = (key: string, write: Write) => {
    const fault = faults.get(key);
    if (fault) return void Object.assign(fault, { repeated: fault.repeated + 1, write });
    write({});
    if (faults.size >= mostFaults) return;
    faults.set(key, { repeated: 0, write });
    later(() => sayAgain(key), floodMs);
  };
  return {
    info(what, fields = {}) {
      if (fields.code === undefined || fields.code === '0000') return log.info(what, fields);
      say(faultOf('info', what, fields), (more) => log.info(what, { ...fields, ...more }));
    },
    warn: (what, fields = {}) =>
      say(faultOf('warn', what, fields), (more) => log.warn(what, { ...fields, ...more })),
    error: (what, error, fields = {}) =>
      say(faultOf('error', what, { ...fields, why: reasonFor(error) }), (more) =>
        log.error(what, error, { ...fields, ...more }),
      ),
  };
}

// The part of the configuration that says by whom messages go out. Credentials are never said again, not even when they are wrong.
import { CannotStart } from '#/db/cannot-start.ts';

export type SmsGateway =
  | { name: 'sandbox' }
  | { name: 'semaphore'; baseUrl: string; apiKey: string; sender: string }
  | { name: 'twilio'; baseUrl: string; accountSid: string; user: string; secret: string; from: string };

/** Gateways in the order in which they are asked, and how long one of them may take, in ms of wall time. */
export type SmsConfig = { gateways: readonly SmsGateway[]; timeoutMs: number };

type Env = Record<string, string | undefined>;
/** Two gateways in a row must be done before another worker takes the message over (notice/jobs.ts). */
export const longestTimeoutMs = 20_000;

/** Reads SMS_GATEWAYS and what the named gateways need; without it the sandbox has its outbox. @throws CannotStart with a sentence that says what to change. */
export function readSmsConfig(env: Env, isSandbox: boolean, timeoutMs: number): SmsConfig {
  const known = { semaphore: readSemaphore(env), twilio: readTwilio(env) };
  const names = (env.SMS_GATEWAYS ?? '').split(',').filter(Boolean);
  const gateways = names.map((name) => {
    if (name !== 'semaphore' && name !== 'twilio') throw wrongNames(names);
    return known[name]();
  });
  if (new Set(names).size < names.length) throw wrongNames(names);
  if (gateways.length === 0 && isSandbox) return { gateways: [{ name: 'sandbox' }], timeoutMs };
  return { gateways, timeoutMs };
}

/** @throws CannotStart where production has no gateway, or where the sandbox's seeded people could not read their codes. */
export function refuseSmsContradictions({ gateways }: SmsConfig, sandbox: { withSeeds: boolean } | null): void {
  if (!sandbox && gateways.length === 0) {
    throw new CannotStart(
      'Production needs an SMS gateway: set SMS_GATEWAYS to semaphore, twilio, or both in the order in which they are to be asked.',
    );
  }
  if (sandbox?.withSeeds && gateways.some(({ name }) => name !== 'sandbox')) {
    throw new CannotStart(
      'SMS_GATEWAYS in the sandbox needs SANDBOX_SEEDS=0, because the seeded people read their codes in the outbox. Set it, or take SMS_GATEWAYS out.',
    );
  }
}

function wrongNames(names: string[]): CannotStart {
  return new CannotStart(`SMS_GATEWAYS must name semaphore, twilio, or both once with a comma between, not "${names.join(',')}".`);
}

function readSemaphore(env: Env): () => SmsGateway {
  const { SEMAPHORE_URL: url, SEMAPHORE_API_KEY: apiKey, SEMAPHORE_SENDER: sender } = env;
  return () => {
    if (!apiKey || !sender) throw new CannotStart('SMS_GATEWAYS names semaphore, which needs SEMAPHORE_API_KEY and SEMAPHORE_SENDER.');
    return { name: 'semaphore', baseUrl: baseUrl('SEMAPHORE_URL', url || 'https://api.semaphore.co'), apiKey, sender };
  };
}

function readTwilio(env: Env): () => SmsGateway {
  const { TWILIO_URL: url, TWILIO_ACCOUNT_SID: accountSid, TWILIO_KEY_SID: keySid, TWILIO_SECRET: secret, TWILIO_FROM: from } = env;
  return () => {
    if (!accountSid || !secret || !from)
      throw new CannotStart('SMS_GATEWAYS names twilio, which needs TWILIO_ACCOUNT_SID, TWILIO_SECRET and TWILIO_FROM.');
    const base = baseUrl('TWILIO_URL', url || 'https://api.twilio.com');
    return { name: 'twilio', baseUrl: base, accountSid, user: keySid || accountSid, secret, from };
  };
}

/** Credentials and codes go there: it is https, or this machine. */
function baseUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHere = url?.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === 'localhost');
  const isPlain = url && !url.username && !url.password && url.pathname === '/' && !url.search && !url.hash;
  if (url && isPlain && (url.protocol === 'https:' || isHere)) return url.origin;
  throw new CannotStart(`${name} must be an https address without path or password, such as https://api.example.com.`);
}

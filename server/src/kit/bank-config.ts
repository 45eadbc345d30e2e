// The part of the configuration that says through which gateway money goes. Credentials are never said again, not even when they are wrong.
import { CannotStart } from '#/db/cannot-start.ts';

export type BankConfig =
  | { name: 'sandbox' }
  | { name: 'xendit'; baseUrl: string; apiKey: string; callbackToken: string; linkHosts: readonly string[]; timeoutMs: number };

type Env = Record<string, string | undefined>;
/** Reads a file of the environment's choice; null where it cannot be read. */
export type ReadFile = (file: string) => string | null;

/** Reads BANK and what the named gateway needs. @throws CannotStart with a sentence that says what to change. */
export function readBankConfig(env: Env, timeoutMs: number, readFile: ReadFile): BankConfig {
  const xendit = readXendit(env, timeoutMs, readFile);
  const name = env.BANK || 'sandbox';
  if (name === 'xendit') return xendit();
  if (name === 'sandbox') return { name };
  throw new CannotStart(`BANK must be one of sandbox, xendit, not "${name}".`);
}

/** @throws CannotStart where a gateway stands in the wrong kind of house. */
export function refuseBankContradictions({ name }: BankConfig, isSandbox: boolean): void {
  if (name === 'sandbox' && !isSandbox) {
    throw new CannotStart(
      'Production needs a bank gateway: set BANK=xendit with XENDIT_API_KEY and XENDIT_CALLBACK_TOKEN. The simulator (BANK=sandbox) needs SANDBOX=1.',
    );
  }
  if (name !== 'sandbox' && isSandbox) {
    throw new CannotStart(`BANK=${name} needs SANDBOX=0, because the sandbox turns its clock. Set it, or take BANK out.`);
  }
}

function readXendit(env: Env, timeoutMs: number, readFile: ReadFile): () => BankConfig {
  const secrets = {
    XENDIT_API_KEY: { inPlace: env.XENDIT_API_KEY, file: env.XENDIT_API_KEY_FILE },
    XENDIT_CALLBACK_TOKEN: { inPlace: env.XENDIT_CALLBACK_TOKEN, file: env.XENDIT_CALLBACK_TOKEN_FILE },
  };
  const { XENDIT_URL: url, XENDIT_LINK_HOSTS: hosts } = env;
  return () => {
    const secret = (name: keyof typeof secrets) => readSecret(name, secrets[name], readFile);
    return {
      name: 'xendit',
      baseUrl: baseUrl(url || 'https://api.xendit.co'),
      apiKey: secret('XENDIT_API_KEY'),
      callbackToken: secret('XENDIT_CALLBACK_TOKEN'),
      linkHosts: linkHosts(hosts || 'xendit.co'),
      timeoutMs,
    };
  };
}

/** A secret from the environment or from the file that it names: one of them. */
function readSecret(
  name: string,
  { inPlace, file }: { inPlace: string | undefined; file: string | undefined },
  readFile: ReadFile,
): string {
  if (inPlace && file) throw new CannotStart(`Set ${name} or ${name}_FILE, not both.`);
  const secret = file ? readFile(file)?.trim() : inPlace;
  if (!file && !secret) throw new CannotStart(`BANK=xendit needs ${name}, or ${name}_FILE.`);
  // What is no plain printable word cannot travel in a header; a short one could be guessed.
  if (!secret || !/^[\x21-\x7e]{16,500}$/.test(secret))
    throw new CannotStart(`${name} is not a secret of 16 characters or more without blanks.`);
  return secret;
}

/** The key goes there: it is https, or this machine. */
function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHere = url?.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === 'localhost');
  const isPlain = url && !url.username && !url.password && url.pathname === '/' && !url.search && !url.hash;
  if (url && isPlain && (url.protocol === 'https:' || isHere)) return url.origin;
  throw new CannotStart('XENDIT_URL must be an https address without path or password, such as https://api.example.com.');
}

function linkHosts(text: string): string[] {
  const hosts = text.split(',');
  if (hosts.every((host) => /^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/.test(host))) return hosts;
  throw new CannotStart('XENDIT_LINK_HOSTS must name hosts with commas between, such as xendit.co,gcash.com.');
}

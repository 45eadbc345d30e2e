// The part of the configuration that says through which gateways money goes. Credentials are never said again, not even when they are wrong.
import { CannotStart } from '#/db/cannot-start.ts';

export type BankConfig =
  | { adapter: 'sandbox'; name: string }
  | {
      adapter: 'xendit';
      name: string;
      baseUrl: string;
      apiKey: string;
      callbackToken: string;
      linkHosts: readonly string[];
      timeoutMs: number;
    };

export type BanksConfig = {
  /** The gateway that new money is given to. */
  bank: BankConfig;
  /** Those that money was given to before: they finish what they have, and are asked, heard and read. */
  earlierBanks: readonly BankConfig[];
};

type Env = Record<string, string | undefined>;
/** Reads a file of the environment's choice; null where it cannot be read. */
export type ReadFile = (file: string) => string | null;

/** An account at Xendit: the first one, and any other by a word of its own, as `xendit_manila`. */
const xenditName = /^xendit(_[a-z0-9]{1,20})?$/;

/** Reads BANK, BANK_EARLIER and what the named gateways need. @throws CannotStart with a sentence that says what to change. */
export function readBanksConfig(env: Env, timeoutMs: number, readFile: ReadFile): BanksConfig {
  const first = readXendit(env, 'xendit', timeoutMs, readFile);
  const read = (variable: string, name: string): BankConfig => {
    if (name === 'xendit') return first();
    if (xenditName.test(name)) return readXendit(env, name, timeoutMs, readFile)();
    if (name === 'sandbox') return { adapter: 'sandbox', name };
    throw new CannotStart(
      `${variable} must be one of sandbox, xendit, or xendit_ and a word for another account at it, such as xendit_manila, not "${name}".`,
    );
  };
  const bank = read('BANK', env.BANK || 'sandbox');
  const earlier = env.BANK_EARLIER ? env.BANK_EARLIER.split(',') : [];
  const earlierBanks = earlier.map((name) => read('BANK_EARLIER', name));
  if (new Set([bank.name, ...earlier]).size <= earlier.length)
    throw new CannotStart('BANK and BANK_EARLIER must name each gateway once: one name is one account at one gateway.');
  return { bank, earlierBanks };
}

/** @throws CannotStart where a gateway stands in the wrong kind of house. */
export function refuseBankContradictions({ bank, earlierBanks }: BanksConfig, isSandbox: boolean): void {
  if (bank.adapter === 'sandbox' && !isSandbox) {
    throw new CannotStart(
      'Production needs a bank gateway: set BANK=xendit with XENDIT_API_KEY and XENDIT_CALLBACK_TOKEN. The simulator (BANK=sandbox) needs SANDBOX=1.',
    );
  }
  if (bank.adapter !== 'sandbox' && isSandbox) {
    throw new CannotStart(`BANK=${bank.name} needs SANDBOX=0, because the sandbox turns its clock. Set it, or take BANK out.`);
  }
  if (isSandbox && earlierBanks.length > 0)
    throw new CannotStart('BANK_EARLIER needs SANDBOX=0: the sandbox has one bank simulator. Take it out.');
  if (earlierBanks.some(({ adapter }) => adapter === 'sandbox'))
    throw new CannotStart('BANK_EARLIER names the simulator, which needs SANDBOX=1: no real money was ever given to it. Take it out.');
}

function readXendit(env: Env, name: string, timeoutMs: number, readFile: ReadFile): () => BankConfig {
  const prefix = name.toUpperCase();
  const secretOf = (variable: string) => ({ variable, inPlace: env[variable], file: env[`${variable}_FILE`] });
  const key = secretOf(`${prefix}_API_KEY`);
  const token = secretOf(`${prefix}_CALLBACK_TOKEN`);
  const [url, hosts] = [env[`${prefix}_URL`], env[`${prefix}_LINK_HOSTS`]];
  return () => ({
    adapter: 'xendit',
    name,
    baseUrl: baseUrl(`${prefix}_URL`, url || 'https://api.xendit.co'),
    apiKey: readSecret(name, key, readFile),
    callbackToken: readSecret(name, token, readFile),
    linkHosts: linkHosts(`${prefix}_LINK_HOSTS`, hosts || 'xendit.co'),
    timeoutMs,
  });
}

/** A secret from the environment or from the file that it names: one of them. */
function readSecret(
  gateway: string,
  { variable: name, inPlace, file }: { variable: string; inPlace: string | undefined; file: string | undefined },
  readFile: ReadFile,
): string {
  if (inPlace && file) throw new CannotStart(`Set ${name} or ${name}_FILE, not both.`);
  const secret = file ? readFile(file)?.trim() : inPlace;
  if (!file && !secret) throw new CannotStart(`The gateway ${gateway} needs ${name}, or ${name}_FILE.`);
  // What is no plain printable word cannot travel in a header; a short one could be guessed.
  if (!secret || !/^[\x21-\x7e]{16,500}$/.test(secret))
    throw new CannotStart(`${name} is not a secret of 16 characters or more without blanks.`);
  return secret;
}

/** The key goes there: it is https, or this machine. */
function baseUrl(variable: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHere = url?.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === 'localhost');
  const isPlain = url && !url.username && !url.password && url.pathname === '/' && !url.search && !url.hash;
  if (url && isPlain && (url.protocol === 'https:' || isHere)) return url.origin;
  throw new CannotStart(`${variable} must be an https address without path or password, such as https://api.example.com.`);
}

function linkHosts(variable: string, text: string): string[] {
  const hosts = text.split(',');
  if (hosts.every((host) => /^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/.test(host))) return hosts;
  throw new CannotStart(`${variable} must name hosts with commas between, such as xendit.co,gcash.com.`);
}

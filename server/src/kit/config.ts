// The only reader of the environment. Every variable stands in .env.example with its default; contradictions stop the start.
import { createPublicKey } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { CannotStart } from '#/db/cannot-start.ts';
import { type BanksConfig, readBanksConfig, refuseBankContradictions } from './bank-config.ts';
import { longestTimeoutMs, readSmsConfig, refuseSmsContradictions, type SmsConfig } from './sms-config.ts';

export type Config = BanksConfig & {
  host: string;
  /** 0 is any free port, here and below; `atPorts` puts in which it became. */
  port: number;
  hookPort: number;
  opsPort: number;
  /** Where the inside listener stands: this machine alone, unless told. */
  opsHost: string;
  dataDir: string;
  /** The address people open; also where hooks and links point. */
  origin: string;
  /** PEM files of the borrowers' listener; null where a proxy ends TLS, or nothing does. */
  tls: { certFile: string; keyFile: string } | null;
  database: { url: string; ownerUrl: string } | null;
  isSandbox: boolean;
  isPlainAllowed: boolean;
  catalogue: 'default' | 'small-ticket';
  /** SPKI of the root key in base64url DER; null in the sandbox, which makes its own. */
  rootPublicKey: string | null;
  /** 32 bytes in base64; null in the sandbox, which keeps its own in DATA_DIR/keys. */
  masterKey: string | null;
  logLevel: string;
  sms: SmsConfig;
  /** Whether notifications go to the browsers' own services, or into the sandbox's outbox. */
  push: 'services' | 'outbox';
  /** The private VAPID key (32 bytes, base64url); null in the sandbox, which makes its own, and where no notifications are offered. */
  vapidPrivateKey: string | null;
  /** How many proxies of ours stand before it; only what they have written into X-Forwarded-For is believed. */
  trustedProxies: number;
  /** Calls that a session, and a network without one, may ask in ten seconds (http/share.ts). */
  callsOfSession: number;
  callsOfNetwork: number;
  /** Our own account, for transfers whose receipt goes to customer service; null where none is told. */
  ownAccount: { bankName: string; accountName: string; accountNumber: string } | null;
  /** Every first credit line is given by a person; the engine alone only refuses. */
  firstLineNeedsPerson: boolean;
  /** Payouts stand still from the start until an operator switches them on: after a restore of the database, for one. */
  startPaused: boolean;
  /** `playsLimits`: the bank simulator takes what live channels take at once, and not any amount. */
  sandbox: {
    reviewSeconds: number;
    payDelayMs: number;
    bankPort: number;
    withSeeds: boolean;
    resendSeconds: number;
    playsLimits: boolean;
  };
};

type Env = Record<string, string | undefined>;

/** Reads and checks the configuration. @throws CannotStart with a sentence that says what to change. */
export function readConfig(env: Env = process.env, root: string = path.join(import.meta.dirname, '../../..')): Config {
  const isSandbox = flag(env, 'SANDBOX', true);
  const port = number(env, 'PORT', 8080, 0, 65_535);
  const host = env.HOST || '127.0.0.1';
  const tls = readTlsFiles(env, root);
  const config: Config = {
    host,
    port,
    hookPort: number(env, 'HOOK_PORT', port && port + 1, 0, 65_535),
    opsPort: number(env, 'OPS_PORT', port && port + 2, 0, 65_535),
    opsHost: env.OPS_HOST || '127.0.0.1',
    dataDir: path.resolve(root, env.DATA_DIR || 'data'),
    origin: readOrigin(env) || ownOrigin({ tls, port }),
    tls,
    database: readDatabase(env),
    isSandbox,
    isPlainAllowed: flag(env, 'ALLOW_PLAIN', false),
    catalogue: choice(env, 'CATALOGUE', ['default', 'small-ticket'], 'default'),
    rootPublicKey: env.ROOT_PUBLIC_KEY ? checkRootKey(env.ROOT_PUBLIC_KEY) : null,
    masterKey: env.MASTER_KEY || null,
    logLevel: choice(env, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'warn'),
    ...readBanksConfig(env, number(env, 'BANK_TIMEOUT_MS', 10_000, 1000, 20_000), secretFile(root)),
    sms: readSmsConfig(env, isSandbox, number(env, 'SMS_TIMEOUT_MS', 10_000, 100, longestTimeoutMs)),
    push: choice(env, 'PUSH', ['services', 'outbox'], isSandbox ? 'outbox' : 'services'),
    vapidPrivateKey: env.VAPID_PRIVATE_KEY || null,
    trustedProxies: number(env, 'TRUSTED_PROXIES', 0, 0, 5),
    callsOfSession: number(env, 'CALLS_OF_SESSION', 150, 50, 1_000_000),
    callsOfNetwork: number(env, 'CALLS_OF_NETWORK', 600, 50, 1_000_000),
    ownAccount: readOwnAccount(env, isSandbox),
    firstLineNeedsPerson: flag(env, 'FIRST_LINE_NEEDS_PERSON', !isSandbox),
    startPaused: flag(env, 'PAYOUTS_START_PAUSED', false),
    sandbox: {
      reviewSeconds: number(env, 'SANDBOX_REVIEW_SECONDS', 5, 0, 3600),
      payDelayMs: number(env, 'SANDBOX_PAY_MS', 3000, 0, 600_000),
      bankPort: number(env, 'BANK_PORT', 0, 0, 65_535),
      withSeeds: flag(env, 'SANDBOX_SEEDS', true),
      resendSeconds: number(env, 'SANDBOX_RESEND_SECONDS', 15, 0, 3600),
      playsLimits: flag(env, 'SANDBOX_LIMITS', false),
    },
  };
  refuseContradictions(config);
  return config;
}

/** The configuration of a server that listens on these ports: the address that people open follows, unless ORIGIN tells it. */
export function atPorts(config: Config, ports: Pick<Config, 'port' | 'hookPort' | 'opsPort'>): Config {
  const at = { ...config, ...ports };
  return { ...at, origin: config.origin === ownOrigin(config) ? ownOrigin(at) : config.origin };
}

const ownOrigin = ({ tls, port }: Pick<Config, 'tls' | 'port'>) => `${tls ? 'https' : 'http'}://localhost:${port}`;

function refuseContradictions(config: Config): void {
  const { port, hookPort, opsPort } = config;
  if (Math.max(hookPort, opsPort) > 65_535)
    throw new CannotStart(`PORT=${port} leaves no ports for HOOK_PORT and OPS_PORT, which follow it. Set PORT to 65533 or less.`);
  const chosen = [port, hookPort, opsPort].filter((one) => one > 0);
  if (new Set(chosen).size < chosen.length) throw new CannotStart('PORT, HOOK_PORT and OPS_PORT must be three different ports.');
  if (config.isSandbox) {
    if (!isOwnHost(config.host))
      throw new CannotStart(
        `HOST=${config.host} lets other machines in, and the sandbox shows everybody's codes and passwords and gives its clock away. Take HOST out; a phone on a cable reaches this machine by "adb reverse tcp:${port} tcp:${port}".`,
      );
    refuseBankContradictions(config, true);
    refuseSmsContradictions(config.sms, config.sandbox);
    return;
  }
  if (config.push === 'outbox') throw new CannotStart('PUSH=outbox is for the sandbox only. Take it out, or set SANDBOX=1.');
  if (config.isPlainAllowed) throw new CannotStart('ALLOW_PLAIN=1 is for the sandbox only. Take it out, or set SANDBOX=1.');
  if (!config.database) throw new CannotStart('Production needs DATABASE_URL and DATABASE_OWNER_URL.');
  if (!config.rootPublicKey) throw new CannotStart('Production needs ROOT_PUBLIC_KEY; its private part must be kept off the server.');
  if (!config.origin.startsWith('https://'))
    throw new CannotStart('Production needs ORIGIN, the https address that people open; TLS ends here (TLS_CERT_FILE) or at a proxy.');
  if (!config.tls && config.trustedProxies === 0)
    throw new CannotStart(
      'Production needs TLS: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES to how many proxies stand before it, the outermost of which ends TLS.',
    );
  if (!config.masterKey) throw new CannotStart('Production needs MASTER_KEY (32 random bytes in base64).');
  refuseSmsContradictions(config.sms, null);
  refuseBankContradictions(config, false);
}

const isOwnHost = (host: string) => /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);

/** Reads a secret's file, whose path counts from the checkout; null where it cannot be read. */
function secretFile(root: string): (file: string) => string | null {
  return (file) => {
    try {
      return fs.readFileSync(path.resolve(root, file), 'utf8');
    } catch {
      return null; // what is wrong is told in a sentence that names the variable
    }
  };
}

function readTlsFiles(env: Env, root: string): Config['tls'] {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = env;
  if (!certFile && !keyFile) return null;
  if (!certFile || !keyFile) throw new CannotStart('Set both TLS_CERT_FILE and TLS_KEY_FILE, or neither.');
  return { certFile: path.resolve(root, certFile), keyFile: path.resolve(root, keyFile) };
}

/** In the environment and not among the settings: whoever could change the number alone could have every transfer sent to an account of theirs. */
function readOwnAccount(env: Env, isSandbox: boolean): Config['ownAccount'] {
  const { OWN_BANK_NAME: bankName, OWN_ACCOUNT_NAME: accountName, OWN_ACCOUNT_NUMBER: accountNumber } = env;
  if (!bankName && !accountName && !accountNumber)
    return isSandbox ? { bankName: 'Bangko Kunwari', accountName: 'Sandali Lending Corp.', accountNumber: '0000 1234 5678' } : null;
  if (!bankName || !accountName || !accountNumber)
    throw new CannotStart('Set OWN_BANK_NAME, OWN_ACCOUNT_NAME and OWN_ACCOUNT_NUMBER, or none of them.');
  if (!/^[0-9][0-9 -]{4,29}$/.test(accountNumber))
    throw new CannotStart('OWN_ACCOUNT_NUMBER must be 5 to 30 digits, spaces and hyphens, as it is to be typed.');
  return { bankName, accountName, accountNumber };
}

/** Compared with what browsers send, so it is exactly what they would. */
function readOrigin({ ORIGIN: text }: Env): string | undefined {
  if (!text || (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text)) return text;
  throw new CannotStart(`ORIGIN must be an address without path, such as https://app.example.com, not "${text}".`);
}

function readDatabase(env: Env): Config['database'] {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = env;
  if (!url && !ownerUrl) return null;
  if (!url || !ownerUrl)
    throw new CannotStart('Set both DATABASE_URL (the role that serves) and DATABASE_OWNER_URL (the role that migrates).');
  if (parseUrl('DATABASE_URL', url).username === parseUrl('DATABASE_OWNER_URL', ownerUrl).username) {
    throw new CannotStart(
      'DATABASE_URL and DATABASE_OWNER_URL must name two different roles: the owner of the tables is never the one that serves.',
    );
  }
  return { url, ownerUrl };
}

/** The address itself is not said again: it may hold a password. */
function parseUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.username) return url;
  throw new CannotStart(`${name} must look like postgres://role:password@host:5432/database, and it does not.`);
}

/** Gives back a public root key that is one. @throws CannotStart where it is no P-256 key as SPKI DER in base64url. */
export function checkRootKey(text: string): string {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' });
    const isWhole = key.export({ format: 'der', type: 'spki' }).toString('base64url') === text;
    if (isWhole && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return text;
  } catch {}
  throw new CannotStart('ROOT_PUBLIC_KEY must be the public part of an EC P-256 key, as SPKI DER in base64url.');
}

function number(env: Env, name: string, byDefault: number, least: number, most: number): number {
  const text = env[name];
  if (!text) return byDefault;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new CannotStart(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  return value;
}

function flag(env: Env, name: string, byDefault: boolean): boolean {
  const text = env[name];
  if (!text) return byDefault;
  if (text !== '0' && text !== '1') throw new CannotStart(`${name} must be 0 or 1, not "${text}".`);
  return text === '1';
}

function choice<const C extends string>(env: Env, name: string, choices: readonly C[], byDefault: C): C {
  const text = env[name];
  if (!text) return byDefault;
  if (!(choices as readonly string[]).includes(text)) throw new CannotStart(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return text as C;
}

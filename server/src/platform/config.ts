// Builds the configuration from the environment. Contradictory variables prevent the start.
import * as path from 'node:path';
import * as v from 'valibot';
import { type BanksConfig, banksOf } from './bank-config.ts';
import { allOrRefuse, CannotStart } from './cannot-start.ts';
import { type Environment, environment, xenditAccount } from './environment.ts';
import { type FilesConfig, type FilesPlace, filesOf, filesPlaceOf } from './files-config.ts';
import { refuseGuessableSecrets } from './guessable.ts';
import { inventedLender, type LenderData, type LenderField, placeholdersIn } from './lender.ts';
import type { PasswordCost } from './password.ts';
import { isOwnHost, isPrivateHost, refuseOpenSandbox } from './sandbox-config.ts';
import { type SmsConfig, smsOf } from './sms-config.ts';
import { type Env, readVariables } from './variable.ts';

/** One server's limits for the jobs in its queues. */
export type QueueLimits = {
  /** The maximum number of codes, notices and reminders that the server sends concurrently. */
  codesAtOnce: number;
  noticesAtOnce: number;
  remindersAtOnce: number;
  /** The maximum number of reminders sent, and of deliveries checked, per minute. */
  remindersAMinute: number;
  deliveryChecksAMinute: number;
};

/** A PostgreSQL that is not the embedded one. */
type DatabaseConfig = {
  url: string;
  /** The address of PostgreSQL itself, even if `url` is a pooler's. */
  directUrl: string;
  /** Null for a server that does not migrate. */
  ownerUrl: string | null;
  poolsTransactions: boolean;
};

export type Config = BanksConfig & {
  role: 'all' | 'api' | 'worker';
  /** How long a stopping server takes new calls after /readyz has said so. */
  drainMs: number;
  host: string;
  /** 0 selects any free port, also for the two ports below; `atPorts` then sets the real ones. */
  port: number;
  hookPort: number;
  /** The address of the gateways' listener: this machine only by default. */
  hookHost: string;
  opsPort: number;
  /** The address of the staff listener: this machine only by default. */
  opsHost: string;
  /** The https address at which staff call that listener; null if they use an IP address. */
  opsUrl: string | null;
  /** PEM files for the staff listener; null for plain HTTP, such as behind a proxy. */
  opsTls: Config['tls'];
  dataDir: string;
  files: FilesConfig;
  /** The address that borrowers open. Passkeys, payment pages and documents also refer to it. */
  origin: string;
  /** PEM files for the borrowers' listener; null if a proxy terminates TLS or TLS is not used. */
  tls: { certFile: string; keyFile: string } | null;
  /** The same files for the gateways' listener; null if only this machine can reach it. */
  hookTls: Config['tls'];
  database: DatabaseConfig | null;
  connections: { serving: number; queue: number; waitMs: number };
  isSandbox: boolean;
  isPlainAllowed: boolean;
  /** The cost of a password's hash; always `full` outside the sandbox. */
  passwordCost: PasswordCost;
  catalogue: 'default' | 'small-ticket';
  /** SPKI of the root key in base64url DER; null in the sandbox, which creates its own key. */
  rootPublicKey: string | null;
  /** 32 bytes in base64; null in the sandbox, which stores its own key in DATA_DIR/keys. */
  masterKey: string | null;
  /** The earlier master key during a rotation (docs/operators/keys.md); otherwise null. */
  masterKeyPrevious: string | null;
  logLevel: string;
  /** The service name in traces; null if the server records none. */
  tracesAs: string | null;
  sms: SmsConfig;
  queues: QueueLimits;
  /** Whether notifications go to the browsers' own services, or into the sandbox's outbox. */
  push: 'services' | 'outbox';
  /**
   * The private VAPID key (32 bytes, base64url); null in a sandbox that creates its own key, or if
   * no notifications are offered.
   */
  vapidPrivateKey: string | null;
  /** The number of our own proxies; only their entries in X-Forwarded-For are trusted. */
  trustedProxies: number;
  /**
   * The number of calls allowed per ten seconds: for one session, and for all callers from one
   * network that have no session (http/share.ts).
   */
  callsOfSession: number;
  callsOfNetwork: number;
  /**
   * Our own account, for transfers whose receipts borrowers send to customer service; null unless
   * configured.
   */
  ownAccount: { bankName: string; accountName: string; accountNumber: string } | null;
  /** The lender, unless settings override it. */
  lender: LenderData;
  /** Whether staff approve every first credit line. If so, the engine alone can only reject. */
  firstLineNeedsPerson: boolean;
  /**
   * Whether payouts stay paused after the start until staff switch them on, for example after a
   * database restore.
   */
  startPaused: boolean;
  /** Whether this server runs on a copy of the database and must send nothing. */
  isDrill: boolean;
  /** `playsLimits`: whether the bank simulator applies the amount limits of live channels. */
  sandbox: {
    reviewSeconds: number;
    payDelayMs: number;
    bankPort: number;
    withSeeds: boolean;
    resendSeconds: number;
    playsLimits: boolean;
  };
};

const checkout = path.join(import.meta.dirname, '../../..');

/**
 * Reads and checks the configuration.
 * @throws CannotStart with a sentence that says what to change.
 */
export function readConfig(env: Env = process.env, root: string = checkout): Config {
  const read = readVariables(environment, env, root);
  const { SANDBOX: isSandbox, PORT: port } = read;
  const dataDir = path.resolve(root, read.DATA_DIR);
  const parts = allOrRefuse({
    gaps: () => isSandbox || refuseGaps(read),
    tls: () => tlsFiles(read, '', root),
    opsTls: () => tlsFiles(read, 'OPS_', root),
    database: () => databaseOf(read),
    files: () => filesOf(read, dataDir, env, root),
    sms: () => smsOf(read),
    banks: () =>
      banksOf(read, (nameOf) => {
        const account = readVariables(xenditAccount, env, root, nameOf);
        if (!isSandbox) refuseGuessableSecrets(xenditAccount.entries, account, nameOf);
        return account;
      }),
    lender: () => lenderOf(read),
    ownAccount: () => ownAccountOf(read),
    secrets: () => isSandbox || refuseGuessableSecrets(environment.entries, read),
  });
  const { tls, banks, database, files, lender, ownAccount, sms } = parts;
  const config: Config = {
    ...banks,
    role: read.ROLE,
    drainMs: read.DRAIN_MS ?? (isSandbox ? 0 : 5000),
    host: read.HOST,
    port,
    hookPort: read.HOOK_PORT ?? (port && port + 1),
    hookHost: read.HOOK_HOST,
    opsPort: read.OPS_PORT ?? (port && port + 2),
    opsHost: read.OPS_HOST,
    opsUrl: read.OPS_URL ?? null,
    opsTls: parts.opsTls,
    dataDir,
    files,
    origin: read.ORIGIN ?? ownOrigin({ tls, port }),
    tls,
    hookTls: isOwnHost(read.HOOK_HOST) ? null : tls,
    database,
    connections: {
      serving: read.DATABASE_CONNECTIONS,
      queue: read.DATABASE_QUEUE_CONNECTIONS,
      waitMs: read.DATABASE_WAIT_MS,
    },
    isSandbox,
    isPlainAllowed: read.ALLOW_PLAIN,
    passwordCost: isSandbox && read.SANDBOX_QUICK_PASSWORDS ? 'least' : 'full',
    catalogue: read.CATALOGUE,
    rootPublicKey: read.ROOT_PUBLIC_KEY ?? null,
    masterKey: read.MASTER_KEY ?? null,
    masterKeyPrevious: read.MASTER_KEY_PREVIOUS ?? null,
    logLevel: read.LOG_LEVEL,
    tracesAs: read.OTEL_EXPORTER_OTLP_ENDPOINT ? read.OTEL_SERVICE_NAME : null,
    sms,
    queues: {
      codesAtOnce: read.CODES_AT_ONCE,
      noticesAtOnce: read.NOTICES_AT_ONCE,
      remindersAtOnce: read.REMINDERS_AT_ONCE,
      remindersAMinute: read.REMINDERS_A_MINUTE,
      deliveryChecksAMinute: read.DELIVERY_CHECKS_A_MINUTE,
    },
    push: read.PUSH ?? (isSandbox ? 'outbox' : 'services'),
    vapidPrivateKey: read.VAPID_PRIVATE_KEY ?? null,
    trustedProxies: isSandbox ? read.SANDBOX_PROXIES : read.TRUSTED_PROXIES,
    callsOfSession: read.CALLS_OF_SESSION,
    callsOfNetwork: read.CALLS_OF_NETWORK,
    lender,
    ownAccount,
    firstLineNeedsPerson: read.FIRST_LINE_NEEDS_PERSON ?? !isSandbox,
    startPaused: read.PAYOUTS_START_PAUSED,
    isDrill: read.DRILL,
    sandbox: {
      reviewSeconds: read.SANDBOX_REVIEW_SECONDS,
      payDelayMs: read.SANDBOX_PAY_MS,
      bankPort: read.BANK_PORT,
      withSeeds: read.SANDBOX_SEEDS,
      resendSeconds: read.SANDBOX_RESEND_SECONDS,
      playsLimits: read.SANDBOX_LIMITS,
    },
  };
  refuseContradictions(config);
  if (isSandbox) refuseOpenSandbox(config, read, Boolean(env.SANDBOX));
  return config;
}

/**
 * Returns DATA_DIR alone, for tools that run even if other variables are invalid.
 * @throws CannotStart
 */
export function readDataDir(env: Env = process.env, root: string = checkout): string {
  return path.resolve(root, readVariables(v.pick(environment, ['DATA_DIR']), env, root).DATA_DIR);
}

/** Returns ROOT_PUBLIC_KEY alone; null if it is not set. @throws CannotStart */
export function readRootKey(env: Env = process.env): string | null {
  return (
    readVariables(v.pick(environment, ['ROOT_PUBLIC_KEY']), env, checkout).ROOT_PUBLIC_KEY ?? null
  );
}

/**
 * Returns the configuration with these ports. The public address follows from them unless ORIGIN
 * sets it.
 */
export function atPorts(
  config: Config,
  ports: Pick<Config, 'port' | 'hookPort' | 'opsPort'>,
): Config {
  const at = { ...config, ...ports };
  return { ...at, origin: config.origin === ownOrigin(config) ? ownOrigin(at) : config.origin };
}

const ownOrigin = ({ tls, port }: Pick<Config, 'tls' | 'port'>) =>
  `${tls ? 'https' : 'http'}://localhost:${port}`;

function refuseContradictions(config: Config): void {
  if (config.masterKeyPrevious && !config.masterKey)
    throw new CannotStart(
      'MASTER_KEY_PREVIOUS needs MASTER_KEY, the new key. Set MASTER_KEY, or remove it.',
    );
  const { port, hookPort, opsPort } = config;
  if (config.isSandbox && config.role !== 'all')
    throw new CannotStart(
      `ROLE=${config.role} is for production: the sandbox’s bank and clock are in one server. Remove it, or set SANDBOX=0.`,
    );
  if (Math.max(hookPort, opsPort) > 65_535)
    throw new CannotStart(
      `PORT=${port} leaves no ports for HOOK_PORT and OPS_PORT, which follow it. Set PORT to 65533 or less.`,
    );
  const chosen = [port, hookPort, opsPort].filter((listenPort) => listenPort > 0);
  if (new Set(chosen).size < chosen.length)
    throw new CannotStart('PORT, HOOK_PORT and OPS_PORT must be three different ports.');
  if (config.opsTls && !config.opsUrl)
    throw new CannotStart(
      'OPS_TLS_CERT_FILE needs OPS_URL, the https address that staff call, whose host the certificate names.',
    );
}

/**
 * Refuses a production server whose own variables are missing or open it to the internet. `smsOf`,
 * `banksOf` and `lenderOf` refuse what their parts lack.
 * @throws CannotStart with a sentence for each variable
 */
function refuseGaps(read: Environment): void {
  const isTlsHere = Boolean(read.TLS_CERT_FILE);
  const gaps: [boolean, string][] = [
    [read.PUSH === 'outbox', 'PUSH=outbox is for the sandbox only. Remove it, or set SANDBOX=1.'],
    [read.ALLOW_PLAIN, 'ALLOW_PLAIN=1 is for the sandbox only. Remove it, or set SANDBOX=1.'],
    [
      !read.DATABASE_URL && !read.DATABASE_OWNER_URL,
      read.ROLE === 'all'
        ? 'Production needs DATABASE_URL (the role that serves) and, for ROLE=all, DATABASE_OWNER_URL (the role that migrates).'
        : 'Production needs DATABASE_URL (the role that serves).',
    ],
    [
      !read.ROOT_PUBLIC_KEY,
      'Production needs ROOT_PUBLIC_KEY; its private part must be kept off the server.',
    ],
    [
      !(read.ORIGIN?.startsWith('https://') ?? isTlsHere),
      'Production needs ORIGIN, the https address that people open; TLS ends here (TLS_CERT_FILE) or at a proxy.',
    ],
    [
      !isTlsHere && read.TRUSTED_PROXIES === 0,
      'Production needs TLS: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES to the number of proxies in front of it, the outermost of which ends TLS.',
    ],
    [
      !isTlsHere && !isPrivateHost(read.HOOK_HOST),
      `HOOK_HOST=${read.HOOK_HOST} opens the gateways’ listener to the internet without TLS. Set TLS_CERT_FILE and TLS_KEY_FILE, or set it to an address of a private network, to which a proxy with TLS forwards webhooks.`,
    ],
    [!read.MASTER_KEY, 'Production needs MASTER_KEY (32 random bytes in base64).'],
  ];
  allOrRefuse({
    gaps: () => {
      const sentences = gaps.flatMap(([isGap, sentence]) => (isGap ? [sentence] : []));
      if (sentences.length > 0) throw new CannotStart(sentences.join('\n'));
    },
    opsHost: () => refusePublicOps(read.OPS_HOST),
  });
}

/**
 * Refuses a staff listener that the internet can reach. `address` is the IP address of the open
 * listener.
 * @throws CannotStart with a sentence that says what to change
 */
export function refusePublicOps(opsHost: string, address = opsHost): void {
  if (isPrivateHost(address)) return;
  const at = address === opsHost ? '' : `, which resolves to ${address},`;
  throw new CannotStart(
    `OPS_HOST=${opsHost}${at} opens the staff listener, where /metrics and /alarms need no key, to the internet. Set it to an address of a private network or a tunnel, or remove it.`,
  );
}

function tlsFiles(read: Environment, prefix: '' | 'OPS_', root: string): Config['tls'] {
  const certFile = read[`${prefix}TLS_CERT_FILE`];
  const keyFile = read[`${prefix}TLS_KEY_FILE`];
  if (!certFile && !keyFile) return null;
  if (!certFile || !keyFile)
    throw new CannotStart(`Set both ${prefix}TLS_CERT_FILE and ${prefix}TLS_KEY_FILE, or neither.`);
  return { certFile: path.resolve(root, certFile), keyFile: path.resolve(root, keyFile) };
}

const lenderVariables: Readonly<Record<LenderField, keyof Environment>> = {
  companyName: 'COMPANY_NAME',
  companyRegNumber: 'COMPANY_REG_NUMBER',
  companyAuthNumber: 'COMPANY_AUTH_NUMBER',
  companyAddress: 'COMPANY_ADDRESS',
  telephone: 'COMPANY_TELEPHONE',
  dpoContact: 'COMPANY_DPO',
  serviceHours: 'COMPANY_SERVICE_HOURS',
  fbUrl: 'COMPANY_FB_URL',
  fbAccount: 'COMPANY_FB_ACCOUNT',
};

/**
 * Returns the lender of the environment; in the sandbox, the fictitious lender fills the gaps.
 * @throws CannotStart with all variables that production lacks
 */
function lenderOf(read: Environment): LenderData {
  const entries = Object.entries(lenderVariables).map(([field, name]) => {
    const byDefault = read.SANDBOX ? inventedLender[field as LenderField] : '';
    return [field, (read[name] as string | undefined) ?? byDefault];
  });
  const lender = Object.fromEntries(entries) as LenderData;
  const placeholders = read.SANDBOX ? [] : placeholdersIn(lender);
  if (placeholders.length > 0) {
    const named = placeholders.map(({ field, reason }) => `${lenderVariables[field]} (${reason})`);
    throw new CannotStart(`Production needs the lender’s own value in ${named.join(', ')}.`);
  }
  return lender;
}

/**
 * Reads the account from the environment, not from the settings. Whoever could change its number in
 * the settings could redirect every transfer to their own account.
 */
function ownAccountOf(read: Environment): Config['ownAccount'] {
  const {
    OWN_BANK_NAME: bankName,
    OWN_ACCOUNT_NAME: accountName,
    OWN_ACCOUNT_NUMBER: accountNumber,
    SANDBOX: isSandbox,
  } = read;
  if (!bankName && !accountName && !accountNumber)
    return isSandbox
      ? {
          bankName: 'Bangko Kunwari',
          accountName: 'Sandali Lending Corp.',
          accountNumber: '0000 1234 5678',
        }
      : null;
  if (!bankName || !accountName || !accountNumber)
    throw new CannotStart(
      'Set OWN_BANK_NAME, OWN_ACCOUNT_NAME and OWN_ACCOUNT_NUMBER, or none of them.',
    );
  return { bankName, accountName, accountNumber };
}

function databaseOf(read: Environment): Config['database'] {
  const {
    ROLE: role,
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl = null,
    DATABASE_POOLER: pooler,
  } = read;
  const poolsTransactions = pooler === 'transaction';
  if (role !== 'all' && ownerUrl)
    throw new CannotStart(
      `ROLE=${role} must not hold the owner’s credentials. Remove DATABASE_OWNER_URL; npm run migrate uses it.`,
    );
  if (!url && !ownerUrl) {
    if (read.DATABASE_DIRECT_URL || poolsTransactions)
      throw new CannotStart(
        'DATABASE_DIRECT_URL and DATABASE_POOLER describe DATABASE_URL, which is not set. Set DATABASE_URL, or remove both.',
      );
    return null;
  }
  if (!url || (role === 'all' && !ownerUrl))
    throw new CannotStart(
      'Set both DATABASE_URL (the role that serves) and DATABASE_OWNER_URL (the role that migrates).',
    );
  if (ownerUrl) refuseOneRole(url, ownerUrl);
  return { url, ownerUrl, directUrl: directUrlOf(read, url, poolsTransactions), poolsTransactions };
}

function refuseOneRole(url: string, ownerUrl: string): void {
  if (new URL(url).username === new URL(ownerUrl).username)
    throw new CannotStart(
      'DATABASE_URL and DATABASE_OWNER_URL must name two different roles: the owner of the tables must not serve.',
    );
}

/**
 * Returns the settings of `npm run migrate`. Ignores all other variables.
 * @throws CannotStart with a sentence that says what to set
 */
export function readMigration(
  env: Env = process.env,
  root: string = checkout,
): { ownerUrl: string; servingUser: string } {
  const names = ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const;
  const read = readVariables(v.pick(environment, names), env, root);
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = read;
  if (!url || !ownerUrl)
    throw new CannotStart(
      'npm run migrate needs DATABASE_OWNER_URL (the role that migrates) and DATABASE_URL (whose role serves). The embedded database is migrated at each start.',
    );
  refuseOneRole(url, ownerUrl);
  return { ownerUrl, servingUser: decodeURIComponent(new URL(url).username) };
}

/** The settings of `npm run backup`. */
export type BackupConfig = {
  folder: string;
  files: FilesPlace;
  /** Null without DATABASE_OWNER_URL, which all commands but a restore need. */
  ownerUrl: string | null;
  masterKey: string;
  /** The stanza of pgBackRest; null if pgBackRest is not used. */
  stanza: string | null;
  /** The environment variables of the tools. */
  toolEnv: NodeJS.ProcessEnv;
};

/** Reads the settings of `npm run backup`. Ignores all other variables. @throws CannotStart */
export function readBackup(env: Env = process.env, root: string = checkout): BackupConfig {
  const names = ['BACKUPS', 'DATA_DIR', 'FILES', 'DATABASE_OWNER_URL', 'MASTER_KEY'] as const;
  const read = readVariables(v.pick(environment, names), env, root);
  if (!read.BACKUPS || !read.MASTER_KEY)
    throw new CannotStart(
      'npm run backup needs BACKUPS (the folder of backups) and MASTER_KEY (the key to which the backup is bound).',
    );
  const dataDir = path.resolve(root, read.DATA_DIR);
  return {
    folder: path.resolve(root, read.BACKUPS),
    files: filesPlaceOf(read, dataDir, env, root),
    ownerUrl: read.DATABASE_OWNER_URL ?? null,
    masterKey: read.MASTER_KEY,
    stanza: env.PGBACKREST_STANZA || null,
    toolEnv: env,
  };
}

function directUrlOf(
  { DATABASE_DIRECT_URL: directUrl = '' }: Environment,
  url: string,
  poolsTransactions: boolean,
): string {
  if (poolsTransactions && !directUrl)
    throw new CannotStart(
      'DATABASE_POOLER=transaction needs DATABASE_DIRECT_URL, the address of PostgreSQL itself, because a transaction pooler does not forward notifications.',
    );
  if (poolsTransactions && directUrl === url)
    throw new CannotStart(
      'DATABASE_DIRECT_URL is the same address as DATABASE_URL, the address of a transaction pooler (DATABASE_POOLER). Set it to the address of PostgreSQL itself.',
    );
  if (directUrl && new URL(directUrl).username !== new URL(url).username)
    throw new CannotStart(
      'DATABASE_DIRECT_URL must name the same role as DATABASE_URL; only its host and port may differ.',
    );
  return directUrl || url;
}

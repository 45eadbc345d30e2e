// Builds the configuration from the environment. Contradictory variables prevent the start.
import * as path from 'node:path';
import * as v from 'valibot';
import { type BanksConfig, banksOf } from './bank-config.ts';
import { allOrRefuse, CannotStart } from './cannot-start.ts';
import {
  type ConnectionsConfig,
  connectionsOf,
  type DatabaseConfig,
  databaseOf,
} from './database-config.ts';
import { type Environment, environment, xenditAccount } from './environment.ts';
import { type FilesConfig, type FilesPlace, filesOf, filesPlaceOf } from './files-config.ts';
import { refuseGuessableSecrets } from './guessable.ts';
import type { LenderData } from './lender.ts';
import { lenderOf, type OwnAccount, ownAccountOf } from './lender-config.ts';
import type { PasswordCost } from './password.ts';
import { refuseGaps } from './production-config.ts';
import { isOwnHost, refuseOpenSandbox } from './sandbox-config.ts';
import { type SmsConfig, smsOf } from './sms-config.ts';
import { checkout, type Env, readVariables } from './variable.ts';

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
  /** The address at which staff open the desk: https, or http on localhost. */
  deskOrigin: string;
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
  connections: ConnectionsConfig;
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
  /** Null unless configured. */
  ownAccount: OwnAccount | null;
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
    /** A simulator that other servers use too; null if this server starts its own. */
    sharedBank: { url: string; token: string } | null;
    withSeeds: boolean;
    resendSeconds: number;
    playsLimits: boolean;
  };
};

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
  const opsPort = read.OPS_PORT ?? (port && port + 2);
  const config: Config = {
    ...banks,
    role: read.ROLE,
    drainMs: read.DRAIN_MS ?? (isSandbox ? 0 : 5000),
    host: read.HOST,
    port,
    hookPort: read.HOOK_PORT ?? (port && port + 1),
    hookHost: read.HOOK_HOST,
    opsPort,
    opsHost: read.OPS_HOST,
    opsUrl: read.OPS_URL ?? null,
    deskOrigin: read.DESK_ORIGIN ?? read.OPS_URL ?? ownDeskOrigin({ opsPort }),
    opsTls: parts.opsTls,
    dataDir,
    files,
    origin: read.ORIGIN ?? ownOrigin({ tls, port }),
    tls,
    hookTls: isOwnHost(read.HOOK_HOST) ? null : tls,
    database,
    connections: connectionsOf(read),
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
      sharedBank: sharedBankIn(read),
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
export function readDataDir(): string {
  const read = readVariables(v.pick(environment, ['DATA_DIR']), process.env, checkout);
  return path.resolve(checkout, read.DATA_DIR);
}

/** Returns ROOT_PUBLIC_KEY alone; null if it is not set. @throws CannotStart */
export function readRootKey(): string | null {
  const read = readVariables(v.pick(environment, ['ROOT_PUBLIC_KEY']), process.env, checkout);
  return read.ROOT_PUBLIC_KEY ?? null;
}

/**
 * Returns the configuration with these ports. The addresses of the app and of the desk follow from
 * them unless the environment sets them.
 */
export function atPorts(
  config: Config,
  ports: Pick<Config, 'port' | 'hookPort' | 'opsPort'>,
): Config {
  const at = { ...config, ...ports };
  return {
    ...at,
    origin: config.origin === ownOrigin(config) ? ownOrigin(at) : config.origin,
    deskOrigin: config.deskOrigin === ownDeskOrigin(config) ? ownDeskOrigin(at) : config.deskOrigin,
  };
}

const ownOrigin = ({ tls, port }: Pick<Config, 'tls' | 'port'>) =>
  `${tls ? 'https' : 'http'}://localhost:${port}`;

const ownDeskOrigin = ({ opsPort }: Pick<Config, 'opsPort'>) => `http://localhost:${opsPort}`;

function refuseContradictions(config: Config): void {
  if (config.masterKeyPrevious && !config.masterKey)
    throw new CannotStart(
      'MASTER_KEY_PREVIOUS needs MASTER_KEY, the new key. Set MASTER_KEY, or remove it.',
    );
  const { port, hookPort, opsPort } = config;
  if (config.isSandbox && config.role !== 'all' && !config.sandbox.sharedBank)
    throw new CannotStart(
      `ROLE=${config.role} in the sandbox needs a bank simulator that all servers share: set SANDBOX_BANK_URL, or remove ROLE.`,
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

function sharedBankIn(read: Environment): Config['sandbox']['sharedBank'] {
  const { SANDBOX_BANK_URL: url, SANDBOX_BANK_TOKEN: token } = read;
  if (!url && !token) return null;
  if (!url || !token)
    throw new CannotStart('Set both SANDBOX_BANK_URL and SANDBOX_BANK_TOKEN, or neither.');
  return { url, token };
}

function tlsFiles(read: Environment, prefix: '' | 'OPS_', root: string): Config['tls'] {
  const certFile = read[`${prefix}TLS_CERT_FILE`];
  const keyFile = read[`${prefix}TLS_KEY_FILE`];
  if (!certFile && !keyFile) return null;
  if (!certFile || !keyFile)
    throw new CannotStart(`Set both ${prefix}TLS_CERT_FILE and ${prefix}TLS_KEY_FILE, or neither.`);
  return { certFile: path.resolve(root, certFile), keyFile: path.resolve(root, keyFile) };
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

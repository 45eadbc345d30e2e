// Every variable of the server's environment with its kind, limits, default and meaning. The list
// stays whole, because `.env.example` is printed from it in its order.
import { facebookHosts, leadsTo } from '@sandali/contract/links.ts';
import * as v from 'valibot';
import {
  aboutOf,
  choice,
  flag,
  optional,
  secret,
  text,
  type Variable,
  variable,
  whole,
} from './variable.ts';
import {
  apiAddress,
  collector,
  companyLine,
  credential,
  database,
  file,
  filesPlace,
  free,
  gateway,
  gateways,
  hosts,
  isDeskOrigin,
  isOrigin,
  port,
  rootKey,
  smsGateways,
} from './variable-kinds.ts';

/**
 * The maximum timeout of an attempt. Both attempts at a message must end before another worker
 * takes the message over (notifications/jobs.ts).
 */
const longestSmsMs = 20_000;

const listening = {
  HOST: variable(
    free,
    '127.0.0.1',
    'The address of the borrowers’ listener; in the sandbox it must be this machine, because the sandbox shows codes and can move its clock.',
  ),
  PORT: variable(
    port,
    '8080',
    'The port of the borrowers’ listener; 0 picks a free one here and below, and a parent process with an IPC channel gets { listening: { origin, port, hookPort, opsPort } } once the server is ready.',
  ),
  HOOK_PORT: optional(
    port,
    'The port for the gateways’ webhooks: PORT + 1 by default, or a free port if PORT is 0.',
  ),
  HOOK_HOST: variable(
    free,
    '127.0.0.1',
    'The address of the gateways’ listener (HOOK_PORT): a private address for a proxy on another machine or in another container, or any address with TLS_CERT_FILE, which then applies to this listener too; in the sandbox this machine.',
  ),
  OPS_PORT: optional(
    port,
    'The port of the staff commands and health checks: PORT + 2 by default, or a free one if PORT is 0.',
  ),
  OPS_HOST: variable(
    free,
    '127.0.0.1',
    'The address of the staff listener: an address of a private network or a tunnel, never 0.0.0.0, and in the sandbox this machine. It speaks plain HTTP unless OPS_TLS_CERT_FILE is set.',
  ),
  OPS_URL: optional(
    text(
      'an https address without a path, such as https://ops.lender.example',
      (address) => isOrigin(address) && address.startsWith('https://'),
    ),
    'The address at which staff on other machines call the staff listener. It needs a proxy that ends TLS and forwards the Host header, or OPS_TLS_CERT_FILE.',
  ),
  DESK_ORIGIN: optional(
    text('an https address without a path, or http://localhost with a port', isDeskOrigin),
    'The address at which staff open the desk, which the staff listener serves: OPS_URL by default, or http://localhost:OPS_PORT without it. Passkeys of staff work only under the host where they were made.',
  ),
  OPS_TLS_CERT_FILE: optional(
    file,
    'The PEM certificate, with its chain, of the host in OPS_URL, for TLS on the staff listener; the server reloads it when it changes. Set it together with OPS_TLS_KEY_FILE.',
  ),
  OPS_TLS_KEY_FILE: optional(file, 'The PEM private key of that certificate.'),
  ORIGIN: optional(
    text('an address without a path, such as https://app.example.com', isOrigin),
    'The address that people open: http://localhost:PORT by default, or https with TLS_CERT_FILE. Passkeys work only under the host where they were made, and not under an IP address.',
  ),
  TLS_CERT_FILE: optional(
    file,
    'The PEM certificate with its chain, for TLS without a proxy; the server reloads it when it changes. Set it together with TLS_KEY_FILE.',
  ),
  TLS_KEY_FILE: optional(file, 'The PEM private key of that certificate.'),
  TRUSTED_PROXIES: variable(
    whole(0, 5),
    '0',
    'The number of our proxies in front of the server: each appends an address to X-Forwarded-For, and the outermost sets X-Forwarded-Proto. With 0 both headers are ignored, X-Forwarded-For raises an alarm, and production needs TLS_CERT_FILE.',
  ),
  CALLS_OF_SESSION: variable(
    whole(50, 1_000_000),
    '150',
    'How many calls a session may make in ten seconds.',
  ),
  CALLS_OF_NETWORK: variable(
    whole(50, 1_000_000),
    '600',
    'How many calls without a session one network may make in ten seconds; a network is an IPv4 address or an IPv6 /48, which thousands of phones of a carrier may share.',
  ),
};

const storing = {
  DATA_DIR: variable(
    text('the path of a folder, relative to the checkout or absolute'),
    './data',
    'The folder of the embedded database, keys, pictures and files of the simulator.',
  ),
  BACKUPS: optional(
    text('the path of a folder, relative to the checkout or absolute'),
    'The folder of backups, for npm run backup (docs/operators/backup.md): on another disk or machine than the database.',
  ),
  FILES: optional(
    filesPlace,
    'Where the sealed pictures are: DATA_DIR/files by default. Several servers share one folder or one bucket.',
  ),
  FILES_PREVIOUS: optional(
    filesPlace,
    'Where they were: reads fall back to it until `ops files move` has copied everything. For a bucket in another S3, set the variables below with the prefix FILES_PREVIOUS_, such as FILES_PREVIOUS_AWS_REGION.',
  ),
  DATABASE_URL: secret(
    database,
    'The address of another PostgreSQL, 15 or newer, with the serving role; with ROLE=all set it together with DATABASE_OWNER_URL.',
  ),
  DATABASE_OWNER_URL: secret(
    database,
    'The address of the same database, bypassing any pooler, with the role that owns and migrates the tables; only for npm run migrate and ROLE=all.',
  ),
  DATABASE_DIRECT_URL: secret(
    database,
    'The address of the same database and role past the pooler, for the notifications of the job queue; DATABASE_URL by default.',
  ),
  DATABASE_READ_URL: secret(
    database,
    'The address of a standby of the same database, past any pooler and with the same role, where lists of staff are read while it has everything; empty to read them at DATABASE_URL.',
  ),
  DATABASE_POOLER: variable(
    choice(['none', 'transaction']),
    'none',
    'The pooler at DATABASE_URL: none means PostgreSQL itself or a session pooler; transaction means a transaction pooler, such as pgbouncer with pool_mode=transaction.',
  ),
  DATABASE_CONNECTIONS: variable(
    whole(2, 500),
    '16',
    'The maximum number of connections for calls and the worker. The server opens two more, for settings and readiness.',
  ),
  DATABASE_QUEUE_CONNECTIONS: variable(
    whole(1, 50),
    '4',
    'The maximum number of connections of the job queue. A server with a worker opens one more, to listen for jobs.',
  ),
  DATABASE_WAIT_MS: variable(
    whole(100, 60_000),
    '10000',
    'How long a call waits for a free connection before it is refused as busy, in ms.',
  ),
  ROOT_PUBLIC_KEY: optional(
    rootKey,
    'The public part of the root key, which signs the envelope keys; if empty, the sandbox makes its own.',
  ),
  MASTER_KEY: secret(
    text('32 random bytes in base64'),
    'The key that seals personal data; if empty, the sandbox makes its own in DATA_DIR/keys.',
  ),
  MASTER_KEY_PREVIOUS: secret(
    text('32 random bytes in base64'),
    'The earlier master key during a rotation (docs/operators/keys.md); otherwise empty.',
  ),
};

const s3 = {
  AWS_REGION: variable(
    text('a region such as ap-southeast-1', (name) => /^[a-z0-9-]{1,40}$/.test(name)),
    'us-east-1',
    'The region of the bucket that FILES names.',
  ),
  AWS_ENDPOINT_URL: optional(
    text('an address without a path, such as https://minio.example.com:9000', isOrigin),
    'The address of MinIO, Ceph or another server that speaks the protocol of S3, with the bucket in the path; AWS if empty.',
  ),
  AWS_ACCESS_KEY_ID: optional(
    free,
    'The id of the access key. If this and AWS_SECRET_ACCESS_KEY are empty, the AWS library looks for a profile or the role of the machine.',
  ),
  AWS_SECRET_ACCESS_KEY: secret(free, 'The secret of that access key.'),
  AWS_SESSION_TOKEN: secret(free, 'The session token, for a temporary key.'),
};

const running = {
  ROLE: variable(
    choice(['all', 'api', 'worker']),
    'all',
    'The work of this server: api serves borrowers and webhooks; worker does the background work; all does both, and migrates the database at its start. In the sandbox, api and worker need SANDBOX_BANK_URL.',
  ),
  DRAIN_MS: optional(
    whole(0, 60_000),
    'How long a stopping server accepts new calls after /readyz fails, in ms; 5000 in production and 0 in the sandbox by default.',
  ),
  SANDBOX: variable(
    flag,
    '1',
    '1 is the sandbox with bank simulator and outbox, only for this machine; 0 is production, which needs its own database, master key and gateway credentials.',
  ),
  ALLOW_PLAIN: variable(
    flag,
    '0',
    '1 also accepts calls without the envelope, for tests; sandbox only.',
  ),
  CATALOGUE: variable(
    choice(['default', 'small-ticket']),
    'default',
    'The catalogue of loans: default (₱60,000 and up) or small-ticket (up to ₱25,000).',
  ),
  LOG_LEVEL: variable(
    choice(['debug', 'info', 'warn', 'error', 'silent']),
    'warn',
    'The lowest level that is logged.',
  ),
  FIRST_LINE_NEEDS_PERSON: optional(
    flag,
    '1 sends every first approval to manual review (docs/operators/review.md), so that no text promises minutes; if empty, it is 1 in production and 0 in the sandbox.',
  ),
  DRILL: variable(
    flag,
    '0',
    '1 serves a copy of the database for a drill (docs/operators/backup.md): payouts and messages are off, the server contacts no gateway and only reads files, and every page shows that it is a drill.',
  ),
  PAYOUTS_START_PAUSED: variable(
    flag,
    '0',
    '1 switches payouts off at each start, for all servers, until `ops switch on payouts`. A start that detects a restore switches them off anyway.',
  ),
};

/** OpenTelemetry's variables. Its SDK reads these and all others of its specification itself. */
const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    collector,
    'The address of an OpenTelemetry collector. The server sends traces to its /v1/traces by OTLP over HTTP; if empty, it records none. OpenTelemetry’s other variables for this exporter work too, such as OTEL_EXPORTER_OTLP_HEADERS.',
  ),
  OTEL_SERVICE_NAME: variable(
    text('1 to 60 letters, digits, dots, hyphens and underscores', (name) =>
      /^[\w.-]{1,60}$/.test(name),
    ),
    'sandali',
    'The service name in traces.',
  ),
  OTEL_TRACES_SAMPLER: variable(
    choice([
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ]),
    'parentbased_always_on',
    'Which traces to keep. The trace of a loan or refund is kept as a whole or not at all.',
  ),
  OTEL_TRACES_SAMPLER_ARG: optional(
    text('a number from 0 to 1, such as 0.05', (share) => /^(0(\.\d{1,9})?|1(\.0)?)$/.test(share)),
    'The share of traces that traceidratio keeps; all if empty.',
  ),
};

const money = {
  BANK: variable(
    gateway,
    'sandbox',
    'The gateway of new money: sandbox is the bank simulator (SANDBOX=1), xendit is live (SANDBOX=0).',
  ),
  BANK_EARLIER: optional(
    gateways,
    'Earlier gateways that still finish their payouts and payments, each with its own variables: xendit_old reads XENDIT_OLD_API_KEY, XENDIT_OLD_CALLBACK_TOKEN and so on.',
  ),
  BANK_TIMEOUT_MS: variable(
    whole(1000, 20_000),
    '10000',
    'The timeout of a call to a gateway, in ms.',
  ),
};

const xendit = {
  XENDIT_API_KEY: secret(credential, 'The account’s secret key.'),
  XENDIT_CALLBACK_TOKEN: secret(credential, 'The token that the account’s webhooks carry.'),
  XENDIT_CALLBACK_TOKEN_PREVIOUS: secret(
    credential,
    'A second token that webhooks may carry while you change the token (docs/operators/keys.md); otherwise empty.',
  ),
  XENDIT_URL: variable(
    apiAddress,
    'https://api.xendit.co',
    'The address of the API, if a proxy or a test replaces it; http only on this machine.',
  ),
  XENDIT_LINK_HOSTS: variable(
    hosts,
    'xendit.co',
    'The hosts to which payment links of wallets may lead, including their subdomains.',
  ),
};

const company = {
  COMPANY_NAME: optional(
    companyLine,
    'The lender’s corporate name; production needs it and the six below, without placeholders, and a setting (ops config set) has precedence. The sandbox invents a lender.',
  ),
  COMPANY_REG_NUMBER: optional(companyLine, 'The lender’s SEC registration number.'),
  COMPANY_AUTH_NUMBER: optional(
    companyLine,
    'The number of the lender’s certificate of authority.',
  ),
  COMPANY_ADDRESS: optional(
    companyLine,
    'The lender’s registered address, for disclosure statements.',
  ),
  COMPANY_TELEPHONE: optional(companyLine, 'The telephone number of customer service.'),
  COMPANY_DPO: optional(companyLine, 'The address or number of the data protection officer.'),
  COMPANY_SERVICE_HOURS: optional(
    companyLine,
    'When customer service answers, in free words such as 9:00–18:00.',
  ),
  COMPANY_FB_URL: optional(
    text(
      'an https address of facebook.com or m.me, such as https://www.facebook.com/lender',
      (link) => link.length <= 300 && leadsTo(link, facebookHosts),
    ),
    'The lender’s page on Facebook; without it the app shows none.',
  ),
  COMPANY_FB_ACCOUNT: optional(
    companyLine,
    'The name of that page, under which customer service answers on Messenger.',
  ),
};

const ownAccount = {
  OWN_BANK_NAME: optional(
    free,
    'The bank of the lender’s own account, for repayments by transfer with a receipt (docs/operators/transfers.md); without all three variables this channel is not offered, and the sandbox invents an account.',
  ),
  OWN_ACCOUNT_NAME: optional(free, 'The owner’s name of that account.'),
  OWN_ACCOUNT_NUMBER: optional(
    text('5 to 30 digits, spaces and hyphens, as a payer types it', (number) =>
      /^[0-9][0-9 -]{4,29}$/.test(number),
    ),
    'The number of that account.',
  ),
};

const messages = {
  SMS_GATEWAYS: optional(
    smsGateways,
    'The SMS gateways in order of preference; if empty, the sandbox keeps messages in its outbox and production does not start.',
  ),
  SMS_TIMEOUT_MS: variable(
    whole(100, longestSmsMs),
    '10000',
    'The timeout of a call to an SMS gateway, in ms.',
  ),
  SEMAPHORE_API_KEY: secret(free, 'The account’s key at Semaphore.'),
  SEMAPHORE_SENDER: optional(free, 'The sender’s name that Semaphore has approved.'),
  SEMAPHORE_URL: variable(
    apiAddress,
    'https://api.semaphore.co',
    'The address of the API, if a proxy or a test replaces it; http only on this machine.',
  ),
  TWILIO_ACCOUNT_SID: optional(free, 'The id of the account at Twilio.'),
  TWILIO_KEY_SID: optional(
    free,
    'The id of an API key (SK…) with the secret TWILIO_SECRET; unlike the auth token it can be revoked alone.',
  ),
  TWILIO_SECRET: secret(
    free,
    'The secret of that API key, or the account’s auth token without one.',
  ),
  TWILIO_FROM: optional(
    free,
    'The sender: a number in E.164, a sender’s name, or a messaging service (MG…).',
  ),
  TWILIO_URL: variable(
    apiAddress,
    'https://api.twilio.com',
    'The address of the API, if a proxy or a test replaces it; http only on this machine.',
  ),
  CODES_AT_ONCE: variable(
    whole(1, 50),
    '10',
    'How many one-time codes a server sends at once; codes, notices and reminders have separate queues.',
  ),
  NOTICES_AT_ONCE: variable(
    whole(1, 50),
    '4',
    'How many notices a server sends at once; those about account security go first.',
  ),
  REMINDERS_AT_ONCE: variable(
    whole(1, 50),
    '4',
    'How many reminders of bills a server sends at once.',
  ),
  REMINDERS_A_MINUTE: variable(
    whole(1, 60_000),
    '100',
    'How many reminders a server sends in a minute; Semaphore allows 120 calls a minute besides codes, so divide by the number of servers.',
  ),
  DELIVERY_CHECKS_A_MINUTE: variable(
    whole(1, 1000),
    '20',
    'How many messages a minute a server checks for delivery.',
  ),
  PUSH: optional(
    choice(['services', 'outbox']),
    'How push notifications are sent: services (the browsers’ push services, the default in production) or outbox (on /sandbox, only in the sandbox and its default).',
  ),
  VAPID_PRIVATE_KEY: secret(
    text('a private P-256 key: 32 bytes in base64url'),
    'The key that identifies the server to push services; if empty, the sandbox makes its own in DATA_DIR/keys and production sends no push. After a change, every browser must subscribe again.',
  ),
};

const sandbox = {
  SANDBOX_REVIEW_SECONDS: variable(whole(0, 3600), '5', 'How long a review takes, in seconds.'),
  SANDBOX_PAY_MS: variable(whole(0, 600_000), '3000', 'How long a payout takes, in ms.'),
  BANK_PORT: variable(port, '0', 'The port of the bank simulator.'),
  SANDBOX_BANK_URL: optional(
    text('an address without a path, such as http://127.0.0.1:8099', isOrigin),
    'The address of a bank simulator that several servers share (simulators/README.md). Business time is then the machine’s time. Set it together with SANDBOX_BANK_TOKEN.',
  ),
  SANDBOX_BANK_TOKEN: secret(free, 'The token of that simulator.'),
  SANDBOX_SEEDS: variable(flag, '1', '1 creates the seeded people at the first start.'),
  SANDBOX_RESEND_SECONDS: variable(
    whole(0, 3600),
    '15',
    'After how many seconds another SMS code can be requested; 60 in production.',
  ),
  SANDBOX_QUICK_PASSWORDS: variable(
    flag,
    '0',
    '1 hashes passwords at the lowest cost, for tests with hundreds of sign-ups.',
  ),
  SANDBOX_PROXIES: variable(
    whole(0, 5),
    '0',
    'How many entries of X-Forwarded-For the sandbox trusts, for tests with many networks.',
  ),
  SANDBOX_LIMITS: variable(
    flag,
    '0',
    '1 gives the simulator the limits of live channels (7-Eleven ₱50,000, Palawan ₱20,000), so that larger payments are split.',
  ),
};

/** Every variable that the server reads. */
export const environment = v.object({
  ...listening,
  ...storing,
  ...s3,
  ...running,
  ...traces,
  ...money,
  ...xendit,
  ...company,
  ...ownAccount,
  ...messages,
  ...sandbox,
});
export type Environment = v.InferOutput<typeof environment>;

/** The variables of one S3. Those of the previous place have a prefix. */
export const s3Account = v.object(s3);

/** The variables of one Xendit account. Another account's variables have a prefix of their own. */
export const xenditAccount = v.object(xendit);

/** Returns the text of `.env.example`: each variable with its default below its meaning. */
export function printEnvironment(): string {
  const groups: [string, Record<string, Variable<unknown>>][] = [
    ['Listeners', listening],
    ['Storage and keys', storing],
    ['S3', s3],
    ['Operation', running],
    ['Traces', traces],
    ['Gateways', money],
    ['Xendit', xendit],
    ['The lender', company],
    ['The lender’s bank account', ownAccount],
    ['Messages', messages],
    ['Sandbox only', sandbox],
  ];
  const printed = groups.map(([title, variables]) =>
    [`## ${title}`, ...Object.entries(variables).flatMap(printVariable)].join('\n'),
  );
  return `${[printedHead, ...printed].join('\n\n')}\n`;
}

const printedHead = `# Every variable that the server reads, with its default. Printed by npm run variables from
# server/src/platform/environment.ts. Copy what you change into a file .env beside this one, which
# npm start reads, or set it in the environment, which has precedence. An empty variable is not set.
# A secret may be in a file instead: NAME_FILE names it, relative to the checkout.`;

function printVariable([name, declared]: [string, Variable<unknown>]): string[] {
  const { meaning, kind, byDefault, isSecret } = aboutOf(declared);
  const lines = [
    ...`${meaning}${kind === free.expected ? '' : ` (${kind})`}`.matchAll(/.{1,98}(?:\s|$)/g),
  ].map(([line]) => `# ${line.trim()}`);
  return [...lines, `${name}=${byDefault}`, ...(isSecret ? [`${name}_FILE=`] : [])];
}

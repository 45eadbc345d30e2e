// Every variable of the server's environment with its kind, limits, default and meaning. The source
// of `.env.example`.
import { createPublicKey } from 'node:crypto';
import * as v from 'valibot';
import {
  aboutOf,
  choice,
  flag,
  listOf,
  optional,
  secret,
  text,
  type Variable,
  variable,
  whole,
} from './variable.ts';

const port = whole(0, 65_535);
/** Two attempts must end before another worker takes over the message (notifications/jobs.ts). */
const longestSmsMs = 20_000;

const gatewayName =
  'one of sandbox, xendit, or xendit_ and a word for another account at it, such as xendit_manila';
/** The sandbox, or a Xendit account: the first has no suffix, others have one. */
const isGateway = (name: string) => /^(sandbox|xendit(_[a-z0-9]{1,20})?)$/.test(name);
const isSmsGateways = (names: string) =>
  /^(semaphore|twilio|semaphore,twilio|twilio,semaphore)$/.test(names);
const isHost = (host: string) => /^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/.test(host);
const free = text('text');
/** A header carries only plain printable characters; a short secret could be guessed. */
const credential = text(
  'a secret of 16 characters or more without blanks',
  (word) => /^[\x21-\x7e]{16,500}$/.test(word),
  false,
);
const file = text('the path of a file, relative to the checkout or absolute');
/** Parses to its origin. Requires https, or this machine, because keys and codes are sent there. */
const apiAddress = ((says) => ({
  says,
  schema: v.pipe(
    text(says, isApiAddress, false).schema,
    v.transform((address) => new URL(address).origin),
  ),
}))('an https address without path or password, such as https://api.example.com');
const companyLine = text('1 to 120 characters on one line', (line) =>
  /^[^\p{Cc}]{1,120}$/u.test(line),
);
const database = text(
  'an address like postgres://role:password@host:5432/database',
  isDatabase,
  false,
);

const listening = {
  HOST: variable(
    free,
    '127.0.0.1',
    'Where borrowers’ calls are taken. The sandbox, which shows codes and turns its clock, is for this machine alone.',
  ),
  PORT: variable(
    port,
    '8080',
    'Its port; 0 is any free one, here and below: a program that starts this one with an IPC channel is sent { listening: { origin, port, hookPort, opsPort } } once all is ready.',
  ),
  HOOK_PORT: optional(
    port,
    'Where gateways call back, on 127.0.0.1: PORT + 1 unless set, and any of PORT=0.',
  ),
  OPS_PORT: optional(
    port,
    'Where operators and health checks ask: PORT + 2 unless set, and any of PORT=0.',
  ),
  OPS_HOST: variable(
    free,
    '127.0.0.1',
    'The address of the operators’ listener. It speaks plain HTTP and its answers name people: one of a private network or a tunnel, never 0.0.0.0; in the sandbox this machine alone.',
  ),
  ORIGIN: optional(
    text('an address without path, such as https://app.example.com', isOrigin),
    'The address that people open: http://localhost:PORT unless set, https with TLS_CERT_FILE. Passkeys belong to its host: under another one none of those made before is found; an IP address can have none.',
  ),
  TLS_CERT_FILE: optional(
    file,
    'TLS without a proxy: the certificate with its chain as PEM, read again when it changes. With TLS_KEY_FILE, or neither.',
  ),
  TLS_KEY_FILE: optional(file, 'The private key of that certificate as PEM.'),
  TRUSTED_PROXIES: variable(
    whole(0, 5),
    '0',
    'How many proxies stand before it, each of which adds the address that it saw to X-Forwarded-For; the outermost says in X-Forwarded-Proto whether it was asked over https. With 0 these headers are believed of nobody, limits for an address count that of the connection, production needs TLS_CERT_FILE, and a call that carries X-Forwarded-For sets an alarm.',
  ),
  CALLS_OF_SESSION: variable(
    whole(50, 1_000_000),
    '150',
    'How many calls a session may ask in ten seconds; more are told when to ask again.',
  ),
  CALLS_OF_NETWORK: variable(
    whole(50, 1_000_000),
    '600',
    'How many calls all without a session of one network may ask in ten seconds: an IPv4 address or an IPv6 /48, behind which a carrier may have thousands of phones.',
  ),
};

const storing = {
  DATA_DIR: variable(
    text('the path of a folder, relative to the checkout or absolute'),
    './data',
    'Where the embedded database, keys, pictures and the simulator’s files lie.',
  ),
  DATABASE_URL: secret(
    database,
    'Another PostgreSQL, 15 or newer, as the role that serves. With DATABASE_OWNER_URL, or neither.',
  ),
  DATABASE_OWNER_URL: secret(
    database,
    'The same database as the role that owns the tables and migrates.',
  ),
  ROOT_PUBLIC_KEY: optional(
    text('the public part of an EC P-256 key, as SPKI DER in base64url', isRootKey, false),
    'The public part of the root key, which signs the envelope’s keys. Left empty, the sandbox makes its own.',
  ),
  MASTER_KEY: secret(
    text('32 random bytes in base64'),
    'The key that seals personal data. Left empty, the sandbox makes its own in DATA_DIR/keys.',
  ),
};

const running = {
  SANDBOX: variable(
    flag,
    '1',
    '1 is the sandbox with its bank simulator and outbox, for this machine alone; 0 is production, which refuses all of that. Without it a start refuses what only production needs: a database, a master key, credentials of gateways.',
  ),
  ALLOW_PLAIN: variable(
    flag,
    '0',
    'Sandbox only: 1 takes call bodies without the envelope too, for programs that test.',
  ),
  CATALOGUE: variable(
    choice(['default', 'small-ticket']),
    'default',
    'What is lent: default (₱60,000 and up) or small-ticket (up to ₱25,000), in the sandbox and live.',
  ),
  LOG_LEVEL: variable(
    choice(['debug', 'info', 'warn', 'error', 'silent']),
    'warn',
    'From which level on the log is written.',
  ),
  FIRST_LINE_NEEDS_PERSON: optional(
    flag,
    '1 sends every first approval through the manual review (docs/operators/review.md), and no text promises minutes. Left empty, it is 1 in production and 0 in the sandbox, where nobody sits behind the desk.',
  ),
  PAYOUTS_START_PAUSED: variable(
    flag,
    '0',
    '1 stops payouts at the start, until `ops switch on payouts`. A start after a restore that the database can tell does so by itself.',
  ),
};

const money = {
  BANK: variable(
    text(gatewayName, isGateway),
    'sandbox',
    'The gateway that new money goes through: sandbox is the bank simulator (SANDBOX=1 alone), xendit the live one (SANDBOX=0).',
  ),
  BANK_EARLIER: optional(
    listOf(`names with commas between, each ${gatewayName}`, isGateway),
    'Gateways that money was given to before, with commas between, each with its own variables: they finish what they have, and are asked, heard and read. xendit_old reads XENDIT_OLD_API_KEY, XENDIT_OLD_CALLBACK_TOKEN and so on.',
  ),
  BANK_TIMEOUT_MS: variable(
    whole(1000, 20_000),
    '10000',
    'How long one call of a gateway may take, in ms.',
  ),
};

const xendit = {
  XENDIT_API_KEY: secret(credential, 'The account’s secret key.'),
  XENDIT_CALLBACK_TOKEN: secret(credential, 'The token that its webhooks carry.'),
  XENDIT_URL: variable(
    apiAddress,
    'https://api.xendit.co',
    'Another address, for a proxy or a test; http on this machine alone.',
  ),
  XENDIT_LINK_HOSTS: variable(
    listOf('hosts with commas between, such as xendit.co,gcash.com', isHost),
    'xendit.co',
    'Where payment links of wallets may lead: hosts with commas between, each with all below it.',
  ),
};

const company = {
  COMPANY_NAME: optional(
    companyLine,
    'The lender’s corporate name. Production does not start without this and the five below, nor with a placeholder; the sandbox has an invented lender. A setting of the same meaning (ops config set) goes first.',
  ),
  COMPANY_REG_NUMBER: optional(companyLine, 'Its SEC registration number.'),
  COMPANY_AUTH_NUMBER: optional(companyLine, 'The number of its certificate of authority to lend.'),
  COMPANY_ADDRESS: optional(
    companyLine,
    'Its registered address, as it stands on disclosure statements.',
  ),
  COMPANY_TELEPHONE: optional(companyLine, 'The telephone number of its customer service.'),
  COMPANY_DPO: optional(
    companyLine,
    'How its data protection officer is reached: an address or a number.',
  ),
};

const ownAccount = {
  OWN_BANK_NAME: optional(
    free,
    'Our own account at a bank, shown to those who repay by a transfer and send the receipt (docs/operators/transfers.md). All three or none: without them the channel is not offered; the sandbox has an invented one.',
  ),
  OWN_ACCOUNT_NAME: optional(free, 'In whose name it is.'),
  OWN_ACCOUNT_NUMBER: optional(
    text('5 to 30 digits, spaces and hyphens, as it is to be typed', (number) =>
      /^[0-9][0-9 -]{4,29}$/.test(number),
    ),
    'Its number.',
  ),
};

const messages = {
  SMS_GATEWAYS: optional(
    text('semaphore, twilio, or both once with a comma between', isSmsGateways),
    'By whom SMS messages go out, in the order in which they are asked. Left empty, the sandbox keeps them in its outbox; production does not start without one.',
  ),
  SMS_TIMEOUT_MS: variable(
    whole(100, longestSmsMs),
    '10000',
    'How long one of them may take, in ms.',
  ),
  SEMAPHORE_API_KEY: secret(free, 'The account’s key at Semaphore.'),
  SEMAPHORE_SENDER: optional(free, 'The sender’s name that Semaphore has approved.'),
  SEMAPHORE_URL: variable(
    apiAddress,
    'https://api.semaphore.co',
    'Another address, for a proxy or a test; http on this machine alone.',
  ),
  TWILIO_ACCOUNT_SID: optional(free, 'The account at Twilio.'),
  TWILIO_KEY_SID: optional(
    free,
    'The id of an API key (SK…), whose secret TWILIO_SECRET then is: it can be withdrawn alone.',
  ),
  TWILIO_SECRET: secret(free, 'The secret of that key; without one the account’s auth token.'),
  TWILIO_FROM: optional(free, 'A number in E.164, a sender’s name, or a messaging service (MG…).'),
  TWILIO_URL: variable(
    apiAddress,
    'https://api.twilio.com',
    'Another address, for a proxy or a test; http on this machine alone.',
  ),
  CODES_AT_ONCE: variable(
    whole(1, 50),
    '10',
    'How many one-time codes one server sends side by side. Codes, notices and reminders have a queue each: none waits for the others.',
  ),
  NOTICES_AT_ONCE: variable(
    whole(1, 50),
    '4',
    'The same of notices; those about the safety of an account go first.',
  ),
  REMINDERS_AT_ONCE: variable(whole(1, 50), '4', 'The same of reminders of bills.'),
  REMINDERS_A_MINUTE: variable(
    whole(1, 60_000),
    '100',
    'How many reminders one server sends in a minute at most. Semaphore takes 120 calls a minute besides codes: with several servers, divide.',
  ),
  DELIVERY_CHECKS_A_MINUTE: variable(
    whole(1, 1000),
    '20',
    'How many messages one server asks the gateways about in a minute at most, to know whether they were delivered.',
  ),
  PUSH: optional(
    choice(['services', 'outbox']),
    'Notifications in the browser: services sends them by the services of the browsers, as production does unless set; outbox keeps them on /sandbox, as the sandbox does, and only there.',
  ),
  VAPID_PRIVATE_KEY: secret(
    text('a private P-256 key: 32 bytes in base64url'),
    'The key by which those services know us. Left empty, the sandbox makes its own in DATA_DIR/keys, and production offers no notifications. With another key every browser must be asked anew.',
  ),
};

const sandbox = {
  SANDBOX_REVIEW_SECONDS: variable(whole(0, 3600), '5', 'How long a review takes.'),
  SANDBOX_PAY_MS: variable(whole(0, 600_000), '3000', 'How long a payout takes, in ms.'),
  BANK_PORT: variable(port, '0', 'The port of the bank simulator.'),
  SANDBOX_SEEDS: variable(flag, '1', 'Whether a first start makes the seeded people.'),
  SANDBOX_RESEND_SECONDS: variable(
    whole(0, 3600),
    '15',
    'How soon another SMS code may be asked for; 60 s in production.',
  ),
  SANDBOX_QUICK_PASSWORDS: variable(
    flag,
    '0',
    '1 hashes passwords at the least cost, for tests in which hundreds of people sign up.',
  ),
  SANDBOX_PROXIES: variable(
    whole(0, 5),
    '0',
    'How many entries of X-Forwarded-For are believed, for programs that test as many people of many networks: TRUSTED_PROXIES is for production.',
  ),
  SANDBOX_LIMITS: variable(
    flag,
    '0',
    '1 has the simulator take what live channels take at once (7-Eleven ₱50,000, Palawan ₱20,000), so that larger payments go in parts.',
  ),
};

/** Every variable that the server reads. */
export const environment = v.object({
  ...listening,
  ...storing,
  ...running,
  ...money,
  ...xendit,
  ...company,
  ...ownAccount,
  ...messages,
  ...sandbox,
});
export type Environment = v.InferOutput<typeof environment>;

/** The variables of one Xendit account; another account's names have its own prefix. */
export const xenditAccount = v.object(xendit);

/** The text of `.env.example`: each variable with its default below its meaning. */
export function printEnvironment(): string {
  const groups: [string, Record<string, Variable<unknown>>][] = [
    ['Where it listens', listening],
    ['What it keeps, and its keys', storing],
    ['How it runs', running],
    ['Through which gateway money goes', money],
    ['Xendit', xendit],
    ['The lender', company],
    ['Our own account', ownAccount],
    ['Messages', messages],
    ['The sandbox alone', sandbox],
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
    ...`${meaning}${kind === free.says ? '' : ` (${kind})`}`.matchAll(/.{1,148}(?:\s|$)/g),
  ].map(([line]) => `# ${line.trim()}`);
  return [...lines, `${name}=${byDefault}`, ...(isSecret ? [`${name}_FILE=`] : [])];
}

/** Whether the address is an origin exactly as browsers send it. */
function isOrigin(address: string): boolean {
  return /^https?:/.test(address) && URL.canParse(address) && new URL(address).origin === address;
}

function isApiAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHere =
    url?.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === 'localhost');
  const isPlain =
    url && !url.username && !url.password && url.pathname === '/' && !url.search && !url.hash;
  return Boolean(isPlain && (url.protocol === 'https:' || isHere));
}

function isDatabase(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return Boolean(url && /^postgres(ql)?:$/.test(url.protocol) && url.username);
}

/** Whether it is a P-256 key as SPKI DER in base64url. */
export function isRootKey(encoded: string): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(encoded, 'base64url'),
      format: 'der',
      type: 'spki',
    });
    const isWhole = key.export({ format: 'der', type: 'spki' }).toString('base64url') === encoded;
    return isWhole && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false; // the parser rejects anything but a key
  }
}

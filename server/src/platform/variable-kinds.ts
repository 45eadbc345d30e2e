// The kinds of texts that variables of the environment contain: names, hosts, addresses, paths and
// keys. environment.ts lists the variables.
import { createPublicKey } from 'node:crypto';
import * as v from 'valibot';
import { listOf, text, whole } from './variable.ts';

export const port = whole(0, 65_535);
const gatewayName =
  'one of sandbox, xendit, or xendit_ with the name of another account, such as xendit_manila';
/**
 * Whether a name belongs to the sandbox or to a Xendit account. The first account's name has no
 * suffix; other accounts' names have one.
 */
const isGateway = (name: string) => /^(sandbox|xendit(_[a-z0-9]{1,20})?)$/.test(name);
export const gateway = text(gatewayName, isGateway);
export const gateways = listOf(`names with commas between, each ${gatewayName}`, isGateway);
export const smsGateways = text('semaphore, twilio, or both once with a comma between', (names) =>
  /^(semaphore|twilio|semaphore,twilio|twilio,semaphore)$/.test(names),
);
export const hosts = listOf('hosts with commas between, such as xendit.co,gcash.com', (host) =>
  /^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/.test(host),
);
export const free = text('text');
/**
 * A credential. It contains only printable characters, because it is sent in a header, and is too
 * long to be guessed.
 */
export const credential = text(
  'a secret of 16 characters or more without blanks',
  (word) => /^[\x21-\x7e]{16,500}$/.test(word),
  false,
);
export const file = text('the path of a file, relative to the checkout or absolute');
/**
 * Parses the origin of a gateway's API. Requires https unless it is on this machine, because
 * credentials and codes are sent to it.
 */
export const apiAddress = ((expected) => ({
  expected,
  schema: v.pipe(
    text(expected, isApiAddress, false).schema,
    v.transform((address) => new URL(address).origin),
  ),
}))('an https address without a path or password, such as https://api.example.com');
export const filesPlace = text(
  's3://bucket, s3://bucket/prefix, or the path of a folder, relative to the checkout or absolute',
  (place) =>
    place.startsWith('s3:')
      ? /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w-][\w.-]*)*\/?$/.test(place)
      : !place.includes('://'),
);
export const companyLine = text('1 to 120 characters on one line', (line) =>
  /^[^\p{Cc}]{1,120}$/u.test(line),
);
export const database = text(
  'an address like postgres://role:password@host:5432/database',
  isDatabase,
  false,
);
export const collector = text('an address like http://collector.internal:4318', isCollector, false);
export const rootKey = text(
  'the public part of an EC P-256 key, as SPKI DER in base64url',
  isRootKey,
  false,
);

/** Whether an address is an origin exactly as browsers send it. */
export function isOrigin(address: string): boolean {
  return /^https?:/.test(address) && URL.canParse(address) && new URL(address).origin === address;
}

/** Whether browsers offer passkeys at an origin: https under a host name, or http on localhost. */
export function isDeskOrigin(address: string): boolean {
  if (!isOrigin(address)) return false;
  const { protocol, hostname } = new URL(address);
  return hostname === 'localhost' || (protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname));
}

/** Whether a text is a collector's address, with or without a path. */
function isCollector(address: string): boolean {
  return /^https?:/.test(address) && URL.canParse(address);
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

/** Whether a text is a P-256 key as SPKI DER in base64url. */
function isRootKey(encoded: string): boolean {
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

// TLS with certificate files, for a server without a proxy. Reloads the files when the certificate
// is renewed.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as fs from 'node:fs';
import type { Server } from 'node:https';
import { CannotStart } from '#/platform/cannot-start.ts';
import type { Log } from '#/platform/log.ts';

/**
 * PEM files: the certificate with its chain, and the private key. `prefix` is that of their
 * variables' names.
 */
export type TlsFiles = { certFile: string; keyFile: string; prefix?: '' | 'OPS_' };
type Pair = { cert: string; key: string };

const lookEveryMs = 60_000;

/**
 * Reads the certificate and its key.
 * @throws CannotStart if a file cannot be read or the key does not match the certificate
 */
export function readTls({ certFile, keyFile, prefix = '' }: TlsFiles): Pair {
  const [certName, keyName] = [`${prefix}TLS_CERT_FILE`, `${prefix}TLS_KEY_FILE`];
  const [cert, key] = [readText(certName, certFile), readText(keyName, keyFile)];
  if (!belongTogether(cert, key))
    throw new CannotStart(
      `${certName}=${certFile} and ${keyName}=${keyFile} must be a certificate and its own private key, in PEM format.`,
    );
  return { cert, key };
}

function endOf(cert: string): Temporal.Instant {
  const { validToDate } = new X509Certificate(cert);
  return Temporal.Instant.fromEpochMilliseconds(validToDate.getTime());
}

function readText(name: string, file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    throw new CannotStart(`${name}=${file} cannot be read.`);
  }
}

function belongTogether(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/**
 * Reads the files each minute and passes a new pair to the server. Logs an unusable pair and keeps
 * the old one.
 * @returns when the pair in use expires, and a function that stops the reloading
 */
export function reloadTlsOnChange(
  server: Pick<Server, 'setSecureContext'>,
  files: TlsFiles,
  first: Pair,
  log: Log,
): { endsAt(): Temporal.Instant; stop(): void } {
  let inUse = first;
  const look = () => {
    try {
      const next = readTls(files);
      if (next.cert === inUse.cert && next.key === inUse.key) return;
      server.setSecureContext({ ...next, minVersion: 'TLSv1.2' });
      inUse = next;
      log.info('a new certificate is in use');
    } catch (error) {
      log.error('the certificate files cannot be used', error);
    }
  };
  const timer = setInterval(look, lookEveryMs);
  return { endsAt: () => endOf(inUse.cert), stop: () => clearInterval(timer) };
}

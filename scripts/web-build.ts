// Decides when an app must be rebuilt, and creates the root key: its public part is built into
// the app, and its private part signs the list of the server's daily keys.
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { makeFolder } from '../server/src/db/data-folder.ts';
import { CannotStart } from '../server/src/platform/cannot-start.ts';

/**
 * Returns the public root key as base64url of its SPKI DER: the `configured` one, or the sandbox's.
 * Creates the sandbox's key (EC P-256, PKCS #8 PEM, 0600, `<dataDir>/keys/root.pem`) if missing.
 * @throws CannotStart if the folder is unusable or the key is invalid
 */
export function rootPublicKey(dataDir: string, configured: string | null): string {
  if (configured) return configured;
  const file = path.join(dataDir, 'keys/root.pem');
  // The folder has default permissions, because PostgreSQL's user must be able to enter it if root
  // runs this.
  makeFolder(dataDir);
  makeFolder(path.dirname(file), 0o700);
  if (!fs.existsSync(file)) {
    const { privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const half = `${file}.${process.pid}`;
    fs.writeFileSync(half, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
      mode: 0o600,
      flush: true,
    });
    fs.renameSync(half, file);
  }
  const text = fs.readFileSync(file, 'utf8');
  try {
    return crypto
      .createPublicKey(text)
      .export({ type: 'spki', format: 'der' })
      .toString('base64url');
  } catch {
    throw new CannotStart(
      `The key file ${file} is damaged. Restore it, or delete it: the sandbox makes a new one at the next start.`,
    );
  }
}

/**
 * Returns the latest modification time of a file, or of anything in a folder, in ms since 1970; 0
 * if it is missing. Folders' own times are included, so that a deletion counts as a change.
 */
export function newestChange(at: string): number {
  const stat = fs.statSync(at, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = fs.readdirSync(at).filter((name) => name !== 'node_modules');
  return Math.max(stat.mtimeMs, ...inside.map((name) => newestChange(path.join(at, name))));
}

/**
 * Returns the reason to rebuild the web app, or an empty string if its build is current. The build
 * writes its root key to `dist/root.txt` last.
 */
export function reasonToBuildWeb(dist: string, sources: string[], publicKey: string): string {
  const mark = path.join(dist, 'root.txt');
  if (fs.existsSync(mark) && fs.readFileSync(mark, 'utf8').trim() !== publicKey)
    return 'it was built for another root key';
  return reasonToBuild(mark, sources);
}

/** The same for an app whose build writes `mark` last. */
export function reasonToBuild(mark: string, sources: string[]): string {
  if (!fs.existsSync(mark)) return 'it is not built yet';
  const builtAt = fs.statSync(mark).mtimeMs;
  const newer = sources.find((source) => newestChange(source) > builtAt);
  return newer ? `${path.basename(newer)} has changed` : '';
}

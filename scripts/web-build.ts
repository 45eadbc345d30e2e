// What the web program is built from: the root key, whose public part goes into it and which signs
// the list of the server's daily keys, and the sources.
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { makeFolder } from '../server/src/db/data-folder.ts';
import { CannotStart } from '../server/src/platform/cannot-start.ts';

/**
 * The public root key as base64url of its SPKI DER: ROOT_PUBLIC_KEY where it is given, else that of
 * the sandbox's own key (EC P-256, PKCS #8 PEM, 0600, in `<dataDir>/keys/root.pem`), which is made
 * if it is missing.
 * @throws CannotStart when the folder cannot be used, or the key is invalid.
 */
export function rootPublicKey(dataDir: string, given: string | null): string {
  if (given) return given;
  const file = path.join(dataDir, 'keys/root.pem');
  // with the usual mode: as root, the user who runs PostgreSQL must be able to pass through
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
      `The key file ${file} is damaged. Put it back, or delete it: the sandbox makes another at the next start.`,
    );
  }
}

/**
 * The newest change in a file or folder, in ms since 1970; folders count too, so that a deleted
 * file is a change. Missing is 0.
 */
export function newestChange(at: string): number {
  const stat = fs.statSync(at, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = fs.readdirSync(at).filter((name) => name !== 'node_modules');
  return Math.max(stat.mtimeMs, ...inside.map((name) => newestChange(path.join(at, name))));
}

/**
 * Why the web program must be built again, or an empty text. `dist/root.txt`, written last, names
 * the root key it was built for.
 */
export function whyBuild(dist: string, sources: string[], publicKey: string): string {
  const mark = path.join(dist, 'root.txt');
  if (!fs.existsSync(mark)) return 'it is not built yet';
  if (fs.readFileSync(mark, 'utf8').trim() !== publicKey)
    return 'it was built for another root key';
  const builtAt = fs.statSync(mark).mtimeMs;
  const newer = sources.find((source) => newestChange(source) > builtAt);
  return newer ? `${path.basename(newer)} has changed` : '';
}

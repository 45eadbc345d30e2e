// The key that signs the list of the server's daily keys, and whose public part is built into the web program.
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { makeFolder } from '../server/src/db/home.ts';
import { CannotStart } from '../server/src/platform/cannot-start.ts';

/**
 * The public root key as base64url of its SPKI DER: ROOT_PUBLIC_KEY where it is given, else that of the sandbox's own key
 * (EC P-256, PKCS #8 PEM, 0600, in `<dataDir>/keys/root.pem`), which is made when there is none.
 * @throws CannotStart when the folder cannot be used, or the key is none.
 */
export function rootPublicKey(dataDir: string, given: string | null): string {
  if (given) return given;
  const file = path.join(dataDir, 'keys/root.pem');
  makeFolder(dataDir); // with the usual mode: as root, the user who runs PostgreSQL must be able to pass through
  makeFolder(path.dirname(file), 0o700);
  if (!fs.existsSync(file)) {
    const { privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const half = `${file}.${process.pid}`;
    fs.writeFileSync(half, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true });
    fs.renameSync(half, file);
  }
  const text = fs.readFileSync(file, 'utf8');
  try {
    return crypto.createPublicKey(text).export({ type: 'spki', format: 'der' }).toString('base64url');
  } catch {
    throw new CannotStart(`The key file ${file} is damaged. Put it back, or delete it: the sandbox makes another at the next start.`);
  }
}

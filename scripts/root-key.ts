// The key that signs the list of the server's daily keys, and whose public part is built into the web program.
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

/**
 * The public root key as base64url of its SPKI DER: ROOT_PUBLIC_KEY where it is given, else that of the sandbox's own key
 * (EC P-256, PKCS #8 PEM, 0600, in `<dataDir>/keys/root.pem`), which is made when there is none.
 */
export function rootPublicKey(dataDir: string, given: string | undefined): string {
  if (given) return given;
  const file = path.join(dataDir, 'keys/root.pem');
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!fs.existsSync(file)) {
    const { privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const half = `${file}.${process.pid}`;
    fs.writeFileSync(half, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    fs.renameSync(half, file);
  }
  return crypto.createPublicKey(fs.readFileSync(file, 'utf8')).export({ type: 'spki', format: 'der' }).toString('base64url');
}

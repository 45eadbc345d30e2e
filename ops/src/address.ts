// The server's address: in the checkout from the environment, elsewhere as saved by `connect`.
import * as fs from 'node:fs';
import * as path from 'node:path';

type Env = Record<string, string | undefined>;

/**
 * The server's URL without a trailing slash. `ca` has the trusted certificates, if not the
 * system's.
 */
export type Address = { url: string; ca?: string };

/**
 * Returns the URL of the ops API from the server's environment variables: OPS_URL, or host OPS_HOST
 * or this machine, port OPS_PORT or PORT + 2. Returns an error message if they are invalid.
 */
export function opsUrl(env: Env): Address | { wrong: string } {
  if (env.OPS_URL) return addressOf('OPS_URL', env.OPS_URL, env.OPS_CA);
  const name = env.OPS_PORT ? 'OPS_PORT' : 'PORT';
  const port = env[name] || '8080';
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535)
    return { wrong: `${name} must be a whole number from 1 to 65535, not "${port}".` };
  // A server that listens on all addresses is called on 127.0.0.1.
  const host =
    !env.OPS_HOST || env.OPS_HOST === '0.0.0.0' || env.OPS_HOST === '::'
      ? '127.0.0.1'
      : env.OPS_HOST;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${Number(port) + (name === 'PORT' ? 2 : 0)}`,
  };
}

/**
 * Parses an address that a person typed. Plain http is only for this machine, because a key must
 * not cross a network unencrypted.
 * @param caFile the file of certificates to trust instead of the system's
 */
export function addressOf(
  name: string,
  text: string,
  caFile?: string,
): Address | { wrong: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url && `${url.origin}/` === url.href && url.origin !== 'null';
  const isOwn = url && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (!isOrigin || (url.protocol !== 'https:' && !(isOwn && url.protocol === 'http:')))
    return {
      wrong: `${name} must be an https address without a path, such as https://ops.lender.example, not "${text}"; http is only for this machine.`,
    };
  if (!caFile) return { url: url.origin };
  try {
    const ca = fs.readFileSync(caFile, 'utf8');
    return ca.includes('BEGIN CERTIFICATE')
      ? { url: url.origin, ca }
      : { wrong: `${caFile} has no certificate in PEM format.` };
  } catch {
    return { wrong: `${caFile} cannot be read.` };
  }
}

/** Returns the folder for the settings of a user's programs. */
export function settingsFolder(platform: NodeJS.Platform, env: Env, home: string): string {
  const { join } = platform === 'win32' ? path.win32 : path.posix;
  if (platform === 'win32')
    return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'sandali-ops');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'sandali-ops');
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'sandali-ops');
}

const savedIn = (folder: string) => path.join(folder, 'server.json');

/**
 * Saves the server for later runs, with the certificates themselves, so their file can be deleted.
 */
export function saveAddress(folder: string, address: Address): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.writeFileSync(savedIn(folder), `${JSON.stringify(address, null, 2)}\n`, { mode: 0o600 });
}

/** Returns OPS_URL, else the saved server, else an error message that says what to do. */
export function knownAddress(env: Env, folder: string): Address | { wrong: string } {
  if (env.OPS_URL) return addressOf('OPS_URL', env.OPS_URL, env.OPS_CA);
  const file = savedIn(folder);
  try {
    const saved = JSON.parse(fs.readFileSync(file, 'utf8')) as Address;
    return env.OPS_CA ? addressOf(file, saved.url, env.OPS_CA) : saved;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? { wrong: 'There is no server yet. Connect to it: sandali-ops connect https://…' }
      : { wrong: `${file} is damaged. Connect again: sandali-ops connect https://…` };
  }
}

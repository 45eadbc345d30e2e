// The built web app in memory, each file in every encoding that browsers accept.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { CannotStart } from '#/platform/cannot-start.ts';

export type Coding = 'br' | 'gzip' | '';
export type Asset = {
  name: string;
  body: Buffer;
  type: string;
  isHashed: boolean;
  styleHashes: string[];
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
/** Files that the build writes for this server and not for browsers. */
const serverFiles = ['styles.json', 'root.txt'];

/**
 * Refuses a web app that was built for another root key, because it could not open any response. If
 * `rootPublicKey` is null, the build uses the sandbox's own key, so nothing is compared.
 * @throws CannotStart if `dist` is incomplete or built for a key other than `rootPublicKey`
 */
export function refuseOtherBuild(dist: string, rootPublicKey: string | null): void {
  const file = path.join(dist, 'root.txt');
  if (!fs.existsSync(file))
    throw new CannotStart('The web app is not built. Build it: npm run build.');
  if (rootPublicKey === null || fs.readFileSync(file, 'utf8').trim() === rootPublicKey) return;
  throw new CannotStart(
    `The web app in ${dist} was built for another root key. Build it again with ROOT_PUBLIC_KEY set: npm run build.`,
  );
}

/** The hashes of each page's inline styles. */
type StyleHashes = Readonly<Record<string, string[]>>;

/** Reads the hashes that the build of the borrowers' app wrote. */
export function readStyleHashes(dist: string): StyleHashes {
  return JSON.parse(fs.readFileSync(path.join(dist, 'styles.json'), 'utf8')) as StyleHashes;
}

/** Reads all files of `dist`, keyed by name ("assets/x.js"). */
export function readAssets(dist: string, hashes: StyleHashes): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const entry of fs.readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(dist, file).replaceAll(path.sep, '/');
    if (!entry.isFile() || serverFiles.includes(name)) continue;
    const type = types[path.extname(name)] ?? 'application/octet-stream';
    assets.set(name, {
      name,
      body: fs.readFileSync(file),
      type,
      isHashed: name.startsWith('assets/'),
      styleHashes: hashes[name] ?? [],
    });
  }
  return assets;
}

/** Returns the best encoding that Accept-Encoding allows. An encoding with q=0 is excluded. */
export function codingFor(accepted: string | null, type: string): Coding {
  // Files of other types are already compressed.
  if (!/^(text\/|application\/(json|manifest)|image\/svg)/.test(type)) return '';
  const named = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]?.trim());
  if (named.includes('br')) return 'br';
  return named.includes('gzip') ? 'gzip' : '';
}

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * Compresses at the highest level, which takes seconds for a large file, or quickly. Callers cache
 * the result.
 */
export async function compress(
  body: Buffer,
  coding: Coding,
  { isQuick = false } = {},
): Promise<Buffer> {
  if (coding === 'br')
    return await brotli(body, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: isQuick ? 5 : 11,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    });
  return coding === 'gzip' ? await gzip(body, { level: 9 }) : body;
}

// The built web program in memory, each file in the forms a browser can take.
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
/** What the build writes for this server, not for browsers. */
const inside = ['styles.json', 'root.txt'];

/**
 * The web program trusts one root key, which was compiled in when it was built: with another one it
 * could open no call.
 * @throws CannotStart when `dist` is incomplete, or built for another key than `rootPublicKey`;
 * null means the sandbox's key, which the build has looked up.
 */
export function refuseOtherBuild(dist: string, rootPublicKey: string | null): void {
  const file = path.join(dist, 'root.txt');
  if (!fs.existsSync(file))
    throw new CannotStart('The web program is not built. Build it: npm run build.');
  if (rootPublicKey === null || fs.readFileSync(file, 'utf8').trim() === rootPublicKey) return;
  throw new CannotStart(
    `The web program in ${dist} was built for another root key. Build it again with ROOT_PUBLIC_KEY set: npm run build.`,
  );
}

/**
 * Reads every file of `dist` by its name ("assets/x.js"); `styles.json` has the hashes of each
 * page's inline styles.
 */
export function readAssets(dist: string): Map<string, Asset> {
  const hashes = JSON.parse(fs.readFileSync(path.join(dist, 'styles.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  const assets = new Map<string, Asset>();
  for (const entry of fs.readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(dist, file).replaceAll(path.sep, '/');
    if (!entry.isFile() || inside.includes(name)) continue;
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

/** The best coding the browser names in Accept-Encoding; one with q=0 is refused by it. */
export function codingFor(accepted: string | null, type: string): Coding {
  // the others are compressed already
  if (!/^(text\/|application\/(json|manifest)|image\/svg)/.test(type)) return '';
  const named = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim());
  if (named.includes('br')) return 'br';
  return named.includes('gzip') ? 'gzip' : '';
}

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Compresses as small as it gets, which is slow, so the caller keeps the answer. */
export async function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'br')
    return await brotli(body, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    });
  return coding === 'gzip' ? await gzip(body, { level: 9 }) : body;
}

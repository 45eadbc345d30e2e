// Serves the built web app: pages in the visitor's language, with the signed key list embedded and
// a strict content security policy.
import { createHash } from 'node:crypto';
import { type Locale, locales } from '@sandali/contract/locale.ts';
import {
  type Asset,
  type Coding,
  codingFor,
  compress,
  readAssets,
  readStyleHashes,
} from './assets.ts';
import { bannerStyleHash, withBanner } from './drill-banner.ts';
import { securityHeaders } from './headers.ts';

/**
 * Returns a page's content security policy. `styleHashes` are the hashes of its inline styles
 * ("sha256-…").
 */
export function policy(styleHashes: string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styleHashes.map((hash) => ` '${hash}'`).join('')}`,
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'", // the app sends forms as calls
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sandali',
  ].join('; ');
}

const marker = '<script type="application/json" id="keys"></script>';
type Encoded = { body: Buffer; etag: string };

/**
 * Reads `dist` once and serves requests from memory; `keys()` returns the signed key list as JSON.
 * An unknown path returns the app (index.html), or 404 if it contains a dot or belongs to another
 * listener. `isDrill`: each page has a banner that says that nothing is sent.
 */
export function createStatic({
  dist,
  keys,
  isDrill = false,
}: {
  dist: string;
  keys: () => string;
  isDrill?: boolean;
}): (request: Request) => Promise<Response> {
  const assets = readAssets(dist, readStyleHashes(dist));
  if (isDrill) for (const asset of [...assets.values()].filter(isPage)) addBanner(asset);
  const cache = new Map<string, { of: string; encoded: Promise<Encoded> }>();

  /** Returns an asset in this encoding. The result is cached, for a page until its keys change. */
  function encodedAsset(asset: Asset, coding: Coding): Promise<Encoded> {
    const inside = isPage(asset) ? keys() : '';
    const name = `${coding} ${asset.name}`;
    const cached = cache.get(name);
    if (cached?.of === inside) return cached.encoded;
    const fresh = encode(isPage(asset) ? withKeys(asset.body, inside) : asset.body, coding);
    cache.set(name, { of: inside, encoded: fresh });
    return fresh;
  }

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    // Some clients would read the first part of such a path as a host name.
    if (pathname.startsWith('//'))
      return plainText('', 308, { location: pathname.replace(/^\/+/, '/') + search });
    const asset = find(
      assets,
      isStranger(request) && pathname === '/' ? '/login' : pathname,
      localeOf(request),
    );
    if (!asset) return plainText('not found', 404);
    const coding = codingFor(request.headers.get('accept-encoding'), asset.type);
    const { body, etag } = await encodedAsset(asset, coding);
    const headers = headersOf(asset, coding, etag);
    if (request.headers.get('if-none-match') === etag)
      return new Response(null, { status: 304, headers });
    headers.set('content-length', String(body.length));
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
  };
}

/**
 * Returns a plain-text response. It has a content type, because browsers would otherwise download
 * it.
 */
function plainText(words: string, status: number, more: Record<string, string> = {}): Response {
  const type = {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': policy(),
    'cache-control': 'no-store',
  };
  return new Response(words, { status, headers: { ...securityHeaders, ...type, ...more } });
}

function addBanner(asset: Asset): void {
  asset.body = withBanner(asset.body);
  asset.styleHashes = [...asset.styleHashes, bannerStyleHash];
}

const isPage = (asset: Asset) => asset.name.endsWith('.html');

async function encode(body: Buffer, coding: Coding): Promise<Encoded> {
  const compressed = await compress(body, coding);
  return {
    body: compressed,
    etag: `"${createHash('sha256').update(compressed).digest('base64url').slice(0, 22)}"`,
  };
}

/**
 * Inserts the key list. Escapes `<` in its JSON, because it could close the script element early.
 */
function withKeys(page: Buffer, keys: string): Buffer {
  const filled = marker.replace('></', () => `>${keys.replaceAll('<', '\\u003c')}</`);
  return Buffer.from(page.toString('utf8').replace(marker, () => filled));
}

function headersOf(asset: Asset, coding: Coding, etag: string): Headers {
  const headers = new Headers({
    ...securityHeaders,
    'content-type': asset.type,
    'content-security-policy': policy(asset.styleHashes),
    'cache-control': asset.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: isPage(asset) ? 'Accept-Encoding, Cookie, Accept-Language' : 'Accept-Encoding',
    etag,
  });
  if (coding) headers.set('content-encoding', coding);
  return headers;
}

function find(assets: Map<string, Asset>, pathname: string, locale: Locale): Asset | undefined {
  const name = pathname.slice(1) || 'index';
  if (/^(galaxy|hooks|ops|sandbox|livez|readyz|alarms|metrics)(\/|$)/.test(name)) return undefined;
  const page = (of: string) => assets.get(`${of}.${locale}.html`) ?? assets.get(`${of}.html`);
  return assets.get(name) ?? page(name) ?? (name.includes('.') ? undefined : page('index'));
}

/**
 * Whether the cookie `in`, which the app sets during a session, is missing. Visitors without this
 * cookie get the prerendered login page at /.
 */
function isStranger(request: Request): boolean {
  return !/(?:^|;\s*)in=1(?:;|$)/.test(request.headers.get('cookie') ?? '');
}

/**
 * Returns the language in the cookie `locale`, else the browser's first supported language, else
 * English.
 */
export function localeOf(request: Request): Locale {
  const cookie = /(?:^|;\s*)locale=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  const accepted = (request.headers.get('accept-language') ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', q] = entry.trim().split(/;\s*q=/);
      return { tag, q: q === undefined ? 1 : Number(q) || 0 };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ tag }) => tag);
  for (const tag of [cookie, ...accepted]) {
    const language = tag?.toLowerCase().split('-')[0];
    // "tl" is an older language code for Filipino.
    const supported = locales.find((locale) => locale === (language === 'tl' ? 'fil' : language));
    if (supported) return supported;
  }
  return 'en';
}

// Serves the built web program: pages in the person's language, with the signed key list inside,
// under a strict policy.
import { createHash } from 'node:crypto';
import { type Locale, locales } from '@sandali/contract/locale.ts';
import { type Asset, type Coding, codingFor, compress, readAssets } from './assets.ts';
import { securityHeaders } from './headers.ts';

/**
 * What a page and its worker may do; `styleHashes` are those of the page's own inline styles
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
    "form-action 'none'", // a form is sent as a call, or not at all
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sandali',
  ].join('; ');
}

const marker = '<script type="application/json" id="keys"></script>';
type Made = { body: Buffer; etag: string };

/**
 * Reads `dist` once and answers requests from memory. `keys()` returns the signed key list as JSON,
 * and is called for every page. A path without a dot that names no page is served by the app
 * (index.html); one with a dot, and other listeners' paths, are 404. A path that begins with two
 * slashes, which a program would read as another host, is redirected to the same path with one.
 */
export function createStatic({
  dist,
  keys,
}: {
  dist: string;
  keys: () => string;
}): (request: Request) => Promise<Response> {
  const assets = readAssets(dist);
  const kept = new Map<string, { of: string; made: Promise<Made> }>();

  /** One form of an asset, kept until the key list inside it changes. */
  function made(asset: Asset, coding: Coding): Promise<Made> {
    const inside = isPage(asset) ? keys() : '';
    const name = `${coding} ${asset.name}`;
    const known = kept.get(name);
    if (known?.of === inside) return known.made;
    const fresh = make(isPage(asset) ? withKeys(asset.body, inside) : asset.body, coding);
    kept.set(name, { of: inside, made: fresh });
    return fresh;
  }

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith('//'))
      return wordsOnly('', 308, { location: pathname.replace(/^\/+/, '/') + search });
    const asset = find(
      assets,
      isStranger(request) && pathname === '/' ? '/login' : pathname,
      localeOf(request),
    );
    if (!asset) return wordsOnly('not found', 404);
    const coding = codingFor(request.headers.get('accept-encoding'), asset.type);
    const { body, etag } = await made(asset, coding);
    const headers = headersOf(asset, coding, etag);
    if (request.headers.get('if-none-match') === etag)
      return new Response(null, { status: 304, headers });
    headers.set('content-length', String(body.length));
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
  };
}

/**
 * An answer that is no page. It names its type: a browser that may not guess saves what has none as
 * a file.
 */
function wordsOnly(words: string, status: number, more: Record<string, string> = {}): Response {
  const type = {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': policy(),
    'cache-control': 'no-store',
  };
  return new Response(words, { status, headers: { ...securityHeaders, ...type, ...more } });
}

const isPage = (asset: Asset) => asset.name.endsWith('.html');

async function make(body: Buffer, coding: Coding): Promise<Made> {
  const compressed = await compress(body, coding);
  return {
    body: compressed,
    etag: `"${createHash('sha256').update(compressed).digest('base64url').slice(0, 22)}"`,
  };
}

/** A `<` inside JSON could only end the element early, so it is written as JSON's own escape. */
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
  if (/^(galaxy|hooks|ops|sandbox|livez|readyz|metrics)(\/|$)/.test(name)) return undefined;
  const page = (of: string) => assets.get(`${of}.${locale}.html`) ?? assets.get(`${of}.html`);
  return assets.get(name) ?? page(name) ?? (name.includes('.') ? undefined : page('index'));
}

/**
 * Without the cookie `in`, which the app keeps while somebody is logged in: to such a visitor / is
 * the login, and it comes painted.
 */
function isStranger(request: Request): boolean {
  return !/(?:^|;\s*)in=1(?:;|$)/.test(request.headers.get('cookie') ?? '');
}

/**
 * The cookie `locale`, which the app mirrors from its setting, else the browser's first language
 * that we speak, else English.
 */
export function localeOf(request: Request): Locale {
  const cookie = /(?:^|;\s*)locale=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  const accepted = (request.headers.get('accept-language') ?? '')
    .split(',')
    .map((one) => {
      const [tag = '', q] = one.trim().split(/;\s*q=/);
      return { tag, q: q === undefined ? 1 : Number(q) || 0 };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ tag }) => tag);
  for (const tag of [cookie, ...accepted]) {
    const language = tag?.toLowerCase().split('-')[0];
    // tl is Filipino's older code
    const known = locales.find((locale) => locale === (language === 'tl' ? 'fil' : language));
    if (known) return known;
  }
  return 'en';
}

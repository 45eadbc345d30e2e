// The headers of a call (docs/integrators/protocol.md). Anybody can send them, so they must be
// short and printable, and are neither logged nor repeated in a response.
import { type Locale, localeFrom } from '@sandali/contract/locale.ts';
import type { Context } from 'hono';
import type { Attribution } from '#/context/ctx.ts';
import { isOverTls } from './address.ts';

export type CallHeaders = {
  token: string;
  terminal: 'web' | 'native';
  locale: Locale;
  /** The values exactly as sent, because the envelope is bound to them. */
  rawTerminal: string;
  rawLocale: string;
  /** The client's version; '' if it sends none. */
  version: string;
  attribution: Attribution;
  /** The browser's User-Agent, cut to 400 characters; '' if it sends none. */
  userAgent: string;
};

const longest = 200;
const longestUserAgent = 400;
const word = /^[\x20-\x7e]{0,200}$/;
const words = [
  ...['x-channel', 'x-sub-channel', 'x-advertising-id', 'x-appsflyer-id', 'x-advertising-consent'],
  ...['x-terminal-type', 'x-local', 'x-version', 'x-encrypted'],
];

const textOf = (c: Context, name: string) => c.req.header(name) ?? '';

/**
 * Whether a header is longer than 200 characters or not printable ASCII. Ignores the token, which
 * the session lookup checks.
 */
export function hasInvalidHeader(c: Context): boolean {
  return words.some((name) => !word.test(textOf(c, name)));
}

export function readHeaders(c: Context): CallHeaders {
  const rawTerminal = textOf(c, 'x-terminal-type').slice(0, longest);
  const rawLocale = textOf(c, 'x-local').slice(0, longest);
  return {
    token: textOf(c, 'x-auth-token').slice(0, longest),
    terminal: rawTerminal === 'native' ? 'native' : 'web',
    locale: localeFrom(rawLocale),
    rawTerminal,
    rawLocale,
    version: textOf(c, 'x-version').slice(0, longest),
    attribution: readAttribution(c),
    userAgent: textOf(c, 'user-agent').slice(0, longestUserAgent),
  };
}

/**
 * Returns the client's advertising ids if the borrower has consented, `refused` if they have
 * declined, otherwise null.
 */
function readAttribution(c: Context): Attribution {
  const consent = textOf(c, 'x-advertising-consent');
  if (consent !== '1') return consent === '0' ? 'refused' : null;
  const sent = {
    subChannel: textOf(c, 'x-sub-channel'),
    advertisingId: textOf(c, 'x-advertising-id'),
    appsflyerId: textOf(c, 'x-appsflyer-id'),
  };
  return Object.values(sent).some(Boolean) ? sent : null;
}

/**
 * Whether a page of another site makes this call. Browsers set Sec-Fetch-Site and Origin, and pages
 * cannot change them; native clients send neither. From our pages, Origin is `own.origin` or the
 * request's host.
 */
export function isForeign(c: Context, own: { origin: string; trustedProxies: number }): boolean {
  const site = textOf(c, 'sec-fetch-site');
  if (site && site !== 'same-origin' && site !== 'none') return true;
  const origin = c.req.header('origin');
  if (origin === undefined || origin === own.origin) return false;
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  return (
    origin !== `https://${host}` &&
    (isOverTls(c, own.trustedProxies) || origin !== `http://${host}`)
  );
}

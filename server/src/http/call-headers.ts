// The headers of a call (docs/integrators/protocol.md). They come from anybody: what is read is
// short, printable and never repeated in an answer; none of them is logged.
import { type Locale, localeFrom } from '@sandali/contract/locale.ts';
import type { Context } from 'hono';
import type { Attribution } from '#/context/ctx.ts';
import { isOverTls } from './address.ts';

export type CallHeaders = {
  token: string;
  terminal: 'web' | 'native';
  locale: Locale;
  /** As they were sent, because the envelope is bound to them. */
  rawTerminal: string;
  rawLocale: string;
  /** The client's version; '' where it says none. */
  version: string;
  attribution: Attribution;
  /** What the client's browser says of itself, cut to 400 characters; '' where it says nothing. */
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
 * Whether one of the headers is longer than 200 letters, or holds anything but printable ASCII. The
 * token's shape is the session's matter.
 */
export function hasInvalidHeader(c: Context): boolean {
  return words.some((name) => !word.test(textOf(c, name)));
}

/** Reads what a call says beside its body. */
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
 * Where the client came from, only where it says that its borrower has agreed to that; `refused`
 * where it says that they have not.
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
 * Whether a browser says that another site's page makes this call. Programs send neither header; a
 * browser sends them by itself and lets no page change them. A page is ours when its origin is
 * `origin`, or at the host that was called.
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

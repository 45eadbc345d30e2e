// Headers for every answer of a listener that people's browsers reach.
import { hourMs } from '@sandali/contract/day.ts';
import type { MiddlewareHandler } from 'hono';
import type { AppContext } from '#/context/app-context.ts';
import { isOverTls } from './address.ts';

/** What every answer carries, whatever it holds. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy':
    'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/**
 * What an answer to a call carries: it is JSON for one asker, to be kept by nobody, and nothing in
 * it may ever run.
 */
export const callHeaders = {
  ...securityHeaders,
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

const alarmEveryMs = hourMs;

/**
 * Alarms, at most once an hour, where a call carries X-Forwarded-For and no proxy is counted:
 * behind one, all borrowers share its address and soon need pictures, and limits for an address
 * hold nobody back.
 */
export function alarmOfProxies({
  log,
  clocks,
}: Pick<AppContext, 'log' | 'clocks'>): MiddlewareHandler {
  let quietUntilMs = 0;
  return async (c, next) => {
    const wallMs = clocks.wall().epochMilliseconds;
    if (c.req.header('x-forwarded-for') !== undefined && wallMs >= quietUntilMs) {
      quietUntilMs = wallMs + alarmEveryMs;
      log.warn(
        'calls have X-Forwarded-For, and TRUSTED_PROXIES is 0: set it if the server is behind a proxy',
        { event: 'proxy alarm' },
      );
    }
    await next();
  };
}

/**
 * Behind TLS, HSTS for a year. Not on localhost, where other programs of the same machine answer
 * without it.
 */
export function onlyByTls(trustedProxies: number): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { hostname } = new URL(c.req.url);
    if (hostname !== 'localhost' && isOverTls(c, trustedProxies))
      c.res.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  };
}

// Headers of the responses that browsers receive.
import { hourMs } from '@sandali/contract/day.ts';
import type { MiddlewareHandler } from 'hono';
import type { AppContext } from '#/context/app-context.ts';
import { isOverTls } from './address.ts';

/** Headers of every response. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy':
    'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/** Headers of a call's response: JSON that nobody may cache and no browser may execute. */
export const callHeaders = {
  ...securityHeaders,
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

const alarmEveryMs = hourMs;

/**
 * Raises an alarm, at most once an hour, if calls carry X-Forwarded-For although TRUSTED_PROXIES is
 * zero. If the server is behind a proxy, all borrowers then share the proxy's address and its rate
 * limits.
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
 * Adds HSTS for a year to responses over TLS, except on localhost, where other servers on the
 * machine may use plain HTTP.
 */
export function onlyByTls(trustedProxies: number): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { hostname } = new URL(c.req.url);
    if (hostname !== 'localhost' && isOverTls(c, trustedProxies))
      c.res.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  };
}

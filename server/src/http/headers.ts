// Headers for every answer of a listener that people's browsers reach.
import type { MiddlewareHandler } from 'hono';
import { cameOverTls } from './address.ts';

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

/** What an answer to a call carries: it is JSON for one asker, to be kept by nobody, and nothing in it may ever run. */
export const callHeaders = {
  ...securityHeaders,
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/**
 * Behind TLS, tells browsers to come by nothing else for a year. Not on localhost, where other programs of the same machine answer without it.
 */
export function onlyByTls(trustedProxies: number): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { hostname } = new URL(c.req.url);
    if (hostname !== 'localhost' && cameOverTls(c, trustedProxies))
      c.res.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  };
}

// Protects the sandbox page, which shows codes, from other sites in the same browser: they must
// neither read the page (through DNS rebinding) nor submit its forms.
import type { MiddlewareHandler } from 'hono';
import { csrf } from 'hono/csrf';
import { isForeign } from '#/http/call-headers.ts';

const ofThisMachine = /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])(:\d+)?$/i;

/** Headers that proxies add. Behind a proxy, every connection appears to come from this machine. */
const ofProxies = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * Accepts requests to an IP address, localhost or the host of ORIGIN. Refuses requests through a
 * proxy, unless SANDBOX_PROXIES says that a test simulates a proxy.
 */
export function ownHost({
  origin,
  trustedProxies,
}: {
  origin: string;
  trustedProxies: number;
}): MiddlewareHandler {
  const own = new URL(origin).host;
  return async (c, next) => {
    if (trustedProxies === 0 && ofProxies.some((name) => c.req.header(name) !== undefined))
      return c.text(
        'The sandbox shows codes, so it refuses requests through a proxy. Set SANDBOX=0 for production.',
        403,
      );
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    if (host !== own && !ofThisMachine.test(host))
      return c.text('The sandbox does not serve this address.', 403);
    await next();
  };
}

/** Refuses forms from other sites. JSON from other sites requires a CORS preflight, which fails. */
export function ownForms(): MiddlewareHandler {
  return csrf();
}

/** Refuses requests from other sites, because responses contain codes. */
export function ownPages(own: { origin: string; trustedProxies: number }): MiddlewareHandler {
  return async (c, next) => {
    if (isForeign(c, own)) return c.json({ wrong: 'Other sites may not send this request.' }, 403);
    await next();
  };
}

/** Refuses a POST whose body is not JSON or exceeds 64 KiB. */
export function jsonOnly(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'POST' && !/^application\/json\b/.test(c.req.header('content-type') ?? ''))
      return c.json({ wrong: 'Send JSON.' }, 415);
    if (Number(c.req.header('content-length') ?? 0) > 64 * 1024)
      return c.json({ wrong: 'The request is too long.' }, 413);
    await next();
  };
}

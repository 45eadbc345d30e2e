// The sandbox page shows codes. Another site in the same browser must neither read it (by DNS
// rebinding) nor send its forms.
import type { MiddlewareHandler } from 'hono';
import { csrf } from 'hono/csrf';
import { isForeign } from '#/http/call-headers.ts';

const ofThisMachine = /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])(:\d+)?$/i;

/** Headers of a proxy, behind which every connection comes from this machine. */
const ofProxies = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * Accepts requests to an IP address, localhost or the host of ORIGIN. Refuses those of a proxy,
 * unless SANDBOX_PROXIES says that a test plays one.
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
        'The sandbox shows codes, so no proxy may lead to it. Set SANDBOX=0 for production.',
        403,
      );
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    if (host !== own && !ofThisMachine.test(host))
      return c.text('This address is not the sandbox’s.', 403);
    await next();
  };
}

/** Refuses forms of other sites. Their JSON needs a CORS preflight, which fails. */
export function ownForms(): MiddlewareHandler {
  return csrf();
}

/** Refuses requests of other sites, as answers contain codes. */
export function ownPages(own: { origin: string; trustedProxies: number }): MiddlewareHandler {
  return async (c, next) => {
    if (isForeign(c, own)) return c.json({ wrong: 'Another site’s page may not ask this.' }, 403);
    await next();
  };
}

/** Refuses a POST whose body is not JSON or exceeds 64 KiB. */
export function jsonOnly(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'POST' && !/^application\/json\b/.test(c.req.header('content-type') ?? ''))
      return c.json({ wrong: 'Send JSON.' }, 415);
    if (Number(c.req.header('content-length') ?? 0) > 64 * 1024)
      return c.json({ wrong: 'That is too long.' }, 413);
    await next();
  };
}

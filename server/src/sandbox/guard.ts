// Who may use the sandbox's page: a browser that means this page. It shows codes, so another site
// in the same browser must neither read it (a name that was made to point here) nor make it act (a
// form on another site).
import type { MiddlewareHandler } from 'hono';
import { csrf } from 'hono/csrf';
import { isForeign } from '#/http/call-headers.ts';

const ofThisMachine = /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])(:\d+)?$/i;

/**
 * Headers that a proxy adds: behind one, a connection from this machine says nothing of who asks.
 */
const ofProxies = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * Takes requests that name this machine by number, as localhost, or as ORIGIN does; none that came
 * by a proxy, unless SANDBOX_PROXIES says that a test plays one.
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

/**
 * Forms come from this page; anything else that changes something is JSON, which no other site's
 * page can send without being asked for leave.
 */
export function ownForms(): MiddlewareHandler {
  return csrf();
}

/** Refuses whatever another site's page asks: codes are read here. */
export function ownPages(own: { origin: string; trustedProxies: number }): MiddlewareHandler {
  return async (c, next) => {
    if (isForeign(c, own)) return c.json({ wrong: 'Another site’s page may not ask this.' }, 403);
    await next();
  };
}

/** Refuses a change whose body does not call itself JSON. */
export function jsonOnly(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'POST' && !/^application\/json\b/.test(c.req.header('content-type') ?? ''))
      return c.json({ wrong: 'Send JSON.' }, 415);
    if (Number(c.req.header('content-length') ?? 0) > 64 * 1024)
      return c.json({ wrong: 'That is too long.' }, 413);
    await next();
  };
}

// Who may call the desk: only its own pages, under DESK_ORIGIN. Other sites must neither read its
// responses (through DNS rebinding) nor send it forms or JSON.
import type { Context, MiddlewareHandler } from 'hono';
import { securityHeaders } from '#/http/headers.ts';

/** Whether a desk is open at https. Otherwise, it is open on this machine only. */
export const isSecure = (deskOrigin: string): boolean => deskOrigin.startsWith('https://');

/** Headers of every response of the desk. Responses are never cached, except hashed assets. */
export function deskHeaders(deskOrigin: string): MiddlewareHandler {
  const headers = {
    ...securityHeaders,
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
    ...(isSecure(deskOrigin) && { 'strict-transport-security': 'max-age=31536000' }),
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
    if (!c.res.headers.has('content-security-policy'))
      c.res.headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  };
}

/** Refuses requests to another host, such as a name that an attacker points at this address. */
export function ownHostOnly(deskOrigin: string): MiddlewareHandler {
  const { host: own } = new URL(deskOrigin);
  return async (c, next) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    if (host !== own) return c.json({ wrong: `Open the desk at ${deskOrigin}/desk` }, 403);
    await next();
  };
}

/** Refuses calls that the desk's own pages do not make. */
export function ownPagesOnly(deskOrigin: string): MiddlewareHandler {
  return async (c, next) => {
    const refusal = whyForeign(c, deskOrigin);
    if (refusal) return c.json({ wrong: refusal }, 403);
    await next();
  };
}

function whyForeign(c: Context, deskOrigin: string): string | null {
  const { method } = c.req;
  if (method !== 'GET' && method !== 'POST') return 'Calls of the desk are GET or POST.';
  if (c.req.header('sec-fetch-site') !== 'same-origin')
    return 'Only the pages of the desk may make this call.';
  if (method === 'GET') return null;
  if (c.req.header('origin') !== deskOrigin)
    return `Only pages of ${deskOrigin} may make this call.`;
  return /^application\/json(; ?charset=utf-8)?$/i.test(c.req.header('content-type') ?? '')
    ? null
    : 'Send JSON with the content type application/json.';
}

// Serves the desk's built web app. It holds no personal data; calls bring those.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Hono } from 'hono';
import { type Asset, type Coding, codingFor, compress, readAssets } from '#/http/assets.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const notBuilt =
  'The desk is not built: run npm run build in the checkout, and start the server again.';

/** Returns the desk's page at every path of /desk, and its assets in /desk/assets. */
export function deskPage(dist: string): Hono {
  const page = path.join(dist, 'index.html');
  const assets = fs.existsSync(page) ? readAssets(dist, {}) : new Map<string, Asset>();
  const encoded = new Map<string, Promise<Buffer>>();

  function bodyOf(asset: Asset, coding: Coding): Promise<Buffer> {
    const name = `${coding} ${asset.name}`;
    // The desk is near its server, so a first look that waits for nothing beats the last kilobytes.
    const body = encoded.get(name) ?? compress(asset.body, coding, { isQuick: true });
    encoded.set(name, body);
    return body;
  }

  const app = new Hono();
  app.get('*', async (c) => {
    const name = c.req.path.replace(/^\/desk\/?/, '');
    const asset = assets.get(name) ?? (/^assets\//.test(name) ? null : assets.get('index.html'));
    if (asset === null) return c.text('not found', 404);
    if (!asset) return c.text(notBuilt, 503);
    const coding = codingFor(c.req.header('accept-encoding') ?? null, asset.type);
    return c.body(new Uint8Array(await bodyOf(asset, coding)), 200, {
      'content-type': asset.type,
      'content-security-policy': policy,
      vary: 'Accept-Encoding',
      'cache-control': asset.isHashed ? 'public, max-age=31536000, immutable' : 'no-store',
      ...(coding && { 'content-encoding': coding }),
    });
  });
  return app;
}

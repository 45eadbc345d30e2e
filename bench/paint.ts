// Compares the first paint of the prerendered /login with that of the app's own rendering, on a
// slow connection and a slow processor.
import * as path from 'node:path';
import { serve } from '@hono/node-server';
import { type Browser, chromium } from '@playwright/test';
import { createStatic } from '@sandali/server/http/static.ts';
import unpackBrowser, { launchOptions } from '../e2e/browser.ts';
import { buildWeb } from '../web/build.ts';
import { anyRootKey } from './bytes.ts';

const cache = path.join(import.meta.dirname, '../node_modules/.cache/bench');
const goal = 0.25;
const rounds = 5;
/** Slow 3G: 400 kbit/s both ways, 400 ms per round trip. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 6;

/**
 * Prints the median of five first contentful paints for each variant.
 * @returns whether the goal is met
 */
export async function paint(): Promise<boolean> {
  await unpackBrowser();
  const browser = await chromium.launch(launchOptions);
  const rootPublicKey = anyRootKey();
  try {
    const servers = [];
    for (const isPrerendered of [true, false]) {
      const outDir = path.join(cache, isPrerendered ? 'painted' : 'drawn');
      await buildWeb({ rootPublicKey, outDir, isPrerendered });
      servers.push(await listen(outDir));
    }
    const times = await inTurns(
      browser,
      servers.map((server) => server.url),
    );
    for (const server of servers) server.close();
    const [painted = Number.NaN, drawn = Number.NaN] = times.map(median);
    const ratio = painted / drawn;
    console.log(
      [
        `prerendered  ${painted.toFixed(0)} ms`,
        `client only  ${drawn.toFixed(0)} ms`,
        `ratio        ${ratio.toFixed(3)} (goal ≤ ${goal})`,
      ].join('\n'),
    );
    return ratio <= goal;
  } finally {
    await browser.close();
  }
}

async function inTurns(browser: Browser, urls: string[]): Promise<number[][]> {
  const times: number[][] = urls.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [nth, url] of urls.entries()) times[nth]?.push(await firstPaintMs(browser, url));
  return times;
}

async function firstPaintMs(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    await wire.send('Network.emulateNetworkConditions', line);
    await wire.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      null,
      {
        timeout: 60_000,
      },
    );
    return Number(await painted.jsonValue());
  } finally {
    await context.close();
  }
}

/** Serves the app as the real server does, with a key list of the usual length. */
function listen(dist: string): Promise<{ url: string; close(): void }> {
  const keys = JSON.stringify({ keys: [], signature: 'x'.repeat(500) });
  const fetch = createStatic({ dist, keys: () => keys });
  return new Promise((done) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      done({ url: `http://127.0.0.1:${port}/login`, close: () => void server.close() }),
    );
  });
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

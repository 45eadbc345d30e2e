// `npm run lighthouse`: runs Lighthouse (mobile) on /login, /register and, as a seeded borrower
// with a bill, /home and /billDetail. Of five runs, the median must be 100 for accessibility and
// best practices, and 95 for performance. The first run installs Lighthouse, which has 113
// dependencies.
import { execFile, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setInterval } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import unpackBrowser, { launchOptions } from '../browser.ts';
import { logInByPassword } from '../life/account.ts';
import { shared } from '../places.ts';
import { openServers } from '../servers.setup.ts';

const rounds = 5;
const asserted = ['accessibility', 'best-practices'];
const least: Record<string, number> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
};
const categories = Object.keys(least);
/**
 * As wide as Lighthouse's phone, and so tall that the dock covers nothing, because Lighthouse
 * counts a half-covered target as too small.
 */
const screen = ['mobile=true', 'width=412', 'height=1600', 'deviceScaleFactor=1.75'].map(
  (setting) => `--screenEmulation.${setting}`,
);
/** A seeded borrower who has one loan. */
const dudong = {
  phone: '917 555 4103',
  password: 'kunwari-dudong-8',
  first: 'Dudong',
  last: 'Bukas',
};

install();
await unpackBrowser();
const servers = await openServers(shared);
const { origin } = shared;
const profile = fs.mkdtempSync(path.join(tmpdir(), 'sandali-lighthouse-'));
try {
  // Use a persistent context, because Lighthouse must share the profile that is logged in.
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    baseURL: origin,
    args: [...launchOptions.args, '--remote-debugging-port=0'],
  });
  try {
    const port = await debuggingPort(profile);
    const passes = [await meetsGoals('/login', port), await meetsGoals('/register', port)];
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await logInByPassword(page, dudong);
    await page.getByRole('link', { name: /See this bill/ }).click();
    await page.waitForURL(/\/billDetail/);
    const bill = new URL(page.url());
    await page.close();
    passes.push(
      await meetsGoals('/home', port),
      await meetsGoals(`${bill.pathname}${bill.search}`, port),
    );
    process.exitCode = passes.every(Boolean) ? 0 : 1;
  } finally {
    await context.close();
  }
} finally {
  for (const server of servers) await server.stop();
  fs.rmSync(profile, { recursive: true, force: true });
}

/**
 * Prints a page's median scores and failed audits.
 * @returns whether the page reaches the required scores
 */
async function meetsGoals(address: string, port: number): Promise<boolean> {
  const scores = new Map<string, number[]>(categories.map((name) => [name, []]));
  const failed = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const lhr = await runLighthouse(`${origin}${address}`, port);
    if (lhr.runtimeError)
      throw new Error(`Lighthouse failed on ${address}: ${lhr.runtimeError.message}`);
    if (lhr.finalDisplayedUrl !== `${origin}${address}`)
      throw new Error(`${address} redirected to ${lhr.finalDisplayedUrl}`);
    for (const [name, values] of scores)
      values.push(Math.round((lhr.categories[name]?.score ?? 0) * 100));
    for (const { auditRefs } of asserted
      .map((name) => lhr.categories[name])
      .filter((category) => category !== undefined))
      for (const { id, weight } of auditRefs)
        if (weight > 0 && lhr.audits[id]?.score === 0) failed.add(id);
  }
  const medians = [...scores].map(
    ([name, all]) => [name, all.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0] as const,
  );
  console.log(
    `${address.split('?')[0]}  ${medians.map(([name, score]) => `${name} ${score}`).join(', ')}${failed.size ? `  failed: ${[...failed].join(', ')}` : ''}`,
  );
  return medians.every(([name, score]) => score >= (least[name] ?? 100));
}

/** The fields that this script reads from Lighthouse's report. */
type Report = {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null }>;
};

async function runLighthouse(url: string, port: number): Promise<Report> {
  const options = [
    '--port',
    String(port),
    `--only-categories=${categories.join()}`,
    '--disable-storage-reset',
    '--output=json',
    '--quiet',
    ...screen,
  ];
  const cli = path.join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, url, ...options, '--no-enable-error-reporting'],
    {
      maxBuffer: 64 * 2 ** 20,
    },
  );
  return JSON.parse(stdout) as Report;
}

function install(): void {
  if (fs.existsSync(path.join(import.meta.dirname, 'node_modules/lighthouse'))) return;
  const { status } = spawnSync('npm', ['ci'], { cwd: import.meta.dirname, stdio: 'inherit' });
  if (status !== 0) throw new Error('Lighthouse could not be installed.');
}

/** Returns the browser's debugging port. The browser writes it to a file once it is listening. */
async function debuggingPort(profile: string): Promise<number> {
  const file = path.join(profile, 'DevToolsActivePort');
  const patience = AbortSignal.timeout(10_000);
  for await (const _ of setInterval(50, null, { signal: patience })) {
    const [port, rest] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
    if (rest !== undefined) return Number(port);
  }
  throw new Error('unreachable: the signal ends the loop');
}

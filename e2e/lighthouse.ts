// `npm run lighthouse`: Lighthouse (mobile) on /login, /register and, as a seeded borrower, /home; the median of five runs of each. Accessibility and
// best practices must be 100; performance is reported.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import unpackBrowser, { launchOptions } from './browser.ts';
import { logInByPassword } from './life/account.ts';
import { shared } from './places.ts';

const { origin } = shared;
const rounds = 5;
const asserted = ['accessibility', 'best-practices'];
const categories = ['performance', ...asserted];
/** Seeded: has a credit line, has borrowed nothing. */
const aprub = { phone: '917 555 4102', password: 'kunwari-aprub-8', first: 'Aprub', last: 'Salonga' };

await unpackBrowser();
const server = await startServer();
const profile = fs.mkdtempSync(path.join(tmpdir(), 'sandali-lighthouse-'));
try {
  const port = await freePort();
  // One profile for Lighthouse and for the log-in, which is why it is not an ordinary context.
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    baseURL: origin,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`],
  });
  try {
    const fine = [await judge('/login', port), await judge('/register', port)];
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await logInByPassword(page, aprub);
    await page.waitForURL(/\/home/);
    await page.close();
    fine.push(await judge('/home', port));
    process.exitCode = fine.every(Boolean) ? 0 : 1;
  } finally {
    await context.close();
  }
} finally {
  await server.stop();
  fs.rmSync(profile, { recursive: true, force: true });
}

/** Prints the medians of one page and, for what is below 100, which audits it failed. */
async function judge(pathname: string, port: number): Promise<boolean> {
  const scores = new Map<string, number[]>(categories.map((name) => [name, []]));
  const failed = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const found = await lighthouse(`${origin}${pathname}`, {
      port,
      onlyCategories: categories,
      disableStorageReset: true,
      logLevel: 'error',
    });
    const { lhr } = found ?? {};
    if (!lhr || lhr.runtimeError) throw new Error(`Lighthouse could not look at ${pathname}: ${lhr?.runtimeError?.message}`);
    if (new URL(lhr.finalDisplayedUrl).pathname !== pathname) throw new Error(`${pathname} led to ${lhr.finalDisplayedUrl}`);
    for (const [name, all] of scores) all.push(Math.round((lhr.categories[name]?.score ?? 0) * 100));
    for (const { auditRefs } of asserted.map((name) => lhr.categories[name]).filter((one) => one !== undefined))
      for (const { id, weight } of auditRefs) if (weight > 0 && lhr.audits[id]?.score === 0) failed.add(id);
  }
  const medians = [...scores].map(([name, all]) => [name, all.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0] as const);
  console.log(
    `${pathname}  ${medians.map(([name, score]) => `${name} ${score}`).join(', ')}${failed.size ? `  failed: ${[...failed].join(', ')}` : ''}`,
  );
  return medians.every(([name, score]) => score === 100 || !asserted.includes(name));
}

/** The browser tests' own server, as their configuration starts it. */
async function startServer(): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...shared.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = () => {
    child.kill('SIGTERM');
    return gone;
  };
  for (let wait = 0; wait < 600; wait++) {
    if (child.exitCode !== null) throw new Error('The server ended.');
    const answer = await fetch(`${origin}/login`).catch(() => null);
    if (answer?.ok) return { stop };
    await new Promise((done) => setTimeout(done, 200));
  }
  await stop();
  throw new Error('The server did not begin to serve.');
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? done(address.port) : fail(new Error('no port'))));
    });
  });
}

import * as path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { origin, ports } from './ports.ts';

const cache = path.join(import.meta.dirname, '../node_modules/.cache');

const phone = { ...devices['Galaxy S9+'], viewport: { width: 360, height: 740 } };

export default defineConfig({
  testDir: 'tests',
  outputDir: path.join(cache, 'e2e-artifacts'),
  globalSetup: './browser.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: process.env.RESULTS ?? path.join(cache, 'e2e.json') }]],
  // The picture test compares with the pictures that `npm run screens` keeps.
  expect: { toHaveScreenshot: { pathTemplate: '../docs/screens/{arg}{ext}' } },
  use: { baseURL: origin, launchOptions, trace: 'retain-on-failure', actionTimeout: 15_000 },
  // The borrower's life moves the server's clock, so it starts when no other test is under way.
  projects: [
    { name: 'phone', testIgnore: 'life.spec.ts', use: phone },
    { name: 'life', testMatch: 'life.spec.ts', dependencies: ['phone'], use: phone },
  ],
  webServer: {
    command: `"${process.execPath}" --disable-warning=ExperimentalWarning server.ts`, // the word node might be the machine's own
    cwd: import.meta.dirname,
    env: {
      HOST: '127.0.0.1',
      PORT: String(ports.app),
      HOOK_PORT: String(ports.hook),
      OPS_PORT: String(ports.ops),
      BANK_PORT: String(ports.bank),
      ORIGIN: origin,
      SANDBOX_RESEND_SECONDS: '0',
      SANDBOX_REVIEW_SECONDS: '2',
      SANDBOX_PAY_MS: '1500',
    },
    url: `${origin}/login`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    reuseExistingServer: false,
  },
});

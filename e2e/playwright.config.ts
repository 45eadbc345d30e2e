import * as path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { origin, ports } from './ports.ts';

const cache = path.join(import.meta.dirname, '../node_modules/.cache');

export default defineConfig({
  testDir: 'tests',
  outputDir: path.join(cache, 'e2e-artifacts'),
  globalSetup: './browser.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: process.env.RESULTS ?? path.join(cache, 'e2e.json') }]],
  use: { baseURL: origin, launchOptions, trace: 'retain-on-failure', actionTimeout: 15_000 },
  projects: [{ name: 'phone', use: { ...devices['Galaxy S9+'], viewport: { width: 360, height: 740 } } }],
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

import * as path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { shared, turns } from './places.ts';

const cache = path.join(import.meta.dirname, '../node_modules/.cache');

const phone = {
  ...devices['Galaxy S9+'],
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 1,
};

/**
 * Most tests disable animations, which are slow without a graphics card, and the service worker,
 * which stores the whole app on each new phone.
 */
const still = {
  contextOptions: { reducedMotion: 'reduce' as const },
  serviceWorkers: 'block' as const,
};

/** All tests use a fake camera, because other arguments would start a second browser. */
const cameras = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** Tests that change the server's clock or settings, and therefore run one after another. */
const takingTurns = [
  'amounts.full.spec.ts',
  'cancel.full.spec.ts',
  'days-ahead.full.spec.ts',
  'desk-acts.full.spec.ts',
  'desk-calls.full.spec.ts',
  'desk-collections.full.spec.ts',
  'desk-money.full.spec.ts',
  'desk-passkey.spec.ts',
  'desk-review.full.spec.ts',
  'every-way.full.spec.ts',
  'growth.full.spec.ts',
  'life.spec.ts',
  'notices.full.spec.ts',
  'phone-days.full.spec.ts',
  'plan.full.spec.ts',
  'renew.spec.ts',
];

/** `npm run check:full` runs all tests. `npm test` omits those of *.full.spec.ts or @atLength. */
const isFull = process.env.FULL === '1';
const omitted = isFull ? [] : ['*.full.spec.ts'];

export default defineConfig({
  testDir: 'tests',
  outputDir: path.join(cache, 'e2e-artifacts'),
  globalSetup: ['./browser.ts', './servers.setup.ts'],
  // One more than the machine has cores, because pages often wait for the server.
  workers: 3,
  ...(!isFull && { grepInvert: /@atLength/ }),
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Enough for the longest test on a slow machine; a missing element fails its test sooner.
  timeout: 300_000,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.RESULTS ?? path.join(cache, 'e2e.json') }],
  ],
  // `npm run screens` takes the screenshots in docs/screens.
  expect: { timeout: 30_000, toHaveScreenshot: { pathTemplate: '../docs/screens/{arg}{ext}' } },
  // Recording a trace takes a third of the CPU time. `TRACE=1` keeps the traces of failed tests.
  use: {
    launchOptions: { ...launchOptions, args: [...launchOptions.args, ...cameras] },
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    actionTimeout: 30_000,
  },
  projects: [
    // These tests run first, because they cannot run in parallel.
    {
      name: 'turns',
      testMatch: takingTurns,
      testIgnore: omitted,
      workers: 1,
      use: { ...phone, ...still, baseURL: turns.origin },
    },
    {
      name: 'phone',
      testIgnore: [...takingTurns, ...omitted],
      use: { ...phone, ...still, baseURL: shared.origin },
    },
  ],
});

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
 * Slides are slow to draw without a graphics card, and each new phone stores the program for
 * offline use, which takes time too: most tests ask for less motion, as many phones do, and block
 * the service worker. Tests of a whole loan, of slides and of the worker have them.
 */
const still = {
  contextOptions: { reducedMotion: 'reduce' as const },
  serviceWorkers: 'block' as const,
};

/**
 * A camera that shows a test picture; in all, because a browser with other arguments is another
 * browser to start.
 */
const cameras = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** They turn the server's clock or set what every borrower sees. */
const takingTurns = [
  'amounts.full.spec.ts',
  'cancel.full.spec.ts',
  'days-ahead.spec.ts',
  'every-way.full.spec.ts',
  'growth.full.spec.ts',
  'life.spec.ts',
  'notices.spec.ts',
  'phone-days.full.spec.ts',
  'plan.spec.ts',
  'renew.spec.ts',
];

export default defineConfig({
  testDir: 'tests',
  outputDir: path.join(cache, 'e2e-artifacts'),
  globalSetup: ['./browser.ts', './servers.setup.ts'],
  // One more than the machines have cores: a page waits for its server, or for a time-out, about as
  // often as it draws.
  workers: 3,
  // The fast run leaves out what an area is seen to do elsewhere; `npm run check:full` runs all.
  ...(process.env.FULL !== '1' && { grepInvert: /@atLength/ }),
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.RESULTS ?? path.join(cache, 'e2e.json') }],
  ],
  // A slow machine needs its time. The picture test compares with the pictures that `npm run
  // screens` keeps.
  expect: { timeout: 10_000, toHaveScreenshot: { pathTemplate: '../docs/screens/{arg}{ext}' } },
  // A trace takes a third of the processor's time; `TRACE=1` keeps one of each test that fails.
  use: {
    launchOptions: { ...launchOptions, args: [...launchOptions.args, ...cameras] },
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    actionTimeout: 15_000,
  },
  projects: [
    // First, because it is the longest sequence of tests that cannot run in parallel.
    {
      name: 'turns',
      testMatch: takingTurns,
      workers: 1,
      use: { ...phone, ...still, baseURL: turns.origin },
    },
    { name: 'phone', testIgnore: takingTurns, use: { ...phone, ...still, baseURL: shared.origin } },
  ],
});

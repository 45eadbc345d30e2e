// The `test` function for all browser tests, and helpers for the keyboard.
import { expect, type Locator, type Page, test as plain } from '@playwright/test';
import type { Program } from '@sandali/server/testing/program.ts';
import type { Place } from '../places.ts';
import { openServers } from '../servers.setup.ts';

/** Playwright's own console message when it blocks service workers. */
const blocked = 'Service Worker registration blocked by Playwright';

/**
 * Fails a test on console errors and warnings, page errors, violations of the content security
 * policy, and missing icons. `clean` lists them; a test that provokes one on purpose removes it.
 */
export const test = plain.extend<{ clean: string[] }>({
  clean: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on('console', (line) => {
        if (!['error', 'warning'].includes(line.type()) || line.text() === blocked) return;
        const isOfRequest = line.text().startsWith('Failed to load resource');
        faults.push(isOfRequest ? `${line.text()} ${line.location().url}` : line.text());
      });
      context.on('weberror', (error) => faults.push(String(error.error())));
      await context.addInitScript(() =>
        addEventListener('securitypolicyviolation', (event) =>
          console.error(
            'csp',
            event.violatedDirective,
            event.sourceFile,
            event.lineNumber,
            event.sample,
          ),
        ),
      );
      // The app adds the icons, so the prerendered /login has none until the app has loaded.
      await context.addInitScript(() =>
        new MutationObserver(() => {
          if (document.querySelector('svg > path:not([d])'))
            console.error('an icon has no strokes');
        }).observe(document, { childList: true, subtree: true }),
      );
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Tags a test whose subject is also covered by other tests. It runs only with FULL=1
 * (`check:full`).
 */
export const atLength = { tag: '@atLength' };

export { expect };

/** Starts a place's server before the tests of this file, which open its pages, and stops it. */
export function serveAlone(place: Place): void {
  let servers: Program[] = [];
  test.beforeAll(async () => {
    servers = await openServers(place);
  });
  test.afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern here
  test.use({ baseURL: async ({}, use) => await use(place.origin) });
}

/** Presses Tab until this control has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 60; step++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${wanted}`);
}

/** Moves to a control with Tab and presses a key. */
export async function press(
  page: Page,
  wanted: Locator,
  key: 'Enter' | 'Space' = 'Enter',
): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

/** Chooses from the open menu or list with the arrow keys. */
export async function choose(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('menuitem', { name, exact: true }).first();
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 60; step++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

// The `test` function of all browser tests, and helpers for the keyboard.
import { expect, type Locator, type Page, test as plain } from '@playwright/test';

/** Playwright's own console message when it blocks service workers. */
const blocked = 'Service Worker registration blocked by Playwright';

/**
 * Fails a test on console errors and warnings, page errors, content policy violations and missing
 * icons. `clean` lists them; a test that provokes an entry removes it.
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
      // The app adds the icons; the prerendered /login does not have icons before the app loads.
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

/** Tags a test whose subject other tests cover too. It runs only with FULL=1 (`check:full`). */
export const atLength = { tag: '@atLength' };

export { expect };

/** Presses Tab until the given control has the focus. */
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

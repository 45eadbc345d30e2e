// What every browser test begins from.
import { expect, type Locator, type Page, test as plain } from '@playwright/test';

/** What Playwright itself writes into the page where a test has it block workers. */
const blocked = 'Service Worker registration blocked by Playwright';

/**
 * Fails a test on a console error or warning, a page error, a breach of the content policy or an
 * icon that is not there. `clean` is the list of what was seen; a test that provokes one empties it
 * after looking.
 */
export const test = plain.extend<{ clean: string[] }>({
  clean: [
    async ({ context }, use) => {
      const seen: string[] = [];
      context.on('console', (line) => {
        if (!['error', 'warning'].includes(line.type()) || line.text() === blocked) return;
        const isOfRequest = line.text().startsWith('Failed to load resource');
        seen.push(isOfRequest ? `${line.text()} ${line.location().url}` : line.text());
      });
      context.on('weberror', (error) => seen.push(String(error.error())));
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
      // A page has all icons once the program is there; /login is drawn before.
      await context.addInitScript(() =>
        new MutationObserver(() => {
          if (document.querySelector('svg > path:not([d])'))
            console.error('an icon has no strokes');
        }).observe(document, { childList: true, subtree: true }),
      );
      await use(seen);
      expect(seen).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Of a test of what an area has been seen to do in another one, or that slice tests hold too: it
 * runs with FULL=1, as in `npm run check:full`.
 */
export const atLength = { tag: '@atLength' };

export { expect };

/** Goes on with Tab until the wanted control has the focus, as somebody without a mouse must. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 60; step++) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${wanted}`);
}

/** Goes there and presses. */
export async function press(
  page: Page,
  wanted: Locator,
  key: 'Enter' | 'Space' = 'Enter',
): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

// A page's clock in the hands of its test.
import type { Page } from '@playwright/test';

/**
 * Stops the clock of a page in which `page.clock.install()` was called, a minute on: from here only `runFor` moves it, and what a slow machine takes
 * in between counts for nothing.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

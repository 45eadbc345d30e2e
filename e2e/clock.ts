// A page's clock in the hands of its test.
import type { Locator, Page } from '@playwright/test';
import { expect } from './tests/fixture.ts';

/**
 * Stops the clock of a page in which `page.clock.install()` was called, a minute on: from here only `runFor` moves it, and what a slow machine takes
 * in between counts for nothing.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/**
 * What comes to a screen that asks again every few seconds: the timers of the page, in which `page.clock.install()` was called, run ahead by them
 * until it is there. The hour stays right, as the server wants it.
 */
export async function comes(what: Locator): Promise<void> {
  const { clock } = what.page();
  await expect(async () => {
    await clock.fastForward(3_000);
    await clock.setSystemTime(Date.now());
    await expect(what).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 30_000, intervals: [0] });
}

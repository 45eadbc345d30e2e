// A page's clock, turned by its test.
import type { Locator, Page } from '@playwright/test';
import { expect } from './tests/fixture.ts';

/**
 * Stops the clock of a page in which `page.clock.install()` was called, one minute ahead: from here
 * on only `runFor` moves it, however slow the machine is.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/**
 * Waits for something that a screen polls for every few seconds: moves the timers of the page, in
 * which `page.clock.install()` was called, ahead until it is there. The page's time of day stays
 * right, as the server checks it.
 */
export async function comes(what: Locator): Promise<void> {
  const { clock } = what.page();
  await expect(async () => {
    await clock.fastForward(3_000);
    await clock.setSystemTime(Date.now());
    await expect(what).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 30_000, intervals: [0] });
}

import type { Locator, Page } from '@playwright/test';
import { expect } from './tests/fixture.ts';

/** Pauses a page's installed clock one minute from now. After that only `runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/**
 * Waits for an element on a screen that polls, by advancing the timers of the page's installed
 * clock. The clock's time of day stays correct, because the server checks it.
 */
export async function waitForPolled(locator: Locator): Promise<void> {
  const { clock } = locator.page();
  await expect(async () => {
    await clock.fastForward(3_000);
    await clock.setSystemTime(Date.now());
    await expect(locator).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 30_000, intervals: [0] });
}

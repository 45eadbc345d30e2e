// Using a page with the keyboard alone.
import type { Locator, Page } from '@playwright/test';
import { expect } from '../tests/fixture.ts';

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
export async function press(page: Page, wanted: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

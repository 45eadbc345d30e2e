import type { Page } from '@playwright/test';

/**
 * Closes a page without firing its events, as a phone does when it runs out of memory.
 * @returns a new page
 */
export async function replaceKilledPage(page: Page, address: string): Promise<Page> {
  const next = await page.context().newPage();
  await page.evaluate(() => {
    for (const name of ['visibilitychange', 'pagehide', 'beforeunload', 'unload'])
      addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await page.close();
  await next.goto(address);
  return next;
}

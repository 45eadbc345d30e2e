// A page that ends as on a phone that needs its memory.
import type { Page } from '@playwright/test';

/** Ends a page, of which no script is notified. @returns the next page of the same browser. */
export async function killed(page: Page, address: string): Promise<Page> {
  const next = await page.context().newPage();
  await page.evaluate(() => {
    for (const name of ['visibilitychange', 'pagehide', 'beforeunload', 'unload'])
      addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await page.close();
  await next.goto(address);
  return next;
}

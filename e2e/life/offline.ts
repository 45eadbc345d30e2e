// Installs the app on a phone and disconnects the phone's network.
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Life } from '@sandali/server/sandbox/life.ts';
import { expect } from '../tests/fixture.ts';
import { personWithLoan } from './by-calls.ts';
import { keptOnPhone } from './kept.ts';
import { openLoggedIn } from './session.ts';

/**
 * Logs in, and waits until the service worker, which can open the app offline, controls the page.
 */
export async function install(page: Page, life: Life): Promise<void> {
  await openLoggedIn(page, life);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
}

/**
 * Installs the app for a borrower with a ₱60,000 loan over 15 days. Tests control the page's clock.
 */
export async function installWithLoan(page: Page, origin: string, nth: number, number: number) {
  await page.clock.install();
  const borrower = await personWithLoan(origin, nth, number);
  await install(page, borrower.life);
  return borrower;
}

type KeptBill = { name: string; keptAt: string; record: { code: object } };

/** Returns the bill that is stored on the phone and when it was stored, or null. */
export async function keptBill(page: Page): Promise<KeptBill | null> {
  const [entry] = Object.entries((await keptOnPhone(page)).records).filter(([name]) =>
    name.startsWith('bill '),
  );
  return entry ? ({ ...entry[1], name: entry[0] } as KeptBill) : null;
}

/** Removes the browser's own messages about requests that failed offline. */
export function dropNetworkErrors(clean: string[]) {
  const others = clean.filter(
    (line) => !/Failed to load resource: net::ERR_|ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(line),
  );
  clean.splice(0, clean.length, ...others);
}

export async function cutOff(page: Page, context: BrowserContext, address: string) {
  await context.setOffline(true);
  await page.goto(address);
}

/** Locates the note above a screen that shows a stored response. */
export const savedResponseNote = (page: Page): Locator =>
  page.getByRole('status').getByText(/No connection. This is from .* and may have changed./);
/** Locates the note that says when the bill was stored. */
export const savedBillNote = (page: Page): Locator =>
  page.getByText(/Last updated .*It may have changed since\./);

// Installs the app on a phone and disconnects its network.
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Life } from '@sandali/server/sandbox/life.ts';
import { expect } from '../tests/fixture.ts';
import { personWithLoan } from './by-calls.ts';
import { keptOnPhone } from './kept.ts';
import { openLoggedIn } from './session.ts';

/** Logs in and waits until the service worker, which opens the app offline, controls the page. */
export async function install(page: Page, life: Life): Promise<void> {
  await openLoggedIn(page, life);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
}

/**
 * Installs the app for a borrower with a ₱60,000 loan for 15 days. Tests control the page's clock.
 */
export async function installWithLoan(page: Page, origin: string, nth: number, number: number) {
  await page.clock.install();
  const borrower = await personWithLoan(origin, nth, number);
  await install(page, borrower.life);
  return borrower;
}

type KeptBill = { name: string; keptAt: string; record: { code: object } };

/** Returns the bill saved on the phone and the time at which it was saved, or null. */
export async function keptBill(page: Page): Promise<KeptBill | null> {
  const [entry] = Object.entries((await keptOnPhone(page)).records).filter(([name]) =>
    name.startsWith('bill '),
  );
  return entry ? ({ ...entry[1], name: entry[0] } as KeptBill) : null;
}

/** Removes the browser's own messages about requests without a network. */
export function dropNetworkErrors(clean: string[]) {
  const others = clean.filter(
    (line) => !/Failed to load resource: net::ERR_|ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(line),
  );
  clean.splice(0, clean.length, ...others);
}

/** Disconnects the network and opens an address. */
export async function cutOff(page: Page, context: BrowserContext, address: string) {
  await context.setOffline(true);
  await page.goto(address);
}

/** Locates the note above a screen that is rendered from a saved response. */
export const savedResponseNote = (page: Page): Locator =>
  page.getByRole('status').getByText(/No connection. This is from .* and may have changed./);
/** Locates the note with the time of the saved bill. */
export const savedBillNote = (page: Page): Locator =>
  page.getByText(/Last updated .*It may have changed since\./);

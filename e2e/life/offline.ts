// A phone without a network: installed, cut off, and what its screens then say.
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Life } from '@sandali/server/sandbox/life.ts';
import { expect } from '../tests/fixture.ts';
import { personWithLoan } from './by-calls.ts';
import { keptOnPhone } from './kept.ts';
import { loggedIn } from './session.ts';

/** A phone of theirs, whose worker, which opens the program without a network, has the page. */
export async function install(page: Page, life: Life): Promise<void> {
  await loggedIn(page, life);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
}

/**
 * The phone of a borrower with a loan of ₱60,000 for 15 days, installed, with a clock that tests
 * can turn.
 */
export async function installedWithLoan(page: Page, origin: string, nth: number, number: number) {
  await page.clock.install();
  const made = await personWithLoan(origin, nth, number);
  await install(page, made.life);
  return made;
}

type KeptBill = { name: string; keptAt: string; record: { code: object } };

/** The bill that the phone keeps, with the moment at which it was true; null for none. */
export async function keptBill(page: Page): Promise<KeptBill | null> {
  const [found] = Object.entries((await keptOnPhone(page)).records).filter(([name]) =>
    name.startsWith('bill '),
  );
  return found ? ({ ...found[1], name: found[0] } as KeptBill) : null;
}

/**
 * The browser's own words on requests that find no network are no fault of the program; everything
 * else stays on the list.
 */
export function forgive(clean: string[]) {
  const left = clean.filter(
    (line) => !/Failed to load resource: net::ERR_|ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(line),
  );
  clean.splice(0, clean.length, ...left);
}

/** Takes the network away and opens an address. */
export async function cutOff(page: Page, context: BrowserContext, address: string) {
  await context.setOffline(true);
  await page.goto(address);
}

/** Over a screen that is drawn from its last answer. */
export const asOf = (page: Page): Locator =>
  page.getByRole('status').getByText(/No connection. This is from .* and may have changed./);
/** The moment of the kept bill, over what is true of it on any day. */
export const age = (page: Page): Locator =>
  page.getByText(/Last updated .*It may have changed since\./);

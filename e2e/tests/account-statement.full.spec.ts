import * as fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { billList } from '@sandali/contract/loan.ts';
import { textOfPdf } from '@sandali/server/platform/pdf/testing.ts';
import { newPerson } from '../life/account.ts';
import { personWithLoan, signUpPerson } from '../life/by-calls.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

type Box = { x: number; y: number; width: number; height: number };

/** Returns the texts with ₱ that are in the window, or only those that `box` covers. */
async function amountsInSight(page: Page, box: Box | null): Promise<string[]> {
  return await page.evaluate((over) => {
    const amounts: string[] = [];
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let nth = 0, node = walker.nextNode(); node; node = walker.nextNode(), nth += 1) {
      if (!node.textContent?.includes('₱')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { top, bottom } = range.getBoundingClientRect();
      const [from, to] = over ? [over.y, over.y + over.height] : [0, innerHeight];
      if (bottom > from && top < to) amounts.push(`${nth} ${node.textContent}`);
    }
    return amounts;
  }, box);
}

test(
  'a statement of account lists the payout, on the screen and in its PDF',
  atLength,
  async ({ page }) => {
    const { life, loanId } = await personWithLoan(shared.origin, 340, 1340);
    const [bill] = (await life.client.must(billList, {})).open;

    await openLoggedIn(page, life, '/wealth');
    await page.getByRole('link', { name: 'Statement of account' }).click();
    await expect(page).toHaveURL(/\/statement$/);
    await expect(page.getByRole('heading', { name: 'Statement of account' })).toBeVisible();
    const entry = page.getByRole('listitem').filter({ hasText: 'Loan paid out' });
    await expect(entry).toContainText('+₱60,000.00');
    await expect(entry).toContainText('₱1,150.00 fees, deducted');
    await expect(entry).toContainText(bill?.referenceNo ?? 'a reference');
    await expect(page.getByText('Owed today')).toBeVisible();

    // On a small screen, once the page is scrolled, the message that appears next must not cover
    // any amount.
    await page.setViewportSize({ width: 320, height: 500 });
    await page.mouse.wheel(0, 90);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(40);
    const before = await amountsInSight(page, null);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^sandali-statement-.*\.pdf$/);
    const words = textOfPdf(await fs.readFile(await file.path()));
    for (const text of [
      'Statementofaccount',
      'Loanpaidout',
      '+₱60,000.00',
      bill?.referenceNo ?? '',
    ])
      expect(words).toContain(text);
    const ready = page.getByText('Your statement is ready.');
    await expect(ready).toBeVisible();
    expect(before.length).toBeGreaterThan(0);
    const covered = await amountsInSight(page, await ready.boundingBox());
    expect(before.filter((amount) => covered.includes(amount))).toEqual([]);

    const period = page.getByLabel('Period');
    const month = await period.locator('option').nth(2).innerText();
    await period.selectOption(month);
    await expect(page.getByText(/Owed before 1\s/)).toBeVisible();
    await expect(entry).toBeVisible();

    await page.goto(`/billDetail?loanId=${loanId}`);
    await page.getByRole('link', { name: 'Statement of account' }).click();
    await expect(page).toHaveURL(/\/statement$/);
  },
);

test(
  'a statement of account that failed to load can be retried',
  atLength,
  async ({ page, clean }) => {
    await openLoggedIn(page, await signUpPerson(shared.origin, newPerson(341), 1341));
    await page.route('**/galaxy/bill/statement', (route) => route.abort());
    await page.goto('/statement');
    await expect(page.getByRole('heading', { name: 'We could not load this' })).toBeVisible();
    await page.unroute('**/galaxy/bill/statement');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'No entries yet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save as PDF' })).toHaveCount(0);
    clean.length = 0;
  },
);

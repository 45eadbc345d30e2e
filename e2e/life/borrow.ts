// Takes out a loan on the screens.
import type { Page } from '@playwright/test';
import { expect } from '../tests/fixture.ts';
import { ageLastLogin, confirmPassword, type Person } from './account.ts';
import { addBankAccount } from './accounts.ts';

export async function addPayoutBank(page: Page, person: Person, codesSoFar: number): Promise<void> {
  await page.getByRole('button', { name: /How do you want your money/ }).click();
  await addBankAccount(page, person, codesSoFar);
  await expect(page).toHaveURL(/\/loan/);
}

/** From home, chooses 8 days and a payout channel other than GCash. */
export async function choosePayoutChannel(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('link', { name: 'Choose your amount' }).click();
  await page.getByRole('radio', { name: /^8 days/ }).check();
  await page.getByRole('button', { name: /To GCash/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Where you receive the money' });
  // A channel's name may be part of another's, so match its start.
  const way = typeof name === 'string' ? new RegExp(`^${name}`) : name;
  await sheet.getByRole('radio', { name: way }).click();
  await expect(sheet).toHaveCount(0);
}

/**
 * Checks the quote, reads the disclosure statement to its end, and signs. With `longAfter`, the
 * login is so old that signing requires that person's password.
 */
export async function readAndSign(
  page: Page,
  figures: { receive: string; repay: string },
  { longAfter }: { longAfter?: Person } = {},
): Promise<void> {
  await expect(page.getByText(figures.receive).first()).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/loanConfirm/);
  for (const words of [
    'Simple annual rate',
    'Effective monthly rate',
    'Finance charge',
    'Net proceeds',
    figures.repay,
  ]) {
    await expect(page.getByText(words).first()).toBeVisible();
  }
  const sign = page.getByRole('button', { name: `Sign and get ${figures.receive}` });
  await expect(sign).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('I have read the disclosure statement').check();
  await page.getByRole('checkbox', { name: /Loan Agreement/ }).check();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(sign).not.toHaveAttribute('aria-disabled', 'true');
  if (longAfter) await ageLastLogin(page, longAfter);
  await sign.click();
  if (longAfter) await confirmPassword(page, longAfter, { wrongFirst: true });
  await expect(page).toHaveURL(/\/loanResult/);
}

/** Waits until the timeline shows that the money has arrived. */
export async function waitForArrival(page: Page, amount: string): Promise<void> {
  await expect(page.getByText(`${amount} has arrived`)).toBeVisible();
}

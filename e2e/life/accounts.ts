// Adds and deletes payout accounts on the screens.
import type { Page } from '@playwright/test';
import { expect } from '../tests/fixture.ts';
import { ageLastLogin, confirmPassword, localNumber, type Person } from './account.ts';
import { smsCode } from './sandbox.ts';

/** Adds a bank account from the payout sheet on /loan, with a code sent to the borrower. */
export async function addBankAccount(
  page: Page,
  person: Person,
  codesSoFar: number,
): Promise<void> {
  await page.getByRole('dialog').getByText('Add a bank account', { exact: true }).click();
  await expect(page).toHaveURL(/\/addBank/);
  await expect(page.getByLabel('Account owner')).toHaveValue(`${person.first} ${person.last}`);
  await page.getByRole('button', { name: /^Bank\b/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Search banks').fill('bdo');
  await sheet.getByRole('option').first().click();
  await page.getByLabel('Account number').fill('0012 3456 4821');
  await page.getByLabel('Mobile number at the bank').fill(person.phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page
    .getByLabel('Code from the SMS')
    .fill(await smsCode(page.request, localNumber(person), codesSoFar));
  await page.getByRole('button', { name: 'Add this account' }).click();
}

/**
 * Adds the borrower's own e-wallet on /banklist, with a login so old that the password is required.
 */
export async function addWallet(page: Page, person: Person): Promise<void> {
  await page.goto('/banklist');
  await page.getByText('E-wallets', { exact: true }).click();
  await page.getByRole('link', { name: 'Add an e-wallet' }).click();
  await expect(page).toHaveURL(/\/addWallet/);
  await page.getByText('GCash', { exact: true }).click();
  await expect(page.getByLabel('Mobile number of the e-wallet')).toHaveValue(person.phone);
  await expect(page.getByRole('textbox', { name: /name/i })).toHaveValue(
    `${person.first} ${person.last}`,
  );
  await ageLastLogin(page, person);
  await page.getByRole('button', { name: 'Add this e-wallet' }).click();
  await confirmPassword(page, person, { wrongFirst: true });
  await expect(
    page
      .getByText('••0142')
      .or(page.getByText(/••\s?\d{4}/))
      .first(),
  ).toBeVisible();
}

/** Deletes the only e-wallet, after first choosing "Keep it". */
export async function deleteWallet(page: Page): Promise<void> {
  await page.goto('/banklist?tab=wallet');
  const wallet = page.getByRole('button', { name: /GCash/ });
  await wallet.click();
  await page.getByRole('button', { name: 'Delete this account' }).click();
  await expect(page.getByRole('dialog')).toContainText('This cannot be undone');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Delete this account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No e-wallet yet')).toBeVisible();
  await expect(wallet).toHaveCount(0);
}

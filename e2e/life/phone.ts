// Changes an account's phone number on the screens.
import type { Page } from '@playwright/test';
import { expect } from '../tests/fixture.ts';
import { localNumber, type Person } from './account.ts';
import { smsCode } from './sandbox.ts';

/** Opens /changePhone from the My tab. */
export async function openChangePhone(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'My' }).click();
  await page.getByRole('link', { name: 'Change mobile number' }).click();
  await expect(page).toHaveURL(/\/changePhone/);
}

/** Proves the borrower's identity with a code sent to the old number. */
export async function proveByOldNumber(
  page: Page,
  person: Person,
  codesSoFar: number,
): Promise<void> {
  await page.getByRole('radio', { name: /Yes, I have it/ }).check();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { name: 'Code from the old number' })).toBeVisible();
  await page
    .getByLabel('Code from the SMS')
    .fill(await smsCode(page.request, localNumber(person), codesSoFar));
  await expect(page.getByRole('heading', { name: 'Your new number' })).toBeVisible();
}

/** Proves the borrower's identity with an ID number and the password. */
export async function proveByIdNumber(
  page: Page,
  idNumber: string,
  password: string,
): Promise<void> {
  await page.getByRole('radio', { name: /No, I lost it/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('ID number').fill(idNumber);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your new number' })).toBeVisible();
}

/**
 * Enters the new number.
 * @returns the code sent to the new number
 */
export async function askAtNewNumber(page: Page, phone: string, codesSoFar = 0): Promise<string> {
  await page.getByLabel('Mobile number').fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  return await smsCode(page.request, `0${phone}`, codesSoFar);
}

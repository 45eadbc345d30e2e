// From the third SMS code within an hour, each code requires the digits in a picture.
import type { Locator, Page } from '@playwright/test';
import { newPerson } from '../life/account.ts';
import { pictureDigits } from '../life/sandbox.ts';
import { atLength, expect, test } from './fixture.ts';

const digits = (page: Page) => page.getByLabel('Digits in the picture');
const source = (page: Page) =>
  page.getByRole('img', { name: 'A picture with five digits' }).getAttribute('src');

const sent = (page: Page) => page.waitForResponse('**/galaxy/code/sms');

/**
 * Requests three codes at sign-up; the third requires a picture code.
 * @returns the button that resends the code
 */
async function askThreeTimes(page: Page, phone: string): Promise<Locator> {
  await page.goto('/register');
  await page.getByLabel('Mobile number').fill(phone);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  const again = page.getByRole('button', { name: 'Send again' });
  await Promise.all([sent(page), again.click()]);
  await expect(digits(page)).toHaveCount(0);
  await again.click();
  await expect(digits(page)).toBeFocused();
  return again;
}

test(
  'sign-up and login require the digits in a picture before the third code',
  atLength,
  async ({ page }) => {
    const person = newPerson(71);
    const again = await askThreeTimes(page, person.phone);
    await again.click();
    await expect(page.getByText('Type the 5 digits in the picture.')).toBeVisible();

    const first = await source(page);
    await page.getByRole('button', { name: 'Another picture' }).click();
    await expect.poll(() => source(page)).not.toBe(first);
    const second = await source(page);
    const right = await pictureDigits(page);
    await digits(page).fill(right === '00000' ? '11111' : '00000');
    await again.click();
    await expect(page.getByText('Those digits do not match the picture.')).toBeVisible();
    await expect.poll(() => source(page)).not.toBe(second);
    await expect(digits(page)).toHaveValue('');
    await digits(page).fill(await pictureDigits(page));
    await again.click();
    await expect(digits(page)).toHaveCount(0);

    await page.goto('/login');
    await page.getByLabel('Mobile number').fill(person.phone);
    await page.getByText('SMS code', { exact: true }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(digits(page)).toBeFocused();
    await digits(page).fill(await pictureDigits(page));
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(
      page.getByText(`We sent a code to +63 ${person.phone.replaceAll(' ', '')}.`),
    ).toBeVisible();
    await expect(digits(page)).toHaveCount(0);
  },
);

test(
  'the device solves a puzzle for a borrower who cannot see the picture',
  atLength,
  async ({ page }) => {
    const again = await askThreeTimes(page, newPerson(73).phone);
    await page.getByRole('button', { name: 'I can’t see the picture' }).press('Enter');
    const status = page.getByRole('status').filter({ hasText: 'Your phone' });
    await expect(status).toBeFocused();
    await expect(status).toHaveText(
      'Your phone solved a puzzle instead. You can request the code now.',
      {
        timeout: 60_000,
      },
    );
    await expect(digits(page)).toHaveCount(0);
    const [answer] = await Promise.all([sent(page), again.press('Enter')]);
    expect(answer.status()).toBe(200);
    await expect(status).toHaveCount(0);
  },
);

// Sign-up: from the third code within an hour on, a picture of digits has to be read before the
// next one.
import type { Locator, Page } from '@playwright/test';
import { newPerson } from '../life/account.ts';
import { pictureDigits } from '../life/sandbox.ts';
import { atLength, expect, test } from './fixture.ts';

const digits = (page: Page) => page.getByLabel('Digits in the picture');
const source = (page: Page) =>
  page.getByRole('img', { name: 'A picture with five digits' }).getAttribute('src');

const sent = (page: Page) => page.waitForResponse('**/galaxy/code/sms');

/**
 * Requests codes at sign-up until the third one, which needs a picture.
 * @returns the button that requests again.
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
  'sign-up and login ask for the digits of a picture before the third code, and take one answer a picture',
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

test('a borrower who cannot see the picture lets the device do a sum, by keyboard alone, and gets the code', async ({
  page,
}) => {
  const again = await askThreeTimes(page, newPerson(73).phone);
  await page.getByRole('button', { name: 'I can’t see the picture' }).press('Enter');
  const said = page.getByRole('status').filter({ hasText: 'Your phone' });
  await expect(said).toBeFocused();
  await expect(said).toHaveText(
    'Your phone solved a puzzle instead. You can request the code now.',
    {
      timeout: 60_000,
    },
  );
  await expect(digits(page)).toHaveCount(0);
  const [answer] = await Promise.all([sent(page), again.press('Enter')]);
  expect(answer.status()).toBe(200);
  await expect(said).toHaveCount(0);
});

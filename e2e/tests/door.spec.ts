// The door: from the third code within an hour on, a picture of digits stands before the next one.
import type { Page } from '@playwright/test';
import { newPerson } from '../life/account.ts';
import { pictureDigits } from '../life/sandbox.ts';
import { expect, test } from './fixture.ts';

const digits = (page: Page) => page.getByLabel('Digits in the picture');
const source = (page: Page) => page.getByRole('img', { name: 'A picture of five digits' }).getAttribute('src');

test('sign-up and login ask for the digits of a picture before the third code, and take one answer a picture', async ({ page }) => {
  const person = newPerson(71);
  await page.goto('/register');
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  const again = page.getByRole('button', { name: 'Send again' });
  const sent = () => page.waitForResponse('**/galaxy/code/sms');
  await Promise.all([sent(), again.click()]);
  await expect(digits(page)).toHaveCount(0);
  await again.click();
  await expect(digits(page)).toBeFocused();
  await again.click();
  await expect(page.getByText('Type the 5 digits of the picture.')).toBeVisible();

  const first = await source(page);
  await page.getByRole('button', { name: 'Another picture' }).click();
  await expect.poll(() => source(page)).not.toBe(first);
  const second = await source(page);
  const right = await pictureDigits(page.request);
  await digits(page).fill(right === '00000' ? '11111' : '00000');
  await again.click();
  await expect(page.getByText('These were not the digits of the picture.')).toBeVisible();
  await expect.poll(() => source(page)).not.toBe(second);
  await expect(digits(page)).toHaveValue('');
  await digits(page).fill(await pictureDigits(page.request));
  await again.click();
  await expect(digits(page)).toHaveCount(0);

  await page.goto('/login');
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByText('SMS code', { exact: true }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(digits(page)).toBeFocused();
  await digits(page).fill(await pictureDigits(page.request));
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(`We sent a code to +63 ${person.phone.replaceAll(' ', '')}.`)).toBeVisible();
  await expect(digits(page)).toHaveCount(0);
});

test('whoever cannot see the picture lets their device do a sum, by keyboard alone, and gets the code', async ({ page }) => {
  const person = newPerson(73);
  await page.goto('/register');
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  const again = page.getByRole('button', { name: 'Send again' });
  const sent = () => page.waitForResponse('**/galaxy/code/sms');
  await Promise.all([sent(), again.click()]);
  await again.click();
  await expect(digits(page)).toBeFocused();
  await page.getByRole('button', { name: 'I cannot see the picture' }).press('Enter');
  const said = page.getByRole('status').filter({ hasText: 'Your phone' });
  await expect(said).toBeFocused();
  await expect(said).toHaveText('Your phone did a sum instead of the picture. Now ask for the code.', { timeout: 60_000 });
  await expect(digits(page)).toHaveCount(0);
  const [answer] = await Promise.all([sent(), again.press('Enter')]);
  expect(answer.status()).toBe(200);
  await expect(said).toHaveCount(0);
});

// Under the login anybody finds what a loan costs, and what was chosen there is there again in the application and in the first loan.
import type { Page } from '@playwright/test';
import { logInByPassword, logOut, newPerson, register } from '../life/account.ts';
import { aprub } from '../life/session.ts';
import { expect, test } from './fixture.ts';

const card = (page: Page) => page.getByRole('region', { name: 'What does a loan cost?' });
const fifteen = (page: Page) => page.getByRole('radio', { name: /^15 days/ });

/** Takes ₱10,000 more than the least, for the longer term. */
async function tryLarger(page: Page): Promise<void> {
  await expect(card(page)).toContainText(/You receive\s*₱59,390\.00/);
  await card(page).getByRole('button', { name: '₱10,000 more' }).click();
  await fifteen(page).check();
  await expect(card(page)).toContainText(/You repay on \w{3},\s\d{1,2}\s\w{3}\s*₱72,100\.00/);
}

test('a stranger tries a loan without a number, opens an account, and finds the choice in the application', async ({ page }) => {
  test.setTimeout(60_000);
  await page.goto('/login');
  await tryLarger(page);
  await expect(card(page)).toContainText('Your line is decided after a review');
  await page.getByRole('slider', { name: 'Amount to borrow' }).press('Enter');
  await fifteen(page).press('Enter');
  await expect(page.getByText('Enter a Philippine mobile number')).toHaveCount(0);

  await page.reload();
  await expect(fifteen(page)).toBeChecked();
  const [open, logIn] = [page.getByRole('link', { name: 'Open an account' }), page.getByRole('button', { name: 'Log in' })];
  const sizes = [await open.boundingBox(), await logIn.boundingBox()].map((box) => [box?.y, box?.width, box?.height]);
  expect(sizes[0]).toEqual(sizes[1]);

  await register(page, newPerson(351));
  await page.getByRole('link', { name: 'Apply in 5 minutes' }).click();
  await expect(page.getByText('You chose ₱70,000 for 15 days.')).toBeVisible();
  await page.goto('/home');
  await logOut(page);
  await expect(page.getByRole('radio', { name: /^8 days/ })).toBeChecked();
  await expect(card(page)).toContainText(/You receive\s*₱59,390\.00/);
});

test('who has a line begins the loan with what was tried before the login', async ({ page }) => {
  await page.goto('/login');
  await tryLarger(page);
  await logInByPassword(page, aprub);
  await page.getByRole('link', { name: 'Choose your amount' }).click();
  await expect(fifteen(page)).toBeChecked();
  await expect(page.getByRole('slider', { name: 'Amount to borrow' })).toHaveValue('7000000');
});

test('the login takes a number while the examples are on their way, and is whole where they do not come', async ({ page, clean }) => {
  const asked = page.waitForRequest('**/loan/product/example');
  await page.route('**/loan/product/example', (route) => route.abort());
  await page.goto('/login');
  await page.getByLabel('Mobile number').fill('917 555 4102');
  await asked;
  await expect(page.getByLabel('Mobile number')).toHaveValue('917 555 4102');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  await expect(card(page)).toHaveCount(0);
  clean.splice(0, clean.length, ...clean.filter((line) => !/Failed to load resource/.test(line)));
});

// The loan calculator on the login page.
import { logInByPassword, logOut } from '../life/account.ts';
import { aprub } from '../life/session.ts';
import { card, chooseFifteenDays, fifteenDays } from '../life/tries.ts';
import { expect, test } from './fixture.ts';

test('a loan starts with the amount and term that were tried before the login', async ({
  page,
}) => {
  await page.goto('/login');
  await chooseFifteenDays(page);
  await card(page).getByRole('button', { name: '₱10,000 more' }).click();
  await expect(card(page)).toContainText(/You repay on \w{3},\s\d{1,2}\s\w{3}\s*₱72,100\.00/);
  await logInByPassword(page, aprub);
  await page.getByRole('link', { name: 'Choose your amount' }).click();
  await expect(fifteenDays(page)).toBeChecked();
  await expect(page.getByRole('slider', { name: 'Amount to borrow' })).toHaveValue('7000000');
  await page.goto('/home');
  await logOut(page);
  await expect(page.getByRole('radio', { name: /^8 days/ })).toBeChecked();
  await expect(card(page)).toContainText(/You receive\s*₱59,390\.00/);
});

test('the login works while the calculator’s examples load, and if they fail to load', async ({
  page,
  clean,
}) => {
  const request = page.waitForRequest('**/loan/product/example');
  await page.route('**/loan/product/example', (route) => route.abort());
  await page.goto('/login');
  await page.getByLabel('Mobile number').fill('917 555 4102');
  await request;
  await expect(page.getByLabel('Mobile number')).toHaveValue('917 555 4102');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  await expect(card(page)).toHaveCount(0);
  clean.splice(0, clean.length, ...clean.filter((line) => !/Failed to load resource/.test(line)));
});

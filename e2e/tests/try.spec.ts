// Under the login anybody finds what a loan costs, and what was chosen there is there again in the application and in the first loan.
import type { Page } from '@playwright/test';
import { logInByPassword, logOut, newPerson, register } from '../life/account.ts';
import { addBankAccount } from '../life/accounts.ts';
import { readAndSign } from '../life/borrow.ts';
import { approved, contacts, personal, save, work } from '../life/credit.ts';
import { keptOnPhone } from '../life/kept.ts';
import { killed } from '../life/killed.ts';
import { cardPhoto } from '../life/photo.ts';
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

/** What was tried, also after a reload, which sends nothing; and opening an account weighs as much as logging in. */
async function tries(page: Page): Promise<void> {
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
}

const photo = async (page: Page, name: string) =>
  await page.locator(`input[name=${name}]`).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await cardPhoto(page) });

test('a stranger tries a loan, begins with the ID, is killed on the way, goes on, and signs what was tried', async ({ page: first }) => {
  test.setTimeout(120_000);
  const person = newPerson(351);
  await test.step('what a loan costs, without a number', () => tries(first));
  await test.step('an account, and the choice is in the application', async () => {
    await register(first, person);
    await first.getByRole('link', { name: 'Apply in 5 minutes' }).click();
    await expect(first.getByText('You chose ₱70,000 for 15 days.')).toBeVisible();
  });
  await test.step('the ID first, from which name and birthday are copied', async () => {
    await first.getByRole('link', { name: 'Start with my ID' }).click();
    await expect(first).toHaveURL(/\/creditFile$/);
    await expect(first.getByText('Your ID comes first')).toBeVisible();
    await first.getByLabel('ID type').selectOption('UMID');
    await photo(first, 'idFrontFile');
    await expect(first.getByText('Sent', { exact: true })).toHaveCount(1);
    await first.getByRole('button', { name: 'Save and go on' }).click();
    await expect(first).toHaveURL(/\/credit$/);
    await expect(first.getByRole('img', { name: 'Your ID' })).toBeVisible();
    await first.getByLabel('First name').fill(person.first);
    await first.getByLabel('House number and street').fill('12 Kunwari');
  });
  const page = await test.step('killed on the way', async () => {
    await expect
      .poll(async () => (await keptOnPhone(first)).records['draft personal'])
      .toMatchObject({ values: { address: '12 Kunwari' } });
    return await killed(first, '/');
  });
  await test.step('home leads to where it was, with what was typed and what was tried', async () => {
    await page.getByRole('link', { name: /Continue my application|Apply in 5 minutes/ }).click();
    await expect(page.getByText('We kept your 2 answers.')).toBeVisible();
    await expect(page.getByText('You chose ₱70,000 for 15 days.')).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue(person.first);
    await personal(page, person);
    await contacts(page);
    await work(page);
    await save(page, /\/creditFile/);
    await expect(page.getByText('Step 4 of 4')).toBeVisible();
    await expect(page.getByLabel('ID type')).toHaveValue('umid');
    await expect(page.getByText('2 answers to go')).toBeVisible();
    await page.getByLabel('ID number').fill(`99-${person.phone.replace(/\D/g, '')}`);
    await photo(page, 'selfieFile');
    await page.getByRole('button', { name: 'Send my application' }).click();
    await approved(page);
  });
  await test.step('the loan begins with what was tried, and is signed', async () => {
    await page.getByRole('button', { name: 'Choose your amount' }).click();
    await page.getByRole('button', { name: /Where should the money go/ }).click();
    await addBankAccount(page, person, 1);
    await expect(page).toHaveURL(/\/loan/);
    await expect(fifteen(page)).toBeChecked();
    await readAndSign(page, { receive: '₱68,860.00', repay: '₱72,100.00', get: 'Get ₱70,000' });
  });
});

test('who has a line begins the loan with what was tried before the login; it is forgotten at the logout', async ({ page }) => {
  await page.goto('/login');
  await tryLarger(page);
  await logInByPassword(page, aprub);
  await page.getByRole('link', { name: 'Choose your amount' }).click();
  await expect(fifteen(page)).toBeChecked();
  await expect(page.getByRole('slider', { name: 'Amount to borrow' })).toHaveValue('7000000');
  await page.goto('/home');
  await logOut(page);
  await expect(page.getByRole('radio', { name: /^8 days/ })).toBeChecked();
  await expect(card(page)).toContainText(/You receive\s*₱59,390\.00/);
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

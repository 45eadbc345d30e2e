// Uses the loan calculator before signing up, and starts an application with an ID.
import type { Locator, Page } from '@playwright/test';
import { expect } from '../tests/fixture.ts';
import type { Person } from './account.ts';
import {
  fillContacts,
  fillIncome,
  fillPersonal,
  fillWork,
  save,
  waitForApproval,
} from './credit.ts';
import { keptOnPhone } from './kept.ts';
import { cardPhoto } from './photo.ts';

export const card = (page: Page) => page.getByRole('region', { name: 'What does a loan cost?' });
export const fifteenDays = (page: Page) => page.getByRole('radio', { name: /^15 days/ });

/** Chooses the minimum amount for 15 days. */
export async function chooseFifteenDays(page: Page): Promise<void> {
  await expect(card(page)).toContainText(/You receive\s*₱59,390\.00/);
  await fifteenDays(page).check();
  await expect(card(page)).toContainText(/You repay on \w{3},\s\d{1,2}\s\w{3}\s*₱61,800\.00/);
}

/** Returns a button's style, apart from its size. */
const lookOf = (button: Locator) =>
  button.evaluate((element) => {
    const { backgroundColor, color, fontSize, fontWeight, borderRadius, opacity } =
      getComputedStyle(element);
    return { backgroundColor, color, fontSize, fontWeight, borderRadius, opacity };
  });

/** Expects the calculator to survive a reload, and "Open an account" to look like "Log in". */
export async function tryCalculator(page: Page): Promise<void> {
  await page.goto('/login');
  await chooseFifteenDays(page);
  await expect(card(page)).toContainText('We decide your line after a review');
  await page.getByRole('slider', { name: 'Amount to borrow' }).press('Enter');
  await fifteenDays(page).press('Enter');
  await expect(page.getByText('Enter a Philippine mobile number')).toHaveCount(0);
  await page.reload();
  await expect(fifteenDays(page)).toBeChecked();
  const [open, logIn] = [
    page.getByRole('link', { name: 'Open an account' }),
    page.getByRole('button', { name: 'Log in' }),
  ];
  const sizes = [await open.boundingBox(), await logIn.boundingBox()].map((box) => [
    box?.y,
    box?.width,
    box?.height,
  ]);
  expect(sizes[0]).toEqual(sizes[1]);
  const [openLook, logInLook] = await Promise.all([open, logIn].map(lookOf));
  expect(openLook).toEqual(logInLook);
}

const photo = async (page: Page, name: string) =>
  await page
    .locator(`input[name=${name}]`)
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await cardPhoto(page) });

/** Enters an income that is too low for any loan, reads the message, and corrects the income. */
async function correctLowIncome(page: Page): Promise<void> {
  await fillIncome(page, '₱20,000 to ₱40,000');
  await expect(
    page.getByRole('heading', { name: '₱60,000 is too much for this income' }),
  ).toBeVisible();
  await expect(page.getByText('An income of ₱250,000 a month or more.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask our team to decide' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Delete my data/ })).toHaveAttribute(
    'href',
    '/privacy',
  );
  await page.reload();
  await page.getByRole('button', { name: 'I picked the wrong answer' }).click();
  await expect(page.getByLabel('Monthly income')).toHaveValue('from20to40k');
  await fillIncome(page);
}

/** Starts the application with an ID, then fills in the name and part of the address. */
export async function beginWithId(page: Page, person: Person): Promise<void> {
  await page.getByRole('link', { name: 'Apply in 5 minutes' }).click();
  await expect(page.getByText('You chose ₱60,000 for 15 days.')).toBeVisible();
  await correctLowIncome(page);
  let draftsSent = 0;
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/credit/draft/save')) draftsSent += 1;
  });
  await page.getByRole('link', { name: 'Start with my ID' }).click();
  await expect(page).toHaveURL(/\/creditFile$/);
  await expect(page.getByText('Your ID first')).toBeVisible();
  await page.getByLabel('ID type').selectOption('UMID');
  await photo(page, 'idFrontFile');
  await expect(page.getByText('Sent', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL(/\/credit$/);
  await expect(page.getByRole('img', { name: 'Your ID' })).toBeVisible();
  await page.getByLabel('First name').fill(person.first);
  await page.getByLabel('House number and street').fill('12 Kunwari');
  await expect
    .poll(async () => (await keptOnPhone(page)).records['draft personal'])
    .toMatchObject({ values: { address: '12 Kunwari' } });
  // Home opens the newest draft, so wait until the drafts of both screens have been saved.
  await expect.poll(() => draftsSent).toBeGreaterThanOrEqual(2);
}

/**
 * Continues the application from home until it is approved, with the earlier answers and the loan
 * from the calculator.
 */
export async function continueApplication(page: Page, person: Person): Promise<void> {
  await page.getByRole('link', { name: /Continue my application|Apply in 5 minutes/ }).click();
  await expect(page.getByText('We kept your 2 answers.')).toBeVisible();
  await expect(page.getByText('You chose ₱60,000 for 15 days.')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue(person.first);
  await fillPersonal(page, person);
  await fillContacts(page);
  await fillWork(page);
  await save(page, /\/creditFile/);
  await expect(page.getByText('Step 4 of 4')).toBeVisible();
  await expect(page.getByLabel('ID type')).toHaveValue('umid');
  await expect(page.getByText('2 answers left')).toBeVisible();
  await page.getByLabel('ID number').fill(`99-${person.phone.replace(/\D/g, '')}`);
  await photo(page, 'selfieFile');
  await page.getByRole('button', { name: 'Send my application' }).click();
  await waitForApproval(page);
}

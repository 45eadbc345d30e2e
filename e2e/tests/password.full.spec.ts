import type { Page } from '@playwright/test';
import { localNumber, logInByPassword, logOut, newPerson, type Person } from '../life/account.ts';
import { personWithLine } from '../life/by-calls.ts';
import { smsCode } from '../life/sandbox.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

const next = 'ulan-sa-bubong-3';

/** Logs the person in, and returns the page. */
async function openAndLogIn(page: Page, person: Person): Promise<Page> {
  await page.goto('/login');
  await logInByPassword(page, person);
  return page;
}

async function newPassword(page: Page, first: string, second = first): Promise<void> {
  await page.getByRole('textbox', { name: /^(New password|Password)$/ }).fill(first);
  await page.getByLabel('Confirm password').fill(second);
  await page.getByRole('button', { name: 'Save password' }).click();
}

/** Completes the first two steps: the phone number and its code. */
async function numberAndCode(page: Page, person: Person, codesSoFar: number): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/\/forgetPassword/);
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page
    .getByLabel('Code from the SMS')
    .fill(await smsCode(page.request, localNumber(person), codesSoFar));
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
}

test('changing the password logs out the other phone', atLength, async ({ page, browser }) => {
  const person = await personWithLine(shared.origin, 41);
  const otherPhone = await openAndLogIn(
    await (await browser.newContext({ baseURL: shared.origin })).newPage(),
    person,
  );
  await openAndLogIn(page, person);
  await page.getByRole('navigation').getByRole('link', { name: 'My' }).click();
  await page.getByRole('link', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/changePassword/);
  await page.getByLabel('Current password').fill('something else');
  await newPassword(page, next, 'another thing');
  await expect(page.getByText('Password doesnt match please try again')).toBeVisible();
  await newPassword(page, 'mahalkita123');
  await expect(page.getByText('This password is too easy to guess.')).toBeVisible();
  await newPassword(page, next);
  await expect(page.getByText('The password is wrong.')).toBeVisible();
  await page.getByLabel('Current password').fill(person.password);
  await newPassword(page, person.password);
  await expect(page.getByText('This is your current password.')).toBeVisible();
  await newPassword(page, next);
  await expect(page.getByText('Password changed. Other phones are logged out.')).toBeVisible();
  await expect(page).toHaveURL(/\/my/);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Change password' })).toBeVisible();
  await otherPhone.goto('/banklist');
  await expect(otherPhone.getByText('Log in again to continue.')).toBeVisible();
  await expect(otherPhone).toHaveURL(/\/login/);
  await otherPhone.context().close();
});

test('resetting the password logs out every phone', atLength, async ({ page, browser }) => {
  const person = await personWithLine(shared.origin, 42);
  const otherPhone = await openAndLogIn(
    await (await browser.newContext({ baseURL: shared.origin })).newPage(),
    person,
  );
  // On a known phone, no ID number is required.
  await logOut(await openAndLogIn(page, person));
  await numberAndCode(page, person, 1);
  await newPassword(page, next, 'another thing');
  await expect(page.getByText('Password doesnt match please try again')).toBeVisible();
  await newPassword(page, person.password);
  await expect(page.getByText('This is your current password.')).toBeVisible();
  await newPassword(page, next);
  await expect(page.getByText('Your new password is saved. Log in with it.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await otherPhone.goto('/my');
  await expect(otherPhone).toHaveURL(/\/login/);
  await logInByPassword(page, { ...person, password: next });
  await otherPhone.context().close();
});

test('a password reset refuses a wrong code and an unknown number', atLength, async ({ page }) => {
  const person = newPerson(62);
  await page.goto('/forgetPassword');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Enter a Philippine mobile number')).toBeVisible();
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = await smsCode(page.request, localNumber(person));
  await page.getByLabel('Code from the SMS').fill(code === '000000' ? '111111' : '000000');
  await newPassword(page, next);
  await expect(page.getByText('The code is wrong or has expired.')).toBeVisible();
  await page.getByLabel('Code from the SMS').fill(code);
  await newPassword(page, next);
  await expect(page.getByText('There is no account with this number yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Open an account' }).click();
  await expect(page).toHaveURL(/\/register/);
});

test(
  'a reset on a new phone requires the ID number and delays new payout accounts',
  atLength,
  async ({ page }) => {
    const person = await personWithLine(shared.origin, 40);
    await numberAndCode(page, person, 1);
    await newPassword(page, next);
    await expect(page.getByRole('heading', { name: 'One more check' })).toBeVisible();
    await page.getByLabel('Last 4 of your ID number').fill('12');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(
      page.getByText('Enter the last 4 letters or digits of your ID number.'),
    ).toBeVisible();
    await page.getByLabel('Last 4 of your ID number').fill('0000');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('These are not the last 4 characters')).toBeVisible();
    // Person 40's ID number ends in 0990: 950 + 40.
    await page.getByLabel('Last 4 of your ID number').fill('0990');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Your new password is saved. Log in with it.')).toBeVisible();
    await logInByPassword(page, { ...person, password: next });
    await page.goto('/addWallet');
    await page.getByText('Maya', { exact: true }).click();
    await page.getByLabel('Mobile number of the e-wallet').fill('917 555 8001');
    await page.getByRole('button', { name: 'Add this e-wallet' }).click();
    await expect(page.getByText('Hours left: 24.')).toBeVisible();
  },
);

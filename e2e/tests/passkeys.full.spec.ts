// Passkeys: how they are offered on the home screen, added, used and removed.
import type { Browser, Page } from '@playwright/test';
import { watchCalls } from '../calls.ts';
import { confirmPassword, localNumber, logInByPassword, type Person } from '../life/account.ts';
import { personWithLine } from '../life/by-calls.ts';
import { type Authenticator, addAuthenticator } from '../life/passkeys.ts';
import { smsCode } from '../life/sandbox.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

const addButton = (page: Page) => page.getByRole('button', { name: 'Add a passkey' });
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Use a passkey instead' });

/** Opens a page on a device that is new to the account. */
async function newPhone(browser: Browser): Promise<Page> {
  return await (await browser.newContext({ baseURL: shared.origin })).newPage();
}

async function logInOnNewDevice(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await expect(page.getByRole('status').first()).toBeAttached(); // the app has loaded
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/newDevice/);
}

/** Adds a passkey, which always requires the password. */
async function addPasskey(page: Page, person: Person): Promise<void> {
  await addButton(page).click();
  await confirmPassword(page, person);
}

/** Creates a person who has a passkey and is logged in on a known device. */
async function personWithPasskey(
  page: Page,
  nth: number,
): Promise<{ person: Person; authenticator: Authenticator }> {
  const person = await personWithLine(shared.origin, nth);
  const authenticator = await addAuthenticator(page);
  await page.goto('/login');
  await logInByPassword(page, person);
  await page.goto('/passkeys');
  await addPasskey(page, person);
  await expect(page.getByText('Your passkey has been added.')).toBeVisible();
  return { person, authenticator };
}

test('a passkey is added with the screen lock, and then listed', atLength, async ({ page }) => {
  const person = await personWithLine(shared.origin, 160);
  const authenticator = await addAuthenticator(page);
  await page.goto('/login');
  await logInByPassword(page, person);
  await page.getByRole('link', { name: 'Set it up' }).click();
  await expect(page.getByRole('heading', { name: 'No passkey yet' })).toBeVisible();
  await authenticator.fits(false);
  await addButton(page).click();
  await confirmPassword(page, person, { wrongFirst: true });
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await authenticator.fits(true);
  await addPasskey(page, person);
  await expect(page.getByText('Your passkey has been added.')).toBeVisible();
  await expect(page.getByText('Chrome on Android')).toBeVisible();
  await addPasskey(page, person);
  await expect(page.getByText('This phone already has a passkey for your account.')).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(1);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'My' }).click();
  await page.getByRole('link', { name: 'Passkeys' }).click();
  await expect(page.getByRole('button', { name: /^Remove the passkey/ })).toHaveCount(1);
});

test('home offers a passkey only once per phone', atLength, async ({ page }) => {
  const person = await personWithLine(shared.origin, 161);
  await addAuthenticator(page);
  await page.goto('/login');
  await logInByPassword(page, person);
  const offer = page.getByRole('link', { name: 'Set it up' });
  await expect(offer).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('passkeyOffer'))).toBe('1');
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toHaveCount(0);
  const answer = page.waitForResponse('**/galaxy/user/multi');
  await page.reload();
  await answer;
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await expect(offer).toHaveCount(0);
});

test(
  'a passkey replaces the code on a new phone until it is removed',
  atLength,
  async ({ page, browser }) => {
    const { person, authenticator } = await personWithPasskey(page, 162);
    const second = await newPhone(browser);
    const there = await addAuthenticator(second, await authenticator.credentials());
    await logInOnNewDevice(second, person);
    await there.fits(false);
    await passkeyButton(second).click();
    await expect(second.getByText('No passkey was used.')).toBeVisible();
    await there.fits(true);
    await passkeyButton(second).click();
    await expect(second).toHaveURL(/\/home/);
    // The app asks whether there is a passkey only once, not at every start.
    await expect.poll(() => second.evaluate(() => localStorage.getItem('passkeyOffer'))).toBe('1');
    const start = await (await watchCalls(second)).during(() => second.reload());
    expect(start).toEqual([['/user/multi']]);

    await page.getByRole('button', { name: /^Remove the passkey/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: /^Remove the passkey/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('The passkey has been removed.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No passkey yet' })).toBeVisible();

    const third = await newPhone(browser);
    await addAuthenticator(third, await authenticator.credentials());
    await logInOnNewDevice(third, person);
    await passkeyButton(third).click();
    await expect(third.getByText('This passkey could not be used here.')).toBeVisible();
    await expect(third).toHaveURL(/\/newDevice/);
    // Codes were sent at sign-up and for the second phone. Codes after a correct password are
    // counted separately, so this code needs no picture code.
    await third
      .getByLabel('Code from the SMS')
      .fill(await smsCode(third.request, localNumber(person), 2));
    await expect(third).toHaveURL(/\/home/);
  },
);

test('a passkey replaces the code when a bank account is added', atLength, async ({ page }) => {
  await personWithPasskey(page, 163);
  await page.goto('/addBank');
  await passkeyButton(page).click();
  // Submitting an incomplete account must not request a passkey.
  await expect(page.getByText('Choose your bank.')).toBeVisible();
  await expect(page).toHaveURL(/\/addBank/);
  await page.getByRole('button', { name: /^Bank\b/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Search banks').fill('bdo');
  await sheet.getByRole('option').first().click();
  await page.getByLabel('Account number').fill('0012 3456 4821');
  await page.getByLabel('Mobile number at the bank').fill('917 555 7163');
  await passkeyButton(page).click();
  await expect(page.getByText('Your account has been added.')).toBeVisible();
  await page.goto('/banklist');
  await expect(page.getByText('•••• 4821')).toBeVisible();
});

test(
  'home does not offer a passkey on a phone without a screen lock',
  atLength,
  async ({ page }) => {
    const person = await personWithLine(shared.origin, 164);
    await page.goto('/login');
    await logInByPassword(page, person);
    await expect(page.getByRole('navigation')).toBeVisible();
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await expect(page.getByRole('link', { name: 'Set it up' })).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('passkeyOffer'))).toBeNull();
  },
);

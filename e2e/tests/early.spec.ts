// Prerendered pages are used before the app has loaded, as happens on a slow connection.
import type { Page } from '@playwright/test';
import { makeBrowserKnown } from '../life/account.ts';
import { expect, test } from './fixture.ts';

/** A seeded person who has just registered. */
const nena = { phone: '917 555 4101', password: 'kunwari-nena-8' };

// A service worker would load the app from its cache and bypass the routes that these tests set.
test.use({ serviceWorkers: 'block' });

/**
 * Opens a prerendered page.
 * @returns a function that lets the app load
 */
async function openPainted(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return gate.resolve;
}

test('the login keeps what was typed and ticked before the app had loaded', async ({ page }) => {
  const loadApp = await openPainted(page, '/login');
  const [phone, tick] = [page.getByLabel('Mobile number'), page.getByRole('checkbox')];
  const send = page.getByRole('button', { name: 'Log in' });
  await phone.fill(nena.phone);
  await tick.check();
  await expect(send).toBeDisabled();
  loadApp();
  await expect(send).toBeEnabled();
  await makeBrowserKnown(page, nena);
  // By now the app has rendered every field again.
  await page.getByRole('textbox', { name: 'Password' }).fill(nena.password);
  await expect(phone).toHaveValue(nena.phone);
  await expect(tick).toBeChecked();
  await send.click();
  await expect(page).toHaveURL(/\/home/);
});

test('the login keeps the method that was chosen before the app had loaded', async ({ page }) => {
  const loadApp = await openPainted(page, '/login');
  await page.getByText('SMS code', { exact: true }).click();
  await page.getByLabel('Mobile number').fill(nena.phone);
  loadApp();
  await expect(page.getByLabel('Code from the SMS')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'SMS code' })).toBeChecked();
  await expect(page.getByLabel('Mobile number')).toHaveValue(nena.phone);
});

test('Enter does not submit a prerendered form', async ({ page }) => {
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.isNavigationRequest()) posted.push(request.url());
  });
  const loadApp = await openPainted(page, '/register');
  const phone = page.getByLabel('Mobile number');
  await phone.fill(nena.phone);
  await phone.press('Enter');
  loadApp();
  await expect(page.getByRole('button', { name: 'Send code' })).toBeEnabled();
  await page.getByRole('checkbox').check();
  await expect(phone).toHaveValue(nena.phone);
  expect(posted).toEqual([]);
});

test.describe('before the app has loaded', () => {
  async function fillIn(page: Page) {
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
    await page.getByLabel('Mobile number').fill(nena.phone);
    await page.getByRole('textbox', { name: 'Password' }).fill(nena.password);
    await page.getByRole('checkbox').check();
    await makeBrowserKnown(page, nena);
  }

  test('a login that is submitted before the app has loaded waits for the app', async ({
    page,
  }) => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/assets/program-*.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await fillIn(page);
    const focused = page.getByLabel('Mobile number');
    await focused.focus();
    await page.getByRole('button', { name: 'Log in' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Logging in' })).toBeVisible();
    await expect(focused).toHaveValue(nena.phone);
    gate.resolve();
    await expect(page).toHaveURL(/\/home/);
  });

  test('a submitted login offers to reload the page if the app fails to load', async ({
    page,
    clean,
  }) => {
    let isDown = true;
    await page.route('**/assets/program-*.js', (route) =>
      isDown ? route.abort() : route.continue(),
    );
    await page.goto('/login');
    await fillIn(page);
    await page.getByRole('button', { name: 'Log in' }).click();
    const reload = page.getByRole('alert').getByRole('button', {
      name: 'The network connection is abnormal please click the page to reload',
    });
    await expect(reload).toBeVisible();
    isDown = false;
    await reload.click();
    await expect(reload).toHaveCount(0);
    await fillIn(page);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/home/);
    expect(clean.filter((line) => !/^program |ERR_FAILED/.test(line))).toEqual([]);
    clean.length = 0;
  });
});

test('each step of account recovery opens at its own address', async ({ page }) => {
  for (const [step, title] of [
    ['lost', 'Get your account back'],
    ['stop', 'Keep your account'],
  ] as const) {
    await page.goto(`/forgetPassword?step=${step}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
});

test('a page offers to reload if one of its scripts fails to load', async ({ page, clean }) => {
  await page.route('**/assets/LanguageSheet-*.js', (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('button', { name: 'EN, Language' }).click();
  const message = page
    .getByRole('status')
    .filter({ hasText: 'The network connection is abnormal please click the page to reload' });
  await expect(message).toBeVisible();
  await page.getByLabel('Mobile number').fill(nena.phone);
  await page.unroute('**/assets/LanguageSheet-*.js');
  await message.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: 'EN, Language' }).click();
  await expect(page.getByRole('dialog', { name: 'Language' })).toBeVisible();
  expect(clean.filter((line) => !/ERR_FAILED/.test(line))).toEqual([]);
  clean.length = 0;
});

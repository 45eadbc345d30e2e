// A painted page is used before its program is there, for seconds on a slow line: what was filled
// in by then is kept, and nothing is sent half.
import type { Page } from '@playwright/test';
import { usedBefore } from '../life/account.ts';
import { expect, test } from './fixture.ts';

/** Seeded: has just registered, nothing filled in. */
const nena = { phone: '917 555 4101', password: 'kunwari-nena-8' };

// The service worker would load the program from its cache, past what holds it up here.
test.use({ serviceWorkers: 'block' });

/** Opens a painted page whose program is held back until the test lets it through. */
async function openPainted(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return gate.resolve;
}

test('what was typed, ticked and chosen before the program was there is kept, and can be sent', async ({
  page,
}) => {
  const letIn = await openPainted(page, '/login');
  const [phone, tick] = [page.getByLabel('Mobile number'), page.getByRole('checkbox')];
  const send = page.getByRole('button', { name: 'Log in' });
  await phone.fill(nena.phone);
  await tick.check();
  await expect(send).toBeDisabled();
  letIn();
  await expect(send).toBeEnabled();
  await usedBefore(page, nena);
  // every field is drawn anew
  await page.getByRole('textbox', { name: 'Password' }).fill(nena.password);
  await expect(phone).toHaveValue(nena.phone);
  await expect(tick).toBeChecked();
  await send.click();
  await expect(page).toHaveURL(/\/home/);
});

test('so is the way to log in', async ({ page }) => {
  const letIn = await openPainted(page, '/login');
  await page.getByText('SMS code', { exact: true }).click();
  await page.getByLabel('Mobile number').fill(nena.phone);
  letIn();
  await expect(page.getByLabel('Code from the SMS')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'SMS code' })).toBeChecked();
  await expect(page.getByLabel('Mobile number')).toHaveValue(nena.phone);
});

test('Enter in a form of one field posts nothing by itself', async ({ page }) => {
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.isNavigationRequest()) posted.push(request.url());
  });
  const letIn = await openPainted(page, '/register');
  const phone = page.getByLabel('Mobile number');
  await phone.fill(nena.phone);
  await phone.press('Enter');
  letIn();
  await expect(page.getByRole('button', { name: 'Send code' })).toBeEnabled();
  await page.getByRole('checkbox').check();
  await expect(phone).toHaveValue(nena.phone);
  expect(posted).toEqual([]);
});

test.describe('the form is there, and the program behind it is still loading', () => {
  async function fillIn(page: Page) {
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
    await page.getByLabel('Mobile number').fill(nena.phone);
    await page.getByRole('textbox', { name: 'Password' }).fill(nena.password);
    await page.getByRole('checkbox').check();
    await usedBefore(page, nena);
  }

  test('what was filled in is kept when it joins, and what was sent waits for it', async ({
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

  test('where it cannot be loaded the page says so, and loading it anew brings it', async ({
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

test('the ways back into an account, loaded by their own addresses, stand in place of the painted page, with their icons', async ({
  page,
}) => {
  for (const [step, title] of [
    ['lost', 'Get your account back'],
    ['stop', 'Keep your account'],
  ] as const) {
    await page.goto(`/forgetPassword?step=${step}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
});

test('a part that cannot be loaded when it is wanted says so, with the way to load the page anew', async ({
  page,
  clean,
}) => {
  await page.route('**/assets/LanguageSheet-*.js', (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('button', { name: 'EN, Language' }).click();
  const told = page
    .getByRole('status')
    .filter({ hasText: 'The network connection is abnormal please click the page to reload' });
  await expect(told).toBeVisible();
  await page.getByLabel('Mobile number').fill(nena.phone);
  await page.unroute('**/assets/LanguageSheet-*.js');
  await told.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: 'EN, Language' }).click();
  await expect(page.getByRole('dialog', { name: 'Language' })).toBeVisible();
  expect(clean.filter((line) => !/ERR_FAILED/.test(line))).toEqual([]);
  clean.length = 0;
});

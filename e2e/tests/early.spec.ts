// A painted page is used before its program is there, for seconds on a slow line: what was filled in by then counts, and nothing is sent half.
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** Seeded: has just registered, nothing filled in. */
const nena = { phone: '917 555 4101', password: 'kunwari-nena-8' };

// The worker would bring the program from its store, past what holds it up here.
test.use({ serviceWorkers: 'block' });

/** Opens a painted page whose program does not come before it is let in. */
async function openPainted(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return gate.resolve;
}

test('what was typed, ticked and chosen before the program was there is kept, and can be sent', async ({ page }) => {
  const letIn = await openPainted(page, '/login');
  const [phone, tick] = [page.getByLabel('Mobile number'), page.getByRole('checkbox')];
  const send = page.getByRole('button', { name: 'Log in' });
  await phone.fill(nena.phone);
  await tick.check();
  await expect(send).toBeDisabled();
  letIn();
  await expect(send).toBeEnabled();
  await page.getByRole('textbox', { name: 'Password' }).fill(nena.password); // every field is drawn anew
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

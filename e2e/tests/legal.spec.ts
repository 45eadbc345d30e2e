// The agreements: opened from forms and by address, without JavaScript, and printed.
import type { Page } from '@playwright/test';
import { makeBrowserKnown } from '../life/account.ts';
import { expect, test } from './fixture.ts';

const documents = [
  { path: '/serviceAgreement', link: 'Service Agreement', last: 'Law and language' },
  {
    path: '/provacyPolicy',
    link: 'Privacy Protection Agreement',
    last: 'When this notice changes',
  },
];

/** Returns the levels of the page's headings, in order. */
const outline = (page: Page) =>
  page
    .locator('h1, h2, h3')
    .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))));

test('reading an agreement leaves the login form unchanged', async ({ page }) => {
  await page.goto('/login');
  const [phone, tick] = [page.getByLabel('Mobile number'), page.getByRole('checkbox')];
  const password = page.getByRole('textbox', { name: 'Password' });
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  // Wait until the app has loaded. From then on, its links do not reload the page.
  await expect(page.getByRole('status').first()).toBeAttached();
  await makeBrowserKnown(page, { phone: '917 555 4102' });
  await phone.fill('917 555 4102');
  await password.fill('kunwari-aprub-8');
  await tick.check();
  for (const { path, link, last } of documents) {
    await page.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: link })).toBeFocused();
    // A jump within the page adds nothing to the history, so one step back leaves the page.
    await page.getByRole('navigation').getByRole('link', { name: last }).click();
    const section = page.getByRole('region', { name: last });
    await expect(section).toBeFocused();
    await expect(section.getByRole('heading')).toBeInViewport();
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page).toHaveURL('/login');
    await expect(phone).toHaveValue('917 555 4102');
    await expect(password).toHaveValue('kunwari-aprub-8');
    await expect(tick).toBeChecked();
  }
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/home');
});

test('the login form is empty after a visit to any page other than an agreement', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  // Wait until the app has loaded. From then on, its links do not reload the page.
  await expect(page.getByRole('status').first()).toBeAttached();
  const phone = page.getByLabel('Mobile number');
  await phone.fill('917 555 4102');
  await page.getByRole('link', { name: 'Service Agreement' }).click();
  await expect(page).toHaveURL('/serviceAgreement');
  await page.getByRole('main').getByRole('link', { name: 'Privacy Protection Agreement' }).click();
  await expect(page).toHaveURL('/provacyPolicy');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/serviceAgreement');
  await page.goBack();
  await expect(phone).toHaveValue('917 555 4102');
  await page.getByRole('link', { name: 'Open an account' }).click();
  await expect(page).toHaveURL('/register');
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await expect(phone).toHaveValue('');
});

test('reading an agreement leaves the sign-up form and the login by code unchanged', async ({
  page,
}) => {
  await page.goto('/register');
  await expect(page.getByRole('button', { name: 'Send code' })).toBeEnabled();
  // Wait until the app has loaded. From then on, its links do not reload the page.
  await expect(page.getByRole('status').first()).toBeAttached();
  await page.getByLabel('Mobile number').fill('917 555 4199');
  await page.getByRole('checkbox').check();
  await page.getByRole('link', { name: 'Privacy Protection Agreement' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Privacy Protection Agreement' }),
  ).toBeVisible(); // sign-up has its own arrow
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Mobile number')).toHaveValue('917 555 4199');
  await expect(page.getByRole('checkbox')).toBeChecked();

  await page.goto('/login');
  await page.getByText('SMS code', { exact: true }).click();
  await page.getByLabel('Mobile number').fill('917 555 4198');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(/917 555 4198|9175554198/).first()).toBeVisible();
  const challenge = await page.locator('input[name=challengeId]').inputValue();
  expect(challenge).not.toBe('');
  await page.getByRole('link', { name: 'Service Agreement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Service Agreement' })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'SMS code' })).toBeChecked();
  await expect(page.locator('input[name=challengeId]')).toHaveValue(challenge);
});

for (const { path, link, last } of documents) {
  test(`${path} names the lender, has headings in order, and prints without buttons`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible();
    await expect(page.getByText('Sandali Lending Corp.')).toBeVisible();
    await expect(page.getByText('dpo@sandali.example')).toBeVisible();
    await expect(page.getByText(/^Version 2026-11/)).toBeVisible();
    const levels = await outline(page);
    expect(levels[0]).toBe(1);
    expect(levels.slice(1).every((level) => level === 2)).toBe(true);
    await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(levels.length - 2);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('heading', { name: last })).toBeVisible();
    for (const button of await page.getByRole('button').all()) await expect(button).toBeHidden();
    const main = page.getByRole('main');
    await expect(main).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(main).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('agreements are complete without JavaScript, in each language', async ({
    page,
    context,
  }) => {
    for (const { path, last } of documents) {
      await page.goto(path);
      await expect(
        page.getByText('appear here once this page has reached our server'),
      ).toBeVisible();
      await page.getByRole('link', { name: last }).click();
      await expect(page.getByRole('heading', { name: last })).toBeInViewport();
    }
    await context.addCookies([{ name: 'locale', value: 'vi', url: page.url() }]);
    await page.goto('/provacyPolicy');
    await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
    await expect(page.getByRole('heading', { name: 'Quyền của bạn' })).toBeVisible();
  });
});

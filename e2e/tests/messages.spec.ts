// Tests every message of specification §8 by producing its cause. Responses that the server never
// sends are injected.
import type { Page, Route } from '@playwright/test';
import { stopClock } from '../clock.ts';
import { nena, openLoggedIn } from '../life/session.ts';
import { expect, test } from './fixture.ts';

const logon = '**/galaxy/v2/logonRegister';

// A service worker would respond before the routes that these tests set.
test.use({ serviceWorkers: 'block' });

async function fillLogin(page: Page) {
  await page.goto('/login');
  await page.getByLabel('Mobile number').fill('917 555 0000');
  await page.getByRole('textbox', { name: 'Password' }).fill('mali ang salita');
  await page.getByRole('checkbox').check();
}

const send = (page: Page) => page.getByRole('button', { name: 'Log in' }).click();

/** Removes the browser's own messages about failed requests. */
function dropRequestErrors(clean: string[], ...causes: RegExp[]) {
  const others = clean.filter(
    (line) => ![/Failed to load resource/, ...causes].some((cause) => cause.test(line)),
  );
  clean.splice(0, clean.length, ...others);
}

const json = (route: Route, status: number, code = '9001') =>
  route.fulfill({
    status,
    contentType: 'application/json',
    body: JSON.stringify({ code, message: 'theirs', data: null }),
  });

test('each HTTP status shows its own fixed text', async ({ page, clean }) => {
  await fillLogin(page);
  const texts: [number, string][] = [
    [401, 'Not authorised (401)'],
    [403, 'Access denied (403)'],
    [404, 'Address error (404)'],
    [408, 'Request timeout (408)'],
    [500, 'Server error (500)'],
    [501, 'Service not implemented (501)'],
    [502, 'Bad gateway (502)'],
    [503, 'Service unavailable (503)'],
    [504, 'Gateway timeout (504)'],
    [505, 'HTTP version not supported (505)'],
    [418, 'Service error (418)'],
    [429, 'theirs'], // the server's text says when to try again
  ];
  for (const [status, words] of texts) {
    await page.route(logon, (route) => json(route, status));
    await send(page);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await page.unroute(logon);
  }
  dropRequestErrors(clean);
});

test('status 400 shows the server’s message', async ({ page, clean }) => {
  await fillLogin(page);
  // Replace the body with one that the server cannot decrypt.
  await page.route(logon, (route) =>
    route.continue({ postData: JSON.stringify({ v: 1, kid: 'k', enc: 'AA', ct: 'AA' }) }),
  );
  const answered = page.waitForResponse((response) => response.url().endsWith('/v2/logonRegister'));
  await send(page);
  const answer = await answered;
  expect(answer.status()).toBe(400);
  const { message } = (await answer.json()) as { message: string };
  expect(message.length).toBeGreaterThan(10);
  await expect(page.getByText(message, { exact: true })).toBeVisible();
  dropRequestErrors(clean);
});

test('a response that is not JSON shows "Request failed with status code {n}"', async ({
  page,
  clean,
}) => {
  await fillLogin(page);
  for (const status of [200, 400, 418]) {
    await page.route(logon, (route) =>
      route.fulfill({
        status,
        contentType: 'text/html',
        body: '<h1>Free Wi-Fi: please sign in</h1>',
      }),
    );
    await send(page);
    await expect(
      page.getByText(`Request failed with status code ${status}`, { exact: true }),
    ).toBeVisible();
    await page.unroute(logon);
  }
  dropRequestErrors(clean);
});

test('an unsealed response shows "System error, please retry."', async ({ page, clean }) => {
  await fillLogin(page);
  await page.route(logon, (route) => json(route, 200, '0000'));
  await send(page);
  await expect(page.getByText('System error, please retry.', { exact: true })).toBeVisible();
  dropRequestErrors(clean);
});

test('no response for 30 s shows "Network abnormal, please try again later."', async ({
  page,
  clean,
}) => {
  await page.clock.install();
  await fillLogin(page);
  let isAsked = false;
  await page.route(logon, () => {
    isAsked = true; // the call gets no response
  });
  await stopClock(page);
  await send(page);
  await expect.poll(() => isAsked).toBe(true);
  const words = page.getByText('Network abnormal, please try again later.', { exact: true });
  await page.clock.runFor(29_000);
  await expect(words).toHaveCount(0);
  await page.clock.runFor(1_500);
  await expect(words).toBeVisible();
  dropRequestErrors(clean);
});

test('a phone without a network shows an offline note, and "Network Abnormal" on sending', async ({
  page,
  context,
  clean,
}) => {
  await fillLogin(page);
  await expect(page.getByRole('region', { name: 'What does a loan cost?' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline. This may be out of date.')).toBeVisible();
  await send(page);
  await expect(
    page.getByText('Network Abnormal. We’ll send it once you’re back online.'),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline. This may be out of date.')).toHaveCount(0);
  dropRequestErrors(clean);
});

const reloadWords = 'The network connection is abnormal please click the page to reload';

test('a screen whose script takes longer than 120 s to load offers to reload the page', async ({
  page,
  clean,
}) => {
  await page.clock.install();
  await page.goto('/login');
  // Wait until the app has loaded, including everything that it preloads.
  await expect(page.getByRole('status').first()).toBeAttached();
  await expect(page.getByRole('region', { name: 'What does a loan cost?' })).toBeVisible();
  let isAsked = false;
  await page.route('**/assets/NotFound-*.js', () => {
    isAsked = true; // the call gets no response
  });
  await stopClock(page);
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere');
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await expect.poll(() => isAsked).toBe(true);
  await page.clock.runFor(119_000);
  await expect(page.getByText(reloadWords)).toHaveCount(0);
  await page.clock.runFor(1_500);
  await expect(page.getByText(reloadWords)).toBeVisible();
  await page.clock.resume();
  await page.unroute('**/assets/NotFound-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('Nothing here')).toBeVisible();
  dropRequestErrors(clean);
});

test('a missing script shows its message immediately', async ({ page, clean }) => {
  await page.goto('/login');
  // Wait until the app has loaded, including everything that it preloads.
  await expect(page.getByRole('region', { name: 'What does a loan cost?' })).toBeVisible();
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByText(reloadWords)).toBeVisible();
  dropRequestErrors(clean, /dynamically imported module|preload/i);
});

test('code 1003 ends the session, and the next login returns to the same page', async ({
  page,
  clean,
}) => {
  await openLoggedIn(page, nena);
  // Replace the token with one that the server does not know.
  await page.evaluate(() => localStorage.setItem('Token', 'x'.repeat(43)));
  await page.goto('/banklist');
  await expect(page.getByText('Log in again to continue.')).toBeVisible();
  // The toast must not have a tick, which would mean success.
  await expect(
    page.getByRole('status').locator('svg path[d="m5 12.5 4.7 4.7L19 7.5"]'),
  ).toHaveCount(0);
  await expect(page).toHaveURL(/\/login/);
  expect(
    await page.evaluate(() =>
      ['Token', 'tokenFlag', 'userGid'].map((key) => localStorage.getItem(key)),
    ),
  ).toEqual([null, null, null]);
  await page.getByLabel('Mobile number').fill(nena.phone);
  await page.getByRole('textbox', { name: 'Password' }).fill(nena.password);
  await page.getByRole('checkbox').check();
  await send(page);
  await expect(page).toHaveURL(/\/banklist/);
  dropRequestErrors(clean);
});

test('an unknown address shows a link to home', async ({ page, clean }) => {
  await page.goto('/nowhere');
  await expect(page.getByText('Nothing here')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL(/\/login/);
  dropRequestErrors(clean);
});

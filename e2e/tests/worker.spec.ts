import type { Page } from '@playwright/test';
import { dropNetworkErrors } from '../life/offline.ts';
import { atLength, expect, test } from './fixture.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'pages from the service worker preload no scripts, so no script is fetched twice',
  atLength,
  async ({ page: first, context, clean }) => {
    const byNetwork = await first.goto('/login');
    expect(await byNetwork?.text()).toContain('rel="modulepreload"');
    await first.evaluate(async () => void (await navigator.serviceWorker.ready));
    await first.close();
    for (const [address, isReachable] of [
      ['/login', true],
      ['/register', true],
      ['/register', false],
    ] as const) {
      await context.setOffline(!isReachable);
      // Open a new page, because the memory cache of an earlier page would hide requests.
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      const requests: string[] = [];
      await devtools.send('Network.enable');
      devtools.on('Network.requestWillBeSent', ({ request }) =>
        requests.push(new URL(request.url).pathname),
      );
      const byWorker = await page.goto(address);
      expect(byWorker?.fromServiceWorker(), address).toBe(true);
      expect(byWorker?.headers()['content-security-policy'], address).toContain(
        "script-src 'self'",
      );
      expect(await byWorker?.text(), address).not.toContain('rel="modulepreload"');
      await expect(page.getByLabel('Mobile number')).toBeVisible();
      const scripts = requests.filter((path) => /\/(index|react|rolldown-runtime)-/.test(path));
      expect(scripts.length, address).toBeGreaterThan(2);
      expect([...new Set(scripts)].sort(), address).toEqual([...scripts].sort());
      await page.close();
    }
    dropNetworkErrors(clean);
  },
);

test('the app works even if the browser refuses the service worker', async ({ context, clean }) => {
  for (const refusal of ['SecurityError', null]) {
    const page = await context.newPage();
    await page.addInitScript((name) => {
      ServiceWorkerContainer.prototype.register = async () => {
        Object.assign(window, { isAsked: true });
        if (name) throw new DOMException('The user denied permission to use Service Worker.', name);
        return undefined as never;
      };
    }, refusal);
    await page.goto('/login');
    await page.waitForFunction(() => 'isAsked' in window);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByLabel('Mobile number')).toBeFocused(); // the first error
    await page.close();
  }
  expect(clean).toEqual([]);
});

/** Sets `isRegistered` in each page once the app has registered its worker. */
const noteRegistration = (page: Page) =>
  page.addInitScript(() => {
    const real = ServiceWorkerContainer.prototype.register;
    ServiceWorkerContainer.prototype.register = async function (...params) {
      const registration = await real.apply(this, params);
      Object.assign(window, { isRegistered: true });
      return registration;
    };
  });

test.describe('a newer release', () => {
  // The content security policy would block the test's own registration.
  test.use({ bypassCSP: true });

  test(
    'a newer release waits for the Update button and keeps what was typed',
    atLength,
    async ({ page }) => {
      await noteRegistration(page);
      await page.goto('/register');
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.reload();
      // Wait until the app has registered its own worker, which must not happen after the newer
      // release.
      await page.waitForFunction(() => 'isRegistered' in window);
      const field = page.getByLabel('Mobile number');
      await field.fill('917 555 0001');
      // The browser treats a worker at another address with the same scope as a newer release.
      await page.evaluate(
        async () => void (await navigator.serviceWorker.register('/sw.js?newer')),
      );
      await expect(page.getByText('A new version of Sandali is ready.')).toBeVisible();
      const active = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
      expect(await active()).toMatch(/sw\.js$/);
      await expect(field).toHaveValue(/917 ?555 ?0001/);
      const reloaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      await reloaded;
      await expect.poll(active).toMatch(/sw\.js\?newer$/);
    },
  );
});

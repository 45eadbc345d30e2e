// Logins on new devices, the list of devices, and links that are clicked before the app has loaded.
import type { Page } from '@playwright/test';
import {
  localNumber,
  logInByPassword,
  logOut,
  makeBrowserKnown,
  type Person,
  typeDeviceCode,
} from '../life/account.ts';
import { personWithLine } from '../life/by-calls.ts';
import { pictureDigits, smsCode } from '../life/sandbox.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

async function fillIn(page: Page, person: Pick<Person, 'phone' | 'password'>): Promise<void> {
  await expect(page.getByRole('status').first()).toBeAttached(); // the app has loaded
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('checkbox').check();
}

const send = (page: Page) => page.getByRole('button', { name: 'Log in' }).click();

test(
  'a password login on a new phone requires a code, then opens the requested page',
  atLength,
  async ({ page }) => {
    const person = await personWithLine(shared.origin, 100);
    await page.goto('/banklist?tab=wallet');
    await expect(page).toHaveURL(/\/login/);
    await fillIn(page, person);
    await send(page);
    await expect(page).toHaveURL(/\/newDevice/);
    await expect(page.getByLabel('Code from the SMS')).toBeFocused();
    const code = await smsCode(page.request, localNumber(person), 1);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByLabel('Mobile number')).toHaveValue('917 555 7100');
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(person.password);
    await expect(page.getByRole('checkbox')).toBeChecked();
    // The first code is still valid, so no second code is sent.
    await send(page);
    await page.getByLabel('Code from the SMS').fill(code === '000000' ? '111111' : '000000');
    await expect(page.getByText('The code is wrong or has expired.')).toBeVisible();
    await expect(page.getByLabel('Code from the SMS')).toHaveValue('');
    await page.getByLabel('Code from the SMS').fill(code);
    await expect(page).toHaveURL(/\/banklist\?tab=wallet/);
    // From now on, the password alone is enough.
    await page.goto('/my');
    await logOut(page);
    await fillIn(page, person);
    await send(page);
    await expect(page).toHaveURL(/\/home/);
  },
);

test(
  'a phone that can read SMS messages fills in the code by itself',
  atLength,
  async ({ page }) => {
    const person = await personWithLine(shared.origin, 106);
    // Simulate WebOTP, as if the owner allowed it when the SMS arrives.
    await page.addInitScript(() => {
      Object.assign(window, { OTPCredential: class {} });
      const get = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = (options) =>
        options?.otp
          ? new Promise((come) =>
              Object.assign(window, { smsCame: (code: string) => come({ code } as never) }),
            )
          : get(options);
    });
    await page.goto('/login');
    await fillIn(page, person);
    await send(page);
    await expect(page.getByLabel('Code from the SMS')).toBeVisible();
    const code = await smsCode(page.request, localNumber(person), 1);
    await page.evaluate(
      (sms) => (window as never as { smsCame(code: string): void }).smsCame(sms),
      code,
    );
    await expect(page).toHaveURL(/\/home/);
  },
);

test('a login requires a picture code before the third SMS code', atLength, async ({ page }) => {
  const person = await personWithLine(shared.origin, 101);
  // After a correct password, the first two codes need no picture code.
  const first = await page.context().newPage();
  await first.goto('/login');
  await fillIn(first, person);
  await send(first);
  await smsCode(page.request, localNumber(person), 1);
  await first.getByRole('button', { name: 'Send again' }).click();
  await smsCode(page.request, localNumber(person), 2);
  await page.goto('/login');
  await fillIn(page, person);
  await send(page);
  await expect(page.getByLabel('Digits in the picture')).toBeFocused();
  await page.getByLabel('Digits in the picture').fill(await pictureDigits(page));
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Code from the SMS')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
});

test(
  'a login by code on a new phone requires the ID number and delays new payout accounts',
  atLength,
  async ({ page }) => {
    const person = await personWithLine(shared.origin, 102);
    await page.goto('/login');
    // Wait until the app has loaded.
    await expect(page.getByRole('status').first()).toBeAttached();
    await page.getByLabel('Mobile number').fill(person.phone);
    await page.getByText('SMS code', { exact: true }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Send code' }).click();
    await page
      .getByLabel('Code from the SMS')
      .fill(await smsCode(page.request, localNumber(person), 1));
    await send(page);
    await expect(page.getByRole('heading', { name: 'One more check' })).toBeVisible();
    const digits = page.getByLabel('Last 4 of your ID number');
    await digits.fill('0000');
    await send(page);
    await expect(page.getByText('These are not the last 4 characters')).toBeVisible();
    await digits.fill('1052'); // 950 + 102
    await send(page);
    await expect(page).toHaveURL(/\/home/);
    await page.goto('/addWallet');
    await page.getByText('Maya', { exact: true }).click();
    await page.getByLabel('Mobile number of the e-wallet').fill('917 555 8002');
    await page.getByRole('button', { name: 'Add this e-wallet' }).click();
    await expect(page.getByText('Hours left: 24.')).toBeVisible();
  },
);

test(
  'other devices need a code again once the borrower has logged them out',
  atLength,
  async ({ page, browser }) => {
    const person = await personWithLine(shared.origin, 103);
    const otherPage = await (await browser.newContext({ baseURL: shared.origin })).newPage();
    await otherPage.goto('/login');
    await logInByPassword(otherPage, person);
    await page.goto('/login');
    await logInByPassword(page, person);
    await page.goto('/my');
    await page.getByRole('link', { name: 'My devices' }).click();
    await expect(page).toHaveURL(/\/devices/);
    // The list has two browsers, and the device on which the account was opened.
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(
      'Chrome on Android',
    );
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('This device');
    await page.getByRole('button', { name: 'Log out other devices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log them out' }).click();
    await expect(page.getByText('All other devices are logged out.')).toBeVisible();
    await expect(page.getByText('You are not logged in anywhere else.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log out other devices' })).toHaveCount(0);
    await otherPage.goto('/banklist');
    await expect(otherPage).toHaveURL(/\/login/);
    await fillIn(otherPage, person);
    await send(otherPage);
    await typeDeviceCode(otherPage, person, 1);
    await expect(otherPage).toHaveURL(/\/banklist/);
    await otherPage.context().close();
  },
);

test(
  'code 1003 redirects every page to the login, which later returns to the same page',
  atLength,
  async ({ page, clean }) => {
    const person = await personWithLine(shared.origin, 104);
    await page.goto('/login');
    await makeBrowserKnown(page, person);
    const bill = '/billDetail?loanId=01970000-0000-7000-8000-000000000000';
    const behind = [
      '/my',
      '/wealth',
      '/banklist?tab=wallet',
      '/devices',
      '/loan',
      '/addBank',
      '/addWallet',
      '/home',
    ];
    const credit = ['/credit', '/creditContract', '/creditWork', '/creditFile', '/creditStatus'];
    const bills = [
      bill,
      '/repayment?loanId=01970000-0000-7000-8000-000000000000',
      '/loanResult?loanId=01970000-0000-7000-8000-000000000000',
    ];
    // /loanConfirm has no quote when opened by address, so it redirects to /loan. /changePassword
    // makes a call only on submit.
    const others = ['/status/approving', '/loanConfirm?amount=6000000', '/changePassword'];
    for (const path of [...behind, ...credit, ...bills, ...others]) {
      // Replace the token with one that the server does not know.
      await page.evaluate(() => localStorage.setItem('Token', 'x'.repeat(43)));
      await page.goto(path);
      if (path === '/changePassword') {
        await page.getByLabel('Current password').fill(person.password);
        await page.getByRole('textbox', { name: 'New password' }).fill('ulan sa bubong');
        await page.getByLabel('Confirm password').fill('ulan sa bubong');
        await page.getByRole('button', { name: 'Save password' }).click();
      }
      await expect(page, path).toHaveURL(/\/login/);
      expect(
        await page.evaluate(() =>
          ['Token', 'tokenFlag', 'userGid'].map((key) => localStorage.getItem(key)),
        ),
      ).toEqual([null, null, null]);
      expect(await page.evaluate(() => history.state.returnTo), path).toBe(
        path.replace('/loanConfirm', '/loan'),
      );
    }
    for (const path of ['/banklist?tab=wallet', '/devices']) {
      await page.evaluate(() => localStorage.setItem('Token', 'x'.repeat(43)));
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/login/);
      await fillIn(page, person);
      await send(page);
      await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
    }
    clean.splice(0, clean.length, ...clean.filter((line) => !/Failed to load resource/.test(line)));
  },
);

test('a login never redirects to another site', atLength, async ({ page, baseURL }) => {
  const person = await personWithLine(shared.origin, 105);
  for (const address of [
    '/login?returnTo=https://evil.example/',
    '/login?redirect=//evil.example',
  ]) {
    await page.goto(`${baseURL}${address}`);
    // A manipulated history state must not redirect to another site either.
    await page.evaluate(() =>
      history.replaceState({ place: 0, move: 'none', returnTo: '//evil.example/' }, '', '/login'),
    );
    await page.reload();
    await makeBrowserKnown(page, person);
    await fillIn(page, person);
    await send(page);
    await expect(page).toHaveURL(`${baseURL}/home`);
    await page.goto('/my');
    await logOut(page);
  }
});

test.describe('a link clicked before the app has loaded still works', () => {
  test.use({ serviceWorkers: 'block' }); // the worker would load the app from its cache

  test('an early link opens once the app has loaded, and Back restores the form', async ({
    page,
  }) => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/assets/program-*.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
    await page.getByLabel('Mobile number').fill('917 555 0142');
    await page.getByRole('textbox', { name: 'Password' }).fill('kunwari lang');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole('link', { name: 'Service Agreement' }).click();
    gate.resolve();
    await expect(page).toHaveURL(/\/serviceAgreement/);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByLabel('Mobile number')).toHaveValue('917 555 0142');
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('kunwari lang');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  test('an early link loads its page directly if the app fails to load', async ({
    page,
    clean,
  }) => {
    let isDown = true;
    await page.route('**/assets/program-*.js', (route) =>
      isDown ? route.abort() : route.continue(),
    );
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
    await page.getByRole('link', { name: 'Service Agreement' }).click();
    isDown = false;
    await expect(page).toHaveURL(/\/serviceAgreement/);
    await page.reload();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/\/login/);
    clean.length = 0;
  });
});

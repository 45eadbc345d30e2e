// Settings that affect all visitors: announcements, the minimum version, the download button.
import type { Page } from '@playwright/test';
import { waitForPolled } from '../clock.ts';
import { personWithLine, personWithLoan, type Someone } from '../life/by-calls.ts';
import { setConfig } from '../life/ops.ts';
import { openLoggedIn } from '../life/session.ts';
import { turns } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

/** A person with a credit line and no loan. Tests must not change this person. */
let borrower: Promise<Someone> | null = null;
function sharedBorrower(): Promise<Someone> {
  borrower ??= personWithLine(turns.origin, 620);
  return borrower;
}
const shop = 'https://play.google.com/store/apps/details?id=ph.sandali';

const defaults = {
  announcement: '',
  loanApplyAnnouncement: '',
  repaymentAnnouncement: '',
  minVersion: '{"web":"0","native":"0"}',
  appDownload: 'false',
  downloadUrl: '',
  copyWritingMap: '{}',
  dailyBudgetCentavos: 'null',
};
type Setting = keyof typeof defaults;
const changed = new Map<Setting, string>();

async function set(name: Setting, value: string): Promise<void> {
  changed.set(name, value);
  await setConfig(name, value);
}

// Reset the settings even after a failed test, because they affect all later tests.
test.afterEach(async () => {
  for (const [name, value] of changed)
    if (value !== defaults[name]) await setConfig(name, defaults[name]);
  changed.clear();
});

/** Reopens the page until it shows the new setting, which takes a few seconds. */
async function visitUntil(page: Page, visit: () => Promise<unknown>, words: string) {
  await expect(async () => {
    await visit();
    await expect(page.getByText(words)).toBeVisible({ timeout: 2000 });
  }).toPass();
}

async function shownOncePerText(
  page: Page,
  setting: Setting,
  key: string,
  visit: () => Promise<unknown>,
) {
  const [first, second] = [`First news of ${setting}.`, `Other news of ${setting}.`];
  await set(setting, first);
  await visitUntil(page, visit, first);
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBe(first);
  await visit();
  await expect(page.getByText(first)).toHaveCount(0);
  await set(setting, second);
  await visitUntil(page, visit, second);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(second)).toHaveCount(0);
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBe(second);
}

test(
  'an announcement on /home or /loan appears once, and again when its text changes',
  atLength,
  async ({ page }) => {
    await openLoggedIn(page, await sharedBorrower());
    await shownOncePerText(page, 'announcement', 'homeDialog', async () => {
      await page.goto('/home');
      await expect(page.getByRole('link', { name: 'Choose your amount' })).toBeVisible();
    });
    await shownOncePerText(page, 'loanApplyAnnouncement', 'loanDialog', async () => {
      const configured = page.waitForResponse('**/galaxy/config/query');
      await page.goto('/loan');
      await (await configured).finished();
      await expect(page.getByRole('radio', { name: /15 days/ })).toBeVisible();
    });
  },
);

test(
  'an announcement on /repayment appears once, and again when its text changes',
  atLength,
  async ({ page }) => {
    const { life, loanId } = await personWithLoan(turns.origin, 460, 1560);
    await openLoggedIn(page, life);
    await shownOncePerText(page, 'repaymentAnnouncement', 'repaymentDialog', async () => {
      const configured = page.waitForResponse('**/galaxy/config/query');
      await page.goto(`/repayment?loanId=${loanId}`);
      await (await configured).finished();
      await expect(page.getByRole('heading', { name: 'Repay' })).toBeVisible();
    });
  },
);

test('/loan shows a message if the day’s lending budget is used up', async ({ page }) => {
  await page.clock.install();
  await set('dailyBudgetCentavos', '0');
  await openLoggedIn(page, await sharedBorrower());
  await expect(async () => {
    await page.goto('/loan');
    await expect(page).toHaveURL(/\/status\/busy/, { timeout: 2000 });
  }).toPass();
  await expect(
    page.getByText('There are too many current borrowers. Please try again at 10 tomorrow.'),
  ).toBeVisible();
  await set('dailyBudgetCentavos', 'null');
  await waitForPolled(page.getByRole('link', { name: 'Choose your amount' }));
  await expect(page).toHaveURL(/\/home/);
});

test('a shell that is too old must update, but a browser opened with an old svm need not', async ({
  page,
  browser,
}) => {
  const words = 'Client version is too low please update the client';
  await set('downloadUrl', shop);
  await set('minVersion', '{"web":"0.9","native":"0.9"}');
  await openLoggedIn(page, await sharedBorrower());
  const tooOld = async (config: string, address: string) => {
    const shell = await browser.newPage({ baseURL: new URL(page.url()).origin });
    await shell.addInitScript((answer) => {
      window.SandaliShell = { getConfig: () => answer };
    }, config);
    await visitUntil(shell, () => shell.goto(address), words);
    const prompt = shell.getByRole('alertdialog');
    await expect(prompt.getByRole('link', { name: 'Download APP' })).toHaveAttribute('href', shop);
    await expect(prompt.getByRole('button', { name: 'Reload' })).toBeVisible();
    await shell.keyboard.press('Escape');
    await shell.keyboard.press('Escape');
    await expect(prompt).toBeVisible();
    await shell.close();
  };
  await tooOld('{"appVersion":"0.8"}', '/login');
  await tooOld('{}', '/home?svm=0.8.7');

  const configured = page.waitForResponse('**/galaxy/config/query');
  await page.goto('/home?svm=0.8.7');
  await (await configured).finished();
  await expect(page.getByRole('link', { name: 'Choose your amount' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('version'))).toBe('0.8.7');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test(
  'a client whose version becomes too old during a visit must update after the next call',
  atLength,
  async ({ page }) => {
    await openLoggedIn(page, await sharedBorrower());
    await expect(page.getByRole('link', { name: 'Choose your amount' })).toBeVisible();
    const request = page.waitForRequest('**/galaxy/user/info');
    await page.getByRole('link', { name: 'My' }).click();
    expect((await request).headers()).toMatchObject({
      'x-version': '1.0.0',
      'x-channel': 'sandali',
      'x-terminal-type': 'web',
    });
    await set('minVersion', '{"web":"1.0.1","native":"0"}');
    const prompt = page
      .getByRole('alertdialog')
      .getByText('Client version is too low please update the client');
    await expect(async () => {
      await page.evaluate(() => history.back());
      await page.evaluate(() => history.forward());
      await expect(prompt).toBeVisible({ timeout: 1500 });
    }).toPass();
  },
);

test('the download button appears on /register, but not on /login or in the shell', async ({
  page,
  browser,
}) => {
  await set('downloadUrl', shop);
  await set('appDownload', 'true');
  const button = (on: Page) => on.getByRole('link', { name: 'Download APP' });
  await visitUntil(page, () => page.goto('/register'), 'Download APP');
  await expect(button(page)).toHaveAttribute('href', shop);
  const configured = page.waitForResponse('**/galaxy/config/query');
  await page.goto('/login');
  await (await configured).finished();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(button(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Open an account' }).click();
  await expect(button(page)).toBeVisible();

  const shell = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await shell.addInitScript(() => {
    window.SandaliShell = { getConfig: () => '{"appVersion":"9"}' };
  });
  const inShell = shell.waitForResponse('**/galaxy/config/query');
  await shell.goto('/register');
  await (await inShell).finished();
  await expect(shell.getByRole('button', { name: 'Send code' })).toBeVisible();
  await expect(button(shell)).toHaveCount(0);
  await shell.close();
});

test('a text set by staff replaces the default text in its language', async ({ page }) => {
  await set(
    'copyWritingMap',
    '{"en":{"account.login.submit":"Come in"},"fil":{"account.login.submit":"Tuloy po"}}',
  );
  await visitUntil(page, () => page.goto('/login'), 'Come in');
  await page.getByRole('button', { name: /^EN, / }).click();
  await page.getByRole('dialog').getByText('Filipino', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Tuloy po' })).toBeVisible();
  await page.getByRole('button', { name: /^FIL, / }).click();
  await page.getByRole('dialog').getByText('Tiếng Việt', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeVisible();
});

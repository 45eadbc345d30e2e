// Tests the messages of specification §8 on screens behind the login, each by producing its cause.
import type { Page } from '@playwright/test';
import { walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { waitForPolled } from '../clock.ts';
import { readAndSign } from '../life/borrow.ts';
import { personWithLine } from '../life/by-calls.ts';
import { openLoggedIn } from '../life/session.ts';
import { openStep } from '../native/applicant.ts';
import { atLength, expect, test } from './fixture.ts';

// A service worker would respond before the routes that these tests set.
test.use({ serviceWorkers: 'block' });

/** Expects the text while the call `cause` fails, and the data after a retry. */
async function expectUntilLoaded(
  page: Page,
  cause: string,
  address: string,
  words: string,
  clean: string[],
  open?: string,
): Promise<void> {
  let isCut = true;
  await page.route(cause, (route) => (isCut ? route.abort() : route.continue()));
  await page.goto(address);
  if (open) await page.getByRole('button', { name: open }).click();
  await expect(page.getByText(words).first()).toBeVisible();
  // Keep the route, because removing it could leave a pending request hanging.
  isCut = false;
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText(words)).toHaveCount(0);
  clean.splice(0, clean.length, ...clean.filter((line) => !/Failed to load resource/.test(line)));
}

test('if places or banks fail to load, the message names the data and suggests a reload', async ({
  page,
  baseURL,
  clean,
}) => {
  await openStep(page, String(baseURL), 14, 'personal');
  const places = 'Barangay, city and province';
  await expectUntilLoaded(
    page,
    '**/galaxy/credit/district',
    '/credit',
    'Name data failed to load, please reload.',
    clean,
    places,
  );
  await expect(page.getByRole('option', { name: 'Abra' })).toBeVisible();
  await expectUntilLoaded(
    page,
    '**/galaxy/bank/list',
    '/addBank',
    'Bank data failed to load, please reload.',
    clean,
  );
  await expect(page.getByRole('button', { name: /^Bank\b/ })).toBeVisible();
});

test(
  'a payout that the bank refuses shows "Loan failed due to a back-end problem"',
  atLength,
  async ({ page, baseURL }) => {
    await page.clock.install();
    const person = await personWithLine(String(baseURL), 14, '917 555 0001');
    await openLoggedIn(page, person); // the simulator refuses accounts that end in 0001
    await page.getByRole('link', { name: 'Choose your amount' }).click();
    await page.getByRole('radio', { name: /15 days/ }).check();
    await readAndSign(page, { receive: '₱59,050.00', repay: '₱61,800.00' });
    const failed = page.getByRole('heading', { name: 'Loan failed due to a back-end problem' });
    await waitForPolled(failed);
    await expect(
      page.getByText('The bank says this account is closed. Choose another account.'),
    ).toBeVisible();
    const result = page.url();
    await page.getByRole('link', { name: 'New loan' }).click();
    await expect(page).toHaveURL(/\/loan$/);
    await expect(page.getByRole('radio', { name: /8 days/ })).toBeChecked();
    // The payout would fail again on the same account, so a retry needs another one.
    await page.goto(result);
    await page.getByRole('link', { name: 'Add an e-wallet' }).click();
    await expect(page).toHaveURL(/\/addWallet\?for=loan/);
    const accountName = `${person.life.firstName} ${person.life.lastName}`;
    const { wallet } = await person.client.must(walletAdd, {
      walletId: 'maya',
      accountName,
      phone: person.life.phone,
      password: person.password,
    });
    // A click before the accounts have loaded takes effect once they have loaded.
    const accountsWait = Promise.withResolvers<void>();
    await page.route(
      '**/loan/paychannel/list',
      (route) => accountsWait.promise.then(() => route.continue()),
      { times: 1 },
    );
    await page.goto(result);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'One moment…' })).toBeVisible();
    accountsWait.resolve();
    await expect(page).toHaveURL(new RegExp(`/loan\\?.*account=${wallet.accountId}`));
    await expect(page.getByRole('radio', { name: /15 days/ })).toBeChecked();
    await expect(page.getByRole('button', { name: /^To Maya/ })).toBeVisible();
  },
);

// A form that is submitted offline is sent once the phone is online, unless the borrower has moved
// on.
import { waitForPolled } from '../clock.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { dropNetworkErrors } from '../life/offline.ts';
import { chooseKiosk } from '../life/repay.ts';
import { openLoggedIn } from '../life/session.ts';
import { atLength, expect, test } from './fixture.ts';

test(
  'a form submitted offline is sent exactly once after the phone is back online',
  atLength,
  async ({ page, context, baseURL, clean }) => {
    const { life } = await personWithLoan(String(baseURL), 454, 987);
    await page.clock.install();
    await openLoggedIn(page, life);
    let [sent, answered] = [0, 0];
    page.on('request', (request) => {
      if (request.url().endsWith('/repayment/apply')) sent += 1;
    });
    page.on('response', (response) => {
      if (response.url().endsWith('/repayment/apply')) answered += 1;
    });
    await chooseKiosk(page);
    const ask = page.getByRole('button', { name: 'Get the code' });
    await context.setOffline(true);
    await ask.click();
    const waits = page.getByText('Network Abnormal. We’ll send it once you’re back online.');
    await expect(waits).toBeVisible();
    await expect(ask).toBeEnabled();
    expect(sent).toBe(1);
    // The phone reports a network before calls get through.
    await page.route('**/repayment/apply', (route) => route.abort('internetdisconnected'), {
      times: 1,
    });
    await context.setOffline(false);
    await waitForPolled(page.getByRole('button', { name: 'Copy code' }));
    expect(answered).toBe(1);

    // Leaving the screen cancels the waiting form.
    await page.goto('/home');
    await chooseKiosk(page);
    await context.setOffline(true);
    await ask.click();
    await expect(waits).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByText('If you pay on another day')).toBeVisible();
    const before = sent;
    await Promise.all([page.waitForResponse('**/bill/detail'), context.setOffline(false)]);
    expect(sent).toBe(before);

    // Selecting another channel cancels it too.
    await page.goto('/home');
    await chooseKiosk(page);
    await context.setOffline(true);
    await ask.click();
    await expect(waits).toBeVisible();
    await page.getByText('Cebuana Lhuillier', { exact: true }).click();
    // Expect this at once, because a toast disappears by itself after five seconds.
    await expect(waits).toHaveCount(0, { timeout: 1_000 });
    await Promise.all([page.waitForResponse('**/galaxy/**'), context.setOffline(false)]);
    await Promise.all([page.waitForResponse('**/repayment/apply'), ask.click()]);
    await waitForPolled(page.getByText('Pay at Cebuana Lhuillier'));
    expect(answered).toBe(2);
    dropNetworkErrors(clean);
  },
);

test(
  'a confirmation is not resent after it was closed or its call failed',
  atLength,
  async ({ page, context, baseURL, clean }) => {
    const { life } = await personWithLoan(String(baseURL), 456, 989);
    await openLoggedIn(page, life, '/banklist?tab=wallet');
    let sent = 0;
    let gate = Promise.resolve();
    await page.route('**/galaxy/wallet/delete', async (route) => {
      sent += 1;
      await gate;
      await route.abort('internetdisconnected');
    });
    const question = page.getByRole('dialog', { name: /Delete GCash/ });
    const deleteWallet = async (isOffline = true) => {
      await page.getByRole('button', { name: /GCash/ }).click();
      await page.getByRole('button', { name: 'Delete this account' }).click();
      await context.setOffline(isOffline);
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
    };
    const waits = page.getByText('We’ll send it once you’re back online.');
    const goOnline = async () => {
      await context.setOffline(false);
      await page.waitForFunction(() => navigator.onLine);
      // If the app sent a call automatically, it would do so before this response arrives.
      await page.evaluate(() => fetch('/?back', { cache: 'no-store' }));
    };

    await deleteWallet();
    await expect(waits).toBeVisible();
    await page.keyboard.press('Escape');
    // Expect this at once, because a toast disappears by itself after five seconds.
    await expect(waits).toHaveCount(0, { timeout: 1_000 });
    await goOnline();
    expect(sent).toBe(1);

    await page.reload();
    const failing = Promise.withResolvers<void>();
    gate = failing.promise;
    await deleteWallet();
    await expect.poll(() => sent).toBe(2);
    await question.getByRole('button', { name: 'Keep it' }).click();
    failing.resolve();
    await expect(page.getByText('Network Abnormal', { exact: true })).toBeVisible();
    await goOnline();
    expect(sent).toBe(2);

    // If a call fails although the phone has a network, only the borrower can resend it.
    await page.reload();
    await deleteWallet(false);
    await expect(page.getByText('Network Abnormal', { exact: true })).toBeVisible();
    dropNetworkErrors(clean);
  },
);

test('sign-up moves on to the code field once a code requested offline has been sent', async ({
  page,
  context,
  clean,
}) => {
  const attempts: string[] = [];
  await page.route('**/galaxy/code/sms', (route) => {
    attempts.push(route.request().postData() ?? '');
    return attempts.length < 3 ? route.abort('internetdisconnected') : route.continue();
  });
  await page.clock.install();
  await page.goto('/register');
  await page.getByLabel('Mobile number').fill('917 555 0455');
  await page.getByRole('checkbox').check();
  const ask = page.getByRole('button', { name: 'Send code' });
  await expect(ask).toBeEnabled();
  await context.setOffline(true);
  await ask.click();
  await expect(
    page.getByText('Network Abnormal. We’ll send it once you’re back online.'),
  ).toBeVisible();
  // The phone reports a network before calls get through.
  await context.setOffline(false);
  const code = page.getByRole('textbox', { name: 'Code' });
  await waitForPolled(code);
  await expect(code).toBeFocused();
  expect(attempts).toHaveLength(3);
  dropNetworkErrors(clean);
});

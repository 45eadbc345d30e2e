// A number can be changed every 14 days, and payouts wait for a day after a change.
import { walletList } from '@sandali/contract/payoutAccounts.ts';
import { paidOut, takeLoan } from '@sandali/server/sandbox/life.ts';
import { personWithLine } from '../life/by-calls.ts';
import { setConfig } from '../life/ops.ts';
import { askAtNewNumber, openChangePhone, proveByIdNumber } from '../life/phone.ts';
import { addDays } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { turns } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

// Reset the setting even after a failed test, because it affects all later tests.
test.afterEach(() => setConfig('payoutsOn', 'true'));

test('a number can be changed again only after 14 days', atLength, async ({ page }) => {
  const person = await personWithLine(turns.origin, 130);
  await openLoggedIn(page, person);
  await openChangePhone(page);
  await proveByIdNumber(page, '9999-00001080', person.password);
  const change = async (phone: string) => {
    const code = await askAtNewNumber(page, phone);
    await page.getByLabel('Code from the SMS').fill(code);
    await expect(page.getByRole('heading', { name: 'Your number is now 0918' })).toBeVisible();
  };
  await change('918 555 7130');
  await addDays(page.request, 13);
  await page.goto('/changePhone');
  await expect(
    page.getByRole('heading', { name: 'You can change your number again from' }),
  ).toBeVisible();
  await addDays(page.request, 1);
  await page.goto('/changePhone');
  await proveByIdNumber(page, '9999-00001080', person.password);
  await change('918 555 7131');
});

test(
  'a change of number delays a waiting payout by a day, and the screens say so',
  atLength,
  async ({ page }) => {
    const person = await personWithLine(turns.origin, 131);
    const { wallets } = await person.client.must(walletList, {});
    await setConfig('payoutsOn', 'false');
    const { loanId } = await takeLoan(person.life, wallets[0]?.accountId ?? null);
    await openLoggedIn(page, person, '/changePhone');
    await proveByIdNumber(page, '9999-00001081', person.password);
    await page.getByLabel('Code from the SMS').fill(await askAtNewNumber(page, '918 555 7132'));
    await expect(page.getByRole('heading', { name: 'Your number is now 0918' })).toBeVisible();
    await setConfig('payoutsOn', 'true');
    const waits = page.getByText(
      /^Your number or phone changed recently, so we will hold the money until .*\d\d:\d\d and then send it automatically\.$/,
    );
    await page.goto('/home');
    await expect(page.getByText('Waiting to be sent')).toBeVisible();
    await expect(waits).toBeVisible();
    const words = await waits.textContent();
    await page.getByRole('link', { name: 'Track my money' }).click();
    await expect(page.getByRole('heading', { name: 'Your money is on hold until' })).toBeVisible();
    await expect(waits).toHaveText(words ?? '');
    await page.getByRole('link', { name: 'Status' }).click();
    await expect(page.getByRole('heading', { name: 'We are approving your loan' })).toBeVisible();
    await expect(waits).toHaveText(words ?? '');
    await addDays(page.request, 1);
    await paidOut(person.life, loanId);
    await page.goto('/home');
    await expect(page.getByRole('link', { name: /^Pay ₱/ })).toBeVisible();
  },
);

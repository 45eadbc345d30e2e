// What was paid too much goes back: from Orders to one's own wallet, with the password, and the screen tells by itself that it has arrived.
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, askCode, paidOut, reviewed, takeLoan } from '@sandali/server/sandbox/life.ts';
import { giveAgain, loggedInLongAgo, logInByPassword, newPerson } from '../life/account.ts';
import { signedUp } from '../life/by-calls.ts';
import { payAtKiosk } from '../life/repay.ts';
import { brokenBooks, payouts } from '../life/sandbox.ts';
import { shared } from '../places.ts';
import { expect, test } from './fixture.ts';

test.setTimeout(120_000);

test('a payment of too much: the rest is sent back to the wallet, once, and books and bank agree', async ({ page }) => {
  const person = newPerson(440);
  const life = await signedUp(shared.origin, person, 1390);
  await applyForCredit(life);
  await reviewed(life);
  const { loanId } = await takeLoan(life, await addWallet(life), { termDays: 8 });
  await paidOut(life, loanId);
  const { code } = await askCode(life, loanId, 6_000_000);
  await page.goto('/login');
  await payAtKiosk(page, code, '61000.50');
  await logInByPassword(page, person);
  await page.goto('/wealth');
  await page.getByRole('link', { name: /Refundable balance.*₱1,000\.50/ }).click();
  await expect(page.getByRole('heading', { name: 'Your money, back to you' })).toBeVisible();
  await expect(page.getByLabel('Amount')).toHaveValue('1,000.50');
  await expect(page.getByRole('radio', { name: /GCash/ })).toBeChecked();
  await expect(page.getByText('₱0.00')).toBeVisible();
  await loggedInLongAgo(page, person);
  await page.getByRole('button', { name: 'Send it back' }).click();
  await giveAgain(page, person);
  await expect(page).toHaveURL(/\/refund\?refundId=/);
  await expect(page.getByText('₱1,000.50 has arrived')).toBeVisible({ timeout: 20_000 });
  const sent = (await payouts(page.request)).filter((one) => one.amountCentavos === 100_050);
  expect(sent.map(({ state }) => state)).toEqual(['paid']);
  await page.getByRole('link', { name: 'Back to orders' }).click();
  await expect(page.getByRole('link', { name: /Refund of ₱1,000\.50 arrived/ })).toBeVisible();
  await expect(page.getByText('Refundable balance')).toHaveCount(0);
  expect(await brokenBooks(page.request)).toEqual([]);
});

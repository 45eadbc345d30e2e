import type { Page } from '@playwright/test';
import { logInByCode, logInByPassword, logOut, newPerson, register } from '../life/account.ts';
import { addWallet, deleteWallet } from '../life/accounts.ts';
import { addPayoutBank, readAndSign, waitForArrival } from '../life/borrow.ts';
import { replaceKilledPage } from '../life/killed.ts';
import {
  askForCode,
  openBill,
  payAtKiosk,
  payByLifelongCode,
  waitUntilRepaid,
} from '../life/repay.ts';
import { addDays, brokenBooks, payouts } from '../life/sandbox.ts';
import { beginWithId, continueApplication, fifteenDays, tryCalculator } from '../life/tries.ts';
import { expect, test } from './fixture.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' }, serviceWorkers: 'allow' });

/**
 * Expects an overdue bill's code to show how long the code is valid, and what to do if the kiosk
 * refuses it.
 */
async function expectLateCodeAdvice(page: Page): Promise<void> {
  for (const words of [
    'Overdue reference numbers are valid for one day only and the amount rises daily.',
    'It may not be updated or the amount is wrong.',
    'Reload the repayment page.',
    'CLIQQ machine offline',
    'Ask staff to restart, or try another store or channel.',
  ])
    await expect(page.getByText(words).first(), words).toBeVisible();
}

test('a borrower goes from the first visit through a repaid loan to an overdue second one', async ({
  page: first,
}) => {
  const ligaya = newPerson(1);
  await test.step('try the loan calculator', () => tryCalculator(first));
  await test.step('register with the code from the SMS', () => register(first, ligaya));
  await test.step('start the application with an ID', () => beginWithId(first, ligaya));
  const page = await test.step('reopen the app after its tab was killed', () =>
    replaceKilledPage(first, '/'));
  await test.step('continue the application until it is approved', () =>
    continueApplication(page, ligaya));
  await test.step('sign the loan from the calculator and receive it', async () => {
    await page.getByRole('button', { name: 'Choose your amount' }).click();
    await addPayoutBank(page, ligaya, 1);
    await expect(fifteenDays(page)).toBeChecked();
    await readAndSign(page, { receive: '₱59,050.00', repay: '₱61,800.00' });
    await waitForArrival(page, '₱59,050.00');
  });
  await test.step('log out, then log in by SMS code', async () => {
    await page.goto('/home');
    await logOut(page);
    await logInByCode(page, ligaya, 2);
  });
  await test.step('log out, then log in by password', async () => {
    await logOut(page);
    await logInByPassword(page, ligaya);
  });
  await test.step('pay a part with the permanent code', async () => {
    await openBill(page, '₱60,000');
    await payByLifelongCode(page, { due: '₱60,000.00', pesos: '10000', came: '₱10,000.00' });
  });
  await test.step('pay the balance at the kiosk on the same day', async () => {
    await openBill(page, '₱60,000');
    const code = await askForCode(page, '₱50,000.00');
    await payAtKiosk(page, code);
    await waitUntilRepaid(page);
    await page.goto('/home');
    await expect(page.getByText('₱100,000').first()).toBeVisible();
    expect(await brokenBooks(page.request)).toEqual([]);
  });
  await test.step('repay a second loan once it is overdue', async () => {
    await addWallet(page, ligaya);
    await page.goto('/home');
    await page.getByRole('link', { name: 'Choose your amount' }).click();
    // Repaying the first loan earned a coupon, which is declined here.
    await page.getByRole('button', { name: /₱300 off the interest/ }).click();
    await page.getByRole('button', { name: 'Don’t use one' }).click();
    await expect(page.getByText('No coupon used')).toBeVisible();
    await readAndSign(page, { receive: '₱59,390.00', repay: '₱60,960.00' }, { longAfter: ligaya });
    await waitForArrival(page, '₱59,390.00');
    await addDays(page.request, 20);
    await openBill(page, '₱60,000');
    await expect(page.getByText(/days overdue/).first()).toBeVisible();
    const due = await page.getByRole('link', { name: /^Pay ₱/ }).textContent();
    const [, amount = ''] = /^Pay (₱[\d,.]+) today$/.exec(due?.trim() ?? '') ?? [];
    expect(Number(amount.replace(/[₱,]/g, ''))).toBeGreaterThan(60_960);
    const code = await askForCode(page, amount);
    await expectLateCodeAdvice(page);
    await payAtKiosk(page, code);
    await waitUntilRepaid(page);
  });
  await test.step('delete the wallet', () => deleteWallet(page));
  await test.step('check that the credit line is free and the books are consistent', async () => {
    await page.goto('/home');
    await expect(page.getByText('₱100,000').first()).toBeVisible();
    expect(await brokenBooks(page.request)).toEqual([]);
    const paid = (await payouts(page.request)).filter(({ state }) => state === 'paid');
    expect(new Set(paid.map(({ reference }) => reference)).size).toBe(paid.length);
  });
});

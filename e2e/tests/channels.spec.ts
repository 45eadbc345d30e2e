// Every way to repay, in one life with one bill: what each shows to pay with, and that its screen ends in what is true.

import type { Page } from '@playwright/test';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, paidOut, reviewed, takeLoan } from '@sandali/server/sandbox/life.ts';
import { logInByPassword, newPerson } from '../life/account.ts';
import { signedUp } from '../life/by-calls.ts';
import { openBill } from '../life/repay.ts';
import { brokenBooks } from '../life/sandbox.ts';
import { shared } from '../places.ts';
import { expect, test } from './fixture.ts';

test.setTimeout(120_000);

type Way = { tab?: 'Electronic wallet' | 'Cardless'; name: string; part?: string };

/** From the ways to pay to the screen of one: all of it, or a part. */
async function choose(page: Page, { tab, name, part }: Way, button: 'Continue' | 'Get the code'): Promise<void> {
  if (part) {
    await page.getByRole('radio', { name: /A part/ }).check();
    await page.getByLabel('Amount you pay').fill(part);
  }
  if (tab) await page.getByText(tab, { exact: true }).click();
  await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
  await page.getByRole('button', { name: button }).click();
}

const anotherWay = (page: Page) => page.getByRole('link', { name: 'Choose another way to pay' }).click();

/** Reads the code off its screen and pays it as a counter would; without an amount, the code's own. */
async function payCode(page: Page, amountCentavos?: number): Promise<void> {
  const label = await page
    .getByLabel(/^Code /)
    .first()
    .getAttribute('aria-label');
  const code = (label ?? '').replace('Code', '').replaceAll(/\s/g, '');
  expect(code).toMatch(/^[A-Z]{0,2}\d{10,}$/);
  const answer = await page.request.post('/sandbox/api/pay', { data: { code, ...(amountCentavos && { amountCentavos }) } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** On the page of a wallet or a card, a page outside the program. */
async function decide(page: Page, name: string, button: RegExp): Promise<void> {
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(/\/repayment\?.*repaymentId=/);
}

test('every channel of one bill: its form is seen, some are paid, and the screen ends by itself', async ({ page }) => {
  const person = newPerson(420);
  const life = await signedUp(shared.origin, person, 1420);
  await applyForCredit(life);
  await reviewed(life);
  const { loanId } = await takeLoan(life, await addWallet(life));
  await paidOut(life, loanId);
  await page.goto('/login');
  await logInByPassword(page, person);
  await openBill(page, '₱60,000');
  await page.getByRole('link', { name: /^Pay ₱/ }).click();

  await test.step('by a code: at the kiosk, for life, at two counters, by QR, by transfer', async () => {
    const barcode = page.getByRole('img', { name: 'Barcode' });
    const qr = page.getByRole('img', { name: 'QR code' });
    for (const name of ['7-Eleven', 'Lifelong code at CLiQQ', 'Cebuana Lhuillier', 'Palawan']) {
      await choose(page, { tab: 'Cardless', name }, 'Get the code');
      await expect(barcode).toBeVisible();
      await expect(qr).toBeVisible();
      await anotherWay(page);
    }
    await choose(page, { tab: 'Electronic wallet', name: 'QR Ph' }, 'Get the code');
    await expect(qr).toBeVisible();
    await expect(barcode).toHaveCount(0);
    await expect(page.getByText(/Good for 1\d more minutes/)).toBeVisible();
    await anotherWay(page);
    await choose(page, { name: 'Bank transfer' }, 'Get the code');
    await expect(page.getByText('Bank: Sandbox Bank')).toBeVisible();
    await anotherWay(page);
  });

  await test.step('by a link: four wallets and the card, each to its own page', async () => {
    for (const name of ['GrabPay', 'ShopeePay']) {
      await choose(page, { tab: 'Electronic wallet', name }, 'Continue');
      await expect(page.getByRole('link', { name: `Open ${name}` })).toHaveAttribute('href', /^\/sandbox\/checkout\//);
      await anotherWay(page);
    }
    await choose(page, { tab: 'Electronic wallet', name: 'Maya' }, 'Continue');
    await page.getByRole('link', { name: 'Open Maya' }).click();
    await decide(page, 'Maya', /^Decline/);
    await expect(page.getByText('Maya did not take the payment')).toBeVisible({ timeout: 20_000 });
    await page.getByRole('link', { name: 'Try again or pay another way' }).click();
    await choose(page, { tab: 'Electronic wallet', name: 'GCash', part: '1000' }, 'Continue');
    await page.getByRole('link', { name: 'Open GCash' }).click();
    await decide(page, 'GCash', /^Pay ₱1,000\.00/);
    await expect(page.getByText('Your payment is in')).toBeVisible({ timeout: 20_000 });
    await page.getByRole('link', { name: /^Pay the rest/ }).click();
  });

  await test.step('a part at the kiosk, another by the code for life, and the rest by card: repaid', async () => {
    await choose(page, { tab: 'Cardless', name: '7-Eleven', part: '2000' }, 'Get the code');
    await expect(page.getByRole('button', { name: 'Copy the code' })).toBeVisible();
    await payCode(page);
    await expect(page.getByText('Your payment is in')).toBeVisible({ timeout: 20_000 });
    await page.getByRole('link', { name: /^Pay the rest/ }).click();
    await choose(page, { tab: 'Cardless', name: 'Lifelong code at CLiQQ' }, 'Get the code');
    await expect(page.getByText('This code does not end.')).toBeVisible();
    await payCode(page, 300_000);
    await expect(page.getByText('₱3,000.00 came last')).toBeVisible({ timeout: 20_000 });
    await anotherWay(page);
    await choose(page, { name: 'Bank card' }, 'Continue');
    await page.getByRole('link', { name: 'Open the card page' }).click();
    await decide(page, 'Bank card', /^Pay ₱54,000\.00/);
    await expect(page.getByText('Repaid. Thank you.')).toBeVisible({ timeout: 20_000 });
  });
  expect(await brokenBooks(page.request)).toEqual([]);
});

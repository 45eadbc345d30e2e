// Cancelling and returning loans.
import type { Page } from '@playwright/test';
import { waitForPolled } from '../clock.ts';
import { readAndSign } from '../life/borrow.ts';
import { personWithLine } from '../life/by-calls.ts';
import { askForCode, openBill, payAtKiosk } from '../life/repay.ts';
import { addDays, brokenBooks } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { turns } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

/** Logs in a person with a credit line and a wallet, on a page with an installed clock. */
async function begin(page: Page, nth: number): Promise<void> {
  await page.clock.install();
  await openLoggedIn(page, await personWithLine(turns.origin, nth));
}

async function atSandbox(page: Page, button: string): Promise<void> {
  const sandbox = await page.context().newPage();
  await sandbox.goto('/sandbox');
  await sandbox.getByRole('button', { name: button }).click();
  await expect(sandbox).toHaveURL(/done=/);
  await sandbox.close();
}

/** Signs a loan of ₱60,000 for 8 days with the welcome coupon. */
async function sign(page: Page): Promise<void> {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Choose your amount' }).click();
  await page.getByRole('radio', { name: /^8 days/ }).check();
  await readAndSign(page, { receive: '₱59,590.00', repay: '₱60,960.00' });
}

/**
 * Requests the return on the bill's screen.
 * @returns its payment code
 */
async function codeToReturn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Return the loan' }).click();
  const sheet = page.getByRole('dialog', { name: 'Return this loan' });
  await expect(sheet.getByText('₱59,590.00')).toBeVisible();
  await expect(sheet.getByText('We cancel the fees, interest and late charges.')).toBeVisible();
  await sheet.getByRole('link', { name: 'Choose where to pay' }).click();
  await expect(page.getByRole('radio', { name: /Return the loan/ })).toBeChecked();
  // Only channels that can collect an exact amount are offered.
  await expect(page.getByRole('radio', { name: /GCash/ })).toBeVisible();
  await expect(
    page.getByRole('radio', { name: /Bank transfer|Transfer with receipt/ }),
  ).toHaveCount(0);
  await page.getByText('Cardless', { exact: true }).click();
  await page.getByText('7-Eleven', { exact: true }).click();
  await page.getByRole('button', { name: 'Get the code' }).click();
  await waitForPolled(page.getByText('Paying this returns your loan.'));
  const label = await page
    .getByLabel(/^Code \d/)
    .first()
    .getAttribute('aria-label');
  return (label ?? '').replace(/\D/g, '');
}

test(
  'cancelling a loan before its payout frees its coupon and its part of the credit line',
  atLength,
  async ({ page }) => {
    await begin(page, 350);
    await atSandbox(page, 'Hold payouts');
    await sign(page);
    await expect(page.getByText('We are approving it')).toBeVisible();
    await page.getByRole('button', { name: /Cancel this loan/ }).click();
    const question = page.getByRole('dialog', { name: 'Cancel this loan?' });
    await expect(
      question.getByText('It costs you nothing: the money has not left yet.'),
    ).toBeVisible();
    await question.getByRole('button', { name: 'Keep loan' }).click();
    await expect(question).toHaveCount(0);
    await page.getByRole('button', { name: /Cancel this loan/ }).click();
    await question.getByRole('button', { name: 'Cancel loan' }).click();
    await expect(page.getByRole('heading', { name: 'This loan was cancelled' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Cancel this loan/ })).toHaveCount(0);
    await atSandbox(page, 'Release payouts');
    await page.goto('/wealth');
    await expect(page.getByRole('link', { name: /Loan of ₱60,000.*cancelled/ })).toBeVisible();
    expect(await brokenBooks(page.request)).toEqual([]);
    // The coupon and the whole credit line can be used again.
    await sign(page);
    await waitForPolled(page.getByText('₱59,590.00 has arrived'));
    await expect(page.getByRole('button', { name: /Cancel this loan/ })).toHaveCount(0);
  },
);

test(
  'a borrower returns a loan by paying the arrival amount at the kiosk',
  atLength,
  async ({ page }) => {
    await begin(page, 351);
    await sign(page);
    await waitForPolled(page.getByText('₱59,590.00 has arrived'));
    await openBill(page, '₱60,000');
    await expect(page.getByText(/Return ₱59,590.00 by .* and owe nothing else./)).toBeVisible();
    const code = await codeToReturn(page);
    await page.goBack();
    await openBill(page, '₱60,000');
    await expect(page.getByText(/Pay ₱59,590.00 by .* to return this loan./)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Return the loan' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Pay ₱60,000.00 today' }).click();
    await expect(page.getByRole('radio', { name: /^Full amount/ })).toBeChecked();
    await page.goBack();
    await page.getByRole('link', { name: 'Return the loan', exact: true }).click();
    await waitForPolled(page.getByText('Paying this returns your loan.'));
    await payAtKiosk(page, code);
    await waitForPolled(page.getByText('Loan returned. You owe nothing on it.'));
    await page.goto('/wealth');
    await page.getByRole('link', { name: /Loan of ₱60,000.*returned/ }).click();
    await expect(
      page.getByText(
        'You returned what you received. We cancelled the fees and interest, and you owe nothing on this loan.',
      ),
    ).toBeVisible();
    await expect(page.getByText('Returned; fees and interest cancelled')).toBeVisible();
    await page.goto('/vouchers');
    await expect(page.getByText(/₱200/).first()).toBeVisible();
    expect(await brokenBooks(page.request)).toEqual([]);
  },
);

test('returning a loan that was already repaid refunds its fees', atLength, async ({ page }) => {
  await begin(page, 353);
  await sign(page);
  await waitForPolled(page.getByText('₱59,590.00 has arrived'));
  await openBill(page, '₱60,000');
  await page.getByRole('link', { name: 'Pay ₱60,000.00' }).click();
  await expect(
    page.getByRole('radio', { name: /Return the loan.*₱410.00 less than the full amount/ }),
  ).toBeChecked();
  await page.goBack();
  const code = await askForCode(page, '₱60,000.00');
  await payAtKiosk(page, code);
  await waitForPolled(page.getByText('Loan fully paid. Thank you.'));
  await page.goto('/wealth');
  await page.getByRole('link', { name: /Loan of ₱60,000/ }).click();
  await expect(page.getByText(/Fully paid. Return it by .* and get ₱410.00 back./)).toBeVisible();
  await page.getByRole('button', { name: 'Return the loan' }).click();
  const sheet = page.getByRole('dialog', { name: 'Return this loan' });
  await expect(sheet.getByText('₱410.00')).toBeVisible();
  await sheet.getByRole('button', { name: 'Return it now' }).click();
  await expect(
    page.getByText(
      'You returned what you received. We cancelled the fees and interest, and you owe nothing on this loan.',
    ),
  ).toBeVisible();
  await page.goto('/wealth');
  await expect(page.getByText('₱410.00').first()).toBeVisible();
  expect(await brokenBooks(page.request)).toEqual([]);
});

test(
  'a return that is not paid in time expires, and the bill stays open',
  atLength,
  async ({ page }) => {
    await begin(page, 352);
    await sign(page);
    await waitForPolled(page.getByText('₱59,590.00 has arrived'));
    await openBill(page, '₱60,000');
    await codeToReturn(page);
    const address = page.url();
    await addDays(page.request, 7);
    await page.goto('/wealth');
    await expect(page.getByRole('link', { name: /Orders.*1 due soon or overdue/ })).toBeVisible();
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'The return period is over' })).toBeVisible();
    await page.getByRole('link', { name: 'View bill' }).click();
    await page.getByText('Timeline').click();
    await expect(page.getByText('Not returned; the loan continues')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Return the loan' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Pay ₱60,840.00' })).toBeVisible();
    expect(await brokenBooks(page.request)).toEqual([]);
  },
);

import { waitForPolled } from '../clock.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { openBill, payAtKiosk } from '../life/repay.ts';
import { addDays, brokenBooks } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { turns } from '../places.ts';
import { expect, test } from './fixture.ts';

test('paying the extension fee at the kiosk moves the due date', async ({ page }) => {
  const { life } = await personWithLoan(turns.origin, 380, 1330, { termDays: 8 });
  await addDays(page.request, 8);
  await page.clock.install();
  await openLoggedIn(page, life);
  await openBill(page, '₱60,000');
  await page.getByRole('link', { name: /I may be short of money.*See your options/ }).click();
  await expect(page.getByRole('heading', { name: 'Your options' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /Pay part/ })).toBeChecked();
  await expect(page.getByRole('link', { name: 'Choose the amount' })).toBeVisible();
  // Around holidays, the loan can still be returned on its due date, which costs less.
  await page.getByRole('radio', { name: /^Pay in full/ }).check();
  await expect(page.getByRole('link', { name: 'Pay ₱60,960.00' })).toBeVisible();
  await page
    .getByRole('radio', { name: /Extend by 8 days.*Most expensive.*Extra cost ₱1,560/ })
    .check();
  await expect(page.getByText('Extension 1 of 3')).toBeVisible();
  await page.getByRole('link', { name: /^Extend to/ }).click();
  await expect(page.getByRole('heading', { name: 'Where will you pay the fee?' })).toBeVisible();
  const statement = page
    .locator('[lang=en]', { hasText: 'Disclosure statement for an extension' })
    .last();
  for (const words of ['Finance charge', '₱1,560.00', '118.63%', '10.39%', '₱60,960.00'])
    await expect(statement).toContainText(words);
  await page.getByText('Cardless', { exact: true }).click();
  await page.getByText('7-Eleven', { exact: true }).click();
  await expect(
    page.getByText('Confirm that you have read the disclosure statement').first(),
  ).toBeVisible();
  await page
    .getByRole('checkbox', { name: /I have read the extension’s disclosure statement/ })
    .check();
  await page.getByRole('button', { name: 'Get the code' }).click();
  await waitForPolled(page.getByText('Paying this extends your loan.'));
  const label = await page
    .getByLabel(/^Code \d/)
    .first()
    .getAttribute('aria-label');
  await payAtKiosk(page, (label ?? '').replace(/\D/g, ''));
  await waitForPolled(page.getByText('Extension Success'));
  await page.getByRole('link', { name: 'View bill' }).click();
  await page.getByText('Timeline').click();
  await expect(page.getByText('You paid ₱1,560.00 to extend')).toBeVisible();
  await expect(page.getByText('in 8 days')).toBeVisible();
  await page.getByRole('link', { name: /^Pay ₱/ }).click();
  await expect(
    page.getByRole('radio', { name: /Full amount.*Recommended.*Pay in full to close your loan/ }),
  ).toBeChecked();
  await page.goto('/documents');
  await expect(page.getByText('Disclosure statement for an extension')).toBeVisible();
  expect(await brokenBooks(page.request)).toEqual([]);
});

import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { askCode, until } from '@sandali/server/sandbox/life.ts';
import { waitForPolled } from '../clock.ts';
import { ageLastLogin, confirmPassword, newPerson } from '../life/account.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { payAtKiosk } from '../life/repay.ts';
import { brokenBooks, payouts } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test('an overpayment is refunded once to the borrower’s wallet', atLength, async ({ page }) => {
  const person = newPerson(440);
  const { life, loanId } = await personWithLoan(shared.origin, 440, 1390, { termDays: 8 });
  const { repaymentId, code } = await askCode(life, loanId, 6_000_000);
  await payAtKiosk(page, code, '61000.50');
  await until(
    'the booking',
    async () => (await life.client.must(repaymentStatus, { repaymentId })).state === 'booked',
  );
  await page.clock.install();
  await openLoggedIn(page, life, '/privacy');
  await page
    .getByRole('button', { name: 'Delete my account We are holding money for you' })
    .click();
  await expect(page.getByRole('dialog').getByText('Have it sent back first')).toBeVisible();
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Send request' }),
  ).toBeVisible();
  await expect(
    page.getByRole('dialog').getByRole('link', { name: 'Get my money back' }),
  ).toHaveAttribute('href', /\/refund$/);
  await page.goto('/wealth');
  await page.getByRole('link', { name: /Refundable balance.*₱1,000\.50/ }).click();
  await expect(page.getByRole('heading', { name: 'Your refund' })).toBeVisible();
  await expect(page.getByLabel('Amount')).toHaveValue('1,000.50');
  await expect(page.getByRole('radio', { name: /GCash/ })).toBeChecked();
  await expect(page.getByText('₱0.00').first()).toBeVisible();
  await ageLastLogin(page, person);
  await page.getByRole('button', { name: 'Send it to me' }).click();
  await confirmPassword(page, person);
  await expect(page).toHaveURL(/\/refund\?refundId=/);
  await waitForPolled(page.getByText('₱1,000.50 has arrived'));
  const sent = (await payouts(page.request)).filter(
    ({ amountCentavos }) => amountCentavos === 100_050,
  );
  expect(sent.map(({ state }) => state)).toEqual(['paid']);
  await page.getByRole('link', { name: 'Back to Orders' }).click();
  await expect(page.getByRole('link', { name: /Refund of ₱1,000\.50 arrived/ })).toBeVisible();
  await expect(page.getByText('Refundable balance')).toHaveCount(0);
  expect(await brokenBooks(page.request)).toEqual([]);
});

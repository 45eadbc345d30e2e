import { billDetail } from '@sandali/contract/billDetail.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { askCode, paidOut, takeLoan, until } from '@sandali/server/sandbox/life.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { payAtKiosk } from '../life/repay.ts';
import { addDays } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { turns } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test(
  'a loan that is kept for half its term and repaid on time raises the limit',
  atLength,
  async ({ page }) => {
    const { life, loanId } = await personWithLoan(turns.origin, 300, 1250, { termDays: 8 });
    await openLoggedIn(page, life, '/my');

    await test.step('the limit cannot be raised without repaid loans', async () => {
      await page.getByRole('link', { name: 'Your limit' }).click();
      await expect(page).toHaveURL(/\/quota/);
      await expect(page.getByRole('button', { name: 'Ask for ₱110,000' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await expect(
        page.getByText('Repay 2 more loans on time to request a higher limit').first(),
      ).toBeVisible();
      await expect(
        page.getByText('A loan counts when you keep it for at least half its term.'),
      ).toBeVisible();
    });

    await test.step('home offers a higher limit after a repayment at half the term', async () => {
      await addDays(page.request, 4);
      const { bill } = await life.client.must(billDetail, { loanId });
      const { repaymentId, code } = await askCode(life, loanId, bill.currentDue.owedCentavos);
      await payAtKiosk(page, code);
      await until(
        'the booking',
        async () => (await life.client.must(repaymentStatus, { repaymentId })).state === 'booked',
      );
      await page.goto(`/repayment?loanId=${loanId}&repaymentId=${repaymentId}`);
      await expect(
        page.getByText('You repaid on time: your limit can now be ₱110,000.'),
      ).toBeVisible();
      await page.getByRole('link', { name: 'See how it grows' }).click();
      await expect(page.getByText(/^Repaid on .*: counts for your next step$/)).toBeVisible();
      await page.goto('/home');
      await expect(page.getByRole('heading', { name: 'You earned a higher limit' })).toBeVisible();
      await expect(page.getByText('of your ₱100,000 line')).toBeVisible();
      await page.getByRole('button', { name: 'Raise my limit to ₱110,000' }).click();
      await expect(page.getByText('Your limit is now ₱110,000')).toBeVisible();
      await expect(page.getByText('of your ₱110,000 line')).toBeVisible();
      await expect(page.getByRole('link', { name: /Ask for a higher limit/ })).toBeVisible();
    });

    await test.step('home offers no loan if too little of the credit line is left', async () => {
      const accountId =
        (await life.client.must(billDetail, { loanId })).receiver?.accountId ?? null;
      await paidOut(life, (await takeLoan(life, accountId, { termDays: 8 })).loanId);
      await page.goto('/home');
      await expect(page.getByText('Next payment').first()).toBeVisible();
      await expect(page.getByText(/Borrow up to/)).toHaveCount(0);
      await page.goto('/loan');
      await expect(
        page.getByRole('heading', { name: 'Not enough of your line is left' }),
      ).toBeVisible();
    });

    await test.step('/loan links to the overdue bill', async () => {
      await addDays(page.request, 20);
      await page.goto('/loan');
      await expect(
        page.getByText('You have an overdue bill. Pay it first, then you can borrow again.'),
      ).toBeVisible();
      await page.getByRole('link', { name: 'View my bills' }).click();
      await expect(page).toHaveURL(/\/wealth/);
    });
  },
);

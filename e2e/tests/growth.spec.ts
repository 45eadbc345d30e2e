// The limit that a loan earns which was held and repaid on time, as a borrower meets it.
import { billDetail } from '@sandali/contract/loan.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { askCode, until } from '@sandali/server/sandbox/life.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { payAtKiosk } from '../life/repay.ts';
import { addDays } from '../life/sandbox.ts';
import { loggedIn } from '../life/session.ts';
import { turns } from '../places.ts';
import { expect, test } from './fixture.ts';

test('a loan held for half its term and repaid on time earns a step, which one tap takes; more waits for more loans', async ({ page }) => {
  test.setTimeout(90_000);
  const { life, loanId } = await personWithLoan(turns.origin, 300, 1250, { termDays: 8 });
  await loggedIn(page, life, '/my');

  await test.step('before a loan is repaid, more cannot be asked for, and the reason is told', async () => {
    await page.getByRole('link', { name: 'Your limit' }).click();
    await expect(page).toHaveURL(/\/quota/);
    await expect(page.getByRole('button', { name: 'Ask for ₱110,000' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('Repay 2 more loans on time to ask for more').first()).toBeVisible();
    await expect(page.getByText('A loan counts when you keep it for at least half its term.')).toBeVisible();
  });

  await test.step('repaid at half its term: home offers what was earned', async () => {
    await addDays(page.request, 4);
    const { bill } = await life.client.must(billDetail, { loanId });
    const { repaymentId, code } = await askCode(life, loanId, bill.currentDue.owedCentavos);
    await payAtKiosk(page, code);
    await until('the booking', async () => (await life.client.must(repaymentStatus, { repaymentId })).state === 'booked');
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'You earned a higher limit' })).toBeVisible();
    await expect(page.getByText('of your ₱100,000 line')).toBeVisible();
    await page.getByRole('button', { name: 'Take ₱110,000' }).click();
    await expect(page.getByText('Your limit is now ₱110,000')).toBeVisible();
    await expect(page.getByText('of your ₱110,000 line')).toBeVisible();
    await expect(page.getByRole('link', { name: /Ask for a higher limit/ })).toBeVisible();
  });
});

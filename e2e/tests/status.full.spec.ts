// The status screen, opened from messages and while a payment is on its way.
import { waitForPolled } from '../clock.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { openBill } from '../life/repay.ts';
import { openLoggedIn } from '../life/session.ts';
import { chooseChannel, decideAtCheckout, payCode } from '../life/ways.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test(
  'the status screen follows a payout, a payment and a repaid loan',
  atLength,
  async ({ page }) => {
    const { life, loanId } = await personWithLoan(shared.origin, 470, 1470);
    await page.clock.install();
    await openLoggedIn(page, life, '/notices');
    const arrived = page.getByRole('link', { name: /was sent to your GCash/ });
    await arrived.click();
    await expect(page).toHaveURL(`/status/loanSuccess?loanId=${loanId}`);
    await expect(page.getByRole('heading', { name: 'Your money has arrived' })).toBeVisible();
    await page.getByRole('link', { name: 'See my loan' }).click();
    await expect(page).toHaveURL(`/loanResult?loanId=${loanId}`);

    await page.goto('/home');
    await openBill(page, '₱60,000');
    await page.getByRole('link', { name: /^Pay ₱/ }).click();
    // The gateway reports an amount that ends in .67 five seconds late.
    await chooseChannel(page, { tab: 'E-wallet', name: 'GCash', part: '1000.67' }, 'Continue');
    const link = page.getByRole('link', { name: 'Open GCash' });
    await waitForPolled(link);
    await link.click();
    await decideAtCheckout(page, 'GCash', /^Pay ₱1,000\.67/);
    const follow = page.getByRole('link', { name: 'Track my payment' });
    await waitForPolled(follow);
    await page.goto(`/billDetail?loanId=${loanId}`);
    await expect(page.getByRole('link', { name: /^Pay ₱/ })).toHaveCount(0);
    await follow.click();
    await expect(page.getByRole('heading', { name: 'Your payment is on its way' })).toBeVisible();
    await page.getByRole('button', { name: 'Customer service' }).click();
    await expect(page.getByRole('dialog', { name: 'Customer service' })).toBeVisible();
    await page.keyboard.press('Escape');
    // After a partial payment, the status screen links to the bill.
    await expect(async () => {
      await page.clock.fastForward(3_000);
      await page.clock.setSystemTime(Date.now());
      await expect(page).toHaveURL(`/billDetail?loanId=${loanId}`, { timeout: 300 });
    }).toPass({ intervals: [0] });

    await page.getByRole('link', { name: /^Pay ₱/ }).click();
    await chooseChannel(page, { tab: 'Cardless', name: '7-Eleven' }, 'Get the code');
    await waitForPolled(page.getByRole('button', { name: 'Copy code' }));
    await payCode(page);
    await waitForPolled(page.getByText('Loan fully paid. Thank you.'));
    await page.goto('/notices');
    await arrived.click();
    await waitForPolled(page.getByRole('heading', { name: 'Fully repaid' }));
    await page.goto('/status/somethingElse');
    await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
  },
);

// Every repayment channel of one bill: what its screen shows, and what happens after the payment.
import type { Page } from '@playwright/test';
import { waitForPolled } from '../clock.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { openBill } from '../life/repay.ts';
import { brokenBooks } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { chooseChannel, decideAtCheckout, goToOtherChannels, payCode } from '../life/ways.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

/** Opens the list of repayment channels for a new borrower's bill. */
async function openChannels(page: Page, nth: number): Promise<void> {
  const { life } = await personWithLoan(shared.origin, nth, 1000 + nth);
  await page.clock.install();
  await openLoggedIn(page, life);
  await openBill(page, '₱60,000');
  await page.getByRole('link', { name: /^Pay ₱/ }).click();
}

/** Opens the page of the selected repayment channel. */
async function openChannel(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name });
  await waitForPolled(link);
  await link.click();
}

test(
  'each repayment channel shows what its payer needs: codes, account details or a link',
  atLength,
  async ({ page }) => {
    await openChannels(page, 421);
    const barcode = page.getByRole('img', { name: 'Barcode' });
    const qr = page.getByRole('img', { name: 'QR code' });
    for (const name of [
      '7-Eleven',
      'Lifelong code at CLiQQ',
      'Cebuana Lhuillier',
      'Palawan Express',
    ]) {
      await chooseChannel(page, { tab: 'Cardless', name }, 'Get the code');
      await waitForPolled(barcode);
      await expect(qr).toBeVisible();
      await goToOtherChannels(page);
    }
    await chooseChannel(page, { tab: 'E-wallet', name: 'QR Ph' }, 'Get the code');
    await waitForPolled(qr);
    await expect(barcode).toHaveCount(0);
    await expect(page.getByText(/Valid for 1\d more minutes/)).toBeVisible();
    await goToOtherChannels(page);
    await chooseChannel(page, { name: 'Bank transfer' }, 'Get the code');
    await waitForPolled(page.getByText('Bank: Sandbox Bank'));
    await goToOtherChannels(page);
    for (const name of ['GrabPay', 'ShopeePay']) {
      await chooseChannel(page, { tab: 'E-wallet', name }, 'Continue');
      const link = page.getByRole('link', { name: `Open ${name}` });
      await waitForPolled(link);
      await expect(link).toHaveAttribute('href', /^\/sandbox\/checkout\//);
      await goToOtherChannels(page);
    }
  },
);

test(
  'a bill is paid in parts by wallet, card and code, and each screen updates by itself',
  atLength,
  async ({ page }) => {
    await openChannels(page, 420);
    await test.step('a wallet declines, then pays a part', async () => {
      await chooseChannel(page, { tab: 'E-wallet', name: 'Maya' }, 'Continue');
      await openChannel(page, 'Open Maya');
      await decideAtCheckout(page, 'Maya', /^Decline/);
      await waitForPolled(page.getByText('Maya did not accept the payment'));
      await page.getByRole('link', { name: 'Try again or pay another way' }).click();
      await chooseChannel(page, { tab: 'E-wallet', name: 'GCash', part: '1000' }, 'Continue');
      await openChannel(page, 'Open GCash');
      await decideAtCheckout(page, 'GCash', /^Pay ₱1,000\.00/);
      await waitForPolled(page.getByText('We received your payment'));
      await page.getByRole('link', { name: /^Pay ₱/ }).click();
    });

    await test.step('pays parts at a kiosk and by permanent code, the rest by card', async () => {
      await chooseChannel(
        page,
        { tab: 'Cardless', name: '7-Eleven', part: '2000' },
        'Get the code',
      );
      await waitForPolled(page.getByRole('button', { name: 'Copy code' }));
      await payCode(page);
      await waitForPolled(page.getByText('We received your payment'));
      await page.getByRole('link', { name: /^Pay ₱/ }).click();
      await chooseChannel(
        page,
        { tab: 'Cardless', name: 'Lifelong code at CLiQQ' },
        'Get the code',
      );
      await waitForPolled(page.getByText('It does not expire.'));
      await payCode(page, 300_000);
      await waitForPolled(page.getByText('We received ₱3,000.00.'));
      await goToOtherChannels(page);
      await chooseChannel(page, { name: 'Bank card' }, 'Continue');
      await openChannel(page, 'Open the card page');
      await decideAtCheckout(page, 'Bank card', /^Pay ₱54,000\.00/);
      await waitForPolled(page.getByText('Loan fully paid. Thank you.'));
    });
    expect(await brokenBooks(page.request)).toEqual([]);
  },
);

// Every way to repay, in one life with one bill: what each shows to pay with, and that its screen ends in what is true.
import { comes } from '../clock.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { openBill } from '../life/repay.ts';
import { brokenBooks } from '../life/sandbox.ts';
import { loggedIn } from '../life/session.ts';
import { anotherWay, chooseWay, decide, payCode } from '../life/ways.ts';
import { shared } from '../places.ts';
import { expect, test } from './fixture.ts';

test.setTimeout(120_000);

test('every channel of one bill: its form is seen, some are paid, and the screen ends by itself', async ({ page }) => {
  const { life } = await personWithLoan(shared.origin, 420, 1420);
  await page.clock.install();
  await loggedIn(page, life);
  await openBill(page, '₱60,000');
  await page.getByRole('link', { name: /^Pay ₱/ }).click();

  await test.step('by a code: at the kiosk, for life, at two counters, by QR, by transfer', async () => {
    const barcode = page.getByRole('img', { name: 'Barcode' });
    const qr = page.getByRole('img', { name: 'QR code' });
    for (const name of ['7-Eleven', 'Lifelong code at CLiQQ', 'Cebuana Lhuillier', 'Palawan']) {
      await chooseWay(page, { tab: 'Cardless', name }, 'Get the code');
      await comes(barcode);
      await expect(qr).toBeVisible();
      await anotherWay(page);
    }
    await chooseWay(page, { tab: 'Electronic wallet', name: 'QR Ph' }, 'Get the code');
    await comes(qr);
    await expect(barcode).toHaveCount(0);
    await expect(page.getByText(/Good for 1\d more minutes/)).toBeVisible();
    await anotherWay(page);
    await chooseWay(page, { name: 'Bank transfer' }, 'Get the code');
    await comes(page.getByText('Bank: Sandbox Bank'));
    await anotherWay(page);
  });

  await test.step('by a link: four wallets and the card, each to its own page', async () => {
    for (const name of ['GrabPay', 'ShopeePay']) {
      await chooseWay(page, { tab: 'Electronic wallet', name }, 'Continue');
      const open = page.getByRole('link', { name: `Open ${name}` });
      await comes(open);
      await expect(open).toHaveAttribute('href', /^\/sandbox\/checkout\//);
      await anotherWay(page);
    }
    await chooseWay(page, { tab: 'Electronic wallet', name: 'Maya' }, 'Continue');
    await comes(page.getByRole('link', { name: 'Open Maya' }));
    await page.getByRole('link', { name: 'Open Maya' }).click();
    await decide(page, 'Maya', /^Decline/);
    await comes(page.getByText('Maya did not take the payment'));
    await page.getByRole('link', { name: 'Try again or pay another way' }).click();
    await chooseWay(page, { tab: 'Electronic wallet', name: 'GCash', part: '1000' }, 'Continue');
    await comes(page.getByRole('link', { name: 'Open GCash' }));
    await page.getByRole('link', { name: 'Open GCash' }).click();
    await decide(page, 'GCash', /^Pay ₱1,000\.00/);
    await comes(page.getByText('Your payment is in'));
    await page.getByRole('link', { name: /^Pay the rest/ }).click();
  });

  await test.step('a part at the kiosk, another by the code for life, and the rest by card: repaid', async () => {
    await chooseWay(page, { tab: 'Cardless', name: '7-Eleven', part: '2000' }, 'Get the code');
    await comes(page.getByRole('button', { name: 'Copy the code' }));
    await payCode(page);
    await comes(page.getByText('Your payment is in'));
    await page.getByRole('link', { name: /^Pay the rest/ }).click();
    await chooseWay(page, { tab: 'Cardless', name: 'Lifelong code at CLiQQ' }, 'Get the code');
    await comes(page.getByText('This code does not end.'));
    await payCode(page, 300_000);
    await comes(page.getByText('₱3,000.00 came last'));
    await anotherWay(page);
    await chooseWay(page, { name: 'Bank card' }, 'Continue');
    await comes(page.getByRole('link', { name: 'Open the card page' }));
    await page.getByRole('link', { name: 'Open the card page' }).click();
    await decide(page, 'Bank card', /^Pay ₱54,000\.00/);
    await comes(page.getByText('Repaid. Thank you.'));
  });
  expect(await brokenBooks(page.request)).toEqual([]);
});

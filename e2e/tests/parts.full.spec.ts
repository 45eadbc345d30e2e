// A payment above a channel's maximum is split. The screen shows all parts first, then one part at
// a time.
import { waitForPolled } from '../clock.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { openBill } from '../life/repay.ts';
import { brokenBooks } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { chooseChannel, payCode } from '../life/ways.ts';
import { limited } from '../places.ts';
import { atLength, expect, serveAlone, test } from './fixture.ts';

serveAlone(limited);

test(
  'a bill is paid at Palawan in three parts, even after a reload',
  atLength,
  async ({ page }) => {
    const { life } = await personWithLoan(limited.origin, 0, 1);
    await page.clock.install();
    await openLoggedIn(page, life);
    await openBill(page, '₱60,000');
    await page.getByRole('link', { name: /^Pay ₱/ }).click();
    await page.getByRole('radio', { name: /^Full amount/ }).check();
    await page.getByText('Cardless', { exact: true }).click();
    await expect(page.getByText('Up to ₱20,000 per payment: 3 parts')).toBeVisible();
    await page.getByRole('radio', { name: /^7-Eleven/ }).check();
    await expect(page.getByText('In 2 parts: ₱50,000 + ₱10,000.')).toBeVisible();
    await chooseChannel(page, { tab: 'Cardless', name: 'Palawan' }, 'Get the code');
    await waitForPolled(page.getByText('Part 1 of 3.'));
    await expect(page.getByText('₱40,000.00 today')).toBeVisible();
    const firstAddress = page.url();
    await payCode(page);
    await waitForPolled(page.getByText('Part 2 of 3.'));
    await expect(page.getByText('We received ₱20,000.00.')).toBeVisible();
    // The address of a paid part redirects to the part that can be paid now.
    await page.goto(firstAddress);
    await waitForPolled(page.getByText('Part 2 of 3.'));
    await waitForPolled(page.getByRole('button', { name: 'Copy code' }));
    await payCode(page);
    await waitForPolled(page.getByText('Part 3 of 3.'));
    await payCode(page);
    await waitForPolled(page.getByText('Loan fully paid. Thank you.'));
    expect(await brokenBooks(page.request)).toEqual([]);
  },
);

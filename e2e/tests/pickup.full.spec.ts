import { waitForPolled } from '../clock.ts';
import { choosePayoutChannel, readAndSign } from '../life/borrow.ts';
import { personWithLine } from '../life/by-calls.ts';
import { brokenBooks } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test(
  'a loan paid out in cash starts when the cash is collected at the counter',
  atLength,
  async ({ page }) => {
    const person = await personWithLine(shared.origin, 410);
    await page.clock.install();
    await openLoggedIn(page, person);
    await choosePayoutChannel(page, /Cash pickup/);
    await expect(page.getByRole('button', { name: /Cash pickup.*₱25.00 fee/ })).toBeVisible();
    await readAndSign(page, { receive: '₱59,575.00', repay: '₱60,960.00' });

    await waitForPolled(page.getByRole('heading', { name: '₱59,575.00 is ready to collect' }));
    const label = await page.getByLabel(/^Withdrawal code \d/).getAttribute('aria-label');
    const code = (label ?? '').replace(/\D/g, '');
    expect(code).toMatch(/^\d{13}$/);
    await expect(page.getByText(`In the name of ${person.first} ${person.last}`)).toBeVisible();

    const sandbox = await page.context().newPage();
    await sandbox.goto('/sandbox');
    await sandbox
      .getByRole('button', { name: new RegExp(`^Collect at the counter for .*${code}`) })
      .click();
    await expect(sandbox.getByText('Collected at the counter.')).toBeVisible();
    await sandbox.close();
    await page.reload();
    await waitForPolled(page.getByRole('heading', { name: 'You collected ₱59,575.00' }));
    await expect(page.getByLabel(/^Withdrawal code/)).toHaveCount(0);
    await page.getByRole('link', { name: 'View bill' }).click();
    await expect(page).toHaveURL(/\/billDetail/);
    await expect(page.getByText('₱59,575.00').first()).toBeVisible();
    expect(await brokenBooks(page.request)).toEqual([]);
  },
);

// The payout and repayment channels that no other browser test uses from start to finish.
import { waitForPolled } from '../clock.ts';
import { choosePayoutChannel, readAndSign } from '../life/borrow.ts';
import { personWithLine, personWithLoan } from '../life/by-calls.ts';
import { openBill } from '../life/repay.ts';
import { advanceToTen, brokenBooks } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { chooseChannel, decideAtCheckout, payCode } from '../life/ways.ts';
import { turns } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

for (const [name, nth, digits, sign] of [
  ['Cebuana Lhuillier', 600, 18, 'Cebuana Lhuillier Pawnshop'],
  ['Palawan Express', 601, 13, 'Palawan Pawnshop – Palawan Express Pera Padala'],
  ['Cardless withdrawal', 602, 12, null],
] as const) {
  test(
    `${name}: a signed loan is collected with the code that Orders shows too`,
    atLength,
    async ({ page }) => {
      const person = await personWithLine(turns.origin, nth);
      // Counters pay out only during their opening hours.
      await advanceToTen(page.request);
      await page.clock.install();
      await openLoggedIn(page, person);
      await choosePayoutChannel(page, name);
      await readAndSign(page, { receive: '₱59,575.00', repay: '₱60,960.00' });
      await waitForPolled(page.getByRole('heading', { name: '₱59,575.00 is ready to collect' }));
      const label = await page.getByLabel(/^Withdrawal code \d/).getAttribute('aria-label');
      const code = (label ?? '').replace(/\D/g, '');
      expect(code).toHaveLength(digits);
      if (sign) {
        await expect(page.getByText(`Go to any ${name} branch`)).toBeVisible();
        await expect(page.getByText(`Look for the sign “${sign}”.`)).toBeVisible();
        await expect(
          page.getByText('At the counter, say: “Pera Padala, to collect”'),
        ).toBeVisible();
        await expect(page.getByText('Show one valid ID')).toBeVisible();
      } else {
        await expect(page.getByText('Go to any Security Bank ATM')).toBeVisible();
        await expect(page.getByText('Show one valid ID')).toHaveCount(0);
      }
      await page.goto('/wealth');
      await page.getByRole('link', { name: /Loan of ₱60,000.*collect by/ }).click();
      await expect(page.getByLabel(/^Withdrawal code \d/)).toBeVisible();
      await page.request.post('/sandbox/api/collect', { data: { code } });
      await page.reload();
      await waitForPolled(page.getByRole('heading', { name: 'You collected ₱59,575.00' }));
      expect(await brokenBooks(page.request)).toEqual([]);
    },
  );
}

test('a bill is repaid in parts, each through a different channel', atLength, async ({ page }) => {
  const { life } = await personWithLoan(turns.origin, 603, 1553);
  await page.clock.install();
  await openLoggedIn(page, life);
  await openBill(page, '₱60,000');
  await page.getByRole('link', { name: /^Pay ₱/ }).click();
  const arrives = async () => {
    await waitForPolled(page.getByText('We received your payment'));
    await page.getByRole('link', { name: /^Pay ₱/ }).click();
  };

  for (const name of ['GrabPay', 'ShopeePay', 'Maya']) {
    await test.step(`pay a part on the page of ${name}`, async () => {
      await chooseChannel(page, { tab: 'E-wallet', name, part: '1000' }, 'Continue');
      await waitForPolled(page.getByRole('link', { name: `Open ${name}` }));
      await page.getByRole('link', { name: `Open ${name}` }).click();
      await decideAtCheckout(page, name, /^Pay ₱1,000\.00/);
      await arrives();
    });
  }
  for (const [tab, name] of [
    ['E-wallet', 'QR Ph'],
    ['Cardless', 'Cebuana Lhuillier'],
    ['Cardless', 'Palawan Express'],
  ] as const) {
    await test.step(`pay a part with a code for ${name}`, async () => {
      await chooseChannel(page, { tab, name, part: '1000' }, 'Get the code');
      await waitForPolled(page.getByLabel(/^Code /).first());
      await payCode(page);
      await arrives();
    });
  }
  await test.step('pay the balance by bank transfer to the permanent account number', async () => {
    await chooseChannel(page, { name: 'Bank transfer' }, 'Get the code');
    await waitForPolled(page.getByLabel(/^Account number /).first());
    await payCode(page, 5_400_000);
    await waitForPolled(page.getByText('Loan fully paid. Thank you.'));
  });
  expect(await brokenBooks(page.request)).toEqual([]);
});

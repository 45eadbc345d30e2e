// The ways to be paid and to repay that no other browser test goes to its end.
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, paidOut, reviewed, takeLoan } from '@sandali/server/sandbox/life.ts';
import { logInByPassword, newPerson } from '../life/account.ts';
import { readAndSign } from '../life/borrow.ts';
import { personWithLine, signedUp } from '../life/by-calls.ts';
import { openBill } from '../life/repay.ts';
import { brokenBooks, toTen } from '../life/sandbox.ts';
import { chooseWay, decide, payCode } from '../life/ways.ts';
import { turns } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test.setTimeout(180_000);

for (const [name, nth, digits] of [
  ['Pawnshop', 600, 18],
  ['Remittance center', 601, 13],
  ['Cardless withdrawal', 602, 12],
] as const) {
  test(`${name}: a loan is signed, its code shown and listed under Orders, and collected`, atLength, async ({ page }) => {
    const person = await personWithLine(turns.origin, nth);
    // Counters have hours.
    await toTen(page.request);
    await page.goto('/login');
    await logInByPassword(page, person);
    await page.getByRole('link', { name: 'Choose your amount' }).click();
    await page.getByRole('radio', { name: /^8 days/ }).check();
    await page.getByRole('button', { name: /To GCash/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Where the money goes' });
    await sheet.getByRole('radio', { name }).click();
    await expect(sheet).toHaveCount(0);
    await readAndSign(page, { receive: '₱59,575.00', repay: '₱60,960.00', get: 'Get ₱60,000' });
    await expect(page.getByRole('heading', { name: '₱59,575.00 is ready for you' })).toBeVisible({ timeout: 30_000 });
    const label = await page.getByLabel(/^Withdrawal code \d/).getAttribute('aria-label');
    const code = (label ?? '').replace(/\D/g, '');
    expect(code).toHaveLength(digits);
    await page.goto('/wealth');
    await page.getByRole('link', { name: /Loan of ₱60,000.*to collect until/ }).click();
    await expect(page.getByLabel(/^Withdrawal code \d/)).toBeVisible();
    await page.request.post('/sandbox/api/collect', { data: { code } });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'You collected ₱59,575.00' })).toBeVisible({ timeout: 30_000 });
    expect(await brokenBooks(page.request)).toEqual([]);
  });
}

test('a bill is repaid part by part, each by another way', atLength, async ({ page }) => {
  const person = newPerson(603);
  const life = await signedUp(turns.origin, person, 1553);
  await applyForCredit(life);
  await reviewed(life);
  const { loanId } = await takeLoan(life, await addWallet(life));
  await paidOut(life, loanId);
  await page.goto('/login');
  await logInByPassword(page, person);
  await openBill(page, '₱60,000');
  await page.getByRole('link', { name: /^Pay ₱/ }).click();
  const isIn = async () => {
    await expect(page.getByText('Your payment is in')).toBeVisible({ timeout: 20_000 });
    await page.getByRole('link', { name: /^Pay the rest/ }).click();
  };

  for (const name of ['GrabPay', 'ShopeePay', 'Maya']) {
    await test.step(`${name}, on its page`, async () => {
      await chooseWay(page, { tab: 'Electronic wallet', name, part: '1000' }, 'Continue');
      await page.getByRole('link', { name: `Open ${name}` }).click();
      await decide(page, name, /^Pay ₱1,000\.00/);
      await isIn();
    });
  }
  for (const [tab, name] of [
    ['Electronic wallet', 'QR Ph'],
    ['Cardless', 'Cebuana Lhuillier'],
    ['Cardless', 'Palawan'],
  ] as const) {
    await test.step(`${name}, by its code`, async () => {
      await chooseWay(page, { tab, name, part: '1000' }, 'Get the code');
      await payCode(page);
      await isIn();
    });
  }
  await test.step('the rest by bank transfer, to the number that is theirs for good', async () => {
    await chooseWay(page, { name: 'Bank transfer' }, 'Get the code');
    await payCode(page, 5_400_000);
    await expect(page.getByText('Repaid. Thank you.')).toBeVisible({ timeout: 20_000 });
  });
  expect(await brokenBooks(page.request)).toEqual([]);
});

// The limit that loans repaid on time earn, and a refusal that is disputed, as a borrower meets them.
import { billDetail } from '@sandali/contract/loan.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { askCode, reviewed, until } from '@sandali/server/sandbox/life.ts';
import { newPerson } from '../life/account.ts';
import { personWithLoan, signedUp } from '../life/by-calls.ts';
import { ops } from '../life/ops.ts';
import { payAtKiosk } from '../life/repay.ts';
import { loggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test('a loan repaid on time earns a higher limit, which one tap at home takes; more waits for more loans', async ({ page }) => {
  test.setTimeout(60_000);
  const { life, loanId } = await personWithLoan(shared.origin, 300, 1250);
  await loggedIn(page, life, '/my');

  await test.step('before a loan is repaid, more cannot be asked for, and the reason is told', async () => {
    await page.getByRole('link', { name: 'Your limit' }).click();
    await expect(page).toHaveURL(/\/quota/);
    await expect(page.getByRole('button', { name: 'Ask for ₱110,000' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('Repay 2 more loans on time to ask for more').first()).toBeVisible();
  });

  await test.step('repaid on time: home offers what was earned', async () => {
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

test('a refusal is disputed in a sheet, and its answer is read where the refusal stands', atLength, async ({ page }) => {
  const life = await signedUp(shared.origin, newPerson(301), 1251);
  await applyForCredit(life, 'refusable');
  expect(await reviewed(life)).toBe('rejected');
  await loggedIn(page, life, '/creditStatus');
  await expect(page.getByText('We could not see an income to repay from.')).toBeVisible();
  await page.getByRole('button', { name: /Ask us to look again/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await expect(sheet.getByText('Please write a few words first.')).toBeVisible();
  await sheet.getByLabel('What is not right?').fill('May maliit akong tindahan.');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('A person is looking again')).toBeVisible();
  await expect(page.getByRole('button', { name: /Ask us to look again/ })).toHaveCount(0);

  const { disputes } = JSON.parse(await ops(shared, 'dispute', 'list', '--json')) as { disputes: { id: string }[] };
  const id = disputes.at(-1)?.id ?? '';
  await ops(
    shared,
    'dispute',
    'answer',
    id,
    '--outcome',
    'declined',
    '--words',
    'Send a photo of your permit.',
    '--reason',
    'no proof yet',
  );
  await page.reload();
  await expect(page.getByText('Send a photo of your permit.')).toBeVisible();
});

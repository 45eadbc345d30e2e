import { billDetail } from '@sandali/contract/billDetail.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { waitForPolled } from '../clock.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { payAtKiosk } from '../life/repay.ts';
import { addDays, brokenBooks, sandboxNow } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { turns } from '../places.ts';
import { expect, test } from './fixture.ts';

test('a borrower starts a three-part plan from home and repays the loan with it', async ({
  page,
}) => {
  const { life, loanId } = await personWithLoan(turns.origin, 381, 1331, { termDays: 8 });
  await addDays(page.request, 6);
  await page.clock.install();
  await openLoggedIn(page, life);
  await page.getByRole('link', { name: 'I may be short of money' }).click();
  await expect(page).toHaveURL(/\/renew/);
  const choices = page.getByRole('radiogroup', { name: 'Your options' }).locator('label');
  await expect(choices).toHaveCount(4);
  const ways = await choices.allInnerTexts();
  expect(ways.map((words) => words.split('\n')[0])).toEqual([
    'Pay part',
    'Plan',
    'Pay in full',
    'Extend by 8 days',
  ]);
  const costs = ways.map((words) =>
    Number((/Extra cost\s+(?:none|₱([\d,.]+))/.exec(words)?.[1] ?? '0').replaceAll(',', '')),
  );
  expect(costs).toEqual([240, 240, 0, 1_800]);
  await expect(
    page.getByText('None of these works for you? Call us, and we will look for a way together.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: '(02) 5550 0100' })).toHaveAttribute(
    'href',
    'tel:0255500100',
  );
  await expect(
    page.getByRole('radio', { name: /Extend by 8 days.*Most expensive.*Extra cost ₱1,800/ }),
  ).toBeVisible();
  await page.getByRole('radio', { name: /^Plan.*No late charge.*Extra cost ₱240/ }).check();
  await expect(page.getByText(/^Part 3, by /)).toHaveCount(0);
  await page.getByText('3 parts', { exact: true }).click();
  await expect(page.getByText(/^Part 3, by /)).toBeVisible();
  await page.getByRole('link', { name: 'View the plan' }).click();
  await expect(page).toHaveURL(/how=plan&count=3/);
  await page.reload();
  await expect(page.getByText('Disclosure statement for a repayment plan')).toBeVisible();
  await expect(
    page.getByText('Confirm that you have read the disclosure statement').first(),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: /I have read the plan’s disclosure statement/ }).check();
  await page.getByRole('button', { name: 'Start this plan' }).click();
  await expect(page).toHaveURL(/\/billDetail/);
  await expect(page.getByText('Your plan starts today.')).toBeVisible();
  const { granted } = await life.client.must(billDetail, { loanId: loanId as LoanId });
  const payPart = page.getByRole('link', { name: 'Pay ₱20,320.00 of your plan' });
  await expect(payPart).toBeVisible();
  await expect(page.getByText('Total left: ₱60,720.00 today')).toBeVisible();
  for (const part of granted.promise?.parts ?? []) {
    // The weekdays of the parts depend on the clock, which other tests advance.
    const today = new Date(Date.parse(await sandboxNow(page.request)) + 8 * 3_600_000)
      .toISOString()
      .slice(0, 10);
    await addDays(page.request, (Date.parse(part.on) - Date.parse(today)) / 86_400_000);
    await page.goto('/home');
    await expect(page.getByText('Plan on track: next payment')).toBeVisible();
    await payPart.click();
    await page.getByRole('radio', { name: /Next part of your plan.*₱20,320/ }).check();
    await page.getByText('Cardless', { exact: true }).click();
    await page.getByText('7-Eleven', { exact: true }).click();
    await page.getByRole('button', { name: 'Get the code' }).click();
    await waitForPolled(page.getByRole('button', { name: 'Copy code' }));
    const label = await page
      .getByLabel(/^Code \d/)
      .first()
      .getAttribute('aria-label');
    await payAtKiosk(page, (label ?? '').replace(/\D/g, ''));
    await waitForPolled(
      part === granted.promise?.parts.at(-1)
        ? page.getByText('Loan fully paid. Thank you.')
        : payPart,
    );
  }
  await page.goto('/documents');
  await expect(page.getByText('Disclosure statement for a plan')).toBeVisible();
  await expect(page.getByText('Certificate of full payment')).toBeVisible();
  expect(await brokenBooks(page.request)).toEqual([]);
});

// Repays a bill on the screens and at the kiosk.
import type { Locator, Page } from '@playwright/test';
import { refundQuery } from '@sandali/contract/refund.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import type { Life } from '@sandali/server/sandbox/life.ts';
import { expect } from '../tests/fixture.ts';

/** Opens the first open bill on the Orders tab. */
export async function openBill(page: Page, loanOf: string): Promise<void> {
  await page.goto('/wealth');
  await page
    .getByRole('link', { name: new RegExp(`Loan of ${loanOf}`) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/billDetail/);
}

/** Chooses the full amount. During cooling-off the return, which costs less, is preselected. */
export async function chooseAll(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Full amount/ }).check();
}

/** Locates the slider that selects a future payment day. */
export const daySlider = (page: Page): Locator => page.getByRole('slider', { name: 'Payment day' });

/** Returns the slider's text for the selected day: "Tuesday, 1 December: ₱60,960". */
export async function daySliderText(page: Page): Promise<string> {
  return (await daySlider(page).getAttribute('aria-valuetext')) ?? '';
}

/** Gets a 7-Eleven payment code for the full amount that is due today. */
export async function askForCode(page: Page, due: string): Promise<string> {
  await page.getByRole('link', { name: `Pay ${due}` }).click();
  await expect(page).toHaveURL(/\/repayment/);
  await chooseAll(page);
  await page.getByText('Cardless', { exact: true }).click();
  await page.getByText('7-Eleven', { exact: true }).click();
  await page.getByRole('button', { name: 'Get the code' }).click();
  await expect(page.getByRole('button', { name: 'Copy code' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Barcode' })).toBeVisible();
  const { code } = await readOpenCode(page);
  return code;
}

/** Returns the code that the screen shows. */
async function readOpenCode(page: Page): Promise<{ code: string }> {
  const label = await page
    .getByLabel(/^Code \d/)
    .first()
    .getAttribute('aria-label');
  const code = (label ?? '').replace(/\D/g, '');
  expect(code).toMatch(/^\d{6,}$/);
  return { code };
}

/**
 * Pays part of the bill with the borrower's permanent code, and waits until the screen shows the
 * payment.
 */
export async function payByLifelongCode(
  page: Page,
  { due, pesos, came: received }: { due: string; pesos: string; came: string },
): Promise<void> {
  await page.getByRole('link', { name: `Pay ${due}` }).click();
  await chooseAll(page);
  await page.getByText('Cardless', { exact: true }).click();
  await page.getByText('Lifelong code at CLiQQ', { exact: true }).click();
  await page.getByRole('button', { name: 'Get the code' }).click();
  await expect(page.getByText('It does not expire.')).toBeVisible();
  const { code } = await readOpenCode(page);
  await payAtKiosk(page, code, pesos);
  await expect(page.getByText(`We received ${received}.`)).toBeVisible();
}

/** Pays with a code at the kiosk on the sandbox page. The default amount is that of the code. */
export async function payAtKiosk(page: Page, code: string, pesos = ''): Promise<void> {
  const kiosk = await page.context().newPage();
  await kiosk.goto('/sandbox');
  // The forms that reverse payments have a field with the same label.
  const form = kiosk.locator('#kiosk > form');
  await form.getByLabel('Code', { exact: true }).fill(code);
  await form.getByLabel('Amount in pesos').fill(pesos);
  await form.getByRole('button', { name: 'Pay it' }).click();
  await expect(kiosk).toHaveURL(/done=/);
  await kiosk.close();
}

/** Pays a loan twice with the borrower's permanent code. */
export async function payTwice(page: Page, { client }: Life, loanId: string): Promise<void> {
  const { repaymentId } = await client.must(repaymentApply, {
    loanId: loanId as never,
    channel: 'cliqqLifelong',
    amountCentavos: 6_100_000 as never,
  });
  let code = '';
  await expect
    .poll(async () => {
      const status = await client.must(repaymentStatus, { repaymentId });
      code = status.code ?? '';
      return code;
    })
    .not.toBe('');
  for (const _ of ['first', 'second']) await payAtKiosk(page, code, '61,000');
  await expect
    .poll(async () => (await client.must(refundQuery, {})).refundableCentavos)
    .toBeGreaterThan(6_100_000);
}

/** Waits until the screen of the payment code says that the loan is repaid. */
export async function waitUntilRepaid(page: Page): Promise<void> {
  await expect(page.getByText('Loan fully paid. Thank you.')).toBeVisible();
}

/** Chooses to repay the whole loan at 7-Eleven. */
export async function chooseKiosk(page: Page): Promise<void> {
  await openBill(page, '₱60,000');
  await page.getByRole('link', { name: /^Pay ₱/ }).click();
  await chooseAll(page);
  await page.getByText('Cardless', { exact: true }).click();
  await page.getByText('7-Eleven', { exact: true }).click();
}

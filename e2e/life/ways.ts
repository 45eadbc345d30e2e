// From the ways to repay to the screen of one, and paying there: at a counter by its code, or on
// the page of a wallet or a card.
import type { Page } from '@playwright/test';
import { expect } from '../tests/fixture.ts';
import { chooseAll } from './repay.ts';

type Way = { tab?: 'E-wallet' | 'Cardless'; name: string; part?: string };

/** From the ways to pay to the screen of one: all of it, or a part. */
export async function chooseWay(
  page: Page,
  { tab, name, part }: Way,
  button: 'Continue' | 'Get the code',
): Promise<void> {
  if (part) {
    await page.getByRole('radio', { name: /Part of it/ }).check();
    await page.getByLabel('Amount to pay').fill(part);
  } else await chooseAll(page);
  if (tab) await page.getByText(tab, { exact: true }).click();
  await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
  await page.getByRole('button', { name: button }).click();
}

/** From the screen of one back to all of them. */
export const anotherWay = (page: Page) =>
  page.getByRole('link', { name: 'Pay another way' }).click();

/**
 * Reads the code off its screen and pays it as a counter would; without an amount, the code's own.
 */
export async function payCode(page: Page, amountCentavos?: number): Promise<void> {
  const label = await page
    .getByLabel(/^(Code|Account number) /)
    .first()
    .getAttribute('aria-label');
  const code = (label ?? '').replace(/Code|Account number/, '').replaceAll(/\s/g, '');
  expect(code).toMatch(/^[A-Z]{0,2}\d{10,}$/);
  const answer = await page.request.post('/sandbox/api/pay', {
    data: { code, ...(amountCentavos && { amountCentavos }) },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** On the page of a wallet or a card, a page outside the program. */
export async function decide(page: Page, name: string, button: RegExp): Promise<void> {
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(/\/repayment\?.*repaymentId=/);
}

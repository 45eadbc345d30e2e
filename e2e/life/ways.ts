// Chooses a repayment channel, and pays at a counter or on a checkout page.
import type { Page } from '@playwright/test';
import { expect } from '../tests/fixture.ts';
import { chooseAll } from './repay.ts';

type Channel = { tab?: 'E-wallet' | 'Cardless'; name: string; part?: string };

/** Chooses a repayment channel, and whether to pay the full amount or a part. */
export async function chooseChannel(
  page: Page,
  { tab, name, part }: Channel,
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

/** Goes back from a repayment channel to the list of channels. */
export const goToOtherChannels = (page: Page) =>
  page.getByRole('link', { name: 'Pay another way' }).click();

/** Pays with the code on the screen, as a counter would. The default amount is that of the code. */
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

/** Accepts or declines the payment on the checkout page of a wallet or card. */
export async function decideAtCheckout(page: Page, name: string, button: RegExp): Promise<void> {
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(/\/repayment\?.*repaymentId=/);
}

// The desk's Money screen, by keyboard: two people assign a payment with an unknown code to its
// owner, or record that it was sent back.
import type { Locator, Page } from '@playwright/test';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { deskScreen, expectNoFaults, goToRow, openAs } from '../life/desk.ts';
import { brokenBooks, payUnknownCode } from '../life/sandbox.ts';
import { shared } from '../places.ts';
import { expect, press, tabTo, test } from './fixture.ts';

test.use(deskScreen);

const paymentOf = (page: Page, code: string): Locator =>
  page
    .getByRole('list', { name: 'Money without an owner, the oldest first' })
    .getByRole('link', { name: new RegExp(code) });

/** Opens the payment at the Money screen, and returns its record. */
async function openPayment(page: Page, row: Locator): Promise<Locator> {
  const record = page.getByRole('article', { name: 'The open payment' });
  await expect(page.getByRole('heading', { name: 'Money · Payouts' })).toBeVisible();
  await page.keyboard.press('2');
  // The bank reports the payment a moment later.
  await expect(async () => {
    await page.getByRole('button', { name: 'Read again' }).click();
    await expect(row).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await goToRow(page, row);
  await page.keyboard.press('Enter');
  await expect(record).toContainText('At the gateway');
  return record;
}

/** Proposes as one person what `fill` chooses, and confirms it as another. */
async function decideByTwo(
  page: Page,
  clean: string[],
  payment: { code: string; amount: string },
  fill: (record: Locator) => Promise<void>,
): Promise<void> {
  const row = paymentOf(page, payment.code);
  const dialog = page.getByRole('dialog');
  await openAs(page, clean, 'fina.finance', 'Money');
  const record = await openPayment(page, row);
  const id = new URL(page.url()).searchParams.get('open') ?? '';
  await fill(record);
  await tabTo(page, record.getByRole('textbox', { name: 'Reason' }));
  await page.keyboard.type('the receipt was seen');
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Propose' }));
  await expect(page.getByText('it is proposed; another person confirms it')).toBeVisible();
  await expect(row).toContainText('Proposed by fina.finance');
  await expectNoFaults(page);

  await openAs(page, clean, 'felix.finance', 'Money');
  await openPayment(page, row);
  await expectNoFaults(page);
  await press(page, page.getByRole('link', { name: 'Approvals', exact: true }));
  const proposal = page.getByRole('link', {
    name: new RegExp(`${id.slice(-8)}, ${payment.amount}`),
  });
  await press(page, proposal);
  await expect(page.getByRole('article', { name: 'The open proposal' })).toContainText(
    payment.code,
  );
  await page.keyboard.press('c');
  await tabTo(page, page.getByRole('textbox', { name: 'Reason' }));
  await page.keyboard.type('the receipt fits');
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Confirm' }));
}

test('two people assign money in suspense to its owner', async ({ page, clean }) => {
  const { life, loanId } = await personWithLoan(shared.origin, 441, 1391);
  const code = await payUnknownCode(page.request, { origin: shared.origin, pesos: '500' });
  await decideByTwo(page, clean, { code, amount: '₱500\\.00' }, async (record) => {
    await press(page, record.getByRole('button', { name: 'Assign money to a person' }));
    await expect(record.getByRole('textbox', { name: 'Person' })).toBeFocused();
    await page.keyboard.type(life.phone.replace('+63', '0'));
  });
  await expect(page.getByText('the money is booked')).toBeVisible();
  const { bill } = await life.client.must(billDetail, { loanId: loanId as never });
  expect(bill.paidCentavos).toBe(50_000);
});

test('two people record that money in suspense was sent back', async ({ page, clean }) => {
  const code = await payUnknownCode(page.request, { origin: shared.origin, pesos: '321' });
  await decideByTwo(page, clean, { code, amount: '₱321\\.00' }, async (record) => {
    await press(page, record.getByRole('button', { name: 'Return money' }));
  });
  await expect(page.getByText('the money is recorded as sent back')).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Money', exact: true }));
  await expect(page.getByRole('heading', { name: 'Money · Payouts' })).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByRole('heading', { name: 'Money · Suspense' })).toBeVisible();
  await expect(paymentOf(page, code)).toHaveCount(0);
  expect(await brokenBooks(page.request)).toEqual([]);
});

// A borrower takes the receipt of a payment along; a stranger checks it, by its file and by its
// code, and sees what was altered.
import * as fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findPaperCode, paperCodeText } from '@sandali/contract/paperCode.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { askCode, until } from '@sandali/server/sandbox/life.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { payAtKiosk } from '../life/repay.ts';
import { loggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { expect, test } from './fixture.ts';

/** Chooses a file as it was received. */
async function choose(page: Page, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose the PDF' }).click(),
  ]);
  await chooser.setFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer });
}

/** What the page says of it, at its top. */
const said = (page: Page) => page.getByRole('status').first();

test('a receipt is taken along, and a stranger sees that it is genuine, and what is not', async ({
  page: stranger,
  browser,
}) => {
  test.setTimeout(90_000);
  const { life, loanId } = await personWithLoan(shared.origin, 445, 1395, { termDays: 8 });
  const { repaymentId, code: kiosk } = await askCode(life, loanId, 2_000_000);
  await payAtKiosk(stranger, kiosk, '20000.00');
  await until(
    'the booking',
    async () => (await life.client.must(repaymentStatus, { repaymentId })).state === 'booked',
  );
  const page = await (await browser.newContext({ baseURL: shared.origin })).newPage();
  await loggedIn(page, life, `/documents?loanId=${loanId}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Payment receipt.*₱20,000\.00/ }).click(),
  ]);
  const file = await fs.readFile(await download.path());
  await page.getByRole('link', { name: 'Check a document' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  await page.context().close();

  // On another phone, by somebody without an account.
  const asked: string[] = [];
  stranger.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await stranger.goto('/verify');
  await expect(stranger.getByRole('heading', { level: 1, name: 'Check a document' })).toBeVisible();
  await expect(stranger.getByRole('banner').getByRole('button', { name: /^EN, / })).toBeVisible();
  await choose(stranger, file);
  await expect(said(stranger)).toContainText('Genuine and unchanged');
  await expect(said(stranger)).toContainText('Payment receipt');
  await expect(said(stranger)).not.toContainText('20,000');
  await expect(said(stranger)).not.toContainText(life.phone);

  const altered = Buffer.from(file);
  altered[100] = (altered[100] ?? 0) ^ 1;
  await choose(stranger, altered);
  await expect(said(stranger)).toContainText('Not the file we issued');
  await choose(stranger, Buffer.from('%PDF-1.7 a payslip'));
  await expect(said(stranger)).toContainText('No Sandali code found');

  const code = findPaperCode(file)?.code;
  if (!code) throw new Error('the receipt has no code');
  const field = stranger.getByLabel('Or paste the code at its end');
  const check = stranger.getByRole('button', { name: 'Check the code' });
  await check.click();
  await expect(stranger.getByText('Paste the code, or choose the PDF')).toBeVisible();
  await field.fill(paperCodeText(code));
  await check.click();
  await expect(said(stranger)).toContainText('The code is ours');
  await expect(said(stranger)).toContainText('Only the PDF shows');
  await field.fill(
    paperCodeText({ ...code, hash: code.hash.replace(/.$/, code.hash.endsWith('0') ? '1' : '0') }),
  );
  await check.click();
  await expect(said(stranger)).toContainText('Not genuine');
  await field.fill(paperCodeText({ ...code, kind: 'certificate' }));
  await check.click();
  await expect(said(stranger)).toContainText('Not genuine');
  await field.fill(paperCodeText(code).slice(0, -10));
  await check.click();
  await expect(stranger.getByText('This code is incomplete.', { exact: false })).toBeVisible();
  await expect(field).toBeFocused();

  // No address, neither of a page nor of a call, holds any of it.
  expect(asked.filter((one) => one.includes(code.hash.slice(0, 16)) || /[?#]/.test(one))).toEqual(
    [],
  );
  await expect(stranger).toHaveURL('/verify');
});

// Anyone can check whether a document is genuine, from its file or its code.
import * as fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findPaperCode, paperCodeText } from '@sandali/contract/paperCode.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { askCode, until } from '@sandali/server/sandbox/life.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { payAtKiosk } from '../life/repay.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { expect, test } from './fixture.ts';

async function choose(page: Page, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose the PDF' }).click(),
  ]);
  await chooser.setFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer });
}

const result = (page: Page) => page.getByRole('status').first();

test('a person without an account sees whether a receipt or its code is genuine', async ({
  page: stranger,
  browser,
}) => {
  const { life, loanId } = await personWithLoan(shared.origin, 445, 1395, { termDays: 8 });
  const { repaymentId, code: kiosk } = await askCode(life, loanId, 2_000_000);
  await payAtKiosk(stranger, kiosk, '20000.00');
  await until(
    'the booking',
    async () => (await life.client.must(repaymentStatus, { repaymentId })).state === 'booked',
  );
  const page = await (await browser.newContext({ baseURL: shared.origin })).newPage();
  await openLoggedIn(page, life, `/documents?loanId=${loanId}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Payment receipt.*₱20,000\.00/ }).click(),
  ]);
  const file = await fs.readFile(await download.path());
  await page.getByRole('link', { name: 'Check a document' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  await page.context().close();

  // Somebody without an account checks the code on another phone.
  const requests: string[] = [];
  stranger.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await stranger.goto('/verify');
  await expect(stranger.getByRole('heading', { level: 1, name: 'Check a document' })).toBeVisible();
  await expect(stranger.getByRole('banner').getByRole('button', { name: /^EN, / })).toBeVisible();
  await choose(stranger, file);
  await expect(result(stranger)).toContainText('Genuine and unchanged');
  await expect(result(stranger)).toContainText('Payment receipt');
  await expect(result(stranger)).not.toContainText('20,000');
  await expect(result(stranger)).not.toContainText(life.phone);

  const altered = Buffer.from(file);
  altered[100] = (altered[100] ?? 0) ^ 1;
  await choose(stranger, altered);
  await expect(result(stranger)).toContainText('Not the file we issued');
  await choose(stranger, Buffer.from('%PDF-1.7 a payslip'));
  await expect(result(stranger)).toContainText('No Sandali code found');

  const code = findPaperCode(file)?.code;
  if (!code) throw new Error('the receipt has no code');
  const field = stranger.getByLabel('Or paste the code at its end');
  const check = stranger.getByRole('button', { name: 'Check the code' });
  await check.click();
  await expect(stranger.getByText('Paste the code, or choose the PDF')).toBeVisible();
  await field.fill(paperCodeText(code));
  await check.click();
  await expect(result(stranger)).toContainText('The code is ours');
  await expect(result(stranger)).toContainText('Only the PDF shows');
  await field.fill(
    paperCodeText({ ...code, hash: code.hash.replace(/.$/, code.hash.endsWith('0') ? '1' : '0') }),
  );
  await check.click();
  await expect(result(stranger)).toContainText('Not genuine');
  await field.fill(paperCodeText({ ...code, kind: 'certificate' }));
  await check.click();
  await expect(result(stranger)).toContainText('Not genuine');
  await field.fill(paperCodeText(code).slice(0, -10));
  await check.click();
  await expect(stranger.getByText('This code is incomplete.', { exact: false })).toBeVisible();
  await expect(field).toBeFocused();

  // No address of a page or call contains the code.
  expect(
    requests.filter((line) => line.includes(code.hash.slice(0, 16)) || /[?#]/.test(line)),
  ).toEqual([]);
  await expect(stranger).toHaveURL('/verify');
});

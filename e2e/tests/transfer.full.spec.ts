// A loan is repaid by a transfer to the lender's own account.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { billList } from '@sandali/contract/loan.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { ops, opsAs } from '../life/ops.ts';
import { cardPhoto } from '../life/photo.ts';
import { chooseAll, openBill } from '../life/repay.ts';
import { brokenBooks } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { transfers } from '../places.ts';
import { atLength, expect, serveAlone, test } from './fixture.ts';

serveAlone(transfers);

/**
 * Adds a member of the finance staff.
 * @returns the new member's key
 */
async function financeKey(name: string, folder: string): Promise<string> {
  const file = path.join(folder, `${name}.key`);
  const { hash } = JSON.parse(await ops(transfers, 'staff', 'key', file, '--json')) as {
    hash: string;
  };
  await ops(
    transfers,
    'staff',
    'add',
    name,
    '--role',
    'finance',
    '--hash',
    hash,
    '--reason',
    'books transfers',
  );
  return fs.readFileSync(file, 'utf8').trim();
}

test(
  'two members of staff book a transfer that the borrower reported with a receipt',
  atLength,
  async ({ page }, { outputDir }) => {
    fs.mkdirSync(outputDir, { recursive: true });
    const { life, loanId } = await personWithLoan(transfers.origin, 430, 1545, { termDays: 8 });
    const { today } = await life.client.must(billList, {});
    await openLoggedIn(page, life);
    await openBill(page, '₱60,000');
    await page.getByRole('link', { name: 'Pay ₱60,000.00' }).click();
    await chooseAll(page);
    await page.getByText('Transfer with receipt', { exact: true }).click();
    await page.getByRole('button', { name: 'Get the code' }).click();
    await expect(page.getByText('0000 1234 5678')).toBeVisible();
    const label = await page.getByLabel(/^Code T R/).getAttribute('aria-label');
    const reference = (label ?? '').replace(/^Code | /g, '');
    expect(reference).toMatch(/^TR-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy reference' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
    await page.getByRole('link', { name: 'I’ve paid: send my receipt' }).click();
    await expect(page.getByRole('heading', { name: 'Receipt for a bank transfer' })).toBeVisible();
    await expect(page.getByLabel('Day you paid')).toHaveValue(today);
    await expect(page.getByLabel('Amount paid')).toHaveValue('60,000');
    await expect(page.getByLabel(/^Reference/)).toHaveValue(reference);
    await page.locator('input[type=file]').setInputFiles({
      name: 'receipt.jpg',
      mimeType: 'image/jpeg',
      buffer: await cardPhoto(page),
    });
    await expect(page.getByRole('img', { name: 'Receipt: picture or PDF' })).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('File sent.')).toBeVisible();
    const number = await page.getByRole('heading', { name: /^CS-/ }).innerText();
    const line = [
      'transfer',
      'book',
      '--reference',
      reference,
      '--amount',
      '60,000.00',
      '--paid-on',
      today,
      '--bank-ref',
      `FT${Date.now()}`,
    ];
    const [first, second] = [
      await financeKey('lina.bangko', outputDir),
      await financeKey('omar.bangko', outputDir),
    ];
    expect(
      await opsAs(first, transfers, ...line, '--case', number, '--reason', 'line 12'),
    ).toContain('is proposed');
    expect(
      await opsAs(second, transfers, ...line, '--case', number, '--reason', 'line 12'),
    ).toContain('is booked');
    await page.getByRole('link', { name: 'See my case' }).click();
    await expect(page.getByRole('region', { name: 'Your case and its deadlines' })).toContainText(
      number,
    );
    await expect(page.getByText(/^Answered on /)).toBeVisible();
    await expect(page.getByText(/Your transfer of ₱60,000.00 has arrived/)).toBeVisible();
    await page.goto(`/billDetail?loanId=${loanId}`);
    await expect(page.getByText(/^repaid on/)).toBeVisible();
    expect(await brokenBooks(page.request)).toEqual([]);
  },
);

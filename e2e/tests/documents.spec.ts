// A borrower reads and signs a loan's documents, and downloads PDFs with the same text.
import * as fs from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { textOfPdf } from '@sandali/server/platform/pdf/testing.ts';
import { waitForPolled } from '../clock.ts';
import { personWithLine } from '../life/by-calls.ts';
import { openLoggedIn } from '../life/session.ts';
import { hostAnswers, hostCalls, installShell } from '../native/shell.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

const bare = (text: string) => text.replace(/[\s⁠]/g, '');

async function wordsOf(download: Download): Promise<string> {
  return bare(textOfPdf(await fs.readFile(await download.path())));
}

async function downloadFile(page: Page, name: RegExp): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  return file;
}

/** Chooses ₱60,000 for 8 days, to be paid out to the borrower's wallet. */
async function openConfirmation(page: Page): Promise<void> {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Choose your amount' }).click();
  await page.getByRole('radio', { name: /8 days/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/loanConfirm/);
}

test('a loan is signed only with both boxes ticked, and its PDFs have the text shown', async ({
  page,
}) => {
  test.slow();
  await page.clock.install();
  await openLoggedIn(page, await personWithLine(shared.origin, 330));
  await openConfirmation(page);

  const paper = page.locator('[lang=en]').filter({ hasText: 'RA 3765' }).last();
  await expect(paper.getByText('Net proceeds')).toBeVisible();
  const lines = await paper.locator('dl > div').allInnerTexts();
  const notes = await paper.locator('p').allInnerTexts();
  expect(lines.length).toBeGreaterThan(15);
  expect(notes.join(' ')).toContain('Please study this disclosure statement before you proceed');

  await page.getByRole('button', { name: 'Loan Agreement' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.locator('section')).toHaveCount(11);
  const clauses = await sheet.locator('section').allInnerTexts();
  await sheet.getByRole('button', { name: 'Back to signing' }).click();

  const sign = page.getByRole('button', { name: 'Sign and get ₱59,590.00' });
  await page.getByLabel('I have read the disclosure statement').check();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText('Please agree the Loan Agreement')).toBeVisible();
  await sign.click({ force: true });
  await expect(page.getByText('Please agree the Loan Agreement')).toHaveCount(2);
  await expect(page).toHaveURL(/\/loanConfirm/);
  await page.getByRole('checkbox', { name: /Loan Agreement/ }).check();
  await sign.click();
  await expect(page).toHaveURL(/\/loanResult/);
  await waitForPolled(page.getByText('₱59,590.00 has arrived'));

  await page.getByRole('link', { name: 'Loan documents' }).click();
  await expect(page).toHaveURL(/\/documents\?loanId=/);
  const file = await downloadFile(page, /Disclosure statement/);
  expect(file.suggestedFilename()).toMatch(/^sandali-disclosure-\d{10}\.pdf$/);
  await expect(page.getByText('PDF saved.')).toBeVisible();
  const statement = await wordsOf(file);
  for (const words of [...lines, ...notes]) expect(statement).toContain(bare(words));
  const agreement = await wordsOf(await downloadFile(page, /Loan Agreement/));
  for (const words of clauses) expect(agreement).toContain(bare(words));

  await page.goto('/my');
  await page.getByRole('link', { name: 'Loan documents' }).click();
  await expect(page).toHaveURL(/\/documents$/);
  await expect(page.getByRole('heading', { name: /Loan \d{10} · ₱60,000/ })).toBeVisible();
});

test(
  'an unknown loan has no documents, and its page links to the borrower’s own documents',
  atLength,
  async ({ page }) => {
    await openLoggedIn(page, await personWithLine(shared.origin, 331));
    await page.goto('/documents?loanId=0198a000-0000-7000-8000-000000000301');
    await expect(page.getByText('We can’t find this loan')).toBeVisible();
    await page.goto('/documents?loanId=nonsense');
    await expect(page.getByText('We can’t find this loan')).toBeVisible();
    await page.getByRole('link', { name: 'All my loan documents' }).click();
    await expect(page.getByText('No documents yet')).toBeVisible();
  },
);

test(
  'a loan cannot be signed if its disclosure statement failed to load',
  atLength,
  async ({ page, clean }) => {
    await openLoggedIn(page, await personWithLine(shared.origin, 332));
    await page.route('**/galaxy/loan/statement', (route) => route.abort());
    await openConfirmation(page);
    await expect(page.getByText('Could not load the disclosure statement')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign and get ₱59,590.00' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    expect(new Set(clean.splice(0).map((line) => line.split(' http')[0]))).toEqual(
      new Set(['Failed to load resource: net::ERR_FAILED']),
    );
    await page.unroute('**/galaxy/loan/statement');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Net proceeds')).toBeVisible();
  },
);

test(
  'the app passes a PDF to the native shell, and reports if the phone could not save it',
  atLength,
  async ({ page }) => {
    test.slow();
    await installShell(page);
    await openLoggedIn(page, await personWithLine(shared.origin, 333));
    await openConfirmation(page);
    await page.getByLabel('I have read the disclosure statement').check();
    await page.getByRole('checkbox', { name: /Loan Agreement/ }).check();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole('button', { name: 'Sign and get ₱59,590.00' }).click();
    await expect(page).toHaveURL(/\/loanResult/);
    await page.goto('/documents');
    await hostAnswers(page, 'shareFile', { result: 'done' });
    await page.getByRole('button', { name: /Loan Agreement/ }).click();
    await expect(page.getByText('PDF saved.')).toBeVisible();
    const { call, input } = (await hostCalls(page)).at(-1) ?? {
      call: '',
      input: {} as Record<string, string>,
    };
    expect([call, input.mediaType, input.name]).toEqual([
      'shareFile',
      'application/pdf',
      expect.stringMatching(/^sandali-agreement-\d{10}\.pdf$/),
    ]);
    expect(textOfPdf(Buffer.from(input.bytes ?? '', 'base64'))).toContain('LoanAgreement');
    await hostAnswers(page, 'shareFile', { result: 'failed' });
    await page.getByRole('button', { name: /Disclosure statement/ }).click();
    await expect(
      page.getByText('Your phone could not save the file.', { exact: false }),
    ).toBeVisible();
  },
);

import * as fs from 'node:fs';
import type { Page } from '@playwright/test';
import { walletList } from '@sandali/contract/payoutAccounts.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { askCode, paidOut, takeLoan, until } from '@sandali/server/sandbox/life.ts';
import { somePdf } from '@sandali/server/testing/some-pdf.ts';
import { newPerson } from '../life/account.ts';
import { personWithLoan, signUpPerson } from '../life/by-calls.ts';
import { ops } from '../life/ops.ts';
import { cardPhoto } from '../life/photo.ts';
import { payAtKiosk } from '../life/repay.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

const staff = (command: string, number: string, ...more: string[]) =>
  ops(shared, 'complaint', command, number, ...more, '--reason', 'browser test');
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' });
const clock = (page: Page) => page.getByRole('region', { name: 'Your case and its deadlines' });
const turns = (page: Page) => page.getByRole('main').getByRole('listitem');

async function write(page: Page, words: string) {
  await field(page).fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(field(page)).toHaveValue('');
  await expect(turns(page).filter({ hasText: words })).toHaveCount(1);
}

test('a complaint shows its deadlines, messages, pictures and PDF', atLength, async ({ page }) => {
  const someone = await signUpPerson(shared.origin, newPerson(462), 1662);
  await openLoggedIn(page, someone, '/complaints');
  await page.getByRole('link', { name: 'Report something else' }).click();
  await page.getByLabel('What is it about?').selectOption({ label: 'Charges and amounts' });
  await page.getByLabel('What happened').fill('Bakit may dagdag na singil?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const number = await page.getByRole('heading', { name: /^CS-/ }).innerText();
  await page.getByRole('link', { name: 'See my case' }).click();
  await expect(clock(page)).toContainText(
    /Received.*We will confirm by \w{3},\s.* and answer by \w{3},\s.*\./s,
  );
  await expect(turns(page)).toHaveCount(1);

  await staff('write', number, '--words', 'Which day was it?', '--as', 'Rosa');
  await page.goto('/notices');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await page.getByRole('link', { name: `New message about case ${number}` }).click();
  await expect(turns(page).last()).toContainText('Rosa, Sandali');
  await expect(clock(page)).toContainText(/In progress.*We are working on it and will answer by /s);

  await write(page, 'Noong Nobyembre 15.\nSa umaga.');
  await page
    .locator('input[name=picture]')
    .setInputFiles({ name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await cardPhoto(page) });
  await expect(page.getByRole('img', { name: 'Picture' })).toBeVisible();
  await write(page, 'Ito po ang bill.');
  await staff('answer', number, '--words', 'The charge is taken off your bill.');
  await page.reload();
  await expect(clock(page)).toContainText(
    /Answered on \w{3},\s.*Write again if something is still wrong\./s,
  );
  await expect(turns(page)).toHaveCount(5);
  await expect(turns(page).last()).toContainText('Sandali customer service · Our answer');
  await expect(turns(page).last()).toBeInViewport();
  await expect(field(page)).toBeInViewport({ ratio: 1 });
  await turns(page)
    .nth(3)
    .getByRole('button', { name: /^Show picture \(\d+\skB\)$/ })
    .click();
  await expect(turns(page).nth(3).getByRole('img', { name: 'Picture' })).toBeVisible();

  await page.goto('/notices');
  await page.getByRole('link', { name: `We have answered case ${number}` }).click();
  const choice = page.locator('input[name=picture]');
  const file = { name: 'receipt.pdf', mimeType: 'application/pdf' };
  await choice.setInputFiles({
    ...file,
    buffer: Buffer.concat([somePdf(), Buffer.alloc(5 * 1024 * 1024)]),
  });
  await expect(page.getByText('This PDF is larger than 5 MB.')).toBeVisible();
  await choice.setInputFiles({ ...file, buffer: somePdf() });
  await expect(page.getByText('PDF, 1 kB', { exact: true })).toBeVisible();
  await write(page, 'Wala pa rin po.');
  const saved = page.waitForEvent('download');
  await turns(page).last().getByRole('button', { name: 'Save PDF (1 kB)' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`${number}-5.pdf`);
  expect(fs.readFileSync(await download.path())).toEqual(somePdf());
  await expect(clock(page)).toContainText(/In progress.*We are working on it and will answer by /s);
  const { complaints } = JSON.parse(await ops(shared, 'complaint', 'list', '--json')) as {
    complaints: { number: string; turn: string }[];
  };
  expect(complaints.find((complaint) => complaint.number === number)).toMatchObject({
    turn: 'ours',
  });
  await page.goto('/complaints');
  await expect(
    page.getByRole('link', {
      name: new RegExp(`Charges and amounts.*Wala pa rin po\\..*In progress.*${number}`, 's'),
    }),
  ).toBeVisible();
});

test('an unsent message survives a reload, and a new message reopens the complaint', async ({
  page,
  context,
  clean,
}) => {
  const someone = await signUpPerson(shared.origin, newPerson(463), 1663);
  await openLoggedIn(page, someone, '/complaints?kind=other');
  await page.getByLabel('What happened').fill('Hindi ko makita ang resibo ko.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const number = await page.getByRole('heading', { name: /^CS-/ }).innerText();
  await page.getByRole('link', { name: 'See my case' }).click();
  await expect(turns(page)).toHaveCount(1);
  await field(page).fill('Ang petsa ay Nobyembre 15.');
  // The calls fail although the phone reports a network, so the app does not resend them.
  await context.route('**/complaint/write', (route) => route.abort());
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Not sent. Your text is saved.' }),
  ).toBeVisible();
  await expect(field(page)).toHaveValue('Ang petsa ay Nobyembre 15.');
  await context.unroute('**/complaint/write');
  await page.reload();
  await expect(field(page)).toHaveValue('Ang petsa ay Nobyembre 15.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(turns(page)).toHaveCount(2);
  await expect(field(page)).toHaveValue('');

  await staff('answer', number, '--words', 'It is under My, Papers.', '--as', 'Ben');
  await staff('close', number);
  await page.reload();
  await expect(clock(page)).toContainText(/Closed on .*Write here until .* to reopen it\./s);
  await write(page, 'Wala roon.');
  await expect(clock(page)).toContainText('In progress');
  // Ignore the browser's own messages about failed requests.
  clean.splice(
    0,
    clean.length,
    ...clean.filter((line) => !/Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(line)),
  );
});

test(
  'selecting a bill fills in the complaint form without replacing typed answers',
  atLength,
  async ({ page, clean }) => {
    const { life, loanId: settled } = await personWithLoan(shared.origin, 464, 1664);
    const { repaymentId, code } = await askCode(life, settled, 6_000_000);
    await payAtKiosk(page, code, '60000.00');
    await until(
      'the booking',
      async () => (await life.client.must(repaymentStatus, { repaymentId })).state === 'booked',
    );
    const { wallets } = await life.client.must(walletList, {});
    const { loanId: owed } = await takeLoan(life, wallets[0]?.accountId ?? null);
    await paidOut(life, owed);
    await openLoggedIn(page, life, '/complaints?kind=paymentNotShown');
    const [bill, amount, day] = [
      page.getByLabel('Which bill'),
      page.getByLabel('Amount paid'),
      page.getByLabel('Day you paid'),
    ];
    await expect(bill).toHaveValue(owed);
    await expect(amount).toHaveValue('60,000');
    await day.fill('2026-01-05');
    await bill.selectOption(settled);
    await expect(amount).toHaveValue('');
    await bill.selectOption(owed);
    await expect(amount).toHaveValue('60,000');
    await amount.fill('1,500');
    await bill.selectOption(settled);
    await bill.selectOption(owed);
    await expect(amount).toHaveValue('1,500');
    await expect(day).toHaveValue('2026-01-05');

    // If the status call for the payment code fails, the app repeats it once the network is back.
    // The form stays open.
    let statusCalls = 0;
    await page.route('**/repayment/status', async (route) => {
      statusCalls += 1;
      if (statusCalls === 1) await route.abort();
    });
    await page.goto(`/complaints?kind=paymentNotShown&repaymentId=${repaymentId}`);
    await expect(amount).toHaveValue('60,000');
    await amount.fill('2,750');
    await page.evaluate(() => ['offline', 'online'].map((name) => dispatchEvent(new Event(name))));
    await expect.poll(() => statusCalls).toBe(2);
    await expect(amount).toHaveValue('2,750');

    // Enter does not leave the field, so the form must format the amount before sending it.
    await amount.fill('1500.5');
    await expect(page.getByText('= ₱1,500.50')).toBeVisible();
    await day.fill('');
    await amount.press('Enter');
    await expect(amount).toHaveValue('1,500.50');
    await expect(day).toHaveAttribute('aria-invalid', 'true');
    clean.length = 0; // the browser's own messages about the aborted call
  },
);

// A week without a network. Each screen shows its last response with a date, as long as the
// response is still true. Downloaded documents open.
import * as fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { configQuery } from '@sandali/contract/settings.ts';
import { waitForPolled } from '../clock.ts';
import { logOut } from '../life/account.ts';
import { keptOnPhone, recordNames } from '../life/kept.ts';
import {
  dropNetworkErrors,
  installWithLoan,
  savedBillNote,
  savedResponseNote,
} from '../life/offline.ts';
import { daySliderText } from '../life/repay.ts';
import { sandboxNow } from '../life/sandbox.ts';
import { expect, test } from './fixture.ts';

test.use({ serviceWorkers: 'allow' });

/** Opens each address, and waits until the phone has stored the response of its call. */
async function visitUntilSaved(page: Page, calls: Record<string, string>): Promise<void> {
  for (const [address, call] of Object.entries(calls)) {
    await page.goto(address);
    await expect.poll(() => recordNames(page)).toContainEqual(expect.stringContaining(call));
  }
}

/** Expects business time in stored responses, even if the configuration arrives later. */
async function expectBusinessTime(page: Page, address: string, ...names: string[]): Promise<void> {
  const savedTimes = async () => {
    const { records } = await keptOnPhone(page);
    return names.map((name) => String(records[name]?.keptAt ?? ''));
  };
  const before = await savedTimes();
  const gate = Promise.withResolvers<void>();
  await page.route(`**/galaxy${configQuery.path}`, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await Promise.all([page.waitForResponse('**/OfflineNote-*.js'), page.goto(address)]);
  await expect(page.getByText('₱60,000').first()).toBeVisible();
  gate.resolve();
  await expect
    .poll(async () => (await savedTimes()).every((at, nth) => at > String(before[nth])))
    .toBe(true);
  const nowMs = Date.parse(await sandboxNow(page.request));
  for (const at of await savedTimes())
    expect(Math.abs(nowMs - Date.parse(at))).toBeLessThan(120_000);
  await page.unroute(`**/galaxy${configQuery.path}`);
}

/** Expects each screen to be complete, and to say exactly once when it was stored. */
async function expectSavedScreens(page: Page, words: Record<string, string>): Promise<void> {
  for (const [address, text] of Object.entries(words)) {
    await page.goto(address);
    await expect(page.getByText(text).first(), address).toBeVisible();
    await expect(savedResponseNote(page), address).toHaveCount(1);
    await expect(page.getByText(/offline/i), address).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
  }
}

/** Stores a second bill with a later due date. Expects a link to each bill, with its own amount. */
async function expectSecondBill(page: Page, name: string): Promise<void> {
  const { [name]: next } = (await keptOnPhone(page)).records;
  const record = {
    ...(next?.record as object),
    due: { owedCentavos: 7_210_000, on: '2099-12-01' },
    principalCentavos: 7_000_000,
    accrual: null,
  };
  await keptOnPhone(page, { name: 'bill other', record: { ...next, record } });
  await page.goto('/home');
  await expect(page.getByText('Loan of ₱60,000'), 'the next to pay').toBeVisible();
  await page.getByRole('link', { name: /Loan of ₱70,000 ₱72,100.00/ }).click();
  await expect(page).toHaveURL('/billDetail?loanId=other');
  await expect(page.getByRole('link', { name: /Loan of ₱60,000 ₱61,800.00/ })).toBeVisible();
}

test('home, Orders, a bill and its documents open offline for a week, then refresh', async ({
  page,
  context,
  baseURL,
  clean,
}) => {
  const { loanId } = await installWithLoan(page, String(baseURL), 453, 985);
  const bill = `/billDetail?loanId=${loanId}`;
  const papers = `/documents?loanId=${loanId}`;
  const names = () => recordNames(page);
  await expectBusinessTime(page, '/home', 'answer /user/multi {}');
  await expectBusinessTime(
    page,
    bill,
    `bill ${loanId}`,
    `answer /bill/detail {"loanId":"${loanId}"}`,
  );
  await visitUntilSaved(page, {
    '/home': '/user/multi',
    '/wealth': '/bill/list',
    [bill]: '/bill/detail',
    [papers]: '/document/list',
  });
  const agreement = page.getByRole('button', { name: /Loan Agreement/ });
  const [download] = await Promise.all([page.waitForEvent('download'), agreement.click()]);
  const signed = await fs.readFile(await download.path());
  await expect(agreement).toContainText('also offline');
  const answers = [
    `/bill/detail {"loanId":"${loanId}"}`,
    '/bill/list {}',
    `/document/list {"loanId":"${loanId}"}`,
    '/user/multi {}',
  ];
  await expect
    .poll(names)
    .toEqual([
      ...answers.map((answer) => `answer ${answer}`),
      `bill ${loanId}`,
      `paper agreement ${loanId} `,
    ]);
  const { bytes } = await keptOnPhone(page);
  // Encrypted bytes may contain the letters `PDF` by chance, so search for longer strings, also in
  // base64.
  const marks = [loanId, '%PDF-', 'JVBERi0'];
  expect(marks.filter((mark) => bytes.includes(mark))).toEqual([]);

  // The phone reports a network, but no request gets through.
  await page.route('**/galaxy/**', (route) => route.abort());
  await expectSavedScreens(page, { '/home': '· in 15 days' });
  await page.unroute('**/galaxy/**');

  await context.setOffline(true);
  await expectSavedScreens(page, {
    '/home': '· in 15 days',
    '/wealth': 'Loan of ₱60,000',
    [bill]: 'Loan of ₱60,000',
  });
  // A week later the stored amount and "today" are wrong, so only what is true on any day is shown.
  await page.clock.fastForward(7 * 86_400_000);
  for (const address of ['/home', '/wealth', bill]) {
    await page.goto(address);
    await expect(savedBillNote(page), address).toBeVisible();
    await expect(page.getByText('₱61,800.00').first(), address).toBeVisible();
    expect(await daySliderText(page), address).toContain('₱60,840');
    await expect(page.getByText('Loan of ₱60,000'), address).toBeVisible();
    await expect(page.getByText('₱60,000.00'), address).toHaveCount(0);
  }
  await expectSecondBill(page, `bill ${loanId}`);
  for (const address of ['/home', bill, '/my']) {
    await page.goto(address);
    await page.getByRole('link', { name: 'Loan documents' }).click();
    await expect(page, address).toHaveURL(papers);
  }
  await expect(savedResponseNote(page)).toBeVisible();
  const [again] = await Promise.all([page.waitForEvent('download'), agreement.click()]);
  expect((await fs.readFile(await again.path())).equals(signed)).toBe(true);
  await expect(page.getByText(/This copy is from/)).toBeVisible();
  await page.getByRole('button', { name: /Disclosure/ }).click();
  await expect(page.getByText('Network Abnormal')).toBeVisible();

  await context.setOffline(false);
  await waitForPolled(page.getByRole('button', { name: /Disclosure/ }));
  await expect(savedResponseNote(page)).toHaveCount(0);
  // The phone deletes a bill that has been settled meanwhile.
  const settled = 'answer /bill/detail {"loanId":"of a bill that is over"}';
  await keptOnPhone(page, { name: settled, record: {} });
  await page.goto('/wealth');
  await expect.poll(names).not.toContain(settled);
  expect(await names()).toContain(`answer ${answers[0]}`);
  await logOut(page);
  await expect.poll(names).toEqual([]);
  dropNetworkErrors(clean);
});

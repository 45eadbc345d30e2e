// A collector at the desk, by keyboard alone: a call, an hour that the law stops, and a promise.
import type { Page } from '@playwright/test';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { dataQuery } from '@sandali/contract/privacy.ts';
import { personWithLoan } from '../life/by-calls.ts';
import {
  commandsOf,
  countWork,
  deskAt,
  deskScreen,
  expectNoFaults,
  expectNoSession,
  signInAsNew,
} from '../life/desk.ts';
import { addDays, advanceToHour, advanceToTen } from '../life/sandbox.ts';
import { turns } from '../places.ts';
import { expect, press, tabTo, test } from './fixture.ts';

test.use(deskScreen);

/** Lets the server carry out calls, and loses its answers until the returned function is called. */
async function loseAnswers(page: Page, calls: string): Promise<() => Promise<void>> {
  await page.route(calls, async (route) => {
    const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
    expect((await route.fetch({ headers })).status()).toBe(200);
    await route.abort();
  });
  return () => page.unroute(calls);
}

test('a collector calls inside the law, and records a promise in the call', async ({
  page,
  clean,
}) => {
  const { life, loanId } = await personWithLoan(turns.origin, 386, 1336, { termDays: 8 });
  const detail = () => life.client.must(billDetail, { loanId: loanId as never });
  await advanceToTen(page.request);
  await addDays(page.request, 13);
  await signInAsNew(page, `cora.${Date.now() % 1_000_000}`, 'collector');
  expectNoSession(clean);
  const { during, work } = await countWork(page);
  const sent = commandsOf(page);
  const view = page.getByRole('article', { name: 'The open bill' });
  const { bill } = await detail();
  const row = page.locator(`a[href*="${loanId}"]`);
  /** Opens the bill from its row, and looks at it with the usual reason. */
  const open = async () => {
    await page.goto(deskAt('/collections?bucket=1-7'));
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(view.getByLabel('Reason')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(view).toContainText(`Loan ${bill.referenceNo}`);
    await expect(view.getByRole('heading', { name: 'Owed' })).toBeVisible();
  };
  const call = view.getByRole('heading', { name: /^Call 0\d{3} \d{3} \d{4}$/ });

  // One key takes the bill and shows the number; nobody answers.
  await during(async () => {
    await open();
    await expect(view).toContainText('You may call until 22:00');
    await expect(view).toContainText('Nobody holds it');
    const current = page.getByRole('navigation', { name: 'Buckets' }).locator('[aria-current]');
    await expect(current).toHaveText(/^1–7 days/);
    await expectNoFaults(page);
    await page.keyboard.press('c');
    await expect(call).toBeFocused();
    await expectNoFaults(page);
    await page.keyboard.press('3');
    await expect(view.getByLabel('Note')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(view.getByText('Logged: no answer.')).toBeFocused();
    await expect(view).toContainText('2 of today’s calls left');
  });
  expect(sent).toEqual([
    ...['overdue list', 'overdue counts', 'overdue show'],
    ...['overdue take', 'overdue show', 'overdue call-log'],
  ]);
  expect(work.keys).toBe(5);

  // The answer to the next log is lost. The form stays, and the next attempt logs nothing more.
  await open();
  await page.keyboard.press('c');
  await expect(call).toBeFocused();
  const mend = await loseAnswers(page, '**/overdue/call-log');
  await page.keyboard.press('3');
  await page.getByLabel('Note').fill('rang twice');
  await page.keyboard.press('Enter');
  await expect(view.getByRole('alert')).toBeVisible();
  await expect(view.getByLabel('Note')).toHaveValue('rang twice');
  await mend();
  await page.keyboard.press('Enter');
  await expect(view.getByText(/^Logged, by the first attempt\. Open the bill again/)).toBeFocused();
  expect(clean.splice(0).join()).toMatch(/ERR_FAILED.*409/);
  await open();
  await expect(view).toContainText('1 of today’s calls left');

  // After 22:00 the law stops the next call, whatever the key.
  await advanceToHour(page.request, 22);
  await open();
  await expect(row).toContainText('Yours');
  await expect(view).toContainText('Do not call now. Call only from 06:00 to 22:00 in Manila.');
  await page.keyboard.press('c');
  await expect(view.getByRole('button', { name: 'Call' })).toHaveCount(0);
  await expect(call).toHaveCount(0);

  // The next day, the borrower promises two parts in the call.
  await advanceToTen(page.request);
  await open();
  await page.keyboard.press('c');
  await expect(call).toBeFocused();
  await page.keyboard.press('2');
  await expect(view.getByLabel('Part 1, by the end of')).toBeFocused();
  await press(page, view.getByRole('button', { name: 'In 2 parts' }), 'Space');
  await expect(view.getByText('The last part is the rest: ₱')).toBeVisible();
  await expectNoFaults(page);
  await tabTo(page, view.getByLabel('Note'));
  await page.keyboard.type('pays on payday');
  await page.keyboard.press('Enter');
  await expect(
    view.getByText(/^Logged: promised to pay\. Promised: ₱.* by .*, ₱.* by/),
  ).toBeFocused();
  await expect(view).toContainText('The promise is kept so far.');
  const { granted } = await detail();
  expect(granted.promise).toMatchObject({ isKept: true, parts: [{}, {}] });
  const acts = (await life.client.must(dataQuery, {})).looks.map(({ act }) => act);
  expect(acts.toSorted()).toEqual([
    ...['overdue call-log', 'overdue call-log', 'overdue call-log', 'overdue promise'],
    ...Array.from({ length: 8 }, () => 'overdue show'),
  ]);

  // A bill whose promise is kept leaves the list.
  await page.keyboard.press('n');
  await expect(row).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('The result of the call');
});

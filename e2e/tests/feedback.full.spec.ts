// The feedback dialog (specification §3 to §5).
import type { Locator, Page } from '@playwright/test';
import { ops } from '../life/ops.ts';
import { aprub, openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { expect, test } from './fixture.ts';

const close = '**/galaxy/user/feedback/close';

/**
 * Gets a quote on /loan, goes back to /home, and waits for the call that decides whether the dialog
 * opens.
 */
async function leaveLoan(page: Page) {
  const quoted = page.waitForResponse('**/galaxy/loan/product/cal');
  await page.getByRole('link', { name: 'Choose your amount' }).click();
  await (await quoted).finished();
  const checked = page.waitForResponse('**/galaxy/user/trade/pop/check');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/home/);
  await (await checked).finished();
}

/** Has staff find today's feedback about the term, and reply to it. */
async function answerTerm(page: Page, words: string) {
  const { now } = (await (await page.request.get('/sandbox/api/state')).json()) as { now: string };
  const day = Temporal.Instant.from(now).toZonedDateTimeISO('Asia/Manila').toPlainDate().toString();
  const { feedback } = JSON.parse(
    await ops(shared, 'feedback', 'list', '--day', day, '--kind', 'term', '--json'),
  ) as {
    feedback: { id: string }[];
  };
  await ops(
    shared,
    'feedback',
    'answer',
    feedback[0]?.id ?? '',
    '--words',
    words,
    '--reason',
    'browser test',
  );
}

/**
 * Sends a comment that is too long, then one that is altered in transit, which the server refuses.
 */
async function sendRefusedComment(sheet: Locator, comment: Locator) {
  await comment.fill('a'.repeat(130));
  await sheet.getByRole('button', { name: 'Send' }).click();
  await expect(sheet.getByText('This is too long. Please shorten it.')).toBeVisible();
  await comment.fill('Mabuti naman');
  await sheet.page().evaluate(() => {
    const encode = TextEncoder.prototype.encode;
    TextEncoder.prototype.encode = function (text = '') {
      return encode.call(this, text.replace('"Mabuti naman"', '" "'));
    };
  });
  await sheet.getByRole('button', { name: 'Send' }).click();
  await expect(
    sheet.page().getByText('Please check this and try again: What you wrote.'),
  ).toHaveCount(1);
  await expect(comment).toBeFocused();
  await expect(comment).toHaveAttribute('aria-invalid', 'true');
}

test('home asks once for feedback after a declined offer, and checks each answer', async ({
  page,
  clean,
}) => {
  await openLoggedIn(page, aprub);
  const sheet = page.getByRole('dialog', { name: 'What would suit you better?' });
  const [amount, comment] = [
    sheet.getByLabel('Amount you want'),
    sheet.getByLabel('Your comments'),
  ];
  const submit = sheet.getByRole('button', { name: 'Send' });

  await test.step('the dialog opens on leaving the loan and names a missing comment', async () => {
    await leaveLoan(page);
    await expect(sheet).toBeVisible();
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await sheet.getByRole('radio', { name: 'Others' }).check();
    await submit.click();
    await expect(sheet.getByText('Please fill your comments')).toBeVisible();
    await expect(comment).toBeFocused();
    await comment.fill('   ');
    await submit.click();
    await expect(sheet.getByText('Please fill your comments')).toBeVisible();
  });
  await test.step('the server’s refusal appears at the field it concerns', () =>
    sendRefusedComment(sheet, comment));
  await test.step('the amount must be between 1,000 and 50,000', async () => {
    await sheet.getByRole('radio', { name: 'Quota too low' }).check();
    await expect(sheet.getByText('PHP', { exact: true })).toBeVisible();
    await amount.pressSequentially('7a0b0.00');
    await expect(amount).toHaveValue('70,000');
    await amount.blur();
    await expect(amount).toHaveValue('50,000');
    await amount.fill('5');
    await amount.blur();
    await expect(amount).toHaveValue('1,000');
  });
  await test.step('the dialog reopens empty if the call to close it failed', async () => {
    await page.route(close, (route) => route.abort());
    await Promise.all([
      page.waitForEvent('requestfailed'),
      sheet.getByRole('button', { name: 'Not now' }).click(),
    ]);
    await expect(sheet).toHaveCount(0);
    await page.unroute(close);
    await leaveLoan(page);
    await expect(sheet).toBeVisible();
    await expect(sheet.getByRole('radio', { checked: true })).toHaveCount(0);
    await sheet.getByRole('radio', { name: 'Quota too low' }).check();
    await expect(amount).toHaveValue('');
  });
  await test.step('the dialog offers 24 terms and sends the one selected', async () => {
    await sheet.getByRole('radio', { name: 'Term too short' }).check();
    const term = sheet.getByLabel('Term you want');
    const days = await term.locator('option:not([disabled])').allTextContents();
    expect([days.length, days[0], days.at(-1)]).toEqual([24, '7 days', '30 days']);
    await submit.click();
    await expect(sheet.getByText('Please choose a term')).toBeVisible();
    await term.selectOption('24');
    await submit.click();
    await expect(page.getByText('Thank you. We read everything you send.')).toBeVisible();
    await expect(sheet).toHaveCount(0);
  });
  await test.step('the dialog does not open again', async () => {
    await leaveLoan(page);
    await expect(page.getByRole('link', { name: 'Choose your amount' })).toBeVisible();
    await expect(sheet).toHaveCount(0);
  });
  await test.step('a message links to staff’s reply', async () => {
    await answerTerm(page, 'We are looking at 24 days.');
    await page.goto('/notices');
    await page.getByRole('link', { name: /your feedback on our offer/ }).click();
    await expect(
      page.getByRole('dialog', { name: 'Term too short' }).getByText('We are looking at 24 days.'),
    ).toBeVisible();
  });
  clean.splice(0, clean.length, ...clean.filter((line) => !/Failed to load resource/.test(line)));
});

// An applicant whose income is too low for any loan learns this before other questions, and can
// request a manual review.
import { creditQuery } from '@sandali/contract/credit.ts';
import { submitContacts, submitPersonal } from '@sandali/server/sandbox/credit-life.ts';
import { localNumber, newPerson } from '../life/account.ts';
import { signUpPerson } from '../life/by-calls.ts';
import { fillIncome, save, sendIdentity } from '../life/credit.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test(
  'an applicant who earns ₱30,000 a month gets a loan by requesting a manual review',
  atLength,
  async ({ page, context }) => {
    const person = newPerson(490);
    const life = await signUpPerson(shared.origin, person, 1490);
    await openLoggedIn(page, life);
    await expect(
      page.getByText('Our smallest loan, ₱60,000, needs an income of ₱250,000 a month or more.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Apply in 5 minutes' }).click();
    await fillIncome(page, '₱20,000 to ₱40,000');
    await expect(page.getByText('we did not ask for anyone else’s name or number')).toBeVisible();
    await page.getByRole('button', { name: 'Ask our team to decide' }).click();
    await expect(page.getByLabel('First name')).toBeVisible();
    await submitPersonal(life);
    await submitContacts(life);
    // After a reload the answers are still there, and the app does not ask for them again.
    await page.goto('/creditWork');
    await expect(page.getByLabel('Monthly income')).toHaveValue('from20to40k');
    await page.getByLabel('Kind of work').selectOption('Pensioner');
    await save(page, /\/creditFile/);
    await sendIdentity(page, person);
    await expect
      .poll(async () => (await life.client.must(creditQuery, {})).state)
      .toBe('manualReview');

    const desk = await context.newPage();
    await desk.goto('/sandbox#reviews');
    const name = `Approve ${person.first} ${person.last}, ${localNumber(person)}`;
    const row = desk
      .getByRole('listitem')
      .filter({ has: desk.getByRole('button', { name, exact: true }) });
    await expect(
      row.getByText('needs a reviewer: an income too low for any loan of this product'),
    ).toBeVisible();
    const approve = row.getByRole('button', { name, exact: true });
    await approve.click();
    await expect(
      desk.getByText('An income below the share needs a reason, which is stored.'),
    ).toBeVisible();
    await row.getByLabel('Reason').fill('pension and rent seen');
    await approve.click();
    await expect(desk.getByText('Approved.', { exact: true })).toBeVisible();
    await page.goto('/home');
    await expect(page.getByText('₱60,000').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Choose your days' })).toBeVisible();
  },
);

// An application that a person decides: the borrower waits, is told, and may read who looked.
import { sendIdentity, tellContactsAndWork, tellPersonal } from '@sandali/server/sandbox/credit-life.ts';
import { logInByPassword, newPerson } from '../life/account.ts';
import { signedUp } from '../life/by-calls.ts';
import { ops } from '../life/ops.ts';
import { shared } from '../places.ts';
import { expect, test } from './fixture.ts';

test('pictures that somebody else has sent go to a person, whose decision comes to the page by itself', async ({ page }) => {
  const [one, other] = [newPerson(280), newPerson(281)];
  const numbers = [280, 281] as const;
  for (const [nth, person] of [one, other].entries()) {
    const life = await signedUp(shared.origin, person, 950 + (numbers[nth] ?? 0));
    await tellPersonal(life);
    await tellContactsAndWork(life);
    await sendIdentity(life, 950 + numbers[0]);
  }
  await page.goto('/login');
  await logInByPassword(page, other);
  await page.goto('/creditStatus');
  await expect(page.getByRole('heading', { name: 'Under manual review' })).toBeVisible();
  await expect(page.getByText('may phone you, on working days from 08:00 to 20:00', { exact: false })).toBeVisible();

  const { applications } = JSON.parse(await ops(shared, 'review', 'list', '--json')) as { applications: { application: string }[] };
  const application = applications.at(-1)?.application ?? '';
  await ops(shared, 'review', 'take', application);
  await ops(shared, 'review', 'show', application, '--reason', 'first look');
  await ops(shared, 'review', 'approve', application, '--limit', '90,000', '--reason', 'twins, both seen');
  await expect(page.getByText('₱90,000').first()).toBeVisible();
  await page.goto('/privacy');
  await expect(page.getByText('Reviewer: approved your application')).toBeVisible();
  await expect(page.getByText('Reviewer: looked at your application')).toBeVisible();
  await expect(page.getByText('Reason: twins, both seen')).toBeVisible();
});

import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { reviewed } from '@sandali/server/sandbox/life.ts';
import { newPerson } from '../life/account.ts';
import { signUpPerson } from '../life/by-calls.ts';
import { ops } from '../life/ops.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test(
  'a rejected applicant disputes the decision in a sheet and later sees staff’s reply',
  atLength,
  async ({ page }) => {
    const life = await signUpPerson(shared.origin, newPerson(301), 1251);
    await applyForCredit(life, 'refusable');
    expect(await reviewed(life)).toBe('rejected');
    await openLoggedIn(page, life, '/creditStatus');
    await expect(page.getByText('We could not see enough income to repay a loan.')).toBeVisible();
    await page.getByRole('button', { name: /Ask us to look again/ }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Send' }).click();
    await expect(sheet.getByText('Please write a few words first.')).toBeVisible();
    await sheet.getByLabel('What is not right?').fill('May maliit akong tindahan.');
    await sheet.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Our team is looking again')).toBeVisible();
    await expect(page.getByRole('button', { name: /Ask us to look again/ })).toHaveCount(0);

    const { disputes } = JSON.parse(await ops(shared, 'dispute', 'list', '--json')) as {
      disputes: { id: string }[];
    };
    const id = disputes.at(-1)?.id ?? '';
    await ops(shared, 'dispute', 'show', id, '--reason', 'to answer it');
    await ops(
      shared,
      'dispute',
      'answer',
      id,
      '--outcome',
      'declined',
      '--words',
      'Send a photo of your permit.',
      '--reason',
      'no proof yet',
    );
    await page.reload();
    await expect(page.getByText('Send a photo of your permit.')).toBeVisible();
  },
);

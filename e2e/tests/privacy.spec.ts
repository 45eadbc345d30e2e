// Borrowers view and download their data, withdraw consents, and request corrections and erasure.
import * as fs from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { basicSave, creditQuery } from '@sandali/contract/credit.ts';
import { textOfPdf } from '@sandali/server/platform/pdf/testing.ts';
import { applyForCredit, submitPersonal } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, type Life, reviewed, takeLoan } from '@sandali/server/sandbox/life.ts';
import { newPerson } from '../life/account.ts';
import { personWithLine, signUpPerson } from '../life/by-calls.ts';
import { ops } from '../life/ops.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

async function atPrivacy(page: Page, who: Pick<Life, 'client'>): Promise<void> {
  await openLoggedIn(page, who, '/my');
  await page.getByRole('link', { name: 'Privacy and your data' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(page.getByRole('heading', { name: 'What we have about you' })).toBeVisible();
}

async function bytesOf(download: Download): Promise<Buffer> {
  return await fs.readFile(await download.path());
}

async function download(page: Page, button: string): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return file;
}

test(
  'a borrower sees the stored data by group, and downloads it as PDF and JSON',
  atLength,
  async ({ page }) => {
    await atPrivacy(page, await personWithLine(shared.origin, 140));
    await expect(page.getByText('No one on our staff has looked at your data.')).toBeVisible();
    await page.getByRole('button', { name: /Contacts you named/ }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText(/Perla Halimbawa · 0917 ••• \d{4}/)).toBeVisible();
    await expect(
      sheet.getByText('We never tell them about your debt.', { exact: false }),
    ).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();

    const pdf = await download(page, 'Download PDF');
    expect(pdf.suggestedFilename()).toMatch(/^sandali-data-\d{4}-\d\d-\d\d\.pdf$/);
    const bytes = await bytesOf(pdf);
    expect(bytes.subarray(0, 4).toString()).toBe('%PDF');
    expect(textOfPdf(bytes)).toContain('DalisayHalimbawa');

    const data = JSON.parse((await bytesOf(await download(page, 'Download JSON'))).toString());
    expect(data).toMatchObject({
      account: { name: 'Dalisay Halimbawa' },
      applications: [{ personal: { firstName: 'Dalisay' } }],
    });
  },
);

test(
  'a borrower sees the reply to a correction request, and who viewed the data and why',
  atLength,
  async ({ page }) => {
    await atPrivacy(page, await personWithLine(shared.origin, 141));
    await page.getByRole('button', { name: 'Ask for a correction' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Send request' }).click();
    await expect(sheet.getByText('Tell us in a few words what you want.')).toBeVisible();
    await sheet
      .getByLabel('What is wrong, and what is right?')
      .fill('Ang barangay ko ay Bagong Silang.');
    await sheet.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText(/Sent\. We will answer by \d+\s\w+\s\d{4}\./)).toBeVisible();
    await expect(
      page.getByText(/Requested \d+\s\w+\s\d{4}\. We will answer by \d+\s\w+\s\d{4}\./),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ask for a correction' })).toHaveCount(0);

    const { requests } = JSON.parse(await ops(shared, 'requests', 'list', '--json')) as {
      requests: { id: string; kind: string }[];
    };
    const id = requests.filter((request) => request.kind === 'correction').at(-1)?.id ?? '';
    await ops(shared, 'requests', 'show', id, '--reason', 'ticket 77');
    await ops(
      shared,
      'requests',
      'answer',
      id,
      '--outcome',
      'done',
      '--words',
      'Your barangay is corrected.',
      '--reason',
      'ticket 77',
    );
    await page.reload();
    await expect(page.getByText('Your barangay is corrected.')).toBeVisible();
    await expect(page.getByText('Customer service: read your request')).toBeVisible();
    await expect(page.getByText('Reason: ticket 77').first()).toBeVisible();
  },
);

test('an optional consent is withdrawn at once, a required one only on request', async ({
  page,
}) => {
  const life = await signUpPerson(shared.origin, newPerson(142), 1142);
  await submitPersonal(life);
  const { personal } = await life.client.must(creditQuery, {});
  await life.client.must(basicSave, {
    ...personal,
    facebookLink: 'https://www.facebook.com/halimbawa',
  } as never);
  await atPrivacy(page, life);
  await page.getByRole('switch', { name: 'Address of your Facebook page' }).click();
  await expect(page.getByText('Withdrawn. The address of your page is erased.')).toBeVisible();
  await expect(page.getByText(/Withdrawn \d+\s\w+\s\d{4}/)).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw a required consent' }).click();
  const sheet = page.getByRole('dialog');
  await expect(
    sheet.getByText('Withdrawing one closes your account', { exact: false }),
  ).toBeVisible();
  await sheet.getByLabel('Which consent do you want to withdraw?').fill('The privacy notice');
  await sheet.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Your request to withdraw a consent')).toBeVisible();
});

test('a new account is deleted at once, and its number can register again', async ({ page }) => {
  const person = newPerson(143);
  await atPrivacy(page, await signUpPerson(shared.origin, person, 1143));
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Delete for good' }).click();
  await expect(sheet.getByText('Type DELETE, then delete.')).toBeVisible();
  await sheet.getByLabel('Type DELETE to confirm').fill('delete');
  await sheet.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await sheet.getByRole('button', { name: 'Delete for good' }).click();
  await expect(
    page.getByText('Your account has been deleted. Pictures are gone for good within 31 days.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(
    page.getByText('The phone number or password is wrong.', { exact: false }),
  ).toBeVisible();
  await signUpPerson(shared.origin, person, 1144);
});

test(
  'an account with an open loan cannot be deleted, and a sheet says why',
  atLength,
  async ({ page }) => {
    const life = await signUpPerson(shared.origin, newPerson(145), 1145);
    await applyForCredit(life);
    expect(await reviewed(life)).toBe('approved');
    await takeLoan(life, await addWallet(life));
    await atPrivacy(page, life);
    await expect(page.getByText('Once your loan is repaid')).toBeVisible();
    await page.getByRole('button', { name: /Delete my account/ }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('You have an open loan.', { exact: false })).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Delete for good' })).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Keep my account' }).click();
    await expect(sheet).toHaveCount(0);
  },
);

// A person asks for a correction and a deletion, and support answers both at the desk. The person
// reads the answers, takes a copy of the data and erases the account.
import type { Page } from '@playwright/test';
import { complaintCreate } from '@sandali/contract/cases.ts';
import { dataDelete, dataExport, dataQuery, dataRequest } from '@sandali/contract/privacy.ts';
import { newPerson } from '../life/account.ts';
import { signUpPerson } from '../life/by-calls.ts';
import { deskScreen, openAs } from '../life/desk.ts';
import { shared } from '../places.ts';
import { expect, press, test } from './fixture.ts';

test.use(deskScreen);

/** Answers the open request with the template of this title. */
async function answerWith(page: Page, title: string, reason: string): Promise<void> {
  const view = page.getByRole('article', { name: 'The open case' });
  await expect(view.getByRole('button', { name: 'Answer a data request' })).toBeFocused();
  await page.keyboard.press('r');
  await press(page, view.getByRole('button', { name: title }));
  await expect(view.getByLabel('Words')).not.toHaveValue('');
  await press(page, view.getByLabel('Reason'), 'Space');
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(reason);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

test('support answers a correction and a deletion, and the account is erased', async ({
  page,
  clean,
}) => {
  const { client, password } = await signUpPerson(shared.origin, newPerson(485), 1785);
  const { complaintId } = await client.must(complaintCreate, {
    kind: 'personalData',
    loanId: null,
    payment: null,
    words: 'Bakit kailangan ninyo ang litrato ko?',
  });
  const ask = async (kind: 'correction' | 'deletion', words: string) =>
    (await client.must(dataRequest, { kind, words })).requestId;
  const open = async (id: string) => {
    const row = page.locator(`a[href*="${id}"]`);
    await press(page, row);
    await expect(page.getByLabel('Reason')).toBeFocused();
    await page.keyboard.press('Enter');
    return row;
  };
  const correction = await ask('correction', 'Mali ang barangay ko.');
  const deletion = await ask('deletion', 'Burahin ang account ko.');

  await openAs(page, clean, 'sol.support', 'Cases');
  await press(page, page.getByRole('link', { name: 'Data requests' }));
  const view = page.getByRole('article', { name: 'The open case' });
  const first = await open(correction);
  await expect(view).toContainText('Mali ang barangay ko.');
  await expect(view).toContainText('RA 10173');
  await answerWith(page, 'The data is corrected', 'the proof is complete');
  await expect(first).toHaveCount(0);
  const second = await open(deletion);
  await answerWith(page, 'Deleted when the law allows', 'no loan, so they may delete it now');
  await expect(second).toHaveCount(0);

  // The person reads both answers, takes a copy, and erases the account.
  const { requests } = await client.must(dataQuery, {});
  expect(requests.map(({ kind, outcome, answer }) => [kind, outcome, answer])).toEqual([
    ['deletion', 'done', expect.stringMatching(/^We delete your account as soon as/)],
    ['correction', 'done', expect.stringMatching(/^Your data is corrected\./)],
  ]);
  const { bytes } = await client.must(dataExport, { format: 'json' });
  const copy = JSON.parse(Buffer.from(bytes, 'base64').toString()) as { requests: object[] };
  expect(copy.requests).toHaveLength(2);
  await press(page, page.getByRole('link', { name: 'Complaints', exact: true }));
  const complaint = page.locator(`a[href*="${complaintId}"]`);
  await expect(complaint).toBeVisible();
  await client.must(dataDelete, { password });
  await press(page, page.getByRole('button', { name: 'Read again' }));
  await expect(complaint).toHaveCount(0);
});

// A form is filled in from the QR code on a National ID, by camera or photo.
import type { Page } from '@playwright/test';
import { creditQuery } from '@sandali/contract/credit.ts';
import { newPerson } from '../life/account.ts';
import { countEffort } from '../life/answers.ts';
import { signUpPerson } from '../life/by-calls.ts';
import {
  fillContacts,
  fillIncome,
  fillRestOfPersonal,
  fillWork,
  save,
  sendIdentityPhotos,
} from '../life/credit.ts';
import { keptOnPhone } from '../life/kept.ts';
import { cardPhoto, codePhoto, nationalIdCode, showCode } from '../life/photo.ts';
import { openLoggedIn } from '../life/session.ts';
import { openStep } from '../native/applicant.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

const mayumi = { first: 'Mayumi', last: 'Halimbawa' };

async function choose(page: Page, buffer: Buffer): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'From files' }).click();
  await (await chosen).setFiles({ name: 'id.jpg', mimeType: 'image/jpeg', buffer });
}

test(
  'only a National ID’s QR code fills in the name, date of birth and ID number',
  atLength,
  async ({ page, baseURL, clean }) => {
    await openStep(page, String(baseURL), 62, 'personal');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const read = page.getByRole('button', { name: 'Scan my National ID’s code' });
    const reader = page.getByRole('dialog', { name: 'Your National ID’s code' });
    await showCode(page, 'https://example.com/pay');
    await read.click();
    await expect(reader.getByRole('status')).toContainText('This isn’t a National ID code');
    await showCode(page, '9999123456789012');
    await expect(reader.getByRole('status')).toContainText('This code has no details');
    await showCode(page, '');
    await choose(page, await cardPhoto(page));
    await expect(reader.getByRole('status')).toContainText('No code found in this picture');
    await choose(page, Buffer.from('no picture'));
    await expect(reader.getByRole('status')).toContainText('We could not open this picture.');
    await reader.getByRole('button', { name: 'Close the camera' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('');

    await page.getByLabel('How long have you lived there?').selectOption('3 to 5 years');
    const readCard = async (code: string) => {
      await showCode(page, code);
      await read.click();
      await expect(reader).toHaveCount(0);
    };
    // A second card replaces everything read from the first, but not the answers that were typed.
    await readCard(nationalIdCode({ first: 'Bayani', last: 'Kunwari' }, 'Cebu'));
    await expect(page.getByLabel('Place of birth')).toHaveValue('Cebu');
    await readCard(nationalIdCode(mayumi, ''));
    await expect(page.getByLabel('Place of birth')).toHaveValue('');
    await page.getByLabel('Place of birth').fill('Marikina');
    await readCard(nationalIdCode(mayumi, ''));
    await expect(read).toBeFocused();
    await expect(
      page.getByRole('status').filter({ hasText: 'Filled in from your National ID.' }),
    ).toBeVisible();
    for (const [label, value] of [
      ['First name', 'Mayumi'],
      ['Middle name', 'Kunwari'],
      ['Last name', 'Halimbawa'],
      ['Place of birth', 'Marikina'],
      ['Year', '1994'],
      ['How long have you lived there?', 'from3to5'],
    ] as const)
      await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(page.getByRole('radio', { name: 'Female', exact: true })).toBeChecked();

    await page.getByRole('link', { name: 'Start with my ID' }).click();
    await expect(page.getByLabel('ID type')).toHaveValue('philsys');
    await expect(page.getByLabel('ID number')).toHaveValue('9999123456789012');
    // No draft contains the ID number, and the phone sent no picture.
    const { records } = await keptOnPhone(page);
    expect(records['draft personal']).toMatchObject({
      values: { firstName: 'Mayumi', bornOn: '1994-05-17' },
    });
    expect(records['draft identity']).toMatchObject({ values: { idType: 'philsys' } });
    expect(JSON.stringify(records)).not.toContain('9999123456789012');
    expect(requests.filter((url) => url.includes('/picture/'))).toEqual([]);
    expect(clean).toEqual([]);
  },
);

test('an employee with a National ID has to give only 26 answers', atLength, async ({ page }) => {
  const person = newPerson(476);
  const life = await signUpPerson(shared.origin, person, 1476);
  await openLoggedIn(page, life);
  const effort = await countEffort(page);
  await page.getByRole('link', { name: 'Apply in 5 minutes' }).click();
  await fillIncome(page);
  await page.getByRole('button', { name: 'Scan my National ID’s code' }).click();
  await choose(page, await codePhoto(page, nationalIdCode(person)));
  await expect(page.getByLabel('First name')).toHaveValue(person.first);
  await fillRestOfPersonal(page);
  await fillContacts(page);
  await fillWork(page);
  await save(page, /\/creditFile/);
  await expect(page.getByLabel('ID number')).toHaveValue('9999123456789012');
  await sendIdentityPhotos(page);
  expect(await effort()).toEqual({ answers: 26, taps: 49 });
  const stored = await life.client.must(creditQuery, {});
  expect(stored.personal).toMatchObject({
    firstName: person.first,
    middleName: 'Kunwari',
    bornOn: '1994-05-17',
    gender: 'female',
  });
  expect(stored.identity).toMatchObject({ idType: 'philsys' });
});

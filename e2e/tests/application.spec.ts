// Messages that applicants see while they type.
import { submitContactsAndWork, submitPersonal } from '@sandali/server/sandbox/credit-life.ts';
import { localNumber, newPerson } from '../life/account.ts';
import { signUpPerson } from '../life/by-calls.ts';
import { cardPhoto } from '../life/photo.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test(
  'refuses the applicant’s own number for a reference but keeps other answers',
  atLength,
  async ({ page }) => {
    const person = newPerson(320);
    const life = await signUpPerson(shared.origin, person, 1270);
    await submitPersonal(life);
    await openLoggedIn(page, life);
    await page.getByRole('link', { name: 'Continue my application' }).click();
    const first = page.getByRole('region', { name: 'First person' });
    await first.getByLabel('Name').fill('Perla Halimbawa');
    await first.getByLabel('Mobile number').fill(localNumber(person));
    await expect(first.getByText('This is your own number. Enter another person’s.')).toBeVisible();
    await first.getByLabel('Who is this person to you?').selectOption('Father or mother');
    await expect(page.getByRole('button', { name: 'Next person' })).toHaveCount(0);
    await expect(page.getByText('3 more people to add')).toBeVisible();
    await first.getByLabel('Mobile number').fill('917 555 9001');
    await expect(page.getByRole('button', { name: 'Next person' })).toBeVisible();

    await page.getByRole('button', { name: 'Change “About you”' }).click();
    await expect(page).toHaveURL(/\/credit$/);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await expect(page.getByText('Father or mother · 0917 555 9001')).toBeVisible();

    const dialogs: string[] = [];
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.type());
      await dialog.accept();
    });
    await page.reload();
    // The browser asks before it discards the number, because drafts do not store it.
    await expect(first.getByLabel('Mobile number')).toHaveValue('');
    await expect(first.getByLabel('Name')).toHaveValue('Perla Halimbawa');
    expect(dialogs).toEqual(['beforeunload']);
  },
);

test(
  'the form points out an incomplete date and an expired ID before the application is sent',
  atLength,
  async ({ page, clean }) => {
    const life = await signUpPerson(shared.origin, newPerson(321), 1271);
    await submitPersonal(life);
    await submitContactsAndWork(life);
    await openLoggedIn(page, life);
    await page.getByRole('link', { name: 'Continue my application' }).click();
    await page.getByLabel('ID type').selectOption('UMID');
    await page.getByLabel('ID number').fill('99-6');
    await page.getByLabel('ID number').blur();
    await expect(
      page.getByText('This number is too short. An ID number has at least 5 letters and digits.'),
    ).toBeVisible();
    await page.getByLabel('ID number').fill('99-600000000321');
    for (const name of ['idFrontFile', 'selfieFile']) {
      await page.locator(`input[name=${name}]`).setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: await cardPhoto(page),
      });
    }
    await expect(page.getByText('Sent', { exact: true })).toHaveCount(2);
    const until = page.getByRole('group', { name: 'Valid until' });
    await until.getByLabel('Day').fill('1');
    await until.getByLabel('Month').selectOption('May');
    await expect(until.getByText('Enter all four digits of the year.')).toHaveCount(0);
    await page.getByLabel('ID number').focus();
    await expect(until.getByText('Enter all four digits of the year.')).toBeVisible();
    await until.getByLabel('Day').fill('31');
    await until.getByLabel('Month').selectOption('February');
    await until.getByLabel('Year').fill('2030');
    await expect(until.getByText('February 2030 has only 28 days.')).toBeVisible();
    await until.getByLabel('Day').fill('1');
    await until.getByLabel('Year').fill('2020');
    await page.getByRole('button', { name: 'Send my application' }).click();
    await expect(
      until.getByText('This ID has expired. Please use a valid one, or check the date.'),
    ).toBeVisible();
    await expect(until.getByLabel('Day')).toBeFocused();
    clean.length = 0;
    await until.getByLabel('Day').fill('');
    await until.getByLabel('Month').selectOption('Month');
    await until.getByLabel('Year').fill('');
    await page.getByRole('button', { name: 'Send my application' }).click();
    await expect(page).toHaveURL(/\/status\//);
  },
);

// Applies for a credit line on the four screens of the application.
import type { Locator, Page } from '@playwright/test';
import { examplePersonal, exampleWork } from '@sandali/contract/exampleAnswers.ts';
import { expect } from '../tests/fixture.ts';
import type { Person } from './account.ts';
import { cardPhoto } from './photo.ts';

/** Searches for a place and chooses the option that `answer` matches. */
export async function findPlace(page: Page, typed: string, answer: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Barangay, city and province/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Search places').fill(typed);
  await sheet.getByRole('option', { name: answer }).click();
  await expect(sheet).toHaveCount(0);
}

const chooseQuezonCity = (page: Page) =>
  findPlace(page, 'brgy bagumbayan qc', /^Bagumbayan\s?Quezon City, Metro Manila$/);

/** Fills in the fields that are still empty, with the example's answers. */
async function answerRest(
  page: Page,
  example: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [field, answer] of Object.entries(example)) {
    const control = page.locator(`:is(input, select)#field-${field}`);
    if (!answer || (await control.count()) === 0 || (await control.inputValue())) continue;
    if (await control.evaluate((element) => element.matches('select')))
      await control.selectOption(answer);
    else await control.fill(answer);
  }
}

export async function save(page: Page, next: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL(next);
}

/** Answers the first question of an application, before its steps. */
export async function fillIncome(page: Page, band = 'More than ₱1,300,000'): Promise<void> {
  await page.getByLabel('Monthly income').selectOption(band);
  await page.getByLabel('When do you get paid?').selectOption('15th and 30th');
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function fillPersonal(
  page: Page,
  { first, last }: Pick<Person, 'first' | 'last'>,
): Promise<void> {
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
  const born = page.getByRole('group', { name: 'Date of birth' });
  await born.getByLabel('Day').fill('17');
  await born.getByLabel('Month').selectOption('May');
  await born.getByLabel('Year').fill('1994');
  await page.getByLabel('Place of birth').fill('Quezon City');
  await page.getByText('Female', { exact: true }).click();
  await fillRestOfPersonal(page);
}

/** Fills in the personal details that are not read from an ID. */
export async function fillRestOfPersonal(page: Page): Promise<void> {
  await chooseQuezonCity(page);
  await page.getByLabel('House number and street').fill('12 Kunwari Street');
  await page.getByLabel('How long have you lived there?').selectOption('3 to 5 years');
  await answerRest(page, { ...examplePersonal, middleName: null });
  await save(page, /\/creditContract/);
}

export async function fillContacts(page: Page): Promise<void> {
  const people = [
    ['Perla Halimbawa', '917 555 9001', 'Father or mother'],
    ['Jun Halimbawa', '917 555 9002', 'Brother'],
    ['Tala Kunwari', '917 555 9003', 'Colleague'],
  ] as const;
  for (const [nth, [name, phone, relationship]] of people.entries()) {
    const card = page.getByRole('region', {
      name: ['First person', 'Second person', 'Third person'][nth] as string,
    });
    await card.getByLabel('Name').fill(name);
    await card.getByLabel('Mobile number').fill(phone);
    await card.getByLabel('Who is this person to you?').selectOption(relationship);
    const next = page.getByRole('button', { name: 'Next person' });
    if (nth < 2 && (await next.count()) > 0) await next.click();
  }
  await save(page, /\/creditWork/);
}

export async function fillWork(page: Page): Promise<void> {
  await page.getByLabel('Kind of work').selectOption('Private company');
  await page.getByLabel('Employer or business').fill('Kunwari Trading');
  await page.getByLabel('What is your job?').fill('Bookkeeper');
  await page.getByLabel('How long have you been doing this?').selectOption('1 to 3 years');
  await chooseQuezonCity(page);
  await page.getByLabel('House number and street').fill('3 Kunwari Avenue');
  await answerRest(page, exampleWork);
}

export async function sendIdentity(page: Page, { phone }: Pick<Person, 'phone'>): Promise<void> {
  await page.getByLabel('ID type').selectOption('UMID');
  await page.getByLabel('ID number').fill(`99-${phone.replace(/\D/g, '')}`);
  await sendIdentityPhotos(page);
}

export async function sendIdentityPhotos(page: Page): Promise<void> {
  await takePicture(page, page.locator('input[name=idFrontFile]'), 'front');
  await takePicture(page, page.locator('input[name=selfieFile]'), 'selfie');
  await expect(page.getByText('Retake')).toHaveCount(2);
  await page.getByRole('button', { name: 'Send my application' }).click();
  await expect(page).toHaveURL(/\/status\//);
}

/** Uploads a new JPEG, as if the camera had just taken it. */
async function takePicture(page: Page, input: Locator, name: string): Promise<void> {
  await input.setInputFiles({
    name: `${name}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await cardPhoto(page),
  });
}

/** Waits until the automatic review has approved the application. */
export async function waitForApproval(page: Page): Promise<void> {
  await expect(page.getByText('Your line is open')).toBeVisible();
  await expect(page.getByText('₱100,000').first()).toBeVisible();
}

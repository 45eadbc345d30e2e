// How many answers a first application requires, and what the server stores of them.
import type { Page } from '@playwright/test';
import { creditQuery } from '@sandali/contract/credit.ts';
import { submitContacts, submitPersonal } from '@sandali/server/sandbox/credit-life.ts';
import type { Life } from '@sandali/server/sandbox/life.ts';
import { newPerson } from '../life/account.ts';
import { countEffort, type Effort } from '../life/answers.ts';
import { saveIncomeDraft, signUpPerson } from '../life/by-calls.ts';
import {
  fillContacts,
  fillIncome,
  fillPersonal,
  fillWork,
  findPlace,
  save,
  sendIdentity,
} from '../life/credit.ts';
import { keptOnPhone } from '../life/kept.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

const keptOf = async (page: Page, name: string) =>
  ((await keptOnPhone(page)).records[name] as { values?: object } | undefined)?.values;

/**
 * Completes an application from /home.
 * @returns the person, and the number of answers and taps
 */
async function applied(
  page: Page,
  nth: number,
  answerWork: (page: Page) => Promise<void>,
): Promise<{ life: Life; effort: Effort }> {
  const person = newPerson(nth);
  const life = await signUpPerson(shared.origin, person, 1000 + nth);
  await openLoggedIn(page, life);
  const effort = await countEffort(page);
  await page.getByRole('link', { name: 'Apply in 5 minutes' }).click();
  await fillIncome(page);
  await expect(page.getByText('11 answers left')).toBeVisible();
  await fillPersonal(page, person);
  await fillContacts(page);
  await answerWork(page);
  await save(page, /\/creditFile/);
  await sendIdentity(page, person);
  return { life, effort: await effort() };
}

test('an employee’s first application requires 32 answers', atLength, async ({ page }) => {
  const { life, effort } = await applied(page, 471, fillWork);
  expect(effort).toEqual({ answers: 32, taps: 58 });
  expect((await life.client.must(creditQuery, {})).work).toMatchObject({
    fundSource: 'salary',
    payday: 'day15and30',
    cityCode: '1381300000',
  });
});

test(
  'an applicant without a job gives 28 answers and gets no questions about work',
  atLength,
  async ({ page }) => {
    const { life, effort } = await applied(page, 475, async () => {
      await page.getByLabel('Kind of work').selectOption('No work now');
      await expect(page.getByLabel('Employer or business')).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Barangay, city/ })).toHaveCount(0);
      await page
        .getByLabel('Where does your income come from?')
        .selectOption('Remittance from family');
    });
    expect(effort).toEqual({ answers: 28, taps: 53 });
    const stored = await life.client.must(creditQuery, {});
    expect(stored.work).toMatchObject({
      employmentType: 'none',
      employer: null,
      address: null,
      fundSource: 'remittance',
      payday: 'day15and30',
    });
    expect(stored.personal).toMatchObject({
      provinceCode: '1300000000',
      cityCode: '1381300000',
      address: '12 Kunwari Street',
    });
  },
);

test(
  'one tap copies the home address to the workplace, and another removes it',
  atLength,
  async ({ page }) => {
    const life = await signUpPerson(shared.origin, newPerson(473), 1473);
    await submitPersonal(life);
    await submitContacts(life);
    await openLoggedIn(page, life, '/creditWork');
    const place = page.getByRole('button', { name: /^Barangay, city/ });
    const isHome = page.getByRole('checkbox', { name: /^At my home: / });
    await page.getByLabel('Kind of work').selectOption('Self-employed');
    await isHome.check();
    await expect(place).toHaveCount(0);
    await isHome.uncheck();
    await expect(page.getByLabel('House number and street')).toHaveValue('');
    await isHome.check();
    await expect
      .poll(async () => await keptOf(page, 'draft work'))
      .toMatchObject({ address: '1474 Kunwari Street' });
    await page.reload();
    await expect(isHome).toBeChecked();
    await page.getByLabel('Employer or business').fill('Kunwari Sari-sari');
    await page.getByLabel('What is your job?').fill('Tindera');
    await page.getByLabel('How long have you been doing this?').selectOption('1 to 3 years');
    await page.getByLabel('Monthly income').selectOption('More than ₱1,300,000');
    await page.getByLabel('When do you get paid?').selectOption('It varies');
    await save(page, /\/creditFile/);
    const { personal: home, work: stored } = await life.client.must(creditQuery, {});
    expect(stored).toMatchObject({
      fundSource: 'business',
      address: home?.address,
      barangayCode: home?.barangayCode,
    });
  },
);

test(
  'an applicant finds a place by search or step by step, even with only a keyboard',
  atLength,
  async ({ page }) => {
    const life = await signUpPerson(shared.origin, newPerson(472), 1472);
    await saveIncomeDraft(life);
    await openLoggedIn(page, life, '/credit');
    const field = page.getByRole('button', { name: /^Barangay, city and province/ });
    const sheet = page.getByRole('dialog');
    const search = sheet.getByLabel('Search places');
    await field.press('Enter');
    await expect(search).toBeFocused();
    await search.fill('quezon');
    await expect(sheet.getByRole('option').first()).toHaveText(/^QuezonProvince in Region IV-A/);
    await expect(sheet.getByRole('option').nth(1)).toHaveText(
      'Quezon CityCity or town in Metro Manila',
    );
    await search.press('ArrowDown');
    await search.press('Enter');
    await expect(sheet.getByText('In Quezon City, Metro Manila')).toBeVisible();
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('');
    await search.fill('holy');
    await expect(sheet.getByRole('option')).toHaveText(['Holy SpiritQuezon City, Metro Manila']);
    await search.press('Enter');
    await expect(field).toHaveAccessibleName(/Holy Spirit, Quezon City, Metro Manila/);
    await expect(field).toBeFocused();

    await field.click();
    await sheet.getByRole('option', { name: 'Cebu', exact: true }).click();
    await sheet.getByRole('option', { name: 'Lapu-Lapu City' }).click();
    await expect(sheet.getByText('In Lapu-Lapu City, Cebu')).toBeVisible();
    await sheet.getByRole('button', { name: 'All provinces' }).click();
    await search.fill('zzzz');
    await expect(sheet.getByText('No place found.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await findPlace(page, 'brgy 1 tondo', /^Barangay 1 \(Tondo\)/);
    await expect(field).toHaveAccessibleName(/Barangay 1 \(Tondo\), Manila, Metro Manila/);

    // A draft that only the phone stores also shows the names of places.
    await page.route('**/credit/draft/save', (route) => route.abort());
    await findPlace(page, 'poblacion makati', /^Poblacion/);
    await expect
      .poll(async () => await keptOf(page, 'draft personal'))
      .toMatchObject({ cityCode: '1380300000' });
    await page.reload();
    await expect(page.getByText('We kept your answer.')).toBeVisible();
    await expect(field).toHaveAccessibleName(/Poblacion, Makati City, Metro Manila/);
  },
);

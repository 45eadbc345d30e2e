// A sign-up or an application continues after its tab was killed, even on another phone.
import type { Page } from '@playwright/test';
import { userInfo } from '@sandali/contract/account.ts';
import { creditQuery } from '@sandali/contract/credit.ts';
import { submitContactsAndWork, submitPersonal } from '@sandali/server/sandbox/credit-life.ts';
import type { Life } from '@sandali/server/sandbox/life.ts';
import { localNumber, logOut, newPerson } from '../life/account.ts';
import { saveIncomeDraft, signUpPerson } from '../life/by-calls.ts';
import { keptOnPhone } from '../life/kept.ts';
import { replaceKilledPage } from '../life/killed.ts';
import { sandboxNow, smsCode } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

const record = async (page: Page, name: string) => (await keptOnPhone(page)).records[name];
const keptNote = (page: Page, count: number) =>
  page.getByText(count === 1 ? 'We kept your answer.' : `We kept your ${count} answers.`);

/** Returns everything that a phone stores, decrypted and in its stored form. */
async function storedText(page: Page): Promise<string> {
  const { records, bytes, isKeyBound } = await keptOnPhone(page);
  expect(isKeyBound).toBe(true);
  return (
    JSON.stringify(records) +
    bytes +
    (await page.evaluate(() => JSON.stringify([localStorage, sessionStorage])))
  );
}

test(
  'a killed tab’s sign-up continues at its step and stores no code or password',
  atLength,
  async ({ page: first }) => {
    const person = newPerson(330);
    await first.goto('/register');
    const number = (page: Page) => page.getByLabel('Mobile number');
    await number(first).fill(person.phone);
    await expect
      .poll(() => record(first, 'sign-up'))
      .toMatchObject({ phone: person.phone.replaceAll(' ', ''), step: 'phone' });

    const second = await replaceKilledPage(first, '/register');
    await expect(second.getByText('We saved your number.')).toBeVisible();
    await expect(number(second)).toHaveValue(person.phone);
    await second.getByRole('checkbox').check();
    await second.getByRole('button', { name: 'Send code' }).click();
    const code = await smsCode(second.request, localNumber(person));
    await expect.poll(() => record(second, 'sign-up')).toMatchObject({ step: 'code' });

    const third = await replaceKilledPage(second, '/register');
    const field = third.getByLabel('Code from the SMS');
    await expect(third).toHaveURL(/step=code/);
    const wrong = code === '000000' ? '111111' : '000000';
    await field.fill(wrong);
    await expect(third.getByText('The code is wrong or has expired.')).toBeVisible();
    await expect(third).toHaveURL(/step=code/);
    await field.fill(code);
    await third.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
    await expect.poll(() => record(third, 'sign-up')).toMatchObject({ step: 'password' });
    const stored = await storedText(third);
    for (const secret of [code, wrong, person.password]) expect(stored).not.toContain(secret);

    const fourth = await replaceKilledPage(third, '/register');
    await expect(fourth).toHaveURL(/step=password/);
    await fourth.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
    await fourth.getByLabel('Confirm password').fill(person.password);
    await fourth.getByRole('button', { name: 'Open my account' }).click();
    await expect(fourth.getByRole('link', { name: 'Apply in 5 minutes' })).toBeVisible();
    await expect.poll(() => record(fourth, 'sign-up')).toBeUndefined();
  },
);

test(
  'sign-up refuses a registered number after the code and before the password',
  atLength,
  async ({ page }) => {
    const person = newPerson(331);
    await signUpPerson(shared.origin, person, 1281);
    await page.goto('/register');
    await page.getByLabel('Mobile number').fill(person.phone);
    await page.getByRole('checkbox').check();
    await expect.poll(() => record(page, 'sign-up')).toEqual(expect.any(Object));
    const next = await replaceKilledPage(page, '/register');
    await expect(next.getByLabel('Mobile number')).toHaveValue(person.phone);
    await next.getByRole('button', { name: 'Start over' }).click();
    await expect(next.getByLabel('Mobile number')).toHaveValue('');
    await expect.poll(() => record(next, 'sign-up')).toBeUndefined();

    await next.getByLabel('Mobile number').fill(person.phone);
    await next.getByRole('checkbox').check();
    await next.getByRole('button', { name: 'Send code' }).click();
    await expect(next).toHaveURL(/step=code/);
    await next
      .getByLabel('Code from the SMS')
      .fill(await smsCode(next.request, localNumber(person), 1));
    await expect(next.getByText('Account already registered')).toBeVisible();
    await expect(next.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
  },
);

type Step = {
  form: string;
  path: string;
  ready(life: Life): Promise<unknown>;
  /** Types the answers. The field that was edited last has the focus again after the restart. */
  type(page: Page): Promise<void>;
  answers: number;
  /** Expects the form to contain the typed answers, except the secrets. */
  sees(page: Page): Promise<void>;
  secrets: string[];
};

const steps: Step[] = [
  {
    form: 'personal',
    path: '/credit',
    ready: saveIncomeDraft,
    type: async (page) => {
      await page.getByLabel('First name').fill('Ligaya');
      await page.getByRole('group', { name: 'Date of birth' }).getByLabel('Year').fill('1994');
      await page.getByText('Female', { exact: true }).click();
      await page.getByLabel('House number and street').fill('12 Kunwari');
    },
    answers: 4,
    sees: async (page) => {
      await expect(page.getByLabel('First name')).toHaveValue('Ligaya');
      await expect(
        page.getByRole('group', { name: 'Date of birth' }).getByLabel('Year'),
      ).toHaveValue('1994');
      await expect(page.getByRole('radio', { name: 'Female' })).toBeChecked();
      await expect(page.getByLabel('House number and street')).toHaveValue('12 Kunwari');
      await expect(page.getByLabel('House number and street')).toBeFocused();
    },
    secrets: [],
  },
  {
    form: 'contacts',
    path: '/creditContract',
    ready: submitPersonal,
    type: async (page) => {
      const card = page.getByRole('region', { name: 'First person' });
      await card.getByLabel('Name').fill('Perla Halimbawa');
      await card.getByLabel('Who is this person to you?').selectOption('Father or mother');
      await card.getByLabel('Mobile number').fill('917 555 9001');
      await page.getByRole('button', { name: 'Next person' }).click();
      await page
        .getByRole('region', { name: 'Second person' })
        .getByLabel('Name')
        .fill('Jun Halimbawa');
    },
    answers: 3,
    sees: async (page) => {
      const second = page.getByRole('region', { name: 'Second person' });
      await expect(second.getByLabel('Name')).toHaveValue('Jun Halimbawa');
      await expect(second.getByLabel('Name')).toBeFocused();
      await page.getByRole('button', { name: 'Perla Halimbawa' }).click();
      const first = page.getByRole('region', { name: 'First person' });
      await expect(first.getByLabel('Who is this person to you?')).toHaveValue('parent');
      await expect(first.getByLabel('Mobile number')).toHaveValue('');
    },
    secrets: ['9175559001', '917 555 9001'],
  },
  {
    form: 'work',
    path: '/creditWork',
    ready: async (life) => {
      await submitPersonal(life);
      await submitContactsAndWork(life);
    },
    type: async (page) => {
      await page.getByLabel('Employer or business').fill('Kunwari Kalakal');
      await page.getByLabel('What is your job?').fill('Tindera');
    },
    answers: 2,
    sees: async (page) => {
      await expect(page.getByLabel('Employer or business')).toHaveValue('Kunwari Kalakal');
      await expect(page.getByLabel('What is your job?')).toBeFocused();
    },
    secrets: [],
  },
  {
    form: 'identity',
    path: '/creditFile',
    ready: async (life) => {
      await submitPersonal(life);
      await submitContactsAndWork(life);
    },
    type: async (page) => {
      await page.getByLabel('ID type').selectOption('UMID');
      await page.getByRole('group', { name: 'Valid until' }).getByLabel('Year').fill('2031');
      await page.getByLabel('ID number').fill('99-600000000332');
    },
    answers: 2,
    sees: async (page) => {
      await expect(page.getByLabel('ID type')).toHaveValue('umid');
      await expect(page.getByRole('group', { name: 'Valid until' }).getByLabel('Year')).toHaveValue(
        '2031',
      );
      await expect(page.getByLabel('ID number')).toHaveValue('');
      await expect(page.getByLabel('ID number')).toBeFocused();
    },
    secrets: ['600000000332'],
  },
];

for (const [nth, step] of steps.entries()) {
  const details = nth === 0 ? {} : atLength;
  test(
    `step ${step.form} continues after its tab was killed, even on another phone`,
    details,
    async ({ page, browser }) => {
      const life = await signUpPerson(shared.origin, newPerson(332 + nth), 1282 + nth);
      await step.ready(life);
      await openLoggedIn(page, life, step.path);
      await step.type(page);
      await expect
        .poll(
          async () => Object.keys((await record(page, `draft ${step.form}`))?.values ?? {}).length,
        )
        .toBe(step.answers);
      const stored = await storedText(page);
      for (const secret of step.secrets) expect(stored).not.toContain(secret);

      const next = await replaceKilledPage(page, step.path);
      await expect(keptNote(next, step.answers)).toBeVisible();
      await step.sees(next);

      // Leaving the page, for example to read an SMS, saves the draft on the server.
      const saved = next.waitForResponse('**/credit/draft/save');
      await next.getByRole('textbox').first().press('End');
      await next.getByRole('textbox').first().pressSequentially('x');
      await next.getByRole('textbox').first().press('Backspace');
      await next.evaluate(() => dispatchEvent(new Event('pagehide')));
      await saved;
      const otherContext = await browser.newContext({
        baseURL: shared.origin,
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
      });
      const tablet = await otherContext.newPage();
      await openLoggedIn(tablet, life);
      await tablet
        .getByRole('link', { name: /Continue my application|Apply in 5 minutes/ })
        .click();
      await expect(tablet).toHaveURL(new RegExp(`${step.path}$`));
      await expect(keptNote(tablet, step.answers)).toBeVisible();
      await tablet.getByRole('button', { name: 'Start over' }).click();
      await expect(keptNote(tablet, step.answers)).toHaveCount(0);
      // The draft with income and payday remains until its own step is saved.
      const forms = async () =>
        (await life.client.must(creditQuery, {})).drafts.map(({ form }) => form);
      await expect.poll(forms).toEqual(step.form === 'personal' ? ['work'] : []);
      await otherContext.close();
    },
  );
}

test(
  'a phone deletes a draft once its step is saved, after 30 days, on code 1003 and at logout',
  atLength,
  async ({ page, clean }) => {
    const life = await signUpPerson(shared.origin, newPerson(338), 1288);
    await submitPersonal(life);
    await submitContactsAndWork(life);
    await openLoggedIn(page, life, '/creditWork');
    // The server never receives a draft.
    await page.route('**/credit/draft/save', (route) => route.abort());
    const employer = page.getByLabel('Employer or business');
    const type = async (words: string) => {
      // Wait for the first request of the open page, because a request of a closing page may bypass
      // the route.
      const failedSave = page.waitForEvent('requestfailed', (request) =>
        request.url().endsWith('/credit/draft/save'),
      );
      await employer.fill(words);
      await failedSave;
      await expect
        .poll(() => record(page, 'draft work'))
        .toMatchObject({ values: { employer: words } });
    };
    await type('Kunwari Uno');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await expect(page).toHaveURL(/\/creditFile/);
    await expect
      .poll(async () => (await keptOnPhone(page)).records)
      .not.toHaveProperty('draft work');

    await page.goto('/creditWork');
    await type('Kunwari Dos');
    // Use 31 days, because until the configuration arrives, the page's own clock is half a day
    // behind the sandbox's.
    const keptAtMs = Date.parse(await sandboxNow(page.request)) - 31 * 86_400_000;
    const old = { ...(await record(page, 'draft work')), keptAtMs };
    await page.goto('/my');
    await keptOnPhone(page, { name: 'draft work', record: old });
    await page.goto('/creditWork');
    await expect(employer).toHaveValue('Kunwari Uno');
    await expect(keptNote(page, 1)).toHaveCount(0);

    await type('Kunwari Tres');
    await page.evaluate(() => localStorage.setItem('Token', 'of no session'));
    await page.goto('/my');
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(async () => (await keptOnPhone(page)).records).toEqual({});

    await page.evaluate(
      ({ token, gid }) => {
        for (const [key, text] of Object.entries({ Token: token, tokenFlag: '1', userGid: gid }))
          localStorage.setItem(key, text);
      },
      { token: life.client.token, gid: (await life.client.must(userInfo, {})).userGid },
    );
    await page.goto('/creditWork');
    await type('Kunwari Kwatro');
    await page.goto('/home');
    await logOut(page);
    await expect.poll(async () => (await keptOnPhone(page)).records).toEqual({});
    // Ignore the browser's own messages about the aborted calls.
    clean.splice(0, clean.length, ...clean.filter((line) => !/net::ERR_FAILED/.test(line)));
  },
);

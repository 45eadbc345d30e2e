// Signs up and logs in on the screens.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '../tests/fixture.ts';
import { expireProof, knowDevice, smsCode } from './sandbox.ts';

export type Person = { phone: string; password: string; first: string; last: string };

/** Returns a fictitious person whose phone number, 0917 555 xxxx, is unique for each `nth`. */
export function newPerson(nth: number): Person {
  return {
    phone: `917 555 ${6000 + nth}`,
    password: 'tagong-salita-7',
    first: 'Ligaya',
    last: 'Halimbawa',
  };
}

export const localNumber = ({ phone }: Person) => `0${phone}`;

export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Open an account' }).click();
  await expect(page.getByRole('heading', { name: 'Your mobile number' })).toBeVisible();
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the SMS').fill(await smsCode(page.request, localNumber(person)));
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill('something else');
  await page.getByRole('button', { name: 'Open my account' }).click();
  await expect(page.getByText('Password doesnt match please try again')).toBeVisible();
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Open my account' }).click();
  await expect(page.getByRole('link', { name: 'Apply in 5 minutes' })).toBeVisible();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'My' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
}

/** Logs in with the password on a phone that the person has used before. */
export async function logInByPassword(page: Page, person: Person): Promise<void> {
  await makeBrowserKnown(page, person);
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Please check the user Privacy Protection Agreement')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/home|\/my/);
}

/**
 * Makes the last login fifteen minutes old, so that sensitive actions require the password again.
 */
export async function ageLastLogin(page: Page, { phone }: Pick<Person, 'phone'>): Promise<void> {
  await expireProof(page.request, `+63${phone.replaceAll(' ', '')}`);
}

/** Enters the password in the confirmation sheet; with `wrongFirst`, after a wrong one. */
export async function confirmPassword(
  page: Page,
  { password }: Person,
  { wrongFirst = false } = {},
): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const submit = async (text: string) => {
    await sheet.getByRole('textbox', { name: 'Password' }).fill(text);
    await sheet.getByRole('button', { name: 'Continue' }).click();
  };
  if (wrongFirst) {
    await submit('ibang salita');
    await expect(sheet.getByText('The password is wrong.')).toBeVisible();
  }
  await submit(password);
  await expect(sheet).toHaveCount(0);
}

/**
 * Makes this browser a known device, because tests log in the same seeded person more often than a
 * number can receive codes in an hour.
 */
export async function makeBrowserKnown(
  page: Page,
  { phone }: Pick<Person, 'phone'>,
): Promise<void> {
  const deviceId = await page.evaluate((newId) => {
    const id = localStorage.getItem('deviceId') ?? newId;
    localStorage.setItem('deviceId', id);
    return id;
  }, randomBytes(16).toString('base64url'));
  await knowDevice(page.request, `+63${phone.replaceAll(' ', '')}`, deviceId);
}

/**
 * On the new-device screen, types the SMS code that follows `codesSoFar` earlier ones. The last
 * digit logs in.
 */
export async function typeDeviceCode(
  page: Page,
  person: Person,
  codesSoFar: number,
): Promise<void> {
  await expect(page).toHaveURL(/\/newDevice/);
  await page
    .getByLabel('Code from the SMS')
    .fill(await smsCode(page.request, localNumber(person), codesSoFar));
  await expect(page).not.toHaveURL(/\/newDevice/);
}

/**
 * Logs in with an SMS code. The SMS arrives before the response to the call, as often happens on a
 * slow connection.
 */
export async function logInByCode(page: Page, person: Person, codesSoFar: number): Promise<void> {
  const answer = Promise.withResolvers<void>();
  await page.route('**/code/sms', async (route) => {
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByText('SMS code', { exact: true }).click();
  // The checkbox moves when the code field appears, so wait for that.
  const sendCode = page.getByRole('button', { name: 'Send code' });
  await expect(sendCode).toBeVisible();
  await page.getByRole('checkbox').check();
  await sendCode.click();
  await page
    .getByLabel('Code from the SMS')
    .fill(await smsCode(page.request, localNumber(person), codesSoFar));
  const logIn = page.getByRole('button', { name: 'Log in' });
  await expect(logIn).toBeDisabled();
  answer.resolve();
  await logIn.click();
  await expect(page).toHaveURL(/\/home|\/my/);
}

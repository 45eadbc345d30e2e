// Both ways to change an account's phone number, and their refusals.
import type { Page } from '@playwright/test';
import { localNumber, logInByPassword, logOut, newPerson, type Person } from '../life/account.ts';
import { personWithLine, signUpPerson } from '../life/by-calls.ts';
import {
  askAtNewNumber,
  openChangePhone,
  proveByIdNumber,
  proveByOldNumber,
} from '../life/phone.ts';
import { pictureDigits, smsCode } from '../life/sandbox.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000');
const code = (page: Page) => page.getByLabel('Code from the SMS');
const newPhoneOf = (nth: number) => `918 555 ${7000 + nth}`;
/** Returns the ID number of a person who was created with number 950 + nth. */
const idNumberOf = (nth: number) => `9999-${String(950 + nth).padStart(8, '0')}`;

async function openAndLogIn(page: Page, person: Person): Promise<Page> {
  await page.goto('/login');
  await logInByPassword(page, person);
  return page;
}

test(
  'a number is changed with codes to both numbers, and the screen names the consequences',
  atLength,
  async ({ page, browser }) => {
    const person = await personWithLine(shared.origin, 120);
    const phone = newPhoneOf(120);
    const otherPhone = await openAndLogIn(
      await (await browser.newContext({ baseURL: shared.origin })).newPage(),
      person,
    );
    await openChangePhone(await openAndLogIn(page, person));
    await expect(page.getByText('Your account’s number is 0917')).toBeVisible();
    await proveByOldNumber(page, person, 1);
    await page.getByLabel('Mobile number').fill('8123 4567');
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByText('This number is too short')).toBeVisible();
    const right = await askAtNewNumber(page, phone);
    await code(page).fill(wrongCode(right));
    await expect(page.getByText('The code is wrong or has expired.')).toBeVisible();
    await code(page).fill(right);
    await expect(page.getByRole('heading', { name: `Your number is now 0918` })).toBeVisible();
    await expect(page.getByText('You can add payout accounts from')).toBeVisible();
    await expect(page.getByText('You can change your number again from')).toBeVisible();

    // Within the 14 days, the screen first says when the number can be changed again.
    await page.getByRole('link', { name: 'Back to My' }).click();
    await page.getByRole('link', { name: 'Change mobile number' }).click();
    await expect(
      page.getByRole('heading', { name: 'You can change your number again from' }),
    ).toBeVisible();
    const lost = page.getByRole('link', { name: 'Lost this number and your phone too?' });
    await expect(lost).toHaveAttribute('href', '/forgetPassword?step=lost');

    await otherPhone.goto('/banklist');
    await expect(otherPhone.getByText('Log in again to continue.')).toBeVisible();
    await expect(otherPhone).toHaveURL(/\/login/);
    await otherPhone.context().close();
    await page.goto('/addWallet');
    await page.getByText('Maya', { exact: true }).click();
    await page.getByLabel('Mobile number of the e-wallet').fill('917 555 8120');
    await page.getByRole('button', { name: 'Add this e-wallet' }).click();
    await expect(page.getByText('Hours left: 24.')).toBeVisible();
    await page.goto('/my');
    await logOut(page);
    await page.getByLabel('Mobile number').fill(person.phone);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('The phone number or password is wrong.')).toBeVisible();
  },
);

test(
  'a lost number is changed with ID, password and code; an error leads to its field',
  atLength,
  async ({ page }) => {
    const person = await personWithLine(shared.origin, 121);
    await openChangePhone(await openAndLogIn(page, person));
    await page.getByRole('radio', { name: /No, I lost it/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Enter the whole ID number')).toBeVisible();
    await expect(page.getByText('Enter your password.')).toBeVisible();
    await page.getByLabel('ID number').fill('9999');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('an ID number has at least 5 letters and digits.')).toBeVisible();
    await page.goto('/changePhone');
    await proveByIdNumber(page, '9999-00000000', 'something else');
    const right = await askAtNewNumber(page, newPhoneOf(121));
    await code(page).fill(right);
    await expect(page.getByText('The password is wrong.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('This is not the ID number you sent us.')).toBeVisible();
    await expect(page.getByLabel('ID number')).toBeFocused();
    await page.getByLabel('ID number').fill(idNumberOf(121));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Your number is now 0918' })).toBeVisible();
  },
);

test('after five wrong ID numbers, even the correct one is refused', atLength, async ({ page }) => {
  const person = await personWithLine(shared.origin, 122);
  await openChangePhone(await openAndLogIn(page, person));
  await proveByIdNumber(page, '1111100', person.password);
  const first = await askAtNewNumber(page, newPhoneOf(122));
  await code(page).fill(first);
  for (let nth = 1; nth < 5; nth++) {
    await expect(page.getByText('This is not the ID number you sent us.')).toBeVisible();
    await page.getByLabel('ID number').fill(`111110${nth}`);
    await expect(page.getByText('This is not the ID number you sent us.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue' }).click();
  }
  await expect(page.getByText('This is not the ID number you sent us.')).toBeVisible();
  await page.getByLabel('ID number').fill(idNumberOf(122));
  await page.getByRole('button', { name: 'Continue' }).click();
  // Wrong ID numbers also use up the code's attempts, so a code to another number is needed.
  await expect(page.getByText('The code is wrong or has expired.')).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const second = await askAtNewNumber(page, newPhoneOf(132));
  await code(page).fill(second);
  await expect(page.getByText('Too many wrong ID numbers.')).toBeVisible();
});

test(
  'only the holder of a number learns that it belongs to another account',
  atLength,
  async ({ page }) => {
    const [person, neighbour] = [await personWithLine(shared.origin, 123), newPerson(124)];
    await signUpPerson(shared.origin, neighbour, 1074);
    await openChangePhone(await openAndLogIn(page, person));
    await proveByOldNumber(page, person, 1);
    await page.getByLabel('Mobile number').fill(person.phone);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByText('This is your current number.')).toBeVisible();
    const theirs = await askAtNewNumber(page, neighbour.phone, 1);
    await code(page).fill(wrongCode(theirs));
    await expect(page.getByText('The code is wrong or has expired.')).toBeVisible();
    await code(page).fill(theirs);
    await expect(page.getByText('This number belongs to another account.')).toBeVisible();
    const right = await askAtNewNumber(page, newPhoneOf(123));
    await code(page).fill(right);
    await expect(page.getByRole('heading', { name: 'Your number is now 0918' })).toBeVisible();
  },
);

test(
  'a wrong old-number code leads back to its field; a third SMS needs a picture code',
  atLength,
  async ({ page }) => {
    const person = await personWithLine(shared.origin, 125);
    await openChangePhone(await openAndLogIn(page, person));
    await page.getByRole('radio', { name: /Yes, I have it/ }).check();
    await page.getByRole('button', { name: 'Send code' }).click();
    await code(page).fill(wrongCode(await smsCode(page.request, localNumber(person), 1)));
    const right = await askAtNewNumber(page, newPhoneOf(125));
    await code(page).fill(right);
    await expect(
      page.getByText('The code sent to your old number is wrong or has expired.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Send again' }).click();
    await smsCode(page.request, localNumber(person), 2);
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByLabel('Digits in the picture')).toBeFocused();
    await page.getByLabel('Digits in the picture').fill(await pictureDigits(page));
    await page.getByRole('button', { name: 'Send again' }).click();
    await code(page).fill(await smsCode(page.request, localNumber(person), 3));
    await expect(page.getByRole('heading', { name: 'Your number is now 0918' })).toBeVisible();
  },
);

test(
  'without an ID number, only the old number proves identity; a reload starts over',
  atLength,
  async ({ page }) => {
    const person = newPerson(126);
    await signUpPerson(shared.origin, person, 1076);
    await openChangePhone(await openAndLogIn(page, person));
    await expect(
      page.getByText('This needs the ID number from a credit application.'),
    ).toBeVisible();
    await expect(page.getByRole('radio', { name: /No, I lost it/ })).toBeDisabled();
    await proveByOldNumber(page, person, 1);
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'Do you still have your old number?' }),
    ).toBeVisible();
  },
);

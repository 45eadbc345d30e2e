// Recovering an account after losing both the phone and its number.

import { localNumber, logInByPassword } from '../life/account.ts';
import { personWithLine } from '../life/by-calls.ts';
import { dropNetworkErrors } from '../life/offline.ts';
import { cardPhoto } from '../life/photo.ts';
import { smsCode } from '../life/sandbox.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

const newNumber = '09175559043';

test(
  'the owner of an account stops someone from recovering it with a new number',
  atLength,
  async ({ page, context, browser, clean }) => {
    const person = await personWithLine(shared.origin, 49);
    const owner = await (await browser.newContext({ baseURL: shared.origin })).newPage();
    await owner.goto('/login');
    await logInByPassword(owner, person);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('link', { name: 'Lost your phone and your number?' }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByText('Enter a Philippine mobile number').first()).toBeVisible();
    await page.getByLabel('Your account’s number').fill(person.phone);
    await page.getByRole('textbox', { name: /ID number/ }).fill('9999*');
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByText('An ID number has letters and digits only.')).toBeVisible();
    await page.getByRole('textbox', { name: /ID number/ }).fill('9999 0000 0999');
    await page.getByLabel('Your new number').fill(person.phone);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(
      page.getByText('This is the account’s current number. Enter your new one.'),
    ).toBeVisible();
    await page.getByLabel('Your new number').fill(newNumber);
    await page.getByRole('button', { name: 'Send code' }).click();
    const code = await smsCode(page.request, newNumber, 0);
    await context.setOffline(true);
    await page.getByLabel('Code from the SMS').fill(code);
    await expect(
      page.getByText('Network Abnormal. We’ll send it once you’re back online.'),
    ).toBeVisible();
    await expect(page.getByLabel('Code from the SMS')).toHaveValue(code);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Your ID and you' })).toBeVisible();
    dropNetworkErrors(clean);
    for (const name of ['idFrontFile', 'selfieFile']) {
      await page.locator(`input[name=${name}]`).setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: await cardPhoto(page),
      });
    }
    await expect(page.getByText('We have your request')).toBeVisible();
    await expect(page.getByText('72 hours after that')).toBeVisible();

    await owner.goto('/devices');
    await expect(owner.getByText('Someone asked to move your account to •••• 9043.')).toBeVisible();
    await owner.getByRole('button', { name: 'Stop it' }).click();
    await expect(owner.getByText('Stopped. Your account stays with your number.')).toBeVisible();
    await expect(owner.getByText('Someone asked to move your account')).toBeHidden();

    // Even without a login, a code sent to the number shows that no recovery is pending.
    await page.goto('/forgetPassword');
    await page
      .getByRole('link', { name: 'Is someone trying to take your account? Stop them' })
      .click();
    await page.getByLabel('Mobile number').fill(person.phone);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page
      .getByLabel('Code from the SMS')
      .fill(await smsCode(page.request, localNumber(person), 1));
    await expect(
      page.getByText('No one has asked to move this account to another number.'),
    ).toBeVisible();
    await owner.context().close();
  },
);

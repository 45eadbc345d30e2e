// Once in 14 days: the server's clock is turned to the day before, and to the day.
import { personWithLine } from '../life/by-calls.ts';
import { askAtNewNumber, openChangePhone, proveByIdNumber } from '../life/phone.ts';
import { addDays } from '../life/sandbox.ts';
import { loggedIn } from '../life/session.ts';
import { turns } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test.setTimeout(120_000);

test('a number is changed again after 14 days and not before', atLength, async ({ page }) => {
  const person = await personWithLine(turns.origin, 130);
  await loggedIn(page, person);
  await openChangePhone(page);
  await proveByIdNumber(page, '9999-00001080', person.password);
  const change = async (phone: string) => {
    const code = await askAtNewNumber(page, phone);
    await page.getByLabel('Code from the SMS').fill(code);
    await expect(page.getByRole('heading', { name: 'Your number is 0918' })).toBeVisible();
  };
  await change('918 555 7130');
  await addDays(page.request, 13);
  await page.goto('/changePhone');
  await expect(page.getByRole('heading', { name: 'You can change your number again from' })).toBeVisible();
  await addDays(page.request, 1);
  await page.goto('/changePhone');
  await proveByIdNumber(page, '9999-00001080', person.password);
  await change('918 555 7131');
});

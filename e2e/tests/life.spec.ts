import { logInByCode, logInByPassword, logOut, newPerson, register } from '../life/account.ts';
import { applyForCredit, approved } from '../life/credit.ts';
import { test } from './fixture.ts';

test.setTimeout(180_000);

test('a borrower’s whole loan, from sign-up to repaid', async ({ page }) => {
  const ligaya = newPerson(1);
  await test.step('register with the code from the SMS', () => register(page, ligaya));
  await test.step('log out, log in by password', async () => {
    await logOut(page);
    await logInByPassword(page, ligaya);
  });
  await test.step('log out, log in by SMS code', async () => {
    await logOut(page);
    await logInByCode(page, ligaya, 1);
  });
  await test.step('four steps and a review', async () => {
    await applyForCredit(page, ligaya);
    await approved(page);
  });
});

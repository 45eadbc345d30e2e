import { personWithLine } from '../life/by-calls.ts';
import { ops } from '../life/ops.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test(
  'a coupon for loans from ₱70,000 can be used only if the loan is at least ₱70,000',
  atLength,
  async ({ page }) => {
    const person = await personWithLine(shared.origin, 340);
    const until = Temporal.Now.plainDateISO('Asia/Manila').add({ days: 60 }).toString();
    const terms = ['--off', 'interest', '--amount', '300', '--minimum', '70000', '--until', until];
    await ops(
      shared,
      'coupon',
      'grant',
      person.life.phone,
      '--campaign',
      'larger',
      ...terms,
      '--reason',
      'browser test',
    );
    await openLoggedIn(page, person);
    await page.getByRole('link', { name: 'Choose your amount' }).click();
    const sheet = page.getByRole('dialog', { name: 'Choose a coupon' });
    const larger = sheet.getByRole('button', { name: /A gift from us/ });
    const open = (name: RegExp) => page.getByRole('button', { name }).click();
    await open(/₱200 off the service fee/);
    await expect(sheet.getByText('Add ₱10,000 to use it')).toBeVisible();
    await expect(larger).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /₱10,000 more/ }).click();
    await open(/off the (service fee|interest)/);
    await larger.click();
    await expect(page.getByRole('button', { name: /₱300 off the interest/ })).toBeVisible();
    // With a smaller amount the server refuses the coupon, and its row says why.
    await page.getByRole('button', { name: /₱10,000 less/ }).click();
    await expect(
      page.getByText('This loan is too small for that coupon. It is for loans of ₱70,000 or more.'),
    ).toBeVisible();
    await open(/Coupon for loans from ₱70,000/);
    await sheet.getByRole('button', { name: 'Don’t use one' }).click();
    await expect(page.getByText('No coupon used')).toBeVisible();
  },
);

import { personWithLine } from '../life/by-calls.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { expect, test } from './fixture.ts';

test('a wallet that is added from the payout sheet is selected for the loan', async ({ page }) => {
  const person = await personWithLine(shared.origin, 421);
  await openLoggedIn(page, person, '/loan');
  await page.getByRole('button', { name: /To GCash/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Where you receive the money' });
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveText([
    'E-wallet',
    'Bank account',
    'Cash at a counter',
  ]);
  await expect(sheet.getByRole('radio', { name: /GCash/ })).toBeChecked();
  await sheet.getByRole('button', { name: /Add Maya.*₱10\.00 fee/ }).click();

  await expect(page.getByRole('radio', { name: /Maya/ })).toBeChecked();
  await expect(page.getByText('Receiving a loan here costs ₱10.00')).toBeVisible();
  await page.getByLabel('Mobile number of the e-wallet').fill('917 555 0188');
  await page.getByRole('button', { name: 'Add this e-wallet' }).click();
  await page.getByRole('button', { name: /To Maya ••0188/ }).click();
  await expect(sheet.getByRole('radio', { name: /Maya/ })).toBeChecked();
  await expect(sheet.getByRole('button', { name: /Add Maya/ })).toHaveCount(0);
});

// Where the focus is: never out of sight, inside what lies above the page, at the first answer that is open, and back where it came from.
import * as fs from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { underFoot } from '../gallery/faults.ts';
import { buildGallery, openStage, show } from '../gallery/stage.ts';
import { logInByPassword } from '../life/account.ts';
import { press } from '../life/keyboard.ts';
import { openStep } from '../native/applicant.ts';
import { hostAnswers, installShell } from '../native/shell.ts';
import { expect, test } from './fixture.ts';

/** The screens longer than the window, by their place in the gallery: whatever Tab reaches there must be seen (WCAG 2.2, 2.4.11). */
const longScreens = [
  'Credit: personal, empty',
  'Credit: ID, ready',
  'Loan: confirm',
  'Payment code: given',
  'Accounts: add bank',
  'My: full',
];

test('what has the focus is never under the foot of the screen', async ({ page }) => {
  const folder = buildGallery();
  try {
    await openStage(page, folder);
    const hidden: string[] = [];
    for (const key of longScreens) {
      await show(page, key);
      for (let step = 0; step < 40; step++) {
        await page.keyboard.press('Tab');
        const focus = page.locator(':focus');
        if ((await focus.count()) === 0) break;
        const lost = await underFoot(focus);
        if (lost > 0) hidden.push(`${key}: ${lost} px of ${await focus.evaluate((one) => one.outerHTML.slice(0, 90))}`);
      }
    }
    expect(hidden).toEqual([]);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

/** Seeded: has a credit line, has borrowed nothing. Only looked at here. */
const aprub = { phone: '917 555 4102', password: 'kunwari-aprub-8', first: 'Aprub', last: 'Salonga' };

/** Tab, more often than there are controls, never leaves what lies above the page; the address bar counts as inside. */
async function holdsFocus(page: Page, above: Locator): Promise<void> {
  for (let step = 0; step < 12; step++) {
    expect(await above.evaluate((one) => one.contains(document.activeElement) || document.activeElement === document.body)).toBe(true);
    await page.keyboard.press('Tab');
  }
}

test('a sheet and a dialog hold the focus, close by Escape and by Back, and give it back to what opened them', async ({ page }) => {
  await page.goto('/login');
  await logInByPassword(page, aprub);
  await page.getByRole('navigation').getByRole('link', { name: 'My' }).click();
  await expect(page).toHaveURL(/\/my/);
  const above = page.getByRole('dialog');
  for (const name of [/^Language/, /^Customer service/, 'Log out']) {
    const opener = page.getByRole('button', { name });
    await press(page, opener);
    await expect(above).toBeVisible();
    await holdsFocus(page, above);
    await page.keyboard.press('Escape');
    await expect(above).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(above).toBeVisible();
    await page.goBack();
    await expect(above).toBeHidden();
    await expect(page).toHaveURL(/\/my/);
    await expect(opener).toBeFocused();
  }
});

test('a button that is not ready takes the focus, says why, and leads to the first open answer', async ({ page, baseURL }) => {
  await openStep(page, String(baseURL), 12, 'identity');
  const send = page.getByRole('button', { name: 'Send my application' });
  await expect(send).toHaveAccessibleDescription('4 answers to go');
  await press(page, send);
  const first = page.getByLabel('ID type');
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription('Choose which ID you have.');
  expect(await underFoot(first)).toBe(0);
});

test('of a contact with several numbers each can be reached by Tab, and none is taken on the way', async ({ page, baseURL }) => {
  await installShell(page);
  await openStep(page, String(baseURL), 13, 'contacts');
  await hostAnswers(page, 'pickContact', {
    result: 'done',
    data: { name: 'Tala', numbers: ['0917 555 9012', '0917 555 9013', '0917 555 9014', '0917 555 9015'] },
  });
  await press(page, page.getByRole('button', { name: 'Pick from phone' }));
  await press(page, page.getByRole('button', { name: 'Open my contacts' }));
  const which = page.getByRole('dialog', { name: 'Which number of Tala?' });
  await press(page, which.getByRole('button', { name: '0917 555 9014' }));
  await expect(page.getByLabel('Mobile number')).toHaveValue(/^917 ?555 ?9014$/);
});

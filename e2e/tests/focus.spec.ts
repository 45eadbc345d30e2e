// Keyboard focus in dialogs, forms and lists.
import type { Locator, Page } from '@playwright/test';
import { hiddenPx } from '../gallery/faults.ts';
import { aprub, openLoggedIn } from '../life/session.ts';
import { openStep } from '../native/applicant.ts';
import { hostAnswers, installShell } from '../native/shell.ts';
import { atLength, expect, press, test } from './fixture.ts';

/** Expects Tab to stay inside the dialog, or to move to the address bar. */
async function expectFocusTrap(page: Page, above: Locator): Promise<void> {
  for (let step = 0; step < 12; step++) {
    expect(
      await above.evaluate(
        (dialog) =>
          dialog.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true);
    await page.keyboard.press('Tab');
  }
}

test(
  'dialogs trap the focus, close on Escape and Back, and then return the focus',
  atLength,
  async ({ page }) => {
    await openLoggedIn(page, aprub);
    await page.getByRole('navigation').getByRole('link', { name: 'My' }).click();
    await expect(page).toHaveURL(/\/my/);
    const above = page.getByRole('dialog');
    for (const name of [/^Language/, /^Customer service/, 'Log out']) {
      const opener = page.getByRole('button', { name });
      await press(page, opener);
      await expect(above).toBeVisible();
      await expectFocusTrap(page, above);
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
  },
);

test('Back closes a sheet, and a closed sheet leaves no entry in history', async ({ page }) => {
  await openLoggedIn(page, aprub, '/my');
  const above = page.getByRole('dialog');
  const language = page.getByRole('button', { name: /^Language/ });
  for (let time = 0; time < 2; time++) {
    await press(page, language);
    await expect(above).toBeVisible();
    await page.goBack();
    await expect(above).toBeHidden();
    await expect(page).toHaveURL(/\/my$/);
  }
  await press(page, language);
  await page.keyboard.press('Escape');
  await expect(above).toBeHidden();
  await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL(/\/wealth/);
  await page.goBack();
  await expect(page).toHaveURL(/\/my$/);
  await press(page, language);
  await page.keyboard.press('Escape');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('about:blank');
});

test('pressing a disabled Send button moves the focus to the first missing answer', async ({
  page,
  baseURL,
}) => {
  await openStep(page, String(baseURL), 12, 'identity');
  const send = page.getByRole('button', { name: 'Send my application' });
  await expect(send).toHaveAccessibleDescription('4 answers left');
  await press(page, send);
  const first = page.getByLabel('ID type');
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription('Choose which ID you have.');
  expect(await hiddenPx(first)).toBe(0);
});

test('Tab reaches every number of a contact without selecting it', async ({ page, baseURL }) => {
  await installShell(page);
  await openStep(page, String(baseURL), 13, 'contacts');
  await hostAnswers(page, 'pickContact', {
    result: 'done',
    data: {
      name: 'Tala',
      numbers: ['0917 555 9012', '0917 555 9013', '0917 555 9014', '0917 555 9015'],
    },
  });
  await press(page, page.getByRole('button', { name: 'Pick from phone' }));
  await press(page, page.getByRole('button', { name: 'Open my contacts' }));
  const which = page.getByRole('dialog', { name: 'Which of Tala’s numbers?' });
  await press(page, which.getByRole('button', { name: '0917 555 9014' }));
  await expect(page.getByLabel('Mobile number')).toHaveValue(/^917 ?555 ?9014$/);
});

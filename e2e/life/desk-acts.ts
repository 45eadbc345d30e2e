// What people do at the desk, by keyboard alone.
import type { Page } from '@playwright/test';
import { choose, expect, press, tabTo } from '../tests/fixture.ts';

/** Opens what waits for a role under this name, as soon as it waits. */
export async function openWaiting(page: Page, name: RegExp): Promise<void> {
  const link = page.getByRole('link', { name });
  await press(page, page.getByRole('link', { name: 'Desk', exact: true }));
  while (!(await link.isVisible())) {
    await press(page, page.getByRole('button', { name: 'Read again' }));
    await expect(page.getByRole('button', { name: 'Read again' })).toBeEnabled();
  }
  await press(page, link);
}

/** Gives the reason of an act, and sends it from the dialog. */
export async function send(page: Page, reason: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await tabTo(page, page.getByRole('main').getByRole('textbox', { name: 'Reason' }));
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: button }));
  await expect(dialog).toHaveCount(0);
}

/**
 * Confirms the only proposal that waits, after the look that the server asks for. The look is
 * chosen from what the proposal concerns; if it is not offered there, from the refusal.
 */
export async function confirmProposal(page: Page, look: string, reason: string): Promise<void> {
  const view = page.getByRole('article', { name: 'The open proposal' });
  const offered = page.getByRole('menuitem', { name: look, exact: true });
  await openWaiting(page, /Proposals to confirm/);
  await expect(page.locator('.ld-row').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await press(page, view.locator('dd .entity'));
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  if (await offered.isVisible()) {
    await choose(page, look);
  } else {
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await send(page, reason, 'Confirm with your passkey');
    await press(page, view.getByRole('alert').getByRole('button', { name: look }));
  }
  await expect(page.getByRole('heading', { name: look })).toBeFocused();
  const asked = page.getByRole('textbox', { name: 'Reason' });
  if (await asked.isVisible()) {
    await tabTo(page, asked);
    await page.keyboard.type(reason);
    await page.keyboard.press('Enter');
  } else {
    await press(page, page.getByRole('button', { name: 'Show', exact: true }));
  }
  await expect(page.getByRole('region', { name: 'Result' })).toBeVisible();
  await page.goBack();
  await expect(view).toBeVisible();
  await page.keyboard.press('c');
  await send(page, reason, 'Confirm with your passkey');
}

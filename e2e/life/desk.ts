// Members of staff at the desk of the server whose tests take turns: it has no invented staff.
import type { Page } from '@playwright/test';
import { deskPaths } from '@sandali/contract/desk.ts';
import { turns } from '../places.ts';
import { expect, press } from '../tests/fixture.ts';
import { engineerKey, opsAs } from './ops.ts';
import { addAuthenticator } from './passkeys.ts';

/** The address of a page of the desk. */
export const deskAt = (path: string): string =>
  `http://localhost:${turns.at.opsPort}${deskPaths.page}${path}`;

/** Makes a passkey for a new member of staff, whom two engineers add, and signs in with it. */
export async function signInAsNew(page: Page, name: string, role: string): Promise<void> {
  const button = (label: string) => page.getByRole('button', { name: label });
  await addAuthenticator(page);
  await page.goto(deskAt(''));
  await press(page, button('New here? Make a passkey'));
  await page.getByLabel('Name').fill(name);
  await press(page, button('Make a passkey'));
  const fingerprint = await page.locator('output').innerText();
  for (const engineer of ['second', 'third'] as const) {
    const wish = ['--role', role, '--hash', fingerprint, '--reason', 'joins the team'];
    await opsAs(await engineerKey(engineer), turns, 'staff', 'add', name, ...wish);
  }
  await press(page, button('Back to sign-in'));
  await press(page, button('Sign in with a passkey'));
  await expect(page.getByRole('navigation', { name: 'Commands' })).toBeVisible();
}

// A newcomer's passkey at the desk: made in the browser and added by two engineers, it signs in and
// confirms a proposal.
import { deskAt, deskScreen } from '../life/desk.ts';
import { engineerKey, opsAs } from '../life/ops.ts';
import { addAuthenticator } from '../life/passkeys.ts';
import { addDays } from '../life/sandbox.ts';
import { turns } from '../places.ts';
import { expect, press, test } from './fixture.ts';

test.use(deskScreen);

test('a newcomer makes a passkey, signs in, and confirms a proposal by it', async ({
  page,
  clean,
}) => {
  const engineers = [await engineerKey('second'), await engineerKey('third')] as const;
  const add = async (key: string, name: string, role: string, hash: string) => {
    const wish = ['--role', role, '--hash', hash, '--reason', 'joins the team'];
    await opsAs(key, turns, 'staff', 'add', name, ...wish);
  };
  const authenticator = await addAuthenticator(page);
  const button = (name: string) => page.getByRole('button', { name });
  const expectRefused = async (status: string) => {
    await expect.poll(() => clean.length).toBe(1);
    expect(clean.splice(0)).toEqual([expect.stringContaining(status)]);
  };

  await page.goto(deskAt(''));
  await expect(button('Sign in with a passkey')).toBeVisible();
  await expectRefused('401');
  await press(page, button('New here? Make a passkey'));
  await page.getByLabel('Name').fill('zoe');
  await press(page, button('Make a passkey'));
  const fingerprint = await page.locator('output').innerText();
  expect(fingerprint).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
  expect(await authenticator.credentials()).toHaveLength(1);

  await press(page, button('Back to sign-in'));
  await press(page, button('Sign in with a passkey'));
  await expect(page.getByRole('alert')).toContainText(fingerprint);
  await expectRefused('422');
  for (const key of engineers) await add(key, 'zoe', 'engineer', fingerprint);
  await press(page, button('Sign in with a passkey'));
  await expect(page.getByRole('navigation')).toBeVisible();

  const hash = 'ab'.repeat(32);
  await add(engineers[1], 'yan', 'support', hash);
  await addDays(page.request, 1);
  await page.goto(deskAt('/c/staff-add'));
  await page.getByRole('textbox', { name: 'Name' }).fill('yan');
  await press(page, page.getByRole('checkbox', { name: 'support' }), 'Space');
  await page.getByRole('textbox', { name: 'Hash' }).fill(hash);
  await page.getByRole('textbox', { name: 'Reason' }).fill('heard the hash from yan');
  await press(page, button('Continue'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText('Confirm: yan as support');
  await authenticator.fits(false);
  await press(page, button('Confirm with your passkey'));
  await expect(dialog.getByRole('alert')).toContainText('The passkey was not used');
  await authenticator.fits(true);
  await press(page, button('Confirm with your passkey'));
  await expect(page.getByRole('status')).toContainText('yan is now support');
});

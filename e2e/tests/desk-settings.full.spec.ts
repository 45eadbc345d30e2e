// Two screens of the desk: two people change a setting, and two engineers add a newcomer and end a
// leaver.
import {
  deskAt,
  deskScreen,
  expectNoFaults,
  expectNoSession,
  goToRow,
  openAs,
} from '../life/desk.ts';
import { addAuthenticator } from '../life/passkeys.ts';
import { shared } from '../places.ts';
import { expect, press, test } from './fixture.ts';

test.use(deskScreen);

test('two people change a guarded setting, which its preview shows', async ({ page, clean }) => {
  const proposed = `(02) 5550 0${Math.trunc(Math.random() * 900 + 100)}`;
  await openAs(page, clean, 'mina.manager', 'Settings');
  const setting = page
    .getByRole('list', { name: 'Contact and links' })
    .getByRole('link', { name: /Telephone/ });
  await press(page, setting);
  await press(page, page.getByRole('button', { name: 'Change' }));
  await page.getByRole('textbox', { name: 'Value' }).fill(proposed);
  const preview = page.getByRole('region', { name: 'As borrowers read it' });
  await expect(preview.getByRole('listitem')).toHaveText(
    ['EnglishCall us', 'FilipinoTawagan kami', 'Tiếng ViệtGọi cho chúng tôi', '中文致电客服'].map(
      (words) => `${words}${proposed}`,
    ),
  );
  await expectNoFaults(page);
  await page.getByRole('textbox', { name: 'Reason' }).fill('the new call centre');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Change a setting' }));
  await expect(page.getByText(/^Proposed: telephone/)).toBeVisible();
  await expect(setting).toContainText('Waits');
  await press(page, page.getByRole('link', { name: 'Open the proposal' }));

  const row = page
    .getByRole('list', { name: 'Proposals, the oldest first' })
    .getByRole('link', { name: /telephone/ });
  const view = page.getByRole('article', { name: 'The open proposal' });
  await expect(view).toContainText('You proposed this');
  await expect(view.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(view.getByLabel('Reason')).toHaveCount(0);

  await openAs(page, clean, 'marco.manager', 'Approvals');
  await expect(row).toBeVisible();
  await expectNoFaults(page);
  await goToRow(page, row);
  await page.keyboard.press('Enter');
  await expect(view.getByRole('heading', { name: 'Confirm a setting' })).toBeFocused();
  await expect(view.locator('mark')).toHaveText(proposed);
  await expect(view).toContainText('the new call centre');
  await page.keyboard.press('c');
  const confirm = async () => {
    await page.keyboard.type('called the new number');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText(proposed);
    await expectNoFaults(page);
    await page.keyboard.press('Tab');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).press('Enter');
  };
  await expect(view.getByLabel('Reason')).toBeFocused();
  await confirm();

  // The server asks for a look first, and the way back returns to the proposal.
  await expect(view.getByRole('alert')).toContainText('Look at its current state first');
  expect(clean.splice(0)).toEqual([expect.stringContaining('422')]);
  await expectNoFaults(page);
  await press(page, view.getByRole('button', { name: 'Show a proposed setting' }));
  await press(page, page.getByRole('button', { name: 'Show', exact: true }));
  await expect(page.getByRole('region', { name: 'Result' })).toContainText(proposed);
  await page.goBack();
  await expect(view.getByRole('heading', { name: 'Confirm a setting' })).toBeFocused();
  await page.keyboard.press('c');
  await expect(view.getByLabel('Reason')).toBeFocused();
  await confirm();
  await expect(page.getByText(/telephone is now/)).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Confirm the open proposal');
});

test('two engineers add a newcomer by a passkey, and end a leaver', async ({ page, clean }) => {
  const name = `ivy${Math.trunc(Math.random() * 90_000 + 10_000)}`;
  const button = (words: string) => page.getByRole('button', { name: words, exact: true });
  const row = (list: string) =>
    page.getByRole('list', { name: list }).getByRole('link', { name: new RegExp(name) });
  /** Gives the reason, and confirms what the dialog says. */
  const finish = async (reason: string, act: string) => {
    await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('dialog').getByRole('button', { name: act }));
  };
  await addAuthenticator(page);
  await page.goto(deskAt('', shared));
  await press(page, button('New here? Make a passkey'));
  await page.getByLabel('Name').fill(name);
  await press(page, button('Make a passkey'));
  const fingerprint = await page.locator('output').innerText();
  expectNoSession(clean);

  await openAs(page, clean, 'ben.engineer', 'Staff');
  await press(page, button('Propose a newcomer'));
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await press(page, page.getByRole('checkbox', { name: 'support' }), 'Space');
  await page.getByRole('textbox', { name: 'Hash' }).fill(fingerprint);
  await finish('joins the team', 'Propose');
  await expect(page.getByText(`Proposed: ${name} as support`)).toBeVisible();
  await press(page, row('Wait for a second engineer'));
  await expect(page.getByText('You proposed this')).toBeVisible();

  await openAs(page, clean, 'ana.engineer', 'Staff');
  await press(page, row('Wait for a second engineer'));
  await expectNoFaults(page);
  await page.getByRole('textbox', { name: 'Hash' }).fill(fingerprint);
  await finish('heard the fingerprint', 'Confirm');
  await expect(page.getByText(`${name} is now support`)).toBeVisible();
  await press(page, row('People'));
  const person = page.getByRole('article', { name: 'The open person' });
  await expect(person).toContainText('Confirms from');
  await expect(person.getByRole('table', { name: 'Passkeys' })).toContainText(fingerprint);
  await expectNoFaults(page);
  const end = async (reason: string, act: string) => {
    await press(page, button('More'));
    await press(page, page.getByRole('menuitem', { name: 'End a member’s key' }));
    await finish(reason, act);
  };
  await end('has left', 'Propose');
  await expect(row('People')).toContainText('proposed to end');

  await openAs(page, clean, 'ben.engineer', 'Staff');
  await press(page, row('People'));
  await expect(person).toContainText('An engineer has proposed to end this key');
  await end('has left', 'Confirm');
  await expect(row('Ended')).toContainText('Ended');
});

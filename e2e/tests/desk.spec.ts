// Work at the desk: a reviewer's three applications, by keyboard alone, and a manager's reports.
import * as fs from 'node:fs';
import type { Page } from '@playwright/test';
import { deskPaths } from '@sandali/contract/desk.ts';
import { dataQuery } from '@sandali/contract/privacy.ts';
import type { Life } from '@sandali/server/sandbox/life.ts';
import { applicants } from '../life/applicants.ts';
import { deskAt, deskScreen, expectNoFaults, openAs } from '../life/desk.ts';
import { shared } from '../places.ts';
import { atLength, expect, press, test } from './fixture.ts';

test.use(deskScreen);

type Listed = { data: { applications: { application: string; rules: string[] }[] } };

/** Returns the newest applications that wait because of their picture, oldest first. */
async function waitingAtDesk(page: Page, count: number): Promise<string[]> {
  const list = () =>
    page.evaluate(async (path) => {
      const headers = { 'content-type': 'application/json' };
      return await (await fetch(path, { method: 'POST', headers, body: '{}' })).json();
    }, `${deskPaths.commands}/review/list`) as Promise<Listed>;
  const mine = async () =>
    (await list()).data.applications
      .filter(({ rules }) => rules.includes('samePicture'))
      .map(({ application }) => application);
  await expect.poll(async () => (await mine()).length).toBeGreaterThanOrEqual(count);
  return (await mine()).slice(-count);
}

/** Notes each command that the page sends about an application, by the application's id. */
function commandsOf(page: Page): (id: string) => string[] {
  const sent: { id: string; what: string }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith(deskPaths.commands)) return;
    const { input = {} } = request.postDataJSON() as { input?: Record<string, string> };
    const what = pathname.slice(deskPaths.commands.length + 1);
    sent.push({ id: input.application ?? '', what: input.which ? `${what} ${input.which}` : what });
  });
  return (id) => sent.filter((command) => command.id === id).map(({ what }) => what);
}

/** What the browser still holds of a case that is closed. */
function leftovers(page: Page): Promise<string[]> {
  return page.evaluate(async () => [
    ...[...document.querySelectorAll('canvas, img[src^="blob:"], img[src^="data:image/jpeg"]')].map(
      ({ outerHTML }) => outerHTML,
    ),
    ...(await caches.keys()),
    ...(await indexedDB.databases()).map(({ name }) => `${name}`),
    ...Object.keys({ ...localStorage, ...sessionStorage }).filter(
      (name) => !name.startsWith('tsr-scroll'),
    ),
  ]);
}

test('a reviewer decides three cases by keyboard alone', async ({ page, clean }) => {
  const [anna, ben, cora] = (await applicants(shared, 290, 3)) as [Life, Life, Life];
  const actsOn = async ({ client }: Life) =>
    (await client.must(dataQuery, {})).looks.map(({ act, reason }) => `${act}: ${reason}`);
  const key = (name: string) => page.keyboard.press(name);
  const open = async (id: string) => {
    if (!page.url().endsWith(id)) await page.goto(deskAt(`/review/${id}`, shared));
    await expect(page.getByLabel('Reason')).toBeFocused();
  };
  const look = async () => {
    await key('Enter');
    await expect(page.locator('canvas')).toHaveCount(2);
  };

  await openAs(page, clean, 'rita.reviewer', 'Review applications');
  await expect(page.getByRole('grid')).toBeVisible();
  const ids = (await waitingAtDesk(page, 3)) as [string, string, string];
  await expectNoFaults(page);
  const sent = commandsOf(page);

  // A plain case takes five keys, and one more for the next.
  await open(ids[0]);
  await look();
  await expectNoFaults(page);
  await key('a');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await expectNoFaults(page);
  for (const name of ['Tab', 'Enter', 'Enter']) await key(name);
  await expect(page.getByRole('heading', { name: 'Approved with ₱' })).toBeVisible();
  expect(sent(ids[0])).toEqual([
    'review/take',
    'review/show',
    'review/photo front',
    'review/photo selfie',
    'review/approve',
  ]);
  expect(await leftovers(page)).toEqual([]);
  const looked = 'first look at the application';
  expect((await actsOn(anna)).toSorted()).toEqual([
    'review approve: ID, face and answers agree',
    `review photo: ${looked}`,
    `review photo: ${looked}`,
    `review show: ${looked}`,
  ]);

  // The next case is taken on request, and nothing is looked at before the reason is given.
  await key('n');
  await expect(page).toHaveURL(/\/review\/[0-9a-f-]{36}$/);
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.reload();
  await open(ids[1]);
  expect(sent(ids[1])).not.toContain('review/show');
  await look();
  await key('2');
  await key('p');
  for (const name of ['Space', 'Tab']) await key(name);
  await page.keyboard.type('the face cannot be seen');
  await key('Enter');
  await expect(page.getByRole('heading', { name: 'Selfie asked again' })).toBeVisible();
  expect(await leftovers(page)).toEqual([]);
  expect((await actsOn(ben))[0]).toBe('review ask-photo: the face cannot be seen');

  // A refusal stays beside what was typed.
  await open(ids[2]);
  await look();
  await key('a');
  await key('Shift+Tab');
  await page.keyboard.type('999,000');
  for (const name of ['Tab', 'Tab', 'Enter', 'Enter']) await key(name);
  await expect(page.getByRole('alert')).toContainText('at most');
  await expect(page.getByRole('textbox', { name: 'Limit' })).toHaveValue('999,000');
  expect(clean.splice(0)).toEqual([expect.stringContaining('422')]);
  await key('Escape');
  await key('r');
  for (const name of ['ArrowDown', 'ArrowDown', 'Tab', 'Tab', 'Enter', 'Enter']) await key(name);
  await expect(page.getByRole('heading', { name: 'Rejected: identity' })).toBeVisible();
  expect(await leftovers(page)).toEqual([]);
  expect((await actsOn(cora))[0]).toBe(
    'review reject: the ID and the selfie show different people',
  );
  await key('?');
  await expect(page.getByRole('dialog')).toContainText('Take the oldest application');
});

test('a manager reads every report', atLength, async ({ page, clean }) => {
  await openAs(page, clean, 'mina.manager', 'Reports');
  const shown = page.locator('.rp-table, .rp-empty').first();
  await expect(shown).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Reports' }).getByRole('link');
  await expect(tabs).toHaveCount(6);
  for (const tab of await tabs.all()) {
    await tab.focus();
    await page.keyboard.press('Enter');
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(shown).toBeVisible();
    await expectNoFaults(page);
  }
  await expect(page.locator('.rp-chart svg').first()).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    press(page, page.getByRole('link', { name: 'Save CSV' })),
  ]);
  expect(file.suggestedFilename()).toBe('cash-forecast.csv');
  const lines = fs
    .readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toBe('Due,Bills,Principal (PHP),Interest (PHP),Total (PHP),Expected (PHP)');
  expect(lines).toHaveLength(1 + (await page.locator('.rp-table tbody tr').count()));

  // With large text the menu is closed, until a key or its button opens it.
  await page.setViewportSize({ width: 640, height: 800 });
  const menu = page.getByRole('navigation', { name: 'Commands' });
  await expect(menu).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Find a command')).toBeFocused();
  await press(page, menu.getByRole('link', { name: 'Settings', exact: true }));
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(menu).toBeHidden();
});

// Members of staff at the desk, and what their work takes. The server whose tests take turns has no
// invented staff.
import type { Browser, Locator, Page } from '@playwright/test';
import { deskPaths } from '@sandali/contract/desk.ts';
import { brokenRules, loadAxe } from '../gallery/faults.ts';
import { type Place, shared, turns } from '../places.ts';
import { expect, press } from '../tests/fixture.ts';
import { type Engineer, engineerKey, opsAs } from './ops.ts';
import { addAuthenticator } from './passkeys.ts';

/** The address of a page of the desk. */
export const deskAt = (path: string, place: Place = turns): string =>
  `http://localhost:${place.at.opsPort}${deskPaths.page}${path}`;

/** The window of a desk, for `test.use`. */
export const deskScreen = {
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
} as const;

/** Removes the one fault of a first visit: the page asks for its session, and has none. */
export function expectNoSession(clean: string[]): void {
  expect(clean.splice(0)).toEqual([expect.stringContaining('401')]);
}

/**
 * Makes a passkey for a new member of staff, whom two engineers add, and signs in with it. Two
 * members decide together only if different engineers proposed them, and from a day later on.
 */
export async function signInAsNew(
  page: Page,
  name: string,
  role: string,
  { place = turns, proposer = 'second' }: { place?: Place; proposer?: Engineer } = {},
): Promise<void> {
  const button = (label: string) => page.getByRole('button', { name: label });
  await addAuthenticator(page);
  await page.goto(deskAt('', place));
  await press(page, button('New here? Make a passkey'));
  await page.getByLabel('Name').fill(name);
  await press(page, button('Make a passkey'));
  const fingerprint = await page.locator('output').innerText();
  for (const engineer of [proposer, proposer === 'second' ? 'third' : 'second'] as const) {
    const wish = ['--role', role, '--hash', fingerprint, '--reason', 'joins the team'];
    await opsAs(await engineerKey(engineer, place), place, 'staff', 'add', name, ...wish);
  }
  await press(page, button('Back to sign-in'));
  await press(page, button('Sign in with a passkey'));
  await expect(page.getByRole('navigation', { name: 'Commands' })).toBeVisible();
}

/** Opens the browser of another member of staff. */
export async function secondBrowser(browser: Browser, place: Place = turns): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: place.origin,
    reducedMotion: 'reduce',
  });
  return await context.newPage();
}

/** Signs in as an invented member of staff, and opens a screen from the menu. */
export async function openAs(
  page: Page,
  clean: string[],
  name: string,
  screen: string,
): Promise<void> {
  await page.context().clearCookies();
  await page.goto(deskAt('', shared));
  await press(page, page.getByRole('button', { name: new RegExp(name.replace('.', '\\.')) }));
  await press(page, page.getByRole('link', { name: screen, exact: true }));
  expectNoSession(clean);
}

/** Moves the focus down a list, by J, to this row. */
export async function goToRow(page: Page, row: Locator): Promise<void> {
  while (!(await row.evaluate((link) => link === document.activeElement)))
    await page.keyboard.press('j');
}

/** Notes the commands that the page sends from now on, in their order. */
export function commandsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(deskPaths.commands))
      sent.push(pathname.slice(deskPaths.commands.length + 1).replaceAll('/', ' '));
  });
  return sent;
}

/** Requires a page that fits axe's rules in light and in dark, and half the width: 200 % text. */
export async function expectNoFaults(page: Page): Promise<void> {
  await loadAxe(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await brokenRules(page)).toEqual([]);
  }
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ ...wide, width: wide.width / 2 });
  const tooWidePx = () =>
    page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(tooWidePx).toBe(0);
  await page.setViewportSize(wide);
}

/** Notes the keys that are pressed in a page, except modifiers. */
async function keysOf(page: Page): Promise<string[]> {
  const keys: string[] = [];
  await page.exposeFunction('noteKey', (key: string) => keys.push(key));
  const listen = () =>
    addEventListener(
      'keydown',
      ({ key, isTrusted }) => {
        const isModifier = ['Shift', 'Control', 'Alt', 'Meta'].includes(key);
        const { noteKey } = window as unknown as { noteKey(key: string): void };
        if (isTrusted && !isModifier) noteKey(key);
      },
      true,
    );
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return keys;
}

/**
 * Counts the work of the people of a life, each with a page of their own: only what they do in
 * `during`, in the pages as they are now.
 */
export async function countWork(...pages: Page[]) {
  const notes = await Promise.all(
    pages.map(async (page) => [commandsOf(page), await keysOf(page)] as const),
  );
  const counts = () => {
    const [commands, keys] = [0, 1].map((nth) =>
      notes.reduce((sum, note) => sum + (note[nth]?.length ?? 0), 0),
    ) as [number, number];
    return { commands, keys };
  };
  const work = { commands: 0, keys: 0, seconds: 0 };
  return {
    work: work as Readonly<typeof work>,
    /** Runs a part of the life, and counts it. */
    async during<T>(act: () => Promise<T>): Promise<T> {
      const [before, from] = [counts(), Date.now()];
      const result = await act();
      work.seconds += (Date.now() - from) / 1000;
      // A page reports its keys before it answers.
      for (const page of pages) await page.evaluate(() => null);
      const after = counts();
      work.commands += after.commands - before.commands;
      work.keys += after.keys - before.keys;
      return result;
    },
    /** Prints a row of the table of lives. */
    print(life: string): void {
      const { commands, keys, seconds } = work;
      console.log(`| ${life} | ${commands} | ${keys} | ${seconds.toFixed(1)} |`);
    },
  };
}

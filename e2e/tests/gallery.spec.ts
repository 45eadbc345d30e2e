// Checks every component and screen in the gallery: accessibility, overflow, broken words,
// screenshots.
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Page } from '@playwright/test';
import { locales } from '@sandali/contract/locale.ts';
import {
  brokenRules,
  brokenWords,
  cutTexts,
  hiddenPx,
  loadAxe,
  sidewaysOverflow,
} from '../gallery/faults.ts';
import {
  buildGallery,
  type GalleryEntry,
  openGallery,
  setTextSize,
  show,
  speak,
} from '../gallery/galleryPage.ts';
import { keptPictures, phone } from '../gallery/kept.ts';
import { atLength, expect, test } from './fixture.ts';

const themes = ['light', 'dark'] as const;
let folder = '';

test.describe.configure({ mode: 'default' });
test.use({ deviceScaleFactor: 1, isMobile: false });
test.beforeAll(() => {
  folder = buildGallery();
});
test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/**
 * A window height at which the dock covers nothing, because axe reports half-covered targets as too
 * small.
 */
const highPx = 3000;
/** The timeout for checking everything, even on a slow machine. */
const atLengthMs = 600_000;

/**
 * Returns the first and last state of each screen ("Home: new" is a state of "Home"). Tests tagged
 * @atLength check the other states.
 */
async function openScreens(page: Page): Promise<GalleryEntry[]> {
  const screens = (await openGallery(page, folder)).filter(({ isScreen }) => isScreen);
  const nameOf = ({ key }: GalleryEntry) => key.split(':')[0];
  const isSameScreen = (entry: GalleryEntry | undefined, other: GalleryEntry) =>
    entry !== undefined && nameOf(entry) === nameOf(other);
  const ends = screens.filter(
    (screen, nth) =>
      !isSameScreen(screens[nth - 1], screen) || !isSameScreen(screens[nth + 1], screen),
  );
  expect(ends.length).toBeGreaterThan(60);
  return ends;
}

/** Renders each entry, and returns the faults that `look` finds in it, by entry. */
async function faultsOf(
  page: Page,
  entries: readonly GalleryEntry[],
  look: () => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const faultsByKey: Record<string, string[]> = {};
  for (const { key } of entries) {
    await show(page, key);
    const faults = await look();
    if (faults.length > 0) faultsByKey[key] = faults;
  }
  return faultsByKey;
}

/** Returns elements beyond the window's edge, and clipped texts. */
async function misfits(page: Page): Promise<string[]> {
  const [sideways, cut] = await Promise.all([sidewaysOverflow(page), cutTexts(page)]);
  return [sideways, ...cut].filter(Boolean);
}

/** Sets the browser's text size, and checks that it takes effect. */
async function enlargeText(page: Page, textPx: number): Promise<void> {
  await setTextSize(page, textPx);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
    `${textPx}px`,
  );
}

test('screens are accessible and fit into 320 px, in English', atLength, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: highPx });
  const screens = await openScreens(page);
  await loadAxe(page);
  expect(
    await faultsOf(page, screens, async () => [
      ...(await brokenRules(page)),
      ...(await misfits(page)),
    ]),
  ).toEqual({});
});

test(
  'screens fit with text at 200 %, each in a language other than English',
  atLength,
  async ({ page }) => {
    const screens = await openScreens(page);
    await enlargeText(page, 32);
    const others = locales.filter((locale) => locale !== 'en');
    for (const [nth, locale] of others.entries()) {
      await speak(page, locale);
      const theirs = screens.filter((_, place) => place % others.length === nth);
      expect(await faultsOf(page, theirs, () => misfits(page)), locale).toEqual({});
    }
  },
);

for (const [width, textPx] of [
  [320, 16],
  [360, 16],
  [360, 32],
] as const) {
  test(
    `no word breaks at a width of ${width} px with text at ${textPx / 0.16} %, in Filipino`,
    atLength,
    async ({ page }) => {
      test.setTimeout(atLengthMs);
      await page.setViewportSize({ width, height: 740 });
      const entries = await openGallery(page, folder);
      await enlargeText(page, textPx);
      await speak(page, 'fil');
      expect(await faultsOf(page, entries, () => brokenWords(page))).toEqual({});
    },
  );
}

for (const locale of locales) {
  for (const theme of themes) {
    test(
      `every component and screen is accessible: ${locale}, ${theme}`,
      atLength,
      async ({ page }) => {
        test.setTimeout(atLengthMs);
        await page.setViewportSize({ width: 360, height: highPx });
        const entries = await openGallery(page, folder);
        await page.emulateMedia({ colorScheme: theme });
        await speak(page, locale);
        await loadAxe(page);
        expect(await faultsOf(page, entries, () => brokenRules(page))).toEqual({});
      },
    );
  }
  for (const [name, width, textPx] of [
    ['320 px wide', 320, 16],
    ['text at 200 %', 360, 32],
  ] as const) {
    test(`every component and screen fits: ${name}, ${locale}`, atLength, async ({ page }) => {
      test.setTimeout(atLengthMs);
      await page.setViewportSize({ width, height: 740 });
      const entries = await openGallery(page, folder);
      await enlargeText(page, textPx);
      await speak(page, locale);
      expect(await faultsOf(page, entries, () => misfits(page))).toEqual({});
    });
  }
}

test('a six-digit amount does not overlap the buttons beside it at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await openGallery(page, folder);
  await show(page, 'Limit: granted');
  const [less, sum, more] = await Promise.all(
    ['button[aria-label$=" less"]', 'output > span', 'button[aria-label$=" more"]'].map((of) =>
      page.locator(of).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    ),
  );
  expect(sum?.left).toBeGreaterThan(less?.right ?? Number.NaN);
  expect(sum?.right).toBeLessThan(more?.left ?? Number.NaN);
});

/**
 * Screens that are longer than the window. On these the focused element must stay visible (WCAG
 * 2.2, 2.4.11).
 */
const longScreens = [
  'Credit: personal, empty',
  'Credit: ID, ready',
  'Loan: confirm',
  'Payment code: given',
  'Accounts: add bank',
  'My: full',
];

test('the dock never covers the focused element', atLength, async ({ page }) => {
  await openGallery(page, folder);
  const hidden: string[] = [];
  for (const key of longScreens) {
    await show(page, key);
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      const focus = page.locator(':focus');
      if ((await focus.count()) === 0) break;
      const lost = await hiddenPx(focus);
      if (lost > 0)
        hidden.push(
          `${key}: ${lost} px of ${await focus.evaluate((element) => element.outerHTML.slice(0, 90))}`,
        );
    }
  }
  expect(hidden).toEqual([]);
});

test('when older entries are loaded, the first of them gets the focus', async ({ page }) => {
  await openGallery(page, folder);
  for (const [entry, button, first, second] of [
    ['Orders: older loans', 'Show older loans', /2 Mar 2026/, /3 Feb 2026/],
    [
      'Messages: older ones below',
      'Show older messages',
      /A new phone logged in/,
      /arrived in your GCash/,
    ],
    [
      'Documents: older ones below',
      'Show older loans',
      /Certificate of full payment/,
      /Payment receipt/,
    ],
  ] as const) {
    await show(page, entry);
    await page.getByRole('button', { name: button }).press('Enter');
    const named = (name: RegExp) =>
      page.getByRole('link', { name }).or(page.getByRole('button', { name }));
    await expect(named(first)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(named(second).first()).toBeFocused();
  }
});

test('prerendered pages contain no style attributes, which the CSP forbids', () => {
  const dist = path.join(import.meta.dirname, '../../web/dist');
  const pages = fs.readdirSync(dist).filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(locales.length);
  expect(
    pages.filter((name) => /<[^>]+\sstyle=/.test(fs.readFileSync(path.join(dist, name), 'utf8'))),
  ).toEqual([]);
});

// Only the packaged browser, which has its own fonts, renders text exactly as in the screenshots.
if (!process.env.CHROMIUM_PATH) {
  test.describe('pictures', () => {
    test.use(phone);

    test(
      'screens match docs/screens (after a change run: npm run screens)',
      atLength,
      async ({ page }) => {
        await openGallery(page, folder);
        for (const { key, locale, theme, name } of keptPictures) {
          await page.emulateMedia({ colorScheme: theme });
          await speak(page, locale);
          await show(page, key);
          await expect.soft(page, key).toHaveScreenshot(`${name}.png`, {
            scale: 'device',
            maxDiffPixels: 40,
            threshold: 0.15,
          });
        }
      },
    );
  });
}

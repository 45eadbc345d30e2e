// Every part and screen in every state, as the gallery draws it: nobody is shut out, nothing stands outside the window, nothing looks other than meant.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { locales } from '@sandali/contract/locale.ts';
import { bringAxe, brokenRules, cutTexts, sidewaysOverflow } from '../gallery/faults.ts';
import { kept, phone } from '../gallery/kept.ts';
import { buildGallery, openStage, setTextSize, show, speak } from '../gallery/stage.ts';
import { atLength, expect, test } from './fixture.ts';

const isFull = process.env.FULL === '1';
const themes = ['light', 'dark'] as const;
let folder = '';

test.describe.configure({ mode: 'default', timeout: isFull ? 1_800_000 : 120_000 });
test.use({ deviceScaleFactor: 1, isMobile: false });
test.beforeAll(() => {
  folder = buildGallery();
});
test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** The fast run looks at English by day; FULL=1 at every language by day and night. */
const looks = isFull
  ? locales.flatMap((locale) => themes.map((theme) => ({ locale, theme })))
  : ([{ locale: 'en', theme: 'light' }] as const);

for (const { locale, theme } of looks) {
  test(`axe finds nothing on any part or screen: ${locale}, ${theme}`, async ({ page }) => {
    // So high that nothing must be scrolled out from under the dock: what only lies under it at first is no target that is too small.
    await page.setViewportSize({ width: 360, height: 3000 });
    const entries = await openStage(page, folder);
    await page.emulateMedia({ colorScheme: theme });
    await speak(page, locale);
    await bringAxe(page);
    const found: Record<string, string[]> = {};
    for (const { key } of entries) {
      await show(page, key);
      const broken = await brokenRules(page);
      if (broken.length > 0) found[key] = broken;
    }
    expect(entries.length).toBeGreaterThan(300);
    expect(found).toEqual({});
  });
}

const windows = [
  { name: '320 px wide', width: 320, textPx: 16 },
  { name: 'text at 200 %', width: 360, textPx: 32 },
];
for (const { name, width, textPx } of windows) {
  for (const locale of locales) {
    test(`no screen can be scrolled sideways and no text is cut off: ${name}, ${locale}`, atLength, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await setTextSize(page, textPx);
      const entries = await openStage(page, folder);
      await speak(page, locale);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${textPx}px`);
      const found: Record<string, string[]> = {};
      for (const { key } of entries) {
        await show(page, key);
        const faults = [await sidewaysOverflow(page), ...(await cutTexts(page))].filter(Boolean);
        if (faults.length > 0) found[key] = faults;
      }
      expect(found).toEqual({});
    });
  }
}

test('prerendered pages carry no style attribute, which the content policy would refuse', () => {
  const dist = path.join(import.meta.dirname, '../../web/dist');
  const pages = fs.readdirSync(dist).filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(locales.length);
  expect(pages.filter((name) => /<[^>]+\sstyle=/.test(fs.readFileSync(path.join(dist, name), 'utf8')))).toEqual([]);
});

// Other browsers draw letters otherwise: pictures are compared only in the one that comes with its fonts.
if (!process.env.CHROMIUM_PATH) {
  test.describe('pictures', () => {
    test.use(phone);

    test('the screens look as in docs/screens; after a meant change, npm run screens takes them anew', async ({ page }) => {
      await openStage(page, folder);
      for (const { key, locale, theme, name } of kept) {
        await page.emulateMedia({ colorScheme: theme });
        await speak(page, locale);
        await show(page, key);
        await expect.soft(page, key).toHaveScreenshot(`${name}.png`, { scale: 'device', maxDiffPixels: 40, threshold: 0.15 });
      }
    });
  });
}

// `npm run screens`: takes screenshots of every screen in every state, theme and language, and
// renders docs/screens. `npm run screens -- kept` only renders docs/screens.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Locale, locales } from '@sandali/contract/locale.ts';
import sharp from 'sharp';
import unpackBrowser, { launchOptions } from '../e2e/browser.ts';
import { buildGallery, openGallery, show, speak } from '../e2e/gallery/galleryPage.ts';
import { keptPictures, phone, type Theme } from '../e2e/gallery/kept.ts';

const root = path.join(import.meta.dirname, '..');
const cache = path.join(root, 'node_modules/.cache/screens');
const docs = path.join(root, 'docs/screens');
const themes: Theme[] = ['light', 'dark'];
/** Screens on the contact sheet that are not reference screenshots. */
const alsoOnSheet = [
  'Credit: personal, empty',
  'Credit: work, empty',
  'Home: under review',
  'Home: disbursing',
  'Loan: confirm',
  'Loan: result, success',
  'Accounts: add wallet',
  'Bill: repaid',
  'Payment code: booked',
  'Loan: choose, no price',
  'Status: busy',
  'Accounts: no bank',
];

const slug = (key: string) => key.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

async function galleryPage(browser: Browser, folder: string, look: typeof phone) {
  const page = await browser.newPage(look);
  page.on('pageerror', (error) => console.error(error));
  return { page, entries: await openGallery(page, folder) };
}

async function showEntry(page: Page, key: string, locale: Locale, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme });
  await speak(page, locale);
  await show(page, key);
}

async function pictureAllScreens(browser: Browser, folder: string): Promise<number> {
  fs.rmSync(cache, { recursive: true, force: true });
  const { page, entries } = await galleryPage(browser, folder, { ...phone, deviceScaleFactor: 1 });
  const screens = entries.filter((entry) => entry.isScreen);
  for (const locale of locales) {
    for (const theme of themes) {
      for (const { key } of screens) {
        await showEntry(page, key, locale, theme);
        await wholePage(page, path.join(cache, locale, theme, `${slug(key)}.png`));
      }
    }
  }
  return screens.length * locales.length * themes.length;
}

/**
 * Enlarges the window to the page's height, so that the dock is at the bottom of the screenshot.
 */
async function wholePage(page: Page, file: string) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const isHigh = height > phone.viewport.height;
  if (isHigh) await page.setViewportSize({ ...phone.viewport, height });
  await page.screenshot({ path: file });
  if (isHigh) await page.setViewportSize(phone.viewport);
}

/** Takes screenshots as the screenshot test does: without animations or caret. */
async function takeKeptPictures(browser: Browser, folder: string): Promise<Buffer[]> {
  const { page } = await galleryPage(browser, folder, phone);
  for (const old of fs.globSync('*.png', { cwd: docs })) fs.rmSync(path.join(docs, old));
  const pictures: Buffer[] = [];
  for (const { name, key, locale, theme } of keptPictures) {
    await showEntry(page, key, locale, theme);
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    pictures.push(picture);
    await sharp(picture)
      .png({ palette: true, quality: 90, effort: 10, dither: 0 })
      .toFile(path.join(docs, `${name}.png`));
  }
  for (const key of alsoOnSheet) {
    await showEntry(page, key, 'en', 'light');
    pictures.push(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  }
  return pictures;
}

type Sheet = { file: string; width: number; perRow: number; background: string; colours: number };
const contactSheet: Sheet = {
  file: 'contact.png',
  width: 156,
  perRow: 10,
  background: '#c6d3d0',
  colours: 48,
};
/** The screens from home to repayment, for the top of the README. */
const readmeRow: Sheet = {
  file: 'readme.png',
  width: 360,
  perRow: 4,
  background: '#e4ecea',
  colours: 128,
};
const onReadme = [
  'Home: approved, with an announcement',
  'Loan: choose',
  'Loan: confirm',
  'Payment code: given',
];

async function drawSheet(
  pictures: Buffer[],
  { file, width, perRow, background, colours }: Sheet,
): Promise<void> {
  const gap = 8;
  const height = Math.round((width * phone.viewport.height) / phone.viewport.width);
  const rows = Math.ceil(pictures.length / perRow);
  const placed = await Promise.all(
    pictures.map(async (picture, at) => ({
      input: await sharp(picture).resize(width, height).toBuffer(),
      left: gap + (at % perRow) * (width + gap),
      top: gap + Math.floor(at / perRow) * (height + gap),
    })),
  );
  await sharp({
    create: {
      width: gap + perRow * (width + gap),
      height: gap + rows * (height + gap),
      channels: 3,
      background,
    },
  })
    .composite(placed)
    .png({ palette: true, colours, effort: 10, dither: 0 })
    .toFile(path.join(docs, file));
}

await unpackBrowser();
const folder = buildGallery();
const browser = await chromium.launch(launchOptions);
try {
  if (!process.argv.includes('kept'))
    console.log(
      `${await pictureAllScreens(browser, folder)} pictures in ${path.relative(root, cache)}`,
    );
  const pictures = await takeKeptPictures(browser, folder);
  await drawSheet(pictures, contactSheet);
  const keys = [...keptPictures.map(({ key }) => key), ...alsoOnSheet];
  await drawSheet(
    onReadme.map((key) => pictures[keys.indexOf(key)] as Buffer),
    readmeRow,
  );
  console.log(
    `${keptPictures.length} pictures, the contact sheet and the README's row in ${path.relative(root, docs)}`,
  );
} finally {
  await browser.close();
  fs.rmSync(folder, { recursive: true, force: true });
}

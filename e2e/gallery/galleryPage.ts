// Builds the gallery of all screens (in two seconds) and shows its entries in a page, without a
// server.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Page } from '@playwright/test';
import type { Locale } from '@sandali/contract/locale.ts';

const root = path.join(import.meta.dirname, '../..');
const origin = 'http://localhost:8099';
/** The current time in all fixtures: Friday 20 November 2026, 10:26 in Manila. */
const now = new Date('2026-11-20T02:26:00Z');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export type GalleryEntry = { key: string; isScreen: boolean };
type InPage = {
  gallery: {
    keys: GalleryEntry[];
    show(key: string): Promise<void>;
    speak(locale: string): Promise<void>;
  };
};

/**
 * Builds the gallery.
 * @returns the folder of the build
 * @throws if the build fails
 */
export function buildGallery(): string {
  const folder = path.join(root, 'node_modules/.cache/gallery', String(process.pid));
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'web/stories/build.ts'), folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The gallery could not be built: ${stderr}`);
  return folder;
}

/**
 * Opens a built gallery, with a fixed clock and without animation.
 * @returns the gallery's entries
 */
export async function openGallery(page: Page, folder: string): Promise<GalleryEntry[]> {
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = path.join(folder, pathname === '/' ? 'stories/index.html' : pathname);
    if (!fs.existsSync(file)) await route.fulfill({ status: 204 });
    else
      await route.fulfill({
        body: fs.readFileSync(file),
        contentType: types[path.extname(file)] ?? 'application/octet-stream',
      });
  });
  await page.clock.setFixedTime(now);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => 'gallery' in window);
  return page.evaluate(() => (window as never as InPage).gallery.keys);
}

/** Renders an entry. Rejects if rendering throws. */
export async function show(page: Page, key: string): Promise<void> {
  await page.evaluate((wanted) => (window as never as InPage).gallery.show(wanted), key);
}

/** Sets the language in which later entries are rendered. */
export async function speak(page: Page, locale: Locale): Promise<void> {
  await page.evaluate((wanted) => (window as never as InPage).gallery.speak(wanted), locale);
}

/** Sets the browser's text size, as a person can in its settings. 16 px is 100 %. */
export async function setTextSize(page: Page, px: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
}

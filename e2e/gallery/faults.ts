// Finds faults in a rendered screen: accessibility violations, overflow, clipped text, broken
// words.
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';

const require = createRequire(import.meta.url);
const axeFile = createRequire(require.resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
);
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] };
type InPage = { axe: { run(on: object, options: object): Promise<{ violations: Violation[] }> } };

/** Loads axe into the page, where it remains until the browser leaves the page. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(fs.readFileSync(axeFile, 'utf8'));
}

/**
 * Returns the page's violations of WCAG 2.0 to 2.2, levels A and AA, each with its element and
 * reason.
 */
export function brokenRules(page: Page): Promise<string[]> {
  return page.evaluate(async (values) => {
    const { axe } = window as never as InPage;
    // Without `preload: false`, axe loads media to look for autoplaying sound, which no page has.
    const how = { runOnly: { type: 'tag', values }, resultTypes: ['violations'], preload: false };
    // React Aria announces a label for some seconds, even if its element has left the page.
    const but = { exclude: ['[data-live-announcer]'] };
    const { violations } = await axe.run(but, how);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
  }, tags);
}

/** If the page scrolls sideways, returns the last element beyond the right edge, otherwise ''. */
export function sidewaysOverflow(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return '';
    const over = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    );
    const last = over.at(-1);
    return `${scrollWidth} px in ${clientWidth}: ${last?.outerHTML.slice(0, 160)}`;
  });
}

/** Returns the texts that are clipped by their box without an ellipsis. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      if (element.clientWidth <= 1) return false;
      const isWide =
        overflowX === 'hidden' &&
        textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1;
      const isHigh = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1;
      return isWide || isHigh;
    });
    return cut.map((element) => element.outerHTML.slice(0, 160));
  });
}

/** Returns how many pixels of an element's height are covered by the dock or outside the window. */
export function hiddenPx(locator: Locator): Promise<number> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const foot = [...document.querySelectorAll('footer')].find(
      (each) => getComputedStyle(each).position === 'sticky' && !each.contains(element),
    );
    const end = Math.min(innerHeight, foot?.getBoundingClientRect().top ?? innerHeight);
    return Math.round(Math.max(0, bottom - end, -top));
  });
}

/**
 * Returns the words that are broken across two lines although they fit on one: 'Pagkakaki/lanlan'.
 */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const word of (text.textContent ?? '').matchAll(
        /[\p{Script=Latin}\p{M}\p{N}'’.,@/_]{2,}/gu,
      )) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(parts.map(({ top }) => Math.round(top)));
        // A card's text is 32 px from both edges of the page.
        const hasRoom = parts.reduce((sum, { width }) => sum + width, 0) <= innerWidth - 64;
        if (lines.size > 1 && hasRoom) broken.add(word[0]);
      }
    }
    return [...broken].map((word) => `broken: ${word}`);
  });
}

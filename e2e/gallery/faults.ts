// What can be wrong with a drawn screen: accessibility rules that it breaks, and parts outside the
// window.
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';

const require = createRequire(import.meta.url);
const axeFile = createRequire(require.resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
);
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] };
type InPage = { axe: { run(on: Document, options: object): Promise<{ violations: Violation[] }> } };

/** Brings axe into the page; it stays there until the page is left. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(fs.readFileSync(axeFile, 'utf8'));
}

/** The rules of WCAG 2.0 to 2.2, A and AA, that the page breaks, each with where and why. */
export function brokenRules(page: Page): Promise<string[]> {
  return page.evaluate(async (values) => {
    const { axe } = window as never as InPage;
    // axe would load media first, to find sounds that play by themselves; there are none here.
    const how = { runOnly: { type: 'tag', values }, resultTypes: ['violations'], preload: false };
    const { violations } = await axe.run(document, how);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
  }, tags);
}

/** Empty when nothing can be scrolled sideways; else what reaches farthest over the right edge. */
export function sidewaysOverflow(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return '';
    const over = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth + 0.5,
    );
    const last = over.at(-1);
    return `${scrollWidth} px in ${clientWidth}: ${last?.outerHTML.slice(0, 160)}`;
  });
}

/**
 * Texts that are cut off at the edge of their box: hidden, without an ellipsis, and not reachable
 * by scrolling.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(one);
      if (one.clientWidth <= 1) return false;
      const isWide =
        overflowX === 'hidden' &&
        textOverflow !== 'ellipsis' &&
        one.scrollWidth > one.clientWidth + 1;
      const isHigh = overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 1;
      return isWide || isHigh;
    });
    return cut.map((one) => one.outerHTML.slice(0, 160));
  });
}

/**
 * How many pixels of an element are hidden under the dock or outside the window. 0 when all of it
 * is visible.
 */
export function underFoot(what: Locator): Promise<number> {
  return what.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const foot = [...document.querySelectorAll('footer')].find(
      (each) => getComputedStyle(each).position === 'sticky' && !each.contains(one),
    );
    const end = Math.min(innerHeight, foot?.getBoundingClientRect().top ?? innerHeight);
    return Math.round(Math.max(0, bottom - end, -top));
  });
}

/**
 * Words that are broken over two lines though one line of the page has room for them:
 * 'Pagkakaki/lanlan'. A line may end after a hyphen; Chinese ends one anywhere.
 */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
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
        // From the page's edge to that of a card's words, on both sides, is 32 px.
        const hasRoom = parts.reduce((sum, { width }) => sum + width, 0) <= innerWidth - 64;
        if (lines.size > 1 && hasRoom) found.add(word[0]);
      }
    }
    return [...found].map((word) => `broken: ${word}`);
  });
}

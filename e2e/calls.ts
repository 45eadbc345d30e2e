// Records the calls that a screen makes until it is complete, grouped into rounds of parallel
// calls.
import * as path from 'node:path';
import type { Page } from '@playwright/test';
import { allCalls } from '@sandali/contract/all.ts';
import { classNamer } from '../web/classNames.ts';
import { expect } from './tests/fixture.ts';

const placeholder = classNamer()(
  'bone',
  path.join(import.meta.dirname, '../web/src/ui/Skeleton.module.css'),
);

/** Longer than the app ever delays a screen's call. */
const quietMs = 400;

/** Calls that the app makes once at startup, and not for a screen. */
const startCalls = ['/config/query', '/init'];

/**
 * Writes, such as the quote that /loan requests in advance. No screen waits for their responses.
 */
const writes = new Set(
  allCalls.filter(({ kind }) => kind === 'write').map(({ path: call }) => call),
);

export type CallWatch = {
  /** Runs `act`, waits until the screen is complete, and returns its calls by round. */
  during(act: () => Promise<unknown>): Promise<string[][]>;
};

/**
 * Watches a page's calls from now on. Responses are held back until no more calls follow, which
 * puts a call that depends on another into a later round.
 */
export async function watchCalls(page: Page): Promise<CallWatch> {
  let rounds: string[][] = [];
  let changedMs = performance.now();
  const delayed: (() => void)[] = [];
  const early: (() => void)[] = [];
  const isQuiet = () => performance.now() - changedMs > quietMs;
  await page.route('**/galaxy/**', async (route) => {
    const call = new URL(route.request().url()).pathname.slice('/galaxy'.length);
    if (startCalls.includes(call)) return await route.continue();
    if (writes.has(call)) return void early.push(() => void route.continue().catch(() => {}));
    if (delayed.length === 0) rounds.push([]);
    rounds.at(-1)?.push(call);
    changedMs = performance.now();
    await new Promise<void>((done) => delayed.push(done));
    await route.continue().catch(() => {}); // the page may have been left
  });
  page.on('requestfinished', () => (changedMs = performance.now()));
  const waits = page.locator(`.${placeholder}, [aria-busy="true"]`).filter({ visible: true });
  const checkComplete = async () => {
    if (!isQuiet()) return false;
    if (delayed.length > 0) {
      changedMs = performance.now();
      for (const release of delayed.splice(0)) release();
      return false;
    }
    return (await waits.count()) === 0 && (await page.getByRole('heading').count()) > 0;
  };
  return {
    async during(act) {
      rounds = [];
      changedMs = performance.now();
      await act();
      await expect.poll(checkComplete, { intervals: [50] }).toBe(true);
      for (const release of early.splice(0)) release();
      return rounds.map((round) => round.toSorted());
    },
  };
}

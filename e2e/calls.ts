// What a screen asks of the server until it is complete: its calls, in rounds of those that go side
// by side.
import * as path from 'node:path';
import type { Page } from '@playwright/test';
import { allCalls } from '@sandali/contract/all.ts';
import { classNamer } from '../web/classNames.ts';
import { expect } from './tests/fixture.ts';

/** The class of a bar that is drawn where something is still to come. */
const bone = classNamer()(
  'bone',
  path.join(import.meta.dirname, '../web/src/ui/Skeleton.module.css'),
);

/** Longer than any pause that the program makes before a call of a screen. */
const quietMs = 400;

/** Asked once when the program starts, after the first paint, and kept for all screens. */
const ofTheStart = ['/config/query', '/init'];

/**
 * A quote is made once the screen is complete, for the signature that may follow: a write, whose
 * answer no screen waits for.
 */
const writes = new Set(
  allCalls.filter(({ kind }) => kind === 'write').map(({ path: call }) => call),
);

export type CallWatch = {
  /**
   * Does this, waits until the screen is complete, and gives its calls: every round is what was
   * asked for without waiting for an answer.
   */
  during(act: () => Promise<unknown>): Promise<string[][]>;
};

/**
 * Watches a page's calls from now on. Answers are held back until nothing more is asked for, so
 * that a call which waits for another one is in a later round.
 */
export async function watchCalls(page: Page): Promise<CallWatch> {
  let rounds: string[][] = [];
  let changedMs = performance.now();
  const held: (() => void)[] = [];
  const early: (() => void)[] = [];
  const isQuiet = () => performance.now() - changedMs > quietMs;
  await page.route('**/galaxy/**', async (route) => {
    const call = new URL(route.request().url()).pathname.slice('/galaxy'.length);
    if (ofTheStart.includes(call)) return await route.continue();
    if (writes.has(call)) return void early.push(() => void route.continue().catch(() => {}));
    if (held.length === 0) rounds.push([]);
    rounds.at(-1)?.push(call);
    changedMs = performance.now();
    await new Promise<void>((done) => held.push(done));
    await route.continue().catch(() => {}); // of a page that was left
  });
  page.on('requestfinished', () => (changedMs = performance.now()));
  const waits = page.locator(`.${bone}, [aria-busy="true"]`).filter({ visible: true });
  const isComplete = async () => {
    if (!isQuiet()) return false;
    if (held.length > 0) {
      changedMs = performance.now();
      for (const release of held.splice(0)) release();
      return false;
    }
    return (await waits.count()) === 0 && (await page.getByRole('heading').count()) > 0;
  };
  return {
    async during(act) {
      rounds = [];
      changedMs = performance.now();
      await act();
      await expect.poll(isComplete, { intervals: [50], timeout: 20_000 }).toBe(true);
      for (const release of early.splice(0)) release();
      return rounds.map((round) => round.toSorted());
    },
  };
}

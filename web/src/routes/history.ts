// What a step through the program is: pure parts of the location, so that they can be tested
// without a browser.
import { isOwnAddress, paths } from './paths.ts';

export type Move = 'forward' | 'back' | 'none';

/**
 * What each history entry carries: its place in the row, the move that led to it, and where to go
 * on after a login.
 */
export type Entry = {
  place: number;
  move: Move;
  returnTo?: string;
  /** The same page is under it: the entry lets a step back close a sheet. */
  isOver?: true;
};

/** Reads a history state that may be somebody else's. */
export function readEntry(state: unknown): Entry {
  const seen = (typeof state === 'object' && state !== null ? state : {}) as Partial<
    Record<keyof Entry, unknown>
  >;
  const move = seen.move === 'forward' || seen.move === 'back' ? seen.move : 'none';
  const place =
    typeof seen.place === 'number' && Number.isSafeInteger(seen.place) && seen.place >= 0
      ? seen.place
      : 0;
  const over = seen.isOver === true ? { isOver: true as const } : {};
  return {
    place,
    move,
    ...over,
    ...(typeof seen.returnTo === 'string' && isOwnAddress(seen.returnTo)
      ? { returnTo: seen.returnTo }
      : {}),
  };
}

/**
 * The way a page slides when history goes from one entry to another. A step back undoes the step
 * that led to the entry being left, so that a step between tabs, which was still, is undone as
 * still; a step forward repeats the step that led to the entry entered.
 */
export function moveBetween(left: Entry, entered: Entry): Move {
  if (entered.place < left.place) return left.move === 'none' ? 'none' : 'back';
  return entered.move;
}

const tabs: readonly string[] = [paths.home, paths.orders, paths.my];

/** Pages do not slide between tabs (spec §2), whichever link leads there. */
export function isBetweenTabs(left: string, entered: string): boolean {
  return tabs.includes(left) && tabs.includes(entered);
}

export type Address = { path: string; search: string };

/** Splits `/billDetail?id=1#x` into path and query; a trailing slash is dropped. */
export function splitAddress(address: string): Address {
  const [, path = '/', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(address) ?? [];
  return {
    path: path.length > 1 ? path.replace(/\/+$/, '') || '/' : path,
    search: search === '?' ? '' : search,
  };
}

export function joinAddress({ path, search }: Address): string {
  return path + search;
}

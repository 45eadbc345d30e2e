// Pure navigation functions, testable without a browser.
import { isOwnAddress, paths } from './paths.ts';

export type Move = 'forward' | 'back' | 'none';

/**
 * The state of a history entry: its index, the move that led to it, and the page to open after a
 * login.
 */
export type Entry = {
  place: number;
  move: Move;
  returnTo?: string;
  /** Set on a second entry for the same page, so that a step back closes a sheet. */
  isOver?: true;
};

/** Reads a history state. A state set by another script is treated as the first entry. */
export function readEntry(state: unknown): Entry {
  const fields = (typeof state === 'object' && state !== null ? state : {}) as Partial<
    Record<keyof Entry, unknown>
  >;
  const move = fields.move === 'forward' || fields.move === 'back' ? fields.move : 'none';
  const place =
    typeof fields.place === 'number' && Number.isSafeInteger(fields.place) && fields.place >= 0
      ? fields.place
      : 0;
  const over = fields.isOver === true ? { isOver: true as const } : {};
  return {
    place,
    move,
    ...over,
    ...(typeof fields.returnTo === 'string' && isOwnAddress(fields.returnTo)
      ? { returnTo: fields.returnTo }
      : {}),
  };
}

/**
 * Returns how a page slides when history goes from one entry to another. A step back reverses the
 * move that led to the entry being left, and does not slide between tabs. A step forward repeats
 * its move.
 */
export function moveBetween(from: Entry, to: Entry): Move {
  if (to.place < from.place) return from.move === 'none' ? 'none' : 'back';
  return to.move;
}

const tabs: readonly string[] = [paths.home, paths.orders, paths.my];

/** Whether a move is from one tab to another; such moves never slide (spec §2). */
export function isBetweenTabs(from: string, to: string): boolean {
  return tabs.includes(from) && tabs.includes(to);
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

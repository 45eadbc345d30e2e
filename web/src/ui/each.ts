import { createElement, Fragment, type ReactNode } from 'react';

/**
 * Draws every item of a list whose items never change places, so that the place is the identity and
 * no key is needed.
 */
export function each<T>(items: readonly T[], draw: (item: T, at: number) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...items.map(draw));
}

/**
 * For `memo`: whether all props are the same but the functions, which are new at each render. Only
 * for a part whose handlers do the same as long as its other props are the same.
 */
export function sameValues<P extends object>(before: P, after: P): boolean {
  return Object.entries(after).every(
    ([name, value]) => typeof value === 'function' || Object.is(value, before[name as keyof P]),
  );
}

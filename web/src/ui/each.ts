import { createElement, Fragment, type ReactNode } from 'react';

/** Renders a list whose items never move, so that their positions can replace keys. */
export function each<T>(items: readonly T[], draw: (item: T, at: number) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...items.map(draw));
}

/**
 * A comparison for `memo`: whether all props except functions are the same. Use it only if the
 * functions depend on nothing but the other props.
 */
export function sameValues<P extends object>(before: P, after: P): boolean {
  return Object.entries(after).every(
    ([name, value]) => typeof value === 'function' || Object.is(value, before[name as keyof P]),
  );
}
